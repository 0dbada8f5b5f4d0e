#pragma once

#include <string>
#include <string_view>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads the triangles of a PLY, glTF or GLB file (`extension` is "ply", "gltf" or "glb") by the
/// library assimp: all meshes of its scene, placed as the scene says. Throws Fault, and always so
/// in a build without that library (docs/mesh_files.md).
spec::MeshData read_assimp(std::string_view bytes, const std::string& extension);

}  // namespace thew::io::mesh
