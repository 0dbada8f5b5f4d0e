// Geoms and sites of the model.

#include <cmath>

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

constexpr int kPlaneGrid = 200;  // squares along the side of a plane without end, at most

bool is_mesh(GeomType type) {
  return type == GeomType::Mesh || type == GeomType::Sdf;
}

// A plane without end is drawn around the camera, moved by whole repetitions of its texture.
Vector centre_of_plane(const Shapes& shapes, int i) {
  const Model& m = shapes.m;
  const GlCamera* eyes = shapes.cameras();
  const Matrix mat = load9(shapes.d.geom_xmat.row(i));
  const Vector axes[2] = {mat.column_x(), mat.column_y()};
  const Vector origin = load3(shapes.d.geom_xpos.row(i));
  const Vector head = {0.5 * (eyes[0].pos[0] + eyes[1].pos[0]),
                       0.5 * (eyes[0].pos[1] + eyes[1].pos[1]),
                       0.5 * (eyes[0].pos[2] + eyes[1].pos[2])};
  Vector pos = origin;
  for (int k = 0; k < 2; ++k) {
    if (m.geom_size.values().row(i)[k] > 0) continue;
    const int material = m.geom_matid[i];
    const float repeat = material >= 0 ? m.mat_texrepeat.row(material)[k] : 0;
    const double far = m.vis.map.zfar * m.stat.extent;
    const double step = repeat > 0 ? 2.0 / repeat : 2.1 * far / (kPlaneGrid - 2);
    const double whole = std::round(0.5 * dot(head - origin, axes[k]) / step);
    pos = axpy(2 * step * whole, axes[k], pos);
  }
  return pos;
}

void set_mesh(const Shapes& shapes, Geom& geom, int i) {
  const Model& m = shapes.m;
  const int mesh = m.geom_dataid[i];
  const bool collides = m.geom_contype[i] != 0 || m.geom_conaffinity[i] != 0;
  const bool hull = m.mesh_graphadr[mesh] >= 0 && shapes.shows(VisFlag::Convexhull) && collides;
  geom.dataid = 2 * mesh + (hull ? 1 : 0);
}

Geom model_geom(const Shapes& shapes, int i, CatBit category) {
  const Model& m = shapes.m;
  const auto type = static_cast<GeomType>(m.geom_type[i]);
  Geom geom = begin_geom(ObjectType::Geom, i, category);
  set_shape(geom, type, m.geom_size.values().row(i), shapes.d.geom_xpos.row(i),
            shapes.d.geom_xmat.row(i));
  geom.dataid = m.geom_dataid[i];
  geom.modelrbound = static_cast<float>(m.geom_rbound.values()[i]);
  set_material(shapes, geom, m.geom_matid[i], m.geom_rgba.row(i));
  if (shapes.shows(VisFlag::Island)) color_by_island(shapes, geom, m.geom_bodyid[i]);
  if (is_mesh(type) && geom.dataid >= 0 && m.mesh_texcoordadr[geom.dataid] >= 0) geom.texcoord = 1;
  if (shapes.perturb.select > 0 && shapes.perturb.select == m.geom_bodyid[i]) {
    set_selected(shapes, geom);
  }
  if (shapes.labels(LabelType::Geom)) set_label(shapes, geom, ObjectType::Geom, i);
  if (is_mesh(type) && geom.dataid >= 0) set_mesh(shapes, geom, i);
  return geom;
}

}  // namespace

void add_model_geoms(Shapes& shapes) {
  const Model& m = shapes.m;
  int plane = -1;
  for (int i = 0; i < m.ngeom; ++i) {
    const bool is_plane = m.geom_type[i] == static_cast<int>(GeomType::Plane);
    if (is_plane) ++plane;
    const CatBit category = category_of(m, m.geom_bodyid[i]);
    if (!shapes.shows(category) || !in_group(shapes.option.geomgroup, m.geom_group[i])) continue;
    Geom geom = model_geom(shapes, i, category);
    if (geom.rgba[3] == 0) continue;
    if (is_plane) {
      geom.dataid = plane;
      set_pos(geom, centre_of_plane(shapes, i));
    }
    shapes.add(geom);
  }
}

void add_sites(Shapes& shapes) {
  const Model& m = shapes.m;
  for (int i = 0; i < m.nsite; ++i) {
    const CatBit category = category_of(m, m.site_bodyid[i]);
    if (!shapes.shows(category) || !in_group(shapes.option.sitegroup, m.site_group[i])) continue;
    Geom geom = begin_geom(ObjectType::Site, i, category);
    set_shape(geom, static_cast<GeomType>(m.site_type[i]), m.site_size.values().row(i),
              shapes.d.site_xpos.row(i), shapes.d.site_xmat.row(i));
    set_material(shapes, geom, m.site_matid[i], m.site_rgba.row(i));
    if (geom.rgba[3] == 0) continue;
    if (shapes.perturb.select > 0 && shapes.perturb.select == m.site_bodyid[i]) {
      set_selected(shapes, geom);
    }
    if (shapes.labels(LabelType::Site)) set_label(shapes, geom, ObjectType::Site, i);
    shapes.add(geom);
  }
}

}  // namespace thew::scene
