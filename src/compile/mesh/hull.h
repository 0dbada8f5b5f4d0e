#pragma once

// Convex hulls of meshes, as the Model stores them.
//
// The order in which a mesh calls these functions matters: hull and polygons are those of the
// vertices as the file gives them (floats, before scaling and before the mesh moves to its
// principal axes), while extrema and normals belong to the final vertices.

#include <array>
#include <span>
#include <string>
#include <vector>

namespace thew::compile {

/// Why points have no convex hull; whoever knows their mesh makes a thew::Error of it.
struct HullError {
  std::string what;
  std::string hint;
};

/// The hull of one mesh.
struct Hull {
  /// mesh_graph: numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
  /// edge_localid[numvert + 3 numface], face_globalid[3 numface].
  std::vector<int> graph;
  std::array<int, 27> extrema = {};  ///< mesh_extrema

  int vertex_count() const { return graph.empty() ? 0 : graph[0]; }
  int face_count() const { return graph.empty() ? 0 : graph[1]; }
  /// Vertices of the mesh that are corners of the hull.
  std::span<const int> vertices() const { return part(2 + vertex_count(), vertex_count()); }
  /// Triangles of the hull, three vertices of the mesh each, counter-clockwise from outside.
  std::span<const int> faces() const {
    return part(2 + 3 * vertex_count() + 3 * face_count(), 3 * face_count());
  }

 private:
  std::span<const int> part(int start, int count) const {
    return graph.empty() ? std::span<const int>()
                         : std::span<const int>(graph).subspan(start, count);
  }
};

/// The hull of points (x, y, z each), with at most `max_vertices` corners unless that is negative;
/// empty for fewer than four points. Throws HullError for points that span no volume.
Hull convex_hull(std::span<const double> points, int max_vertices = -1);

/// mesh_extrema: for each direction (i, j, k) of {-1, 0, 1}^3, k running fastest, the number among
/// the hull's vertices of the farthest one.
void find_extrema(Hull& hull, std::span<const float> vertices);

/// Flat polygons of a mesh (of its hull where it has one): triangles of one plane merged.
struct Polygons {
  std::vector<double> normal;               ///< mesh_polynormal
  std::vector<int> vertadr, vertnum, vert;  ///< mesh_polyvertadr, mesh_polyvertnum, mesh_polyvert
  std::vector<int> mapadr, mapnum, map;     ///< mesh_polymapadr, mesh_polymapnum, mesh_polymap
};

/// Merges the triangles of a hull that lie in one plane; all but the normals.
Polygons merge_polygons(const Hull& hull, std::span<const double> points);

/// Turns triangles and polygons round, for a mesh that is mirrored (the product of its scales is
/// negative).
void mirror(Hull& hull, Polygons& polygons);

/// mesh_polynormal, for the final positions of the vertices.
void find_normals(Polygons& polygons, std::span<const double> points);

}  // namespace thew::compile
