// What the mouse has taken hold of.

#include <algorithm>

#include "math/quat.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

bool has_selected(const Shapes& shapes) {
  return shapes.perturb.select > 0 && shapes.perturb.select < shapes.m.nbody;
}

Vector selected_point(const Shapes& shapes) {
  const int body = shapes.perturb.select;
  return load3(shapes.d.xpos.row(body)) +
         load9(shapes.d.xmat.row(body)) * load3(shapes.perturb.localpos);
}

// Two hands: the second has red and green exchanged, both together have the brighter of each.
void mix(const float* rgba, bool first, bool second, float* mixed) {
  mixed[0] = std::max(first ? rgba[0] : 0, second ? rgba[1] : 0);
  mixed[1] = std::max(first ? rgba[1] : 0, second ? rgba[0] : 0);
  mixed[2] = rgba[2];
  mixed[3] = rgba[3];
}

void add_pull(Shapes& shapes, const float* rgba) {
  const Perturb& held = shapes.perturb;
  const double width = shapes.size * shapes.m.vis.scale.constraint;
  const Vector target = load3(held.refselpos);
  add_connector(shapes, GeomType::Capsule, width, selected_point(shapes), target, rgba,
                ObjectType::Unknown, held.select);
  Geom end = begin_decor(ObjectType::Unknown, held.select);
  end.type = static_cast<int>(GeomType::Sphere);
  set_size(end, 2 * width);
  set_pos(end, target);
  set_mat(end, to_matrix(load4(held.refquat)));
  set_rgba(end, rgba);
  shapes.add(end);
}

// The box around the body's geoms, or one of the typical size, turned as it shall be.
void add_turn(Shapes& shapes, const float* rgba) {
  const Model& m = shapes.m;
  const int body = shapes.perturb.select;
  double size[3] = {shapes.size, shapes.size, shapes.size};
  Vector pos = load3(shapes.d.xipos.row(body));
  if (m.body_bvhnum[body] > 0) {
    const double* box = m.bvh_aabb.row(m.body_bvhadr[body]);
    std::copy_n(box + 3, 3, size);
    pos = load9(shapes.d.ximat.row(body)) * load3(box) + pos;
  }
  Geom geom = begin_decor(ObjectType::Unknown, body);
  geom.type = static_cast<int>(GeomType::Linebox);
  std::copy_n(size, 3, geom.size);
  set_pos(geom, pos);
  set_mat(geom, to_matrix(load4(shapes.perturb.refquat)));
  set_rgba(geom, rgba);
  shapes.add(geom);
}

}  // namespace

void add_perturbation(Shapes& shapes) {
  if (!shapes.shows(VisFlag::Pertobj) || !has_selected(shapes)) return;
  const auto& colors = shapes.m.vis.rgba;
  for (const PertBit bit : {PertBit::Translate, PertBit::Rotate}) {
    const bool first = (shapes.perturb.active & static_cast<int>(bit)) != 0;
    const bool second = (shapes.perturb.active2 & static_cast<int>(bit)) != 0;
    if (!first && !second) continue;
    const bool pulls = bit == PertBit::Translate;
    float rgba[4];
    mix(pulls ? colors.constraint : colors.inertia, first, second, rgba);
    pulls ? add_pull(shapes, rgba) : add_turn(shapes, rgba);
  }
}

void add_selected_point(Shapes& shapes) {
  if (!has_selected(shapes) || !shapes.shows(VisFlag::Select)) return;
  const Vector point = selected_point(shapes);
  Geom geom = begin_decor(ObjectType::Unknown, shapes.perturb.select);
  geom.type = static_cast<int>(GeomType::Sphere);
  set_size(geom, shapes.size * shapes.m.vis.scale.selectpoint);
  set_pos(geom, point);
  set_rgba(geom, shapes.m.vis.rgba.selectpoint);
  if (shapes.labels(LabelType::Selpnt)) {
    const double* local = shapes.perturb.localpos;
    set_text(geom, "%.3f %.3f %.3f (local %.3f %.3f %.3f)", point.x, point.y, point.z, local[0],
             local[1], local[2]);
  }
  shapes.add(geom);
}

}  // namespace thew::scene
