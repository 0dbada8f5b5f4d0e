// Faults of meshes.

#include <algorithm>

#include "compile/draft.h"

namespace thew::compile {

namespace {

// Numbers of 32 bits address everything in a Model; three per triangle stay far below.
constexpr std::size_t kMost = 100'000'000;

using Edge = std::array<int, 2>;  // from, to

void check_sizes(const Draft& draft, const Mesh& mesh, const MeshData& data) {
  const auto check = [&](bool fits, const char* what) {
    if (!fits) draft.fail(mesh, "mesh", what);
  };
  check(data.vertex.size() % 3 == 0, "vertex needs three numbers per vertex");
  check(data.normal.size() % 3 == 0, "normal needs three numbers per normal");
  check(data.texcoord.size() % 2 == 0, "texcoord needs two numbers per texture position");
  check(data.face.size() % 3 == 0, "face needs three vertices per triangle");
  check(data.vertex.size() >= 12, "at least 4 vertices are needed");
  check(data.vertex.size() <= 3 * kMost && data.face.size() <= 3 * kMost,
        "more than 100 million vertices or triangles");
  check(data.facenormal.empty() || data.facenormal.size() == data.face.size(),
        "the triangles need three normals each");
  check(data.facetexcoord.empty() || data.facetexcoord.size() == data.face.size(),
        "the triangles need three texture positions each");
  check(data.texcoord.empty() || !data.facetexcoord.empty() ||
            data.texcoord.size() / 2 == data.vertex.size() / 3,
        "texcoord needs as many texture positions as there are vertices");
}

void check_indices(const Draft& draft, const Mesh& mesh, const std::vector<int>& indices,
                   std::size_t count, const char* what) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 0 || static_cast<std::size_t>(indices[i]) >= count) {
      draft.fail(mesh, "mesh",
                 "triangle " + std::to_string(i / 3) + " has " + what + " " +
                     std::to_string(indices[i]) + ", but there are " + std::to_string(count));
    }
  }
}

void check_finite(const Draft& draft, const Mesh& mesh, const std::vector<double>& values,
                  std::size_t per_entry, const char* what) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Also as the float it becomes.
    if (!std::isfinite(static_cast<float>(values[i]))) {
      draft.fail(mesh, "mesh",
                 std::string(what) + " " + std::to_string(i / per_entry) + " is not finite");
    }
  }
}

// All edges as the triangles run along them, sorted; without triangles that have no area.
std::vector<Edge> directed_edges(const Surface& surface) {
  const double small = std::sqrt(kMinVal);  // area, in units of the file
  std::vector<Edge> edges;
  edges.reserve(surface.face.size());
  for (int f = 0; f < surface.faces(); ++f) {
    const int* v = surface.face.data() + 3 * f;
    const Vec3 a = corner(surface.vert, v[0]);
    const Vec3 n = cross(corner(surface.vert, v[1]) - a, corner(surface.vert, v[2]) - a);
    if (0.5 * std::sqrt(dot(n, n)) <= small) continue;
    for (int k = 0; k < 3; ++k) edges.push_back({v[k], v[(k + 1) % 3]});
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace

void check_mesh_data(const Draft& draft, const Mesh& mesh, const MeshData& data) {
  check_sizes(draft, mesh, data);
  check_finite(draft, mesh, data.vertex, 3, "vertex");
  check_finite(draft, mesh, data.normal, 3, "normal");
  check_finite(draft, mesh, data.texcoord, 2, "texture position");
  check_indices(draft, mesh, data.face, data.vertex.size() / 3, "vertex");
  check_indices(draft, mesh, data.facenormal, data.normal.size() / 3, "normal");
  check_indices(draft, mesh, data.facetexcoord, data.texcoord.size() / 2, "texture position");
}

void check_orientation(const Draft& draft, const Mesh& mesh, const Surface& surface) {
  const std::vector<Edge> edges = directed_edges(surface);
  const auto twice = std::adjacent_find(edges.begin(), edges.end());
  if (twice == edges.end()) return;
  const auto [from, to] = *twice;
  draft.fail(mesh, "mesh",
             "its triangles do not all face outwards: two of them run from vertex " +
                 std::to_string(from) + " to vertex " + std::to_string(to),
             "turn them around, or use inertia=\"convex\" or \"shell\"");
}

bool is_closed(const Surface& surface) {
  const std::vector<Edge> edges = directed_edges(surface);
  return std::all_of(edges.begin(), edges.end(), [&](const Edge& e) {
    return std::binary_search(edges.begin(), edges.end(), Edge{e[1], e[0]});
  });
}

}  // namespace thew::compile
