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

// A linear map of motions to forces.
struct Map {
  double entry[36] = {};

  Force operator*(const Motion& x) const {
    const double v[6] = {x.rotation.x,    x.rotation.y,    x.rotation.z,
                         x.translation.x, x.translation.y, x.translation.z};
    double y[6];
    for (int r = 0; r < 6; ++r) y[r] = dot(6, entry + 6 * r, v);
    return load_force(y);
  }
  // Its transpose, which takes a motion to a force too.
  Force transposed(const Motion& x) const {
    const double v[6] = {x.rotation.x,    x.rotation.y,    x.rotation.z,
                         x.translation.x, x.translation.y, x.translation.z};
    double y[6] = {};
    for (int r = 0; r < 6; ++r) add(6, v[r], entry + 6 * r, y);
    return load_force(y);
  }
};

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

// What the recursions leave for one dof: how velocity and acceleration beyond it change with its
// position, and the acceleration with its velocity.
struct DofTerms {
  Motion velocity, acceleration, rate;
};

struct BodyTerms {
  Motion velocity = kStill, acceleration = kStill;
  Inertia<double> inertia = {};
  Map map;
  Force force = kNone;
};

class Recursion {
 public:
  Recursion(const Model& m, const Data& d, const double* v, const double* a, bool gravity)
      : m_(m),
        d_(d),
        body_(static_cast<std::size_t>(m.nbody)),
        dof_(static_cast<std::size_t>(m.nv)) {
    if (gravity && !has(m.opt.disableflags, DisableBit::Gravity)) {
      body_[0].acceleration.translation = -dynamics::param3<ParameterId::gravity>(d, m.opt.gravity);
    }
    for (int b = 1; b < m.nbody; ++b) outwards(b, v, a);
    for (int b = static_cast<int>(m.nbody) - 1; b > 0; --b) inwards(b);
  }

  const DofTerms& dof(int i) const { return dof_[static_cast<std::size_t>(i)]; }
  const BodyTerms& body(int b) const { return body_[static_cast<std::size_t>(b)]; }

 private:
  BodyTerms& at(int b) { return body_[static_cast<std::size_t>(b)]; }

  void outwards(int b, const double* v, const double* a) {
    BodyTerms& own = at(b);
    Motion velocity = at(m_.body_parentid[b]).velocity;
    Motion acceleration = at(m_.body_parentid[b]).acceleration;
    each_group(m_, b, [&](int first, int count) {
      const Motion before = velocity, before_acc = acceleration;
      for (int k = first; k < first + count; ++k) velocity = axpy(v[k], axis(d_, k), velocity);
      for (int k = first; k < first + count; ++k) {
        const Motion s = axis(d_, k), turn = cross(before, s), rate = cross(velocity, s);
        dof_[static_cast<std::size_t>(k)] = {turn, cross(before_acc, s) + cross(before, turn),
                                             rate + turn};
        acceleration = axpy(a[k], s, axpy(v[k], rate, acceleration));
      }
    });
    own.velocity = velocity;
    own.acceleration = acceleration;
    own.inertia = load_inertia(d_.cinert.row(b));
    own.map = velocity_map(own.inertia, velocity);
    own.force = add_cross(own.inertia * acceleration, velocity, own.inertia * velocity);
  }

  void inwards(int b) {
    if (m_.body_parentid[b] == 0) return;
    BodyTerms& parent = at(m_.body_parentid[b]);
    const BodyTerms& own = at(b);
    parent.inertia = parent.inertia + own.inertia;
    parent.force = parent.force + own.force;
    add(36, 1.0, own.map.entry, parent.map.entry);
  }

  const Model& m_;
  const Data& d_;
  std::vector<BodyTerms> body_;
  std::vector<DofTerms> dof_;
};

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

void add_rne_derivative(const Model& m, const Data& d, const double* v, const double* a,
                        bool gravity, double scale, Matrix* by_position, Matrix* by_velocity) {
  const Recursion terms(m, d, v, a, gravity);
  for (int k = 0; k < m.nv; ++k) {
    const BodyTerms& beyond = terms.body(m.dof_bodyid[k]);
    const Motion s = axis(d, k);
    const DofTerms& own = terms.dof(k);
    const Force momentum = beyond.inertia * s, back = beyond.map.transposed(s);
    const Force moved = beyond.inertia * own.acceleration + beyond.map * own.velocity;
    const Force carried = add_cross(moved, s, beyond.force);
    const Force faster = beyond.inertia * own.rate + beyond.map * s;
    for (int i = k; i >= 0; i = m.dof_parentid[i]) {
      const Motion above = axis(d, i);
      const DofTerms& other = terms.dof(i);
      if (by_position) {
        const bool together = turns_together(m, i, k);
        (*by_position)(i, k) += scale * dot(above, together ? moved : carried);
        if (i != k) {
          (*by_position)(k, i) +=
              scale * (dot(other.acceleration, momentum) + dot(other.velocity, back));
        }
      }
      if (by_velocity) {
        (*by_velocity)(i, k) += scale * dot(above, faster);
        if (i != k) (*by_velocity)(k, i) += scale * (dot(above, back) + dot(other.rate, momentum));
      }
    }
  }
}

void add_axis_change(const Model& m, const Data& d, const std::vector<Force>& wrench,
                     Matrix& by_position) {
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
