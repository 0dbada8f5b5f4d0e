// Connect and weld equalities: the two points that they hold together.

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

void add_end(Shapes& shapes, int i, const Vector& pos, const double* mat, const float* rgba) {
  Geom geom = begin_decor(ObjectType::Equality, i);
  geom.type = static_cast<int>(GeomType::Sphere);
  set_size(geom, shapes.size * shapes.m.vis.scale.constraint);
  set_pos(geom, pos);
  set_mat(geom, load9(mat));
  set_rgba(geom, rgba);
  if (shapes.labels(LabelType::Constraint)) set_label(shapes, geom, ObjectType::Equality, i);
  shapes.add(geom);
}

}  // namespace

void add_equalities(Shapes& shapes) {
  const Model& m = shapes.m;
  const Data& d = shapes.d;
  if (!shapes.shows(VisFlag::Constraint)) return;
  for (int i = 0; i < m.neq; ++i) {
    const bool connects = m.eq_type[i] == static_cast<int>(EqualityType::Connect);
    const bool welds = m.eq_type[i] == static_cast<int>(EqualityType::Weld);
    if (!d.eq_active[i] || !(connects || welds)) continue;
    const bool sites = m.eq_objtype[i] == static_cast<int>(ObjectType::Site);
    const int objects[2] = {m.eq_obj1id[i], m.eq_obj2id[i]};
    // Anchors: a connect has that of the first body first, a weld that of the second.
    const int anchors[2] = {welds ? 3 : 0, connects ? 3 : 0};
    for (int k = 0; k < 2; ++k) {
      const int object = objects[k];
      const double* mat = sites ? d.site_xmat.row(object) : d.xmat.row(object);
      const double* anchor = m.eq_data.values().row(i) + anchors[k];
      const Vector pos = sites ? load3(d.site_xpos.row(object))
                               : load9(mat) * load3(anchor) + load3(d.xpos.row(object));
      add_end(shapes, i, pos, mat, k == 0 ? m.vis.rgba.connect : m.vis.rgba.constraint);
    }
  }
}

}  // namespace thew::scene
