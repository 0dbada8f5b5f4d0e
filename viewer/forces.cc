#include "forces.h"

#include <cmath>
#include <numbers>

#include <thew/constraint.h>

namespace thew::viewer {

namespace {

using scene::Geom;

struct Vector {
  double x[3] = {0, 0, 0};
};

Vector vector(const double* v) {
  return {{v[0], v[1], v[2]}};
}

/// a + scale b
Vector along(const Vector& a, double scale, const Vector& b) {
  return {{a.x[0] + scale * b.x[0], a.x[1] + scale * b.x[1], a.x[2] + scale * b.x[2]}};
}

Vector turned(const double* mat, const double* v) {
  Vector out;
  for (int i = 0; i < 3; ++i) {
    out.x[i] = mat[3 * i] * v[0] + mat[3 * i + 1] * v[1] + mat[3 * i + 2] * v[2];
  }
  return out;
}

void join(GeomType type, double width, const Vector& from, const Vector& to, const float* rgba,
          ObjectType object, int id, std::vector<Geom>& shapes) {
  Geom geom = scene::make_geom(type, nullptr, nullptr, nullptr, rgba);
  geom.objtype = static_cast<int>(object);
  geom.objid = id;
  geom.category = static_cast<int>(CatBit::Decor);
  connect(geom, type, width, from.x, to.x);
  shapes.push_back(geom);
}

void add_cone(const Model& m, const Data& d, int contact, std::vector<Geom>& shapes) {
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
  for (std::size_t k = 0; k < rim.size(); ++k) {
    const Vector& next = rim[(k + 1) % rim.size()];
    join(GeomType::Line, kWidth, tip, rim[k], m.vis.rgba.contactfriction, ObjectType::Unknown,
         contact, shapes);
    join(GeomType::Line, kWidth, rim[k], next, m.vis.rgba.contactfriction, ObjectType::Unknown,
         contact, shapes);
  }
}

/// Arrows at a point, of a force and of a torque in the axes of the world.
class Arrows {
 public:
  Arrows(const Model& m, std::vector<Geom>& shapes) : m_(m), shapes_(shapes) {}

  void force(const Vector& at, const Vector& f, ObjectType object, int id) const {
    add(at, f, m_.vis.map.force, m_.vis.rgba.constraint, object, id);
  }
  void torque(const Vector& at, const Vector& t, ObjectType object, int id) const {
    add(at, t, m_.vis.map.torque, m_.vis.rgba.contacttorque, object, id);
  }

 private:
  void add(const Vector& at, const Vector& v, double scale, const float* rgba, ObjectType object,
           int id) const {
    if (std::hypot(v.x[0], v.x[1], v.x[2]) < kMinVal) return;
    const double width = m_.vis.scale.forcewidth * m_.stat.meansize;
    join(GeomType::Arrow, width, at, along(at, scale / m_.stat.meanmass, v), rgba, object, id,
         shapes_);
  }

  const Model& m_;
  std::vector<Geom>& shapes_;
};

// Where an equality holds its first body or site: of welds the anchor is given with the second.
Vector anchor_of(const Model& m, const Data& d, int eq, bool weld) {
  const int id = weld ? m.eq_obj2id[eq] : m.eq_obj1id[eq];
  if (m.eq_objtype[eq] == static_cast<int>(ObjectType::Site)) return vector(d.site_xpos.row(id));
  return along(vector(d.xpos.row(id)), 1, turned(d.xmat.row(id), m.eq_data.values().row(eq)));
}

// Rows of a connect or weld are forces along the axes of the world, then torques.
void add_equality(const Model& m, const Data& d, int row, const Arrows& arrows) {
  const int eq = d.efc_id[row];
  const auto type = static_cast<EqualityType>(m.eq_type[eq]);
  const bool weld = type == EqualityType::Weld;
  if (type != EqualityType::Connect && !weld) return;
  const Vector at = anchor_of(m, d, eq, weld);
  arrows.force(at, vector(&d.efc_force[row]), ObjectType::Equality, eq);
  if (weld) arrows.torque(at, vector(&d.efc_force[row + 3]), ObjectType::Equality, eq);
}

// A limit pushes back from the end of the range that is nearer.
void add_limit(const Model& m, const Data& d, int row, const Arrows& arrows) {
  const int joint = d.efc_id[row], body = m.jnt_bodyid[joint];
  const double* q = &d.qpos[m.jnt_qposadr[joint]];
  const double* range = m.jnt_range.values().row(joint);
  const Vector at = vector(d.xanchor.row(joint));
  const double force = d.efc_force[row];
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  if (type == JointType::Ball) {
    const double size = std::hypot(q[1], q[2], q[3]), sign = q[0] < 0 ? 1 : -1;
    if (size < kMinVal) return;
    const Vector axis = turned(d.xmat.row(body), q + 1);
    arrows.torque(at, along({}, sign * force / size, axis), ObjectType::Joint, joint);
    return;
  }
  const double sign = q[0] - range[0] < range[1] - q[0] ? 1 : -1;
  const Vector push = along({}, sign * force, vector(d.xaxis.row(joint)));
  if (type == JointType::Slide) {
    arrows.force(at, push, ObjectType::Joint, joint);
  } else {
    arrows.torque(at, push, ObjectType::Joint, joint);
  }
}

}  // namespace

void add_cones(const Model& m, const Data& d, std::vector<Geom>& shapes) {
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.efc_address[i] >= 0 && d.contact.dim[i] > 1) add_cone(m, d, i, shapes);
  }
}

void add_constraint_forces(const Model& m, const Data& d, std::vector<Geom>& shapes) {
  const Arrows arrows(m, shapes);
  int last = -1;  // equality whose rows these are
  for (int row = 0; row < d.nefc; ++row) {
    const auto type = static_cast<ConstraintType>(d.efc_type[row]);
    if (type == ConstraintType::Equality && d.efc_id[row] != last) {
      last = d.efc_id[row];
      add_equality(m, d, row, arrows);
    } else if (type == ConstraintType::LimitJoint) {
      add_limit(m, d, row, arrows);
    }
  }
}

}  // namespace thew::viewer
