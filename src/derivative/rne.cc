#include "derivative/rne.h"

#include "dynamics/load.h"

namespace thew::derivative {

using namespace math;

namespace {

constexpr Motion kStill = {{0, 0, 0}, {0, 0, 0}};
constexpr Force kNone = {{0, 0, 0}, {0, 0, 0}};

Motion axis(const Data& d, int dof) {
  return load_motion(d.cdof.row(dof));
}

// How many dofs from i on turn together: three rotations of a ball or free joint.
int dofs_together(const Model& m, int i) {
  const int joint = m.dof_jntid[i];
  const auto type = static_cast<JointType>(m.jnt_type[joint]);
  const bool turns =
      type == JointType::Ball || (type == JointType::Free && i >= m.jnt_dofadr[joint] + 3);
  return turns ? 3 : 1;
}

// Calls visit(first dof, how many) for the dofs of a body that move together.
template <class Visit>
void each_group(const Model& m, int body, Visit visit) {
  const int end = m.body_dofadr[body] + m.body_dofnum[body];
  for (int i = m.body_dofadr[body]; m.body_dofnum[body] > 0 && i < end;) {
    const int count = dofs_together(m, i);
    visit(i, count);
    i += count;
  }
}

// x -> I (x cross v) + x cross* (I v) + v cross* (I x): how the rate of a body's momentum reacts to
// its velocity.
Map velocity_map(const Inertia<double>& inertia, const Motion& v) {
  const Force momentum = inertia * v;
  Map map;
  for (int c = 0; c < 6; ++c) {
    double unit[6] = {}, column[6];
    unit[c] = 1;
    const Motion x = load_motion(unit);
    store(column, inertia * cross(x, v) + cross(x, momentum) + cross(v, inertia * x));
    for (int r = 0; r < 6; ++r) map.entry[6 * r + c] = column[r];
  }
  return map;
}

}  // namespace

bool turns_together(const Model& m, int i, int k) {
  return i != k && m.dof_jntid[i] == m.dof_jntid[k] && dofs_together(m, i) == 3 &&
         dofs_together(m, k) == 3;
}

Velocities velocities(const Model& m, const Data& d, const double* w) {
  Velocities result;
  result.body.assign(static_cast<std::size_t>(m.nbody), kStill);
  result.before.assign(static_cast<std::size_t>(m.nv), kStill);
  for (int b = 1; b < m.nbody; ++b) {
    Motion velocity = result.body[static_cast<std::size_t>(m.body_parentid[b])];
    each_group(m, b, [&](int first, int count) {
      const Motion before = velocity;
      for (int k = first; k < first + count; ++k) {
        result.before[static_cast<std::size_t>(k)] = before;
        velocity = axpy(w[k], axis(d, k), velocity);
      }
    });
    result.body[static_cast<std::size_t>(b)] = velocity;
  }
  return result;
}

Motions motions(const Model& m, const Data& d, const double* v, const double* a,
                const Motion& ground) {
  Motions result;
  result.velocity.assign(static_cast<std::size_t>(m.nbody), kStill);
  result.acceleration.assign(static_cast<std::size_t>(m.nbody), ground);
  result.dof.resize(static_cast<std::size_t>(m.nv));
  for (int b = 1; b < m.nbody; ++b) {
    const auto parent = static_cast<std::size_t>(m.body_parentid[b]);
    Motion velocity = result.velocity[parent], acceleration = result.acceleration[parent];
    each_group(m, b, [&](int first, int count) {
      const Motion before = velocity, before_acc = acceleration;
      for (int k = first; k < first + count; ++k) velocity = axpy(v[k], axis(d, k), velocity);
      for (int k = first; k < first + count; ++k) {
        const Motion s = axis(d, k), turn = cross(before, s), rate = cross(velocity, s);
        result.dof[static_cast<std::size_t>(k)] = {turn, cross(before_acc, s) + cross(before, turn),
                                                   rate + turn};
        acceleration = axpy(a[k], s, axpy(v[k], rate, acceleration));
      }
    });
    result.velocity[static_cast<std::size_t>(b)] = velocity;
    result.acceleration[static_cast<std::size_t>(b)] = acceleration;
  }
  return result;
}

std::vector<BodyTerms> body_terms(const Model& m, const Data& d, const Motions& motions) {
  std::vector<BodyTerms> terms(static_cast<std::size_t>(m.nbody));
  for (int b = static_cast<int>(m.nbody) - 1; b > 0; --b) {
    const auto n = static_cast<std::size_t>(b);
    const Motion& v = motions.velocity[n];
    BodyTerms& own = terms[n];
    const Inertia<double> inertia = load_inertia(d.cinert.row(b));
    own.inertia = own.inertia + inertia;
    own.force = own.force + add_cross(inertia * motions.acceleration[n], v, inertia * v);
    add(36, 1.0, velocity_map(inertia, v).entry, own.map.entry);
    if (m.body_parentid[b] == 0) continue;
    BodyTerms& parent = terms[static_cast<std::size_t>(m.body_parentid[b])];
    parent.inertia = parent.inertia + own.inertia;
    parent.force = parent.force + own.force;
    add(36, 1.0, own.map.entry, parent.map.entry);
  }
  return terms;
}

Force Map::operator*(const Motion& x) const {
  double v[6], y[6];
  store(v, x);
  for (int r = 0; r < 6; ++r) y[r] = dot(6, entry + 6 * r, v);
  return load_force(y);
}

Force Map::transposed(const Motion& x) const {
  double v[6], y[6] = {};
  store(v, x);
  for (int r = 0; r < 6; ++r) add(6, v[r], entry + 6 * r, y);
  return load_force(y);
}

namespace {

// y' d tau in two walks over the bodies: y moves them by Z, and with the map B of a body's velocity
//   y' d tau/dq_k = F . (Z_before x S_k) + P . acceleration_k + Q . velocity_k,
//   y' d tau/dv_k = P . rate_k + Q . S_k,
// where F, P = I Z and Q = B' Z are summed over what is beyond the dof.
void add_rne_gradient(const Model& m, const Data& d, const Motions& moving, double scale,
                      const double* y, double* by_position, double* by_velocity) {
  const Velocities along = velocities(m, d, y);
  struct Beyond {
    Force force = kNone, momentum = kNone, back = kNone;
  };
  std::vector<Beyond> beyond(static_cast<std::size_t>(m.nbody));
  for (int b = static_cast<int>(m.nbody) - 1; b > 0; --b) {
    const auto n = static_cast<std::size_t>(b);
    const Inertia<double> inertia = load_inertia(d.cinert.row(b));
    const Motion &v = moving.velocity[n], &z = along.body[n];
    const Force momentum = inertia * v, of_z = inertia * z;
    Beyond& own = beyond[n];
    own.force = own.force + add_cross(inertia * moving.acceleration[n], v, momentum);
    own.momentum = own.momentum + of_z;
    own.back = own.back + cross(v, of_z) - cross(z, momentum) - inertia * cross(v, z);
    if (m.body_parentid[b] == 0) continue;
    Beyond& parent = beyond[static_cast<std::size_t>(m.body_parentid[b])];
    parent.force = parent.force + own.force;
    parent.momentum = parent.momentum + own.momentum;
    parent.back = parent.back + own.back;
  }
  for (int k = 0; k < m.nv; ++k) {
    const auto n = static_cast<std::size_t>(k);
    const Beyond& own = beyond[static_cast<std::size_t>(m.dof_bodyid[k])];
    const DofTerms& dof = moving.dof[n];
    const Motion s = axis(d, k);
    if (by_position) {
      by_position[k] += scale * (dot(cross(along.before[n], s), own.force) +
                                 dot(dof.acceleration, own.momentum) + dot(dof.velocity, own.back));
    }
    if (by_velocity) by_velocity[k] += scale * (dot(dof.rate, own.momentum) + dot(s, own.back));
  }
}

}  // namespace

void add_rne_derivative(const Model& m, const Data& d, const double* v, const double* a,
                        bool gravity, double scale, const Sum* by_position,
                        const Sum* by_velocity) {
  Motion ground = kStill;
  if (gravity && !has(m.opt.disableflags, DisableBit::Gravity))
    ground.translation = -dynamics::param3<ParameterId::gravity>(d, m.opt.gravity);
  const int nv = static_cast<int>(m.nv);
  const Motions moving = motions(m, d, v, a, ground);
  const Sum& any = by_position ? *by_position : *by_velocity;
  if (double* row = any.only_row()) {
    return add_rne_gradient(m, d, moving, scale, any.weights(), by_position ? row : nullptr,
                            by_velocity ? row + nv : nullptr);
  }
  const std::vector<BodyTerms> terms = body_terms(m, d, moving);
  const auto dof = [&](int i) -> const DofTerms& {
    return moving.dof[static_cast<std::size_t>(i)];
  };
  for (int k = 0; k < m.nv; ++k) {
    const BodyTerms& beyond = terms[static_cast<std::size_t>(m.dof_bodyid[k])];
    const Motion s = axis(d, k);
    const DofTerms& own = dof(k);
    const Force momentum = beyond.inertia * s, back = beyond.map.transposed(s);
    const Force moved = beyond.inertia * own.acceleration + beyond.map * own.velocity;
    const Force carried = add_cross(moved, s, beyond.force);
    const Force faster = beyond.inertia * own.rate + beyond.map * s;
    for (int i = k; i >= 0; i = m.dof_parentid[i]) {
      const Motion above = axis(d, i);
      const DofTerms& other = dof(i);
      if (by_position) {
        const bool together = turns_together(m, i, k);
        (*by_position)(i, k) += scale * dot(above, together ? moved : carried);
        if (i != k) {
          (*by_position)(k, i) +=
              scale * (dot(other.acceleration, momentum) + dot(other.velocity, back));
        }
      }
      if (by_velocity) {
        (*by_velocity)(i, nv + k) += scale * dot(above, faster);
        if (i != k)
          (*by_velocity)(k, nv + i) += scale * (dot(above, back) + dot(other.rate, momentum));
      }
    }
  }
}

void add_axis_change(const Model& m, const Data& d, const std::vector<Force>& wrench,
                     const Sum& by_position) {
  std::vector<Force> beyond = wrench;
  const auto at = [&](int b) -> Force& { return beyond[static_cast<std::size_t>(b)]; };
  for (int b = static_cast<int>(m.nbody) - 1; b > 0; --b) {
    if (m.body_parentid[b] > 0) at(m.body_parentid[b]) = at(m.body_parentid[b]) + at(b);
  }
  for (int i = 0; i < m.nv; ++i) {
    // (S_k x S_i) . W = S_k . (S_i x* W)
    const Force turned = cross(axis(d, i), at(m.dof_bodyid[i]));
    for (int k = m.dof_parentid[i]; k >= 0; k = m.dof_parentid[k]) {
      by_position(i, k) += dot(axis(d, k), turned);
      if (turns_together(m, i, k)) {
        by_position(k, i) += dot(axis(d, i), cross(axis(d, k), at(m.dof_bodyid[i])));
      }
    }
  }
}

}  // namespace thew::derivative
