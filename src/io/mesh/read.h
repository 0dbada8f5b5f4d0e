#pragma once

// Files of meshes, whatever their format, and what must hold of any mesh.

#include <string>
#include <string_view>
#include <vector>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads a mesh: `content_type` tells the format, or else the extension of the file name. Throws
/// Fault.
spec::MeshData read(std::string_view bytes, std::string_view file, std::string_view content_type,
                    std::vector<std::string>* warnings = nullptr);

/// Refuses a mesh whose numbers do not fit together: lists that are not whole, indices of what does
/// not exist, coordinates that are not finite. Throws Fault.
void check(const spec::MeshData& data);

}  // namespace thew::io::mesh
