#include <cmath>
#include <numbers>

#include <thew/constraint.h>

#include "forces.h"
#include "lines.h"

namespace thew::viewer {

namespace {

void add_cone(const Model& m, const Data& d, int contact, std::vector<scene::Geom>& shapes) {
  constexpr int kSides = 16;
  constexpr double kWidth = 1;
  const bool round = constraint::has_elliptic_cones(m);
  const int sides = round ? kSides : 4, first = d.contact.geom.row(contact)[0],
            second = d.contact.geom.row(contact)[1];
  const auto body = [&](int geom) {
    return geom < 0 ? static_cast<int>(m.nbody) : m.geom_bodyid[geom];
  };
  // As arrows of forces do, it opens towards the body with the higher number.
  const double height =
      (body(first) > body(second) ? -0.5 : 0.5) * m.vis.scale.framelength * m.stat.meansize;
  const double* frame = d.contact.frame.row(contact);
  const double* friction = d.contact.friction.row(contact);
  const Vector tip = vector(d.contact.pos.row(contact));
  std::vector<Vector> rim;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    Vector way = along(vector(frame), friction[0] * std::cos(angle), vector(frame + 3));
    way = along(way, friction[1] * std::sin(angle), vector(frame + 6));
    rim.push_back(along(tip, height, way));
  }
  const float* rgba = m.vis.rgba.contactfriction;
  const Meaning meaning = {ObjectType::Unknown, contact};
  for (std::size_t k = 0; k < rim.size(); ++k) {
    const Vector& next = rim[(k + 1) % rim.size()];
    join(GeomType::Line, kWidth, tip, rim[k], rgba, meaning, shapes);
    join(GeomType::Line, kWidth, rim[k], next, rgba, meaning, shapes);
  }
}

}  // namespace

void add_cones(const Model& m, const Data& d, std::vector<scene::Geom>& shapes) {
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.efc_address[i] >= 0 && d.contact.dim[i] > 1) add_cone(m, d, i, shapes);
  }
}

}  // namespace thew::viewer
