#include <algorithm>

#include "collision/sdf.h"
#include "collision/sdf/triangle_search.h"

namespace thew::collision {
namespace {

// The faces of a mesh in its frame.
struct Faces {
  const MeshView& mesh;

  void box(int node, double* out) const {
    std::copy_n(mesh.bvh_box + 6 * std::int64_t{node}, 6, out);
  }
  int element(int node) const { return mesh.bvh_node[node]; }
  int child(int node, int i) const { return mesh.bvh_child[2 * node + i]; }
  Vec3d corner(int face, int i) const {
    const float* v = mesh.vert + 3 * std::int64_t{mesh.face[3 * std::int64_t{face} + i]};
    return {double(v[0]), double(v[1]), double(v[2])};
  }
  void show(FieldWatcher& watcher, int node) const { watcher.visit(mesh, node); }
};

}  // namespace

int mesh_field(const Shape& mesh, const Shape& field, const FieldOptions& options,
               Point<double>* points) {
  if (mesh.mesh->faces == 0) return 0;
  const Faces faces{*mesh.mesh};
  return TriangleSearch(faces, motion(mesh, field), field, options, points).run();
}

}  // namespace thew::collision
