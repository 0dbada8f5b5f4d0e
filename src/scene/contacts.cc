// Contacts: discs where they are, axes, forces, and how moving surfaces slide.

#include <algorithm>
#include <string>

#include <thew/constraint.h>

#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

// The axes as columns, the normal first.
Matrix axes_of(const Data& d, int i) {
  const double* f = d.contact.frame.row(i);
  return {f[0], f[3], f[6], f[1], f[4], f[7], f[2], f[5], f[8]};
}

std::string name_of(const Model& m, const Data& d, int contact, int side) {
  constexpr int kLongest = 47;  // of one name
  const int geom = d.contact.geom.row(contact)[side];
  const int flex = d.contact.flex.row(contact)[side], element = d.contact.elem.row(contact)[side];
  const ObjectType type = geom >= 0 ? ObjectType::Geom : ObjectType::Flex;
  const int id = geom >= 0 ? geom : flex;
  const char* name = id_to_name(m, type, id);
  std::string text = name && *name ? name : (geom >= 0 ? "g" : "f") + std::to_string(id);
  if (geom < 0) {
    text += element >= 0 ? ".e" + std::to_string(element)
                         : ".v" + std::to_string(d.contact.vert.row(contact)[side]);
  }
  return text.substr(0, kLongest);
}

void add_point(Shapes& shapes, int i, float* rgba) {
  const Model& m = shapes.m;
  const Data& d = shapes.d;
  const Matrix axes = axes_of(d, i);
  Geom geom = begin_decor(ObjectType::Unknown, i);
  geom.type = static_cast<int>(GeomType::Cylinder);
  geom.size[0] = geom.size[1] = static_cast<float>(m.vis.scale.contactwidth * shapes.size);
  geom.size[2] =
      static_cast<float>(std::max(m.vis.scale.contactheight * shapes.size, -d.contact.dist[i] / 2));
  set_pos(geom, load3(d.contact.pos.row(i)));
  // The axis of the disc is the normal.
  const Vector x = axes.column_y(), y = axes.column_z(), z = axes.column_x();
  set_mat(geom, {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z});
  const int row = d.contact.efc_address[i];
  if (row >= 0 && shapes.shows(VisFlag::Island)) {
    set_island_color(geom, shapes.island_of_row(row), true);
  } else {
    set_rgba(geom, row >= 0 ? m.vis.rgba.contactpoint : m.vis.rgba.contactgap);
  }
  if (shapes.labels(LabelType::Contactpoint)) {
    set_text(geom, "%s | %s", name_of(m, d, i, 0).c_str(), name_of(m, d, i, 1).c_str());
  }
  std::copy_n(geom.rgba, 4, rgba);
  shapes.add(geom);
}

// The body, or behind all bodies the flex, on one side of a contact.
int body_of(const Model& m, const Data& d, int contact, int side) {
  const int geom = d.contact.geom.row(contact)[side];
  if (geom >= 0) return m.geom_bodyid[geom];
  return static_cast<int>(m.nbody) + d.contact.flex.row(contact)[side];
}

// An arrow along the sliding of surfaces by themselves, as of a conveyor belt, as the body with the
// higher number sees it.
void add_sliding(Shapes& shapes, int i, const float* rgba) {
  constexpr double kSeconds = 0.5;  // length of the arrow per velocity
  const Data& d = shapes.d;
  const double* slide = d.contact.surfacevel.row(i);
  const Matrix axes = axes_of(d, i);
  const double sign = body_of(shapes.m, d, i, 0) > body_of(shapes.m, d, i, 1) ? 1 : -1;
  const Vector velocity = (axes.column_y() * slide[0] + axes.column_z() * slide[1]) * sign;
  if (norm(velocity) < kMinVal) return;
  const Vector from = load3(d.contact.pos.row(i));
  add_connector(shapes, GeomType::Arrow, shapes.m.vis.scale.forcewidth * shapes.size, from,
                axpy(kSeconds, velocity, from), rgba, ObjectType::Unknown, i);
}

void add_force(Shapes& shapes, int i) {
  const Model& m = shapes.m;
  const Data& d = shapes.d;
  double wrench[6];
  constraint::contact_force(m, d, i, wrench);
  if (d.contact.dim[i] == 1) wrench[1] = wrench[2] = 0;
  const Vector force = load3(wrench), from = load3(d.contact.pos.row(i));
  if (norm(force) < kMinVal) return;
  const int bodies[2] = {body_of(m, d, i, 0), body_of(m, d, i, 1)};
  // It points to the body with the higher number.
  const double scale = (bodies[0] > bodies[1] ? -1 : 1) * m.vis.map.force / m.stat.meanmass;
  const auto arrow = [&](const Vector& part, GeomType type, const float* rgba, bool named) {
    Geom geom = begin_decor(ObjectType::Unknown, i);
    connect(geom, type, m.vis.scale.forcewidth * shapes.size, from,
            axpy(scale, axes_of(d, i) * part, from));
    set_rgba(geom, rgba);
    if (named && shapes.labels(LabelType::Contactforce)) set_text(geom, "%-.3g", norm(force));
    shapes.add(geom);
  };
  const auto& colors = m.vis.rgba;
  if (shapes.shows(VisFlag::Contactsplit) && d.contact.dim[i] > 1) {
    arrow({force.x, 0, 0}, GeomType::Arrow, colors.contactforce, true);
    arrow({0, force.y, force.z}, GeomType::Arrow, colors.contactfriction, false);
  } else {
    const bool mutual = bodies[0] > 0 && bodies[1] > 0;
    arrow(force, mutual ? GeomType::Arrow2 : GeomType::Arrow, colors.contactforce, true);
  }
}

}  // namespace

void add_contacts(Shapes& shapes) {
  const Data& d = shapes.d;
  for (int i = 0; i < d.ncon; ++i) {
    if (shapes.shows(VisFlag::Contactpoint)) {
      float rgba[4];
      add_point(shapes, i, rgba);
      add_sliding(shapes, i, rgba);
    }
    if (shapes.frames(FrameLabel::Contact)) {
      add_frame(shapes, i, load3(d.contact.pos.row(i)), axes_of(d, i), 0.5);
    }
    if (shapes.shows(VisFlag::Contactforce) && d.contact.efc_address[i] >= 0) add_force(shapes, i);
  }
}

}  // namespace thew::scene
