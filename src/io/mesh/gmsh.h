#pragma once

#include <string_view>

#include <thew/spec.h>

namespace thew::io::mesh {

/// Whether a file begins as one of GMSH does, whatever its name.
bool is_gmsh(std::string_view bytes);

/// Reads triangles or tetrahedra of a GMSH file, version 2.2 or 4.1, text or binary. Its nodes and
/// its elements are one block each. Throws Fault, of text with the line.
spec::MeshData read_gmsh(std::string_view bytes);

}  // namespace thew::io::mesh
