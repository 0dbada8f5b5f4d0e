// Axes of bodies, geoms and sites.

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

void add_geom_frames(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.frames(FrameLabel::Geom)) return;
  for (int i = 0; i < m.ngeom; ++i) {
    if (!shapes.shows(category_of(m, m.geom_bodyid[i]))) continue;
    if (!in_group(shapes.option.geomgroup, m.geom_group[i])) continue;
    const int material = m.geom_matid[i];
    // What cannot be seen has no axes.
    if ((material >= 0 ? m.mat_rgba.row(material) : m.geom_rgba.row(i))[3] == 0) continue;
    add_frame(shapes, i, load3(shapes.d.geom_xpos.row(i)), load9(shapes.d.geom_xmat.row(i)));
  }
}

void add_site_frames(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.frames(FrameLabel::Site)) return;
  for (int i = 0; i < m.nsite; ++i) {
    if (!shapes.shows(category_of(m, m.site_bodyid[i]))) continue;
    if (!in_group(shapes.option.sitegroup, m.site_group[i])) continue;
    const int material = m.site_matid[i];
    if ((material >= 0 ? m.mat_rgba.row(material) : m.site_rgba.row(i))[3] == 0) continue;
    add_frame(shapes, i, load3(shapes.d.site_xpos.row(i)), load9(shapes.d.site_xmat.row(i)));
  }
}

void add_body_frames(Shapes& shapes) {
  const Model& m = shapes.m;
  const bool inertial = shapes.shows(VisFlag::Inertia);
  const auto add = [&](int i, double factor) {
    const double* pos = inertial ? shapes.d.xipos.row(i) : shapes.d.xpos.row(i);
    const double* mat = inertial ? shapes.d.ximat.row(i) : shapes.d.xmat.row(i);
    add_frame(shapes, i, load3(pos), load9(mat), factor);
  };
  if (shapes.frames(FrameLabel::World)) add(0, 2);
  if (!shapes.frames(FrameLabel::Body)) return;
  for (int i = 1; i < m.nbody; ++i) {
    if (shapes.shows(category_of(m, i))) add(i, 1);
  }
}

}  // namespace thew::scene
