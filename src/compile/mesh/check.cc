// Faults of meshes.

#include <algorithm>
#include <numeric>

#include "compile/stages.h"

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

bool is_degenerate(const Surface& surface, const int* face) {
  const Vec3 a = corner(surface.vert, face[0]);
  const Vec3 n = cross(corner(surface.vert, face[1]) - a, corner(surface.vert, face[2]) - a);
  return 0.5 * std::sqrt(dot(n, n)) <= std::sqrt(kMinVal);
}

void add_edges(std::vector<Edge>& edges, const int* face) {
  for (int k = 0; k < 3; ++k) edges.push_back({face[k], face[(k + 1) % 3]});
}

// For each vertex the first one in the same place: files split vertices along seams of textures.
std::vector<int> merged_vertices(const Surface& surface) {
  const auto place = [&](int i) { return corner(surface.vert, i); };
  std::vector<int> order(static_cast<std::size_t>(surface.vertices())), first(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && place(order[i]) == place(order[i - 1]);
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

// Whether triangles run along every edge in both directions.
bool is_closed(const Surface& surface) {
  const std::vector<int> merged = merged_vertices(surface);
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < surface.face.size(); i += 3) {
    const int face[3] = {merged[surface.face[i]], merged[surface.face[i + 1]],
                         merged[surface.face[i + 2]]};
    add_edges(edges, face);
  }
  std::sort(edges.begin(), edges.end());
  return std::all_of(edges.begin(), edges.end(), [&](const Edge& e) {
    return std::binary_search(edges.begin(), edges.end(), Edge{e[1], e[0]});
  });
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
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < surface.face.size(); i += 3) {
    const int* face = surface.face.data() + i;
    if (!is_degenerate(surface, face)) add_edges(edges, face);
  }
  std::sort(edges.begin(), edges.end());
  const auto twice = std::adjacent_find(edges.begin(), edges.end());
  if (twice == edges.end()) return;
  const auto [from, to] = *twice;
  draft.fail(mesh, "mesh",
             "its triangles do not all face outwards: two of them run from vertex " +
                 std::to_string(from) + " to vertex " + std::to_string(to),
             "turn them around, or use inertia=\"convex\" or \"shell\"");
}

void warn_open_meshes(Draft& draft) {
  std::vector<bool> seen(draft.meshes.size());
  for (const GeomDraft& geom : draft.geoms) {
    const BodyDraft& weld = draft.bodies[draft.bodies[geom.body].weld];
    if (!has_mesh(geom.spec->type) || geom.mass == 0 || weld.dofs == 0) continue;
    const MeshDraft& mesh = draft.meshes[geom.data];
    const bool solid = mesh.kind == MeshInertia::Legacy || mesh.kind == MeshInertia::Exact;
    if (!solid || seen[geom.data]) continue;
    seen[geom.data] = true;
    if (!is_closed(mesh->surface)) {
      draft.warn(*mesh.spec, "mesh",
                 "its surface is not closed, so that the mass and inertia of bodies are uncertain; "
                 "inertia=\"convex\" would weigh its hull");
    }
  }
}

}  // namespace thew::compile
