#pragma once

// Files of meshes, whatever their format, and what must hold of any mesh.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <thew/load.h>
#include <thew/spec.h>

namespace thew::io::mesh {

struct ReadMesh {
  spec::MeshData data;
  std::vector<std::string> warnings;  ///< what was left out

  std::size_t memory() const;
};

/// Whether a file is a mesh, by its extension.
bool is_mesh_name(std::string_view file);

/// Reads a mesh, or finds what came of the same bytes before: `content_type` tells the format, or
/// else the extension of the file name. Throws Fault.
std::shared_ptr<const ReadMesh> read(std::string_view bytes, std::string_view file,
                                     std::string_view content_type);

/// Reads the mesh of a flexcomp: a file of GMSH, or one of the others where its type is mesh.
/// Throws Fault.
std::shared_ptr<const spec::MeshData> read_flex(std::string_view bytes, std::string_view file,
                                                spec::FlexcompType type);

/// Adds what is said beside a file to what the file says. Throws Fault where both say it.
void complete(spec::MeshData& data, const spec::MeshData& added);

/// Refuses a mesh whose numbers do not fit together: lists that are not whole, indices of what does
/// not exist, coordinates that are not finite, more faces than Limits::faces. Throws Fault.
void check(const spec::MeshData& data, std::int64_t most_faces = Limits{}.faces);

}  // namespace thew::io::mesh
