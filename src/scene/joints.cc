// Joints: arrows along their axes, boxes and balls where they have none.

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

// Joints that reach a limit take the colour of constraints, by the impedance of the limit.
void set_color(const Shapes& shapes, Geom& geom, int joint) {
  const auto& colors = shapes.m.vis.rgba;
  const Data& d = shapes.d;
  double impedance = 0;
  for (int row = d.ne + d.nf; row < d.ne + d.nf + d.nl; ++row) {
    const bool is_limit = d.efc_type[row] == static_cast<int>(ConstraintType::LimitJoint);
    if (is_limit && d.efc_id[row] == joint) impedance = d.efc_KBIP.row(row)[2];
  }
  for (int i = 0; i < 3; ++i) {
    geom.rgba[i] =
        static_cast<float>((1 - impedance) * colors.joint[i] + impedance * colors.constraint[i]);
  }
}

}  // namespace

void add_joints(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Joint)) return;
  const double length = m.vis.scale.jointlength * shapes.size;
  for (int i = 0; i < m.njnt; ++i) {
    if (!in_group(shapes.option.jointgroup, m.jnt_group[i])) continue;
    Geom geom = begin_decor(ObjectType::Joint, i);
    const auto type = static_cast<JointType>(m.jnt_type[i]);
    const Vector anchor = load3(shapes.d.xanchor.row(i));
    if (type == JointType::Free || type == JointType::Ball) {
      const double size[3] = {0.3 * length, 0.3 * length, 0.3 * length};
      set_shape(geom, type == JointType::Free ? GeomType::Box : GeomType::Sphere, size,
                shapes.d.xanchor.row(i), shapes.d.xmat.row(m.jnt_bodyid[i]));
    } else {
      connect(geom, type == JointType::Slide ? GeomType::Arrow : GeomType::Arrow1,
              m.vis.scale.jointwidth * shapes.size, anchor,
              axpy(length, load3(shapes.d.xaxis.row(i)), anchor));
    }
    set_color(shapes, geom, i);
    if (shapes.labels(LabelType::Joint)) set_label(shapes, geom, ObjectType::Joint, i);
    shapes.add(geom);
  }
}

}  // namespace thew::scene
