#pragma once

#include <string_view>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads MuJoCo's old binary format: counts of vertices, normals, texture positions and triangles,
/// then the numbers. Throws Fault.
spec::MeshData read_msh(std::string_view bytes);

}  // namespace thew::io::mesh
