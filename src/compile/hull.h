#pragma once

// Convex hulls of meshes, as the Model stores them.

#include <array>
#include <span>
#include <vector>

namespace thew::compile {

/// The hull of one mesh.
struct Hull {
  /// mesh_graph: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
  /// edge_localid[numvert + 3 numface], face_globalid[3 numface].
  std::vector<int> graph;
  std::array<int, 27> extrema = {};  ///< mesh_extrema
};

/// Flat polygons of a mesh (of its hull where it has one): triangles of one plane merged.
struct Polygons {
  std::vector<double> normal;               ///< mesh_polynormal
  std::vector<int> vertadr, vertnum, vert;  ///< mesh_polyvertadr, mesh_polyvertnum, mesh_polyvert
  std::vector<int> mapadr, mapnum, map;     ///< mesh_polymapadr, mesh_polymapnum, mesh_polymap
};

}  // namespace thew::compile
