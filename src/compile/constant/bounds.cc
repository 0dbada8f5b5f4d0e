// Bounds of geoms and bodies once more, from the arrays of the model.

#include <algorithm>
#include <cmath>

#include "compile/stages.h"
#include "compile/tree/box_tree.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

Vec3 vec3(const double* p) {
  return {p[0], p[1], p[2]};
}
Vec4 vec4(const double* p) {
  return {p[0], p[1], p[2], p[3]};
}

template <class Pos, class Quat>
Pose pose_of(const Pos& pos, const Quat& quat, int i) {
  return {vec3(pos.values().row(i)), vec4(quat.values().row(i))};
}

void set_frame_marks(Model& m) {
  const auto inertial = [&](int body) { return pose_of(m.body_ipos, m.body_iquat, body); };
  const auto mark = [](SameFrame frame) { return static_cast<field::Byte>(frame); };
  for (int b = 0; b < m.nbody; ++b) m.body_sameframe[b] = mark(body_sameframe(inertial(b)));
  for (int g = 0; g < m.ngeom; ++g) {
    const Pose pose = pose_of(m.geom_pos, m.geom_quat, g);
    m.geom_sameframe[g] = mark(same_frame(inertial(m.geom_bodyid[g]), pose));
  }
  for (int s = 0; s < m.nsite; ++s) {
    const Pose pose = pose_of(m.site_pos, m.site_quat, s);
    m.site_sameframe[s] = mark(same_frame(inertial(m.site_bodyid[s]), pose));
  }
}

void set_geom_bounds(Model& m, int geom) {
  const auto type = static_cast<GeomType>(m.geom_type[geom]);
  if (type < GeomType::Sphere || type > GeomType::Box) return;
  const Vec3 size = vec3(m.geom_size.values().row(geom));
  put(m.geom_aabb, geom, primitive_box(type, size));
  m.geom_rbound[geom] = primitive_radius(type, size);
}

void set_body_masks(Model& m, int body) {
  m.body_contype[body] = m.body_conaffinity[body] = 0;
  m.body_margin[body] = 0;
  for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
    m.body_contype[body] |= m.geom_contype[g];
    m.body_conaffinity[body] |= m.geom_conaffinity[g];
    m.body_margin[body] = std::max(m.body_margin[body], m.geom_margin[g] + m.geom_gap[g]);
  }
}

// The box around a geom in the frame of its body's inertia.
Box leaf_box(const Model& m, int body, int geom) {
  const Vec4 back = conjugate(vec4(m.body_iquat.values().row(body)));
  const Vec3 offset = vec3(m.geom_pos.values().row(geom)) - vec3(m.body_ipos.values().row(body));
  const double* aabb = m.geom_aabb.values().row(geom);
  Box box;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = aabb[k] + ((corner >> k & 1) != 0 ? 1 : -1) * aabb[3 + k];
    box.add(rotate(back, rotate(vec4(m.geom_quat.values().row(geom)), p) + offset));
  }
  return box;
}

// Boxes of a body's tree, from the leaves up: children come after their parents.
void set_tree_boxes(Model& m, int body) {
  const int root = m.body_bvhadr[body], count = m.body_bvhnum[body];
  std::vector<Box> boxes(static_cast<std::size_t>(count));
  for (int i = count - 1; i >= 0; --i) {
    const int node = root + i;
    if (m.bvh_nodeid[node] >= 0) {
      boxes[i] = leaf_box(m, body, m.bvh_nodeid[node]);
    } else {
      for (int k = 0; k < 2; ++k) boxes[i].add(boxes[m.bvh_child.row(node)[k]]);
    }
    double* box = m.bvh_aabb.row(node);
    for (int k = 0; k < 3; ++k) {
      box[k] = (boxes[i].high[k] + boxes[i].low[k]) / 2;
      box[3 + k] = (boxes[i].high[k] - boxes[i].low[k]) / 2;
    }
  }
}

}  // namespace

void set_bounds(Model& m) {
  set_frame_marks(m);
  for (int g = 0; g < m.ngeom; ++g) set_geom_bounds(m, g);
  for (int b = 0; b < m.nbody; ++b) {
    set_body_masks(m, b);
    if (m.body_bvhadr[b] >= 0) set_tree_boxes(m, b);
  }
  set_flags(m);
}

}  // namespace thew::compile
