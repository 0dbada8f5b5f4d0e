// Forces that do not come from constraints.

#include <array>

#include <thew/dynamics.h>

#include "derivative/fluid.h"
#include "derivative/residual.h"
#include "derivative/rne.h"
#include "derivative/slopes.h"
#include "dynamics/jacobian.h"
#include "dynamics/load.h"
#include "element/spring.h"
#include "model/integrator.h"
#include "model/spring.h"

namespace thew::derivative {

using namespace math;

namespace {

bool is_spatial(const Model& m, int tendon) {
  return m.wrap_type[m.tendon_adr[tendon]] != static_cast<int>(WrapType::Joint);
}

// r[:, first:] += scale row' row
void add_outer(const Row& row, double scale, int first, Matrix& r) {
  for (int i = 0; i < row.count && scale != 0; ++i) {
    for (int k = 0; k < row.count; ++k) {
      r(row.column[i], first + row.column[k]) += scale * row.entry[i] * row.entry[k];
    }
  }
}

// The force along a row that changes with positions.
void add_change(const RowChange& change, double force, Matrix& r) {
  change.each([&](int i, int k, double second) { r(i, k) += force * second; });
}

// Whether the forces of actuators reach a dof: not where its joint is at its limit.
bool is_live(const Model& m, const Data& d, int dof) {
  const int joint = m.dof_jntid[dof];
  if (!m.jnt_actfrclimited[joint]) return true;
  const double* range = m.jnt_actfrcrange.values().row(joint);
  return d.qfrc_actuator[dof] > range[0] && d.qfrc_actuator[dof] < range[1];
}

// How a vector changes with three dofs.
using Rates = std::array<Vec3<double>, 3>;
constexpr Rates kAxes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

// The rotation vector from the rest of a spring to q, where dq = q (0, e) / 2 along an axis e of
// the body.
Rates rotation_rates(const Model& m, const Data& d, int j) {
  using D = Dual<double>;
  const int first = m.jnt_type[j] == static_cast<int>(JointType::Free) ? 3 : 0;
  const Quat<double> q = normalized(load4(d.qpos.data() + m.jnt_qposadr[j] + first));
  const auto at = [&](int k) { return D(spring_rest(m, d, j, first + k)); };
  Rates rates;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3<double> half = kAxes[k] * 0.5;
    const Quat<double> rate = q * Quat<double>{0, half.x, half.y, half.z};
    const Vec3<D> x =
        difference(Quat<D>{{q.w, rate.w}, {q.x, rate.x}, {q.y, rate.y}, {q.z, rate.z}},
                   Quat<D>{at(0), at(1), at(2), at(3)});
    rates[k] = {finite(x.x.slope), finite(x.y.slope), finite(x.z.slope)};
  }
  return rates;
}

// f = -k(|x|) x: df = -k dx - k' (x . dx) x / |x|.
void add_spring(const PolyForce<double>& stiffness, const Vec3<double>& x, const Rates& rates,
                int dof, Matrix& r) {
  const double size = norm(x), secant = spring_secant(stiffness, size);
  const double bend = size > 0 ? (stiffness.poly[0] + 2 * stiffness.poly[1] * size) / size : 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double>& dx = rates[static_cast<std::size_t>(k)];
    const Vec3<double> df = axpy(-bend * dot(x, dx), x, dx * -secant);
    r(dof, dof + k) += df.x;
    r(dof + 1, dof + k) += df.y;
    r(dof + 2, dof + k) += df.z;
  }
}

