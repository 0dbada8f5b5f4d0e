#pragma once

#include <string_view>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Reads an STL file, binary or text. Vertices that are equal to the last bit become one, numbered
/// as they appear first; the normals of the file are not used. Throws Fault.
spec::MeshData read_stl(std::string_view bytes);

}  // namespace thew::io::mesh
