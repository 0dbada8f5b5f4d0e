// Bodies: their inertia, their names, centres of mass, lines between them, forces on them.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

// The box, or ellipsoid, of the same mass and inertia: (b^2 + c^2) m / k = Ixx..., k = 3 or 5.
void find_inertia_size(const Shapes& shapes, int body, bool ellipsoid, double* size) {
  const double mass = shapes.m.body_mass.values()[body];
  const double* i = shapes.m.body_inertia.values().row(body);
  const double k = std::sqrt(ellipsoid ? 5.0 : 3.0);
  size[0] = std::sqrt((i[1] + i[2] - i[0]) / (2 * mass)) * k;
  size[1] = std::sqrt((i[0] + i[2] - i[1]) / (2 * mass)) * k;
  size[2] = std::sqrt((i[0] + i[1] - i[2]) / (2 * mass)) * k;
  if (!shapes.shows(VisFlag::Sclinertia)) return;
  // As large as it would be of water.
  const double unit = ellipsoid ? 4.0 / 3 * std::numbers::pi : 8.0;
  const double density = mass / std::max(kMinVal, unit * size[0] * size[1] * size[2]);
  const double scale = std::pow(density / 1000, 1.0 / 3);
  for (int a = 0; a < 3; ++a) size[a] *= scale;
}

bool is_named(const Shapes& shapes, int body) {
  return shapes.labels(LabelType::Body) ||
         (shapes.labels(LabelType::Selection) && shapes.perturb.select == body);
}

}  // namespace

void add_inertias(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Inertia)) return;
  const bool ellipsoid = m.vis.global_.ellipsoidinertia == 1;
  for (int i = 1; i < m.nbody; ++i) {
    if (m.body_mass.values()[i] <= kMinVal || !shapes.shows(category_of(m, i))) continue;
    double size[3];
    find_inertia_size(shapes, i, ellipsoid, size);
    Geom geom = begin_decor(ObjectType::Body, i);
    set_shape(geom, ellipsoid ? GeomType::Ellipsoid : GeomType::Box, size, shapes.d.xipos.row(i),
              shapes.d.ximat.row(i));
    set_rgba(geom, m.vis.rgba.inertia);
    if (shapes.perturb.select == i) set_selected(shapes, geom);
    if (is_named(shapes, i)) set_label(shapes, geom, ObjectType::Body, i);
    shapes.add(geom);
  }
}

void add_body_labels(Shapes& shapes) {
  const Model& m = shapes.m;
  if (shapes.shows(VisFlag::Inertia)) return;  // that has the names
  for (int i = 1; i < m.nbody; ++i) {
    if (!is_named(shapes, i) || !shapes.shows(category_of(m, i))) continue;
    Geom geom = begin_decor(ObjectType::Unknown, i);
    geom.type = static_cast<int>(GeomType::Label);
    set_pose(geom, shapes.d.xpos.row(i), shapes.d.xmat.row(i));
    set_label(shapes, geom, ObjectType::Body, i);
    shapes.add(geom);
  }
}

void add_centers_of_mass(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Com)) return;
  for (int i = 1; i < m.nbody; ++i) {
    if (m.body_rootid[i] != i) continue;
    Geom geom = begin_decor(ObjectType::Unknown, i);
    geom.type = static_cast<int>(GeomType::Sphere);
    set_size(geom, shapes.size * m.vis.scale.com);
    set_pos(geom, load3(shapes.d.subtree_com.row(i)));
    set_rgba(geom, m.vis.rgba.com);
    shapes.add(geom);
  }
}

void add_connections(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Autoconnect)) return;
  for (int i = 1; i < m.nbody; ++i) {
    if (m.body_parentid[i] == 0) continue;
    Vector from = load3(shapes.d.xipos.row(i));
    const auto go_to = [&](const double* point) {
      const Vector to = load3(point);
      add_connector(shapes, GeomType::Capsule, shapes.size * m.vis.scale.connect, from, to,
                    m.vis.rgba.connect, ObjectType::Unknown, i);
      from = to;
    };
    const int first = m.body_jntadr[i];
    for (int j = first + m.body_jntnum[i] - 1; m.body_jntnum[i] > 0 && j >= first; --j) {
      go_to(shapes.d.xanchor.row(j));
    }
    go_to(shapes.d.xipos.row(m.body_parentid[i]));
  }
}

void add_applied_forces(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Pertforce)) return;
  for (int i = 1; i < m.nbody; ++i) {
    const Vector force = load3(shapes.d.xfrc_applied.row(i));
    if (norm(force) <= kMinVal) continue;
    const Vector from = load3(shapes.d.xipos.row(i));
    const Vector to = axpy(m.vis.map.force / m.stat.meanmass, force, from);
    add_connector(shapes, GeomType::Arrow, m.vis.scale.forcewidth * shapes.size, from, to,
                  m.vis.rgba.force, ObjectType::Unknown, i);
  }
}

}  // namespace thew::scene
