// Forces that do not come from constraints.

#include <thew/dynamics.h>

#include "derivative/armature.h"
#include "derivative/fluid.h"
#include "derivative/residual.h"
#include "derivative/rne.h"
#include "derivative/spring_rates.h"
#include "dynamics/jacobian.h"
#include "dynamics/load.h"
#include "element/spring.h"
#include "model/integrator.h"
#include "model/spring.h"

namespace thew::derivative {

using namespace math;

namespace {

// r[:, first:] += scale row' row
void add_outer(const Row& row, double scale, int first, const Sum& r) {
  for (int i = 0; i < row.count && scale != 0; ++i) {
    for (int k = 0; k < row.count; ++k) {
      r(row.column[i], first + row.column[k]) += scale * row.entry[i] * row.entry[k];
    }
  }
}

// The force along a row that changes with positions.
void add_change(const RowChange& change, double force, const Sum& r) {
  change.each([&](int i, int k, double second) { r(i, k) += force * second; });
}

// f = -k(|x|) x: df = -k dx - k' (x . dx) x / |x|.
void add_spring(const PolyForce<double>& stiffness, const Vec3<double>& x, const Rates& rates,
                int dof, const Sum& r) {
  const double size = norm(x), secant = spring_secant(stiffness, size);
  // of the secant
  const double bend = size > 0 ? (stiffness.poly[0] + 2 * stiffness.poly[1] * size) / size : 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3<double>& dx = rates[static_cast<std::size_t>(k)];
    const Vec3<double> df = axpy(-bend * dot(x, dx), x, dx * -secant);
    r(dof, dof + k) += df.x;
    r(dof + 1, dof + k) += df.y;
    r(dof + 2, dof + k) += df.z;
  }
}

void add_springs(const Model& m, const Data& d, const Sum& r) {
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

void add_dampers(const Model& m, const Data& d, const Sum& r) {
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
                       const Vec3<double>& torque, std::vector<Force>& wrench, const Sum& r) {
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

// Whether the force that holds a share of the weight reaches a dof: actuators may carry it, as far
// as they can.
bool is_carried(const Model& m, const Data& d, int dof) {
  if (!m.jnt_actgravcomp[m.dof_jntid[dof]]) return true;
  return m.nactuator > 0 && !has(m.opt.disableflags, DisableBit::Actuation) && is_live(m, d, dof);
}

// A force and a torque on each body.
template <class ForceOf>
void add_carried_forces(const Model& m, const Data& d, ForceOf force_of, const Sum& r) {
  std::vector<Force> wrench(static_cast<std::size_t>(m.nbody), Force{{0, 0, 0}, {0, 0, 0}});
  bool any = false;
  for (int body = 1; body < m.nbody; ++body) {
    const auto [torque, force] = force_of(body);
    if (dot(force, force) + dot(torque, torque) == 0) continue;
    add_carried_force(m, d, body, force, torque, wrench, r);
    any = true;
  }
  if (any) add_axis_change(m, d, wrench, r);
}

// Forces of users, and those that hold a share of the weight.
void add_body_forces(const Model& m, const Data& d, const Sum& r) {
  const auto applied = [&](int body) {
    const double* f = d.xfrc_applied.row(body);
    return Force{load3(f + 3), load3(f)};
  };
  const Vec3<double> gravity = dynamics::param3<ParameterId::gravity>(d, m.opt.gravity);
  const auto lift = [&](int body) {
    Force f = {{0, 0, 0}, {0, 0, 0}};
    if (compensates(m, d, body))
      f.force = gravity * -(param(d, m.body_mass, body) * param(d, m.body_gravcomp, body));
    return f;
  };
  add_carried_forces(m, d, applied, r);
  std::vector<char> carried(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv; ++i) carried[static_cast<std::size_t>(i)] = is_carried(m, d, i);
  std::vector<double> weights;
  add_carried_forces(m, d, lift, Sum(r, carried, weights));
}

}  // namespace

// As forces react, and along moments that change.
void add_actuation(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                   const Moments& moments, const Sum& r) {
  for (const Slope& slope : slopes) {
    if (slope.force == 0) continue;
    const Row row = moment_row(d, slope.output);
    each_input(m, d, slope.by, moments, [&](int column, double by) {
      for (int i = 0; i < row.count; ++i) {
        if (is_live(m, d, row.column[i]))
          r(row.column[i], column) += row.entry[i] * slope.force * by;
      }
    });
  }
  for (int out = 0; out < m.nout; ++out) {
    const double force = d.actuator_force[out];
    moments[static_cast<std::size_t>(out)].each([&](int i, int k, double second) {
      if (is_live(m, d, i)) r(i, k) += force * second;
    });
  }
}

void add_smooth(const Model& m, const Data& d, const std::vector<Slope>& slopes,
                const Moments& moments, const Sum& r) {
  add_rne_derivative(m, d, d.qvel.data(), d.qacc.data(), true, -1, &r, &r);
  add_springs(m, d, r);
  add_dampers(m, d, r);
  add_fluid(m, d, r);
  add_body_forces(m, d, r);
  add_armatures(m, d, r);
  add_actuation(m, d, slopes, moments, r);
}

}  // namespace thew::derivative