void add_springs(const Model& m, const Data& d, Matrix& r) {
  if (has(m.opt.disableflags, DisableBit::Spring)) return;
  for (int j = 0; j < m.njnt; ++j) {
    const PolyForce<double> stiffness = joint_stiffness(m, d, j);
    if (is_zero(stiffness)) continue;
    const int dof = m.jnt_dofadr[j];
    switch (static_cast<JointType>(m.jnt_type[j])) {
      case JointType::Free:
        add_spring(stiffness, spring_translation(m, d, j), kAxes, dof, r);
        add_spring(stiffness, spring_rotation(m, d, j), rotation_rates(m, d, j), dof + 3, r);
        break;
      case JointType::Ball:
        add_spring(stiffness, spring_rotation(m, d, j), rotation_rates(m, d, j), dof, r);
        break;
      case JointType::Slide:
      case JointType::Hinge:
        r(dof, dof) -= spring_slope(stiffness, spring_displacement(m, d, j));
    }
  }
  for (int t = 0; t < m.ntendon; ++t) {
    const PolyForce<double> stiffness = tendon_stiffness(m, d, t);
    if (is_zero(stiffness)) continue;
    const double stretch = spring_stretch(m, d, t);
    if (stretch == 0) continue;
    add_outer(tendon_row(m, d, t), -spring_slope(stiffness, stretch), 0, r);
    add_change(tendon_change(m, d, t), pull_back(stiffness, stretch), r);
  }
}

void add_dampers(const Model& m, const Data& d, Matrix& r) {
  if (has(m.opt.disableflags, DisableBit::Damper)) return;
  const int nv = static_cast<int>(m.nv);
  for (int i = 0; i < nv; ++i) r(i, nv + i) -= damper_slope(dof_damping(m, d, i), d.qvel[i]);
  for (int t = 0; t < m.ntendon; ++t) {
    const PolyForce<double> damping = tendon_damping(m, d, t);
    if (is_zero(damping)) continue;
    const Row row = tendon_row(m, d, t);
    const double slope = -damper_slope(damping, d.ten_velocity[t]);
    add_outer(row, slope, nv, r);
    const RowChange change = tendon_change(m, d, t);
    add_change(change, brake(damping, d.ten_velocity[t]), r);
    for (std::size_t k = 0; k < change.dofs.size(); ++k) {
      const double by = slope * change.along(k, d.qvel.data());
      for (int i = 0; i < row.count; ++i) r(row.column[i], change.dofs[k]) += by * row.entry[i];
    }
  }
}

// A force that keeps its direction and moves with a body's centre of mass: by q_k it changes by
// J_i' of (dc_k x f), besides what add_axis_change() adds for its wrench.
void add_carried_force(const Model& m, const Data& d, int body, const Vec3<double>& force,
                       const Vec3<double>& torque, std::vector<Force>& wrench, Matrix& r) {
  const Vec3<double> arm = dynamics::arm_to(m, d, load3(d.xipos.row(body)), body);
  Force& own = wrench[static_cast<std::size_t>(body)];
  own = own + Force{torque + cross(arm, force), force};
  for (int k = dynamics::last_dof(m, body); k >= 0; k = m.dof_parentid[k]) {
    const Motion move = load_motion(d.cdof.row(k));
    const Vec3<double> change = cross(move.translation + cross(move.rotation, arm), force);
    for (int i = dynamics::last_dof(m, body); i >= 0; i = m.dof_parentid[i]) {
      r(i, k) += dot(load3(d.cdof.row(i)), change);
    }
  }
}

bool compensates(const Model& m, const Data& d, int body) {
  return !has(m.opt.disableflags, DisableBit::Gravity) &&
         !(has(m.opt.disableflags, DisableBit::Spring) &&
           has(m.opt.disableflags, DisableBit::Damper)) &&
         param(d, m.body_gravcomp, body) != 0;
}

// Forces of users, and those that hold a share of the weight.
void add_body_forces(const Model& m, const Data& d, Matrix& r) {
  std::vector<Force> wrench(static_cast<std::size_t>(m.nbody), Force{{0, 0, 0}, {0, 0, 0}});
  bool any = false;
  for (int body = 1; body < m.nbody; ++body) {
    Vec3<double> force = load3(d.xfrc_applied.row(body));
    const Vec3<double> torque = load3(d.xfrc_applied.row(body) + 3);
    if (compensates(m, d, body)) {
      const double lift = -param(d, m.body_mass, body) * param(d, m.body_gravcomp, body);
      force = axpy(lift, dynamics::param3<ParameterId::gravity>(d, m.opt.gravity), force);
    }
    if (dot(force, force) + dot(torque, torque) == 0) continue;
    add_carried_force(m, d, body, force, torque, wrench, r);
    any = true;
  }
  if (any) add_axis_change(m, d, wrench, r);
}

