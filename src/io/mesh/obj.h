#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads positions, normals, texture positions and faces of a Wavefront OBJ file; faces with more
/// than three corners are cut into triangles. All positions are taken, but only the faces of the
/// first object or group that has any, as in the reference. What is left out for such reasons is
/// told in `warnings`. Throws Fault.
spec::MeshData read_obj(std::string_view text, std::vector<std::string>* warnings = nullptr);

}  // namespace thew::io::mesh
