#include <thew/callback.h>
#include <thew/dynamics.h>
#include <thew/stages.h>

#include "deformable/elasticity.h"
#include "element/penalty.h"
#include "math/short_vector.h"
#include "model/fluid.h"
#include "model/formulation.h"
#include "model/lane_types.h"
#include "model/spring.h"
#include "passive/adhesion.h"
#include "passive/fluid.h"

namespace thew::passive {

using namespace math;

namespace {

template <class T>
void joint_spring(const Model& m, BasicData<T>& d, int j) {
  const PolyForce<T> stiffness = joint_stiffness(m, d, j);
  if (is_zero(stiffness)) return;
  T* force = d.qfrc_spring.data() + m.jnt_dofadr[j];
  switch (static_cast<JointType>(m.jnt_type[j])) {
    case JointType::Free:
      store(force, pull_back(stiffness, spring_translation(m, d, j)));
      store(force + 3, pull_back(stiffness, spring_rotation(m, d, j)));
      break;
    case JointType::Ball:
      store(force, pull_back(stiffness, spring_rotation(m, d, j)));
      break;
    case JointType::Slide:
    case JointType::Hinge:
      force[0] = pull_back(stiffness, spring_displacement(m, d, j));
  }
}

// Force along a tendon, spread over its dofs.
template <class T>
void add_along_tendon(const Model& m, const BasicData<T>& d, int t, const T& force, T* result) {
  for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
    const int i = m.ten_J_colind[adr];
    result[i] = fma(d.ten_J[adr], force, result[i]);
  }
}

template <class T>
void joint_springs(const Model& m, BasicData<T>& d) {
  if (any_nonzero(d, m.jnt_stiffness) || any_nonzero(d, m.jnt_stiffnesspoly)) {
    for (int j = 0; j < m.njnt; ++j) joint_spring(m, d, j);
  }
}

template <class T>
void tendon_springs(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    const PolyForce<T> stiffness = tendon_stiffness(m, d, t);
    if (is_zero(stiffness)) continue;
    const T force = pull_back(stiffness, spring_stretch(m, d, t));
    add_along_tendon(m, d, t, force, d.qfrc_spring.data());
  }
}

// The share of actuators in the damping of the joints that they drive.
template <class T>
void actuated_dampers(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nv; ++i) {
    if (m.jnt_driver[m.dof_jntid[i]] < 0) continue;
    d.qfrc_damper[i] = brake(dof_damping(m, d, i), d.qvel[i]);
  }
}

template <class T>
void joint_dampers(const Model& m, BasicData<T>& d) {
  for (int i = 0, n = any(has_dampers(m, d)) ? static_cast<int>(m.nv) : 0; i < n; ++i) {
    d.qfrc_damper[i] = brake(own_damping(m, d, i), d.qvel[i]);
  }
  if (any(has_actuated_dampers(m, d))) actuated_dampers(m, d);
}

template <class T>
void tendon_dampers(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    const PolyForce<T> damping = tendon_damping(m, d, t);
    if (is_zero(damping)) continue;
    add_along_tendon(m, d, t, brake(damping, d.ten_velocity[t]), d.qfrc_damper.data());
  }
}

// Friction loss of joints and tendons as a smooth force: the classic formulation has no rows for
// it.
template <class T>
void rub(const Model& m, BasicData<T>& d) {
  if (!is_classic(m) || has(m.opt.disableflags, DisableBit::Frictionloss) ||
      has(m.opt.disableflags, DisableBit::Constraint))
    return;
  const T smoothing = T(m.opt.friction_smoothing);
  for (int i = 0; i < m.nv; ++i) {
    const T loss = param(d, m.dof_frictionloss, i);
    if (all(loss == T(0))) continue;
    d.qfrc_passive[i] = d.qfrc_passive[i] + element::smooth_friction(loss, d.qvel[i], smoothing);
  }
  for (int t = 0; t < m.ntendon; ++t) {
    const T loss = param(d, m.tendon_frictionloss, t);
    if (all(loss == T(0))) continue;
    add_along_tendon(m, d, t, element::smooth_friction(loss, d.ten_velocity[t], smoothing),
                     d.qfrc_passive.data());
  }
}

// Forces that hold each body's share of its weight; whether there were any.
template <class T>
bool gravity_compensation(const Model& m, BasicData<T>& d) {
  if (has(m.opt.disableflags, DisableBit::Gravity)) return false;
  T g[3];
  for (int k = 0; k < 3; ++k) g[k] = param<ParameterId::gravity>(d, m.opt.gravity, k);
  if (all((g[0] == T(0)) & (g[1] == T(0)) & (g[2] == T(0)))) return false;
  if (!any_nonzero(d, m.body_gravcomp)) return false;
  bool found = false;
  for (int body = 1; body < m.nbody; ++body) {
    const T share = param(d, m.body_gravcomp, body);
    if (all(share == T(0))) continue;
    found = true;
    const T lift = -(param(d, m.body_mass, body) * share);
    const T force[3] = {lift * g[0], lift * g[1], lift * g[2]}, torque[3] = {T(0), T(0), T(0)};
    dynamics::apply_force(m, d, force, torque, d.xipos.row(body), body, d.qfrc_gravcomp.data());
  }
  return found;
}

}  // namespace

template <class T>
void passive(const Model& m, BasicData<T>& d) {
  const bool spring = !has(m.opt.disableflags, DisableBit::Spring);
  const bool damper = !has(m.opt.disableflags, DisableBit::Damper);
  set_zero(m.nv, d.qfrc_spring.data(), d.qfrc_damper.data(), d.qfrc_gravcomp.data(),
           d.qfrc_fluid.data(), d.qfrc_adhesion.data(), d.qfrc_passive.data());
  if (!spring && !damper) return rub(m, d);
  if (spring) joint_springs(m, d);
  if (damper) joint_dampers(m, d);
  if (m.nflex > 0) deformable::add_elasticity(m, d, spring, damper);
  if (spring) tendon_springs(m, d);
  if (damper) tendon_dampers(m, d);
  for (int i = 0; i < m.nv; ++i) d.qfrc_passive[i] = d.qfrc_spring[i] + d.qfrc_damper[i];
  if (has_fluid(m) && fluid(m, d)) {
    for (int i = 0; i < m.nv; ++i) d.qfrc_passive[i] = d.qfrc_passive[i] + d.qfrc_fluid[i];
  }
  if (d.ncon > 0 && adhesion(m, d)) {
    for (int i = 0; i < m.nv; ++i) d.qfrc_passive[i] = d.qfrc_passive[i] + d.qfrc_adhesion[i];
  }
  if (gravity_compensation(m, d)) {
    for (int i = 0; i < m.nv; ++i) {
      // Where actuators carry the compensation, actuation adds it.
      if (!m.jnt_actgravcomp[m.dof_jntid[i]])
        d.qfrc_passive[i] = d.qfrc_passive[i] + d.qfrc_gravcomp[i];
    }
  }
  rub(m, d);
  if constexpr (kCallsUser<T>) {
    if (const auto add = callback(callbacks.passive, d)) add(m, d);
  }
}

#define THEW_INSTANTIATE(T) template void passive(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::passive