// r by one number of an actuator; by its length and velocity this is by the dofs that change them.
void add_slope(const Model& m, const Data& d, const Slope& slope, const RowChange* change,
               Matrix& r) {
  const Columns columns(m);
  const Row row = moment_row(d, m.actuator_outadr[slope.actuator]);
  const auto add = [&](int column, double by) {
    for (int i = 0; i < row.count; ++i) {
      if (is_live(m, d, row.column[i])) r(row.column[i], column) += row.entry[i] * slope.force * by;
    }
  };
  switch (slope.by.kind) {
    case Dependence::Length:
    case Dependence::Velocity:
      if (change) each_motion(m, d, slope, *change, add);
      break;
    case Dependence::Activation:
      add(columns.activation + slope.by.index, 1);
      break;
    case Dependence::Control:
      add(columns.control + slope.by.index, 1);
  }
}

// The forces themselves, along moments that change.
void add_moment_change(const Model& m, const Data& d, int actuator, const RowChange& change,
                       Matrix& r) {
  const double force = d.actuator_force[m.actuator_outadr[actuator]];
  change.each([&](int i, int k, double second) {
    if (is_live(m, d, i)) r(i, k) += force * second;
  });
}

}  // namespace

bool covers_smooth(const Model& m, const Data& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (!covers_moment(m, i)) return false;
  }
  for (int j = 0; j < m.njnt; ++j) {
    if (m.jnt_actgravcomp[j] && m.jnt_actfrclimited[j]) return false;
  }
  for (int t = 0; t < m.ntendon; ++t) {
    if (is_spatial(m, t) && tendon_armature(m, d, t) != 0) return false;
  }
  // Contacts that stick are known by their rows.
  for (int i = 0; i < d.ncon && has(m.opt.disableflags, DisableBit::Constraint); ++i) {
    if (d.contact.adhesion[i] != 0) return false;
  }
  return true;
}

void add_inputs(const Model& m, const Data& d, const std::vector<Slope>& slopes, Matrix& r) {
  for (const Slope& slope : slopes) add_slope(m, d, slope, nullptr, r);
}

void each_motion(const Model& m, const Data& d, const Slope& slope, const RowChange& change,
                 const std::function<void(int, double)>& visit) {
  const Columns columns(m);
  const bool length = slope.by.kind == Dependence::Length;
  const Row row = moment_row(d, m.actuator_outadr[slope.actuator]);
  if (!length || change.constant()) {
    const int first = length ? columns.position : columns.velocity;
    for (int k = 0; k < row.count; ++k) visit(first + row.column[k], row.entry[k]);
  }
  for (std::size_t k = 0; k < change.dofs.size(); ++k) {
    visit(columns.position + change.dofs[k],
          length ? change.length[k] : change.along(k, d.qvel.data()));
  }
}

void add_smooth(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                const std::vector<RowChange>& moments, Matrix& r) {
  const int nv = static_cast<int>(m.nv);
  Matrix by_position(nv, nv), by_velocity(nv, nv);
  add_rne_derivative(m, d, d.qvel.data(), d.qacc.data(), true, -1, &by_position, &by_velocity);
  for (int i = 0; i < nv; ++i) {
    add(nv, 1, by_position.row(i), r.row(i));
    add(nv, 1, by_velocity.row(i), r.row(i) + nv);
  }
  add_springs(m, d, r);
  add_dampers(m, d, r);
  add_fluid(m, d, r);
  add_body_forces(m, d, r);
  for (const Slope& slope : slopes) {
    add_slope(m, d, slope, &moments[static_cast<std::size_t>(slope.actuator)], r);
  }
  for (int i = 0; i < m.nactuator; ++i) {
    add_moment_change(m, d, i, moments[static_cast<std::size_t>(i)], r);
  }
}

}  // namespace thew::derivative
