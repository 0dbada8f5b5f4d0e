#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads the triangles and polygons of a COLLADA file: all geometries of its scene, placed as the
/// scene says, in metres. The up axis is not applied, as robots need it (docs/mesh_files.md).
/// Throws Fault.
spec::MeshData read_dae(std::string_view text, std::vector<std::string>* warnings = nullptr);

}  // namespace thew::io::mesh
