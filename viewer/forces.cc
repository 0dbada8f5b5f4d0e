#include "forces.h"

#include <cmath>

#include <thew/constraint.h>

#include "lines.h"

namespace thew::viewer {

namespace {

/// Arrows at a point, of a force and of a torque in the axes of the world.
class Arrows {
 public:
  Arrows(const Model& m, std::vector<scene::Geom>& shapes) : m_(m), shapes_(shapes) {}

  void force(const Vector& at, const Vector& f, Meaning meaning) const {
    add(at, f, m_.vis.map.force, m_.vis.rgba.constraint, meaning);
  }
  void torque(const Vector& at, const Vector& t, Meaning meaning) const {
    add(at, t, m_.vis.map.torque, m_.vis.rgba.contacttorque, meaning);
  }

 private:
  void add(const Vector& at, const Vector& v, double scale, const float* rgba,
           Meaning meaning) const {
    if (std::hypot(v.x[0], v.x[1], v.x[2]) < kMinVal) return;
    const double width = m_.vis.scale.forcewidth * m_.stat.meansize;
    join(GeomType::Arrow, width, at, along(at, scale / m_.stat.meanmass, v), rgba, meaning,
         shapes_);
  }

  const Model& m_;
  std::vector<scene::Geom>& shapes_;
};

Vector turned(const double* mat, const double* v) {
  Vector out;
  for (int i = 0; i < 3; ++i) {
    out.x[i] = mat[3 * i] * v[0] + mat[3 * i + 1] * v[1] + mat[3 * i + 2] * v[2];
  }
  return out;
}

EqualityType type_of(const Model& m, int eq) {
  return static_cast<EqualityType>(m.eq_type[eq]);
}

struct Quaternion {
  double w, x, y, z;
};

Quaternion quaternion(const double* q) {
  return {q[0], q[1], q[2], q[3]};
}

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/// The orientation of a body or site that an equality names.
Quaternion orientation(const Model& m, const Data& d, int eq, int object) {
  if (m.eq_objtype[eq] != static_cast<int>(ObjectType::Site)) {
    return quaternion(d.xquat.row(object));
  }
  return quaternion(d.xquat.row(m.site_bodyid[object])) *
         quaternion(m.site_quat.values().row(object));
}

// The turning rows of a weld hold s vec(is* wanted), `is` the orientation of the second and
// `wanted` the one that the first would have it in: their force f is the torque
// s/2 vec(is f wanted*).
Vector weld_torque(const Model& m, const Data& d, int eq, const double* f) {
  constexpr int kRelativeQuat = 6, kTorqueScale = 10;
  const double* numbers = m.eq_data.values().row(eq);
  Quaternion wanted = orientation(m, d, eq, m.eq_obj1id[eq]);
  if (m.eq_objtype[eq] != static_cast<int>(ObjectType::Site)) {
    wanted = wanted * quaternion(numbers + kRelativeQuat);
  }
  const Quaternion back = {wanted.w, -wanted.x, -wanted.y, -wanted.z};
  const Quaternion t =
      orientation(m, d, eq, m.eq_obj2id[eq]) * Quaternion{0, f[0], f[1], f[2]} * back;
  return along({}, numbers[kTorqueScale] / 2, {{t.x, t.y, t.z}});
}

// Where a connect or weld holds its first body or site: of welds the anchor is given with the
// second.
Vector anchor_of(const Model& m, const Data& d, int eq, bool weld) {
  const int id = weld ? m.eq_obj2id[eq] : m.eq_obj1id[eq];
  if (m.eq_objtype[eq] == static_cast<int>(ObjectType::Site)) return vector(d.site_xpos.row(id));
  return along(vector(d.xpos.row(id)), 1, turned(d.xmat.row(id), m.eq_data.values().row(eq)));
}

// A distance pushes its first geom away from the second, or from the middle of the world.
void add_distance(const Model& m, const Data& d, int eq, double force, const Arrows& arrows) {
  const Vector at = vector(d.geom_xpos.row(m.eq_obj1id[eq]));
  const int other = m.eq_obj2id[eq];
  const Vector way = other < 0 ? at : along(at, -1, vector(d.geom_xpos.row(other)));
  const double length = std::hypot(way.x[0], way.x[1], way.x[2]);
  const Vector up = {{0, 0, 1}};
  const bool apart = length >= kMinVal;
  arrows.force(at, along({}, apart ? force / length : force, apart ? way : up),
               {ObjectType::Equality, eq});
}

// Equalities between points of bodies. The first rows of connects and welds are forces along the
// axes of the world.
void add_ends(const Model& m, const Data& d, const Arrows& arrows) {
  int last = -1;  // equality whose rows these are
  for (int row = 0; row < d.ne; ++row) {
    const int eq = d.efc_id[row];
    if (eq == last) continue;
    last = eq;
    const EqualityType type = type_of(m, eq);
    const double* force = &d.efc_force[row];
    if (type == EqualityType::Distance) {
      add_distance(m, d, eq, *force, arrows);
    } else if (type == EqualityType::Connect || type == EqualityType::Weld) {
      const bool weld = type == EqualityType::Weld;
      const Vector at = anchor_of(m, d, eq, weld);
      const Meaning meaning = {ObjectType::Equality, eq};
      arrows.force(at, vector(force), meaning);
      if (weld) arrows.torque(at, weld_torque(m, d, eq, force + 3), meaning);
    }
  }
}

/// Forces along the tendons [N]: positive ones make them longer. Friction is left out.
std::vector<double> forces_along_tendons(const Model& m, const Data& d) {
  std::vector<double> forces(static_cast<std::size_t>(m.ntendon));
  constraint::add_tendon_forces(m, d, forces.data());
  for (int row = d.ne; row < d.ne + d.nf; ++row) {
    if (d.efc_type[row] != static_cast<int>(ConstraintType::FrictionTendon)) continue;
    forces[static_cast<std::size_t>(d.efc_id[row])] -= d.efc_force[row];
  }
  return forces;
}

bool is_fixed(const Model& m, int tendon) {
  return m.tendon_type[tendon] == static_cast<int>(TendonType::Fixed);
}

bool acts_on_joints(const Model& m, const Data& d, int row) {
  if (d.efc_type[row] == static_cast<int>(ConstraintType::LimitJoint)) return true;
  if (d.efc_type[row] != static_cast<int>(ConstraintType::Equality)) return false;
  switch (type_of(m, d.efc_id[row])) {
    case EqualityType::Joint:
    case EqualityType::Flex:
    case EqualityType::Flexvert:
    case EqualityType::Flexstrain:
      return true;
    default:
      return false;
  }
}

// What limits and equalities of joints, of flexes and of fixed tendons do to each dof.
std::vector<double> forces_on_dofs(const Model& m, const Data& d,
                                   const std::vector<double>& tendons) {
  std::vector<double> rows(static_cast<std::size_t>(d.nefc)), dofs(static_cast<std::size_t>(m.nv));
  for (int row = 0; row < d.nefc; ++row) {
    if (acts_on_joints(m, d, row)) rows[static_cast<std::size_t>(row)] = d.efc_force[row];
  }
  constraint::multiply_jacobian_transposed(m, d, rows.data(), dofs.data());
  for (int t = 0; t < m.ntendon; ++t) {
    if (!is_fixed(m, t)) continue;
    const int begin = m.ten_J_rowadr[t], end = begin + m.ten_J_rownnz[t];
    for (int k = begin; k < end; ++k) {
      dofs[static_cast<std::size_t>(m.ten_J_colind[k])] +=
          d.ten_J[k] * tendons[static_cast<std::size_t>(t)];
    }
  }
  return dofs;
}

// The slides of a body have one arrow together, its other joints one each.
void add_at_joints(const Model& m, const Data& d, int body, const std::vector<double>& dofs,
                   const Arrows& arrows) {
  Vector push;
  int slide = -1;
  const int first = m.body_jntadr[body];
  for (int joint = first; joint < first + m.body_jntnum[body]; ++joint) {
    const double* f = &dofs[static_cast<std::size_t>(m.jnt_dofadr[joint])];
    const Vector at = vector(d.xanchor.row(joint)), axis = vector(d.xaxis.row(joint));
    const Meaning meaning = {ObjectType::Joint, joint};
    switch (static_cast<JointType>(m.jnt_type[joint])) {
      case JointType::Slide:
        push = along(push, *f, axis);
        slide = joint;
        break;
      case JointType::Hinge:
        arrows.torque(at, along({}, *f, axis), meaning);
        break;
      case JointType::Ball:
        arrows.torque(at, turned(d.xmat.row(body), f), meaning);
        break;
      case JointType::Free:
        arrows.force(at, vector(f), meaning);
        arrows.torque(at, turned(d.xmat.row(body), f + 3), meaning);
        break;
    }
  }
  if (slide >= 0) arrows.force(vector(d.xanchor.row(slide)), push, {ObjectType::Joint, slide});
}

/// The divisors of the branches of a tendon, from pulley to pulley.
std::vector<double> divisors(const Model& m, int tendon) {
  std::vector<double> all = {1};
  const int first = m.tendon_adr[tendon];
  for (int w = first; w < first + m.tendon_num[tendon]; ++w) {
    if (m.wrap_type[w] != static_cast<int>(WrapType::Pulley)) continue;
    if (w == first) all.clear();
    all.push_back(m.wrap_prm.values()[w]);
  }
  return all;
}

// A tendon in space pulls at both ends of its straight parts; around what it wraps it lies.
void add_along(const Model& m, const Data& d, int tendon, double force, const Arrows& arrows) {
  constexpr int kPulley = -2;  // in wrap_obj
  const std::vector<double> shares = divisors(m, tendon);
  const int begin = d.ten_wrapadr[tendon], end = begin + d.ten_wrapnum[tendon];
  const auto point = [&](int k) { return vector(d.wrap_xpos.data() + 3 * k); };
  std::size_t branch = 0;
  Vector carried;  // by the part before a point
  for (int k = begin; k < end; ++k) {
    const int object = d.wrap_obj[k];
    if (object == kPulley) {
      if (k > begin) ++branch;
      continue;
    }
    const bool goes_on = k + 1 < end && d.wrap_obj[k + 1] != kPulley;
    const bool lies = goes_on && object >= 0 && d.wrap_obj[k + 1] == object && k > begin &&
                      d.wrap_obj[k - 1] != object;
    Vector part;
    if (goes_on && !lies) {
      part = along(point(k + 1), -1, point(k));
      const double length = std::hypot(part.x[0], part.x[1], part.x[2]);
      part = along({}, length < kMinVal ? 0 : force / (length * shares[branch]), part);
    }
    arrows.force(point(k), along(carried, -1, part), {ObjectType::Tendon, tendon});
    carried = part;
  }
}

}  // namespace

void add_constraint_forces(const Model& m, const Data& d, std::vector<scene::Geom>& shapes) {
  const Arrows arrows(m, shapes);
  add_ends(m, d, arrows);
  const std::vector<double> tendons = forces_along_tendons(m, d);
  const std::vector<double> dofs = forces_on_dofs(m, d, tendons);
  for (int body = 1; body < m.nbody; ++body) add_at_joints(m, d, body, dofs, arrows);
  for (int t = 0; t < m.ntendon; ++t) {
    if (!is_fixed(m, t)) add_along(m, d, t, tendons[static_cast<std::size_t>(t)], arrows);
  }
}

}  // namespace thew::viewer
