// Bounding boxes: those of bodies, of the triangles of meshes, and the cells of octrees.

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

// The frame of a mesh geom whose boxes may be shown, or -1.
int mesh_of(const Model& m, int geom) {
  const auto type = static_cast<GeomType>(m.geom_type[geom]);
  return type == GeomType::Mesh || type == GeomType::Sdf ? m.geom_dataid[geom] : -1;
}

}  // namespace

bool is_box_shown(const Shapes& shapes, int node) {
  const Model& m = shapes.m;
  const int* child = m.bvh_child.row(node);
  const bool leaf = child[0] == -1 && child[1] == -1;
  const int depth = m.bvh_depth[node];
  return depth == shapes.option.bvh_depth || (leaf && depth < shapes.option.bvh_depth);
}

void add_box(Shapes& shapes, int id, const double* box, const double* pos, const double* mat,
             const float* rgba) {
  Geom geom = begin_decor(ObjectType::Unknown, id);
  set_shape(geom, GeomType::Linebox, box + 3, pos, mat);
  set_pos(geom, load9(mat) * load3(box) + load3(pos));
  set_rgba(geom, rgba);
  shapes.add(geom);
}

void add_body_boxes(Shapes& shapes) {
  const Model& m = shapes.m;
  const Data& d = shapes.d;
  if (!shapes.shows(VisFlag::Bodybvh)) return;
  for (int body = 0; body < m.nbody; ++body) {
    const int first = m.body_bvhadr[body], end = first + m.body_bvhnum[body];
    for (int i = first; first >= 0 && i < end; ++i) {
      if (!is_box_shown(shapes, i)) continue;
      const bool active = m.vis.global_.bvactive && d.bvh_active[i];
      const float* rgba = active ? m.vis.rgba.bvactive : m.vis.rgba.bv;
      const int geom = m.bvh_nodeid[i];
      if (m.bvh_child.row(i)[0] == -1 && m.bvh_child.row(i)[1] == -1) {
        add_box(shapes, i, m.geom_aabb.values().row(geom), d.geom_xpos.row(geom),
                d.geom_xmat.row(geom), rgba);
      } else {
        add_box(shapes, i, m.bvh_aabb.row(i), d.xipos.row(body), d.ximat.row(body), rgba);
      }
    }
  }
}

void add_mesh_boxes(Shapes& shapes) {
  const Model& m = shapes.m;
  const Data& d = shapes.d;
  if (!shapes.shows(VisFlag::Meshbvh)) return;
  for (int geom = 0; geom < m.ngeom; ++geom) {
    const int mesh = mesh_of(m, geom);
    if (mesh < 0 || m.geom_type[geom] == static_cast<int>(GeomType::Sdf)) continue;
    if (m.mesh_octadr[mesh] >= 0) continue;
    const int first = m.mesh_bvhadr[mesh], end = first + m.mesh_bvhnum[mesh];
    for (int i = first; first >= 0 && i < end; ++i) {
      // Where active boxes are marked, only they are shown.
      const bool marks = m.vis.global_.bvactive != 0;
      if (!is_box_shown(shapes, i) || (marks && !d.bvh_active[i])) continue;
      add_box(shapes, i, m.bvh_aabb.row(i), d.geom_xpos.row(geom), d.geom_xmat.row(geom),
              marks ? m.vis.rgba.bvactive : m.vis.rgba.bv);
    }
  }
}

void add_octree_boxes(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Meshbvh)) return;
  for (int geom = 0; geom < m.ngeom; ++geom) {
    const int mesh = mesh_of(m, geom);
    if (mesh < 0 || m.mesh_octadr[mesh] < 0) continue;
    for (int k = 0; k < m.mesh_octnum[mesh]; ++k) {
      const int i = m.mesh_octadr[mesh] + k;
      if (m.oct_depth[i] != shapes.option.bvh_depth) continue;
      add_box(shapes, i, m.oct_aabb.row(i), shapes.d.geom_xpos.row(geom),
              shapes.d.geom_xmat.row(geom), m.vis.rgba.bv);
    }
  }
}

}  // namespace thew::scene
