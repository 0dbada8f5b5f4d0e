#pragma once

// Euler's integrator with joint dampers at the end of the step, implicitfast, and the advance of
// the state.

#include "gpu/newton.h"

namespace thew::gpu {

namespace detail {

/// The acceleration that velocities advance by, in `direction`: where dofs are damped, that of
/// dampers which act at the end of the step.
template <class Team, class T>
THEW_STAGE void euler(const Team& team, const ConstrainWorld<T>& w) {
  const auto& m = w.m;
  const auto& s = w.s;
  const bool implicit = m.tables.implicit != 0;
  const bool counts = !has(m.opt.disableflags, DisableBit::Eulerdamp) &&
                      !has(m.opt.disableflags, DisableBit::Damper);
  const bool damped =
      implicit ||
      (counts && team.any(m.nv, [&](int i) { return !element::is_zero(dof_damping(w, i)); }));
  if (!damped) {
    team.each(m.nv, [&](int i) { s.direction[i] = s.acc[i]; });
    return;
  }
  const T* qvel = w.row(w.rows.qvel);
  const T h = m.opt.timestep;
  copy_fours(team, 8 * s.ngroup * (s.ngroup + 1), s.mass, s.factor);
  team.each(s.width, [&](int i) {
    const bool real = i < m.nv;
    s.direction[i] = real ? s.smooth_force[i] + s.mass_direction[i] : T(0);
    if (!real) return;
    T& diagonal = s.factor[row_start(i) + i];
    const T slope =
        implicit ? w.row(w.rows.dof_slope)[i] : element::damper_slope(dof_damping(w, i), qvel[i]);
    diagonal = fma(h, slope, diagonal);
  });
  factor_and_solve(team, factorization(s, m.tables), s.direction);
}

/// The position of a joint a step later.
template <class T>
THEW_STAGE void advance_joint(const ConstrainWorld<T>& w, int j, const T* rate) {
  using namespace math;
  const auto& m = w.m;
  const T h = m.opt.timestep;
  const auto type = static_cast<JointType>(m.jnt_type[j]);
  T* q = w.row(w.rows.qpos) + m.jnt_qposadr[j];
  const T* v = rate + m.jnt_dofadr[j];
  if (type == JointType::Free) {
    for (int k = 0; k < 3; ++k) q[k] = fma(h, v[k], q[k]);
    q += 3;
    v += 3;
  }
  if (type == JointType::Free || type == JointType::Ball) {
    store(q, integrate(math::load4(q), load3(v), h));
  } else {
    q[0] = fma(h, v[0], q[0]);
  }
}

}  // namespace detail

/// The next state; `acc` is the acceleration, `mass_direction` the force of constraints.
template <class Team, class T>
THEW_STAGE void advance(const Team& team, const ConstrainWorld<T>& w) {
  const auto& m = w.m;
  const auto& s = w.s;
  detail::euler(team, w);
  const T h = m.opt.timestep;
  T* qvel = w.row(w.rows.qvel);
  team.each(m.nv, [&](int i) { qvel[i] = fma(h, s.direction[i], qvel[i]); });
  team.each(m.njnt, [&](int j) { detail::advance_joint(w, j, qvel); });
  T* warm = w.row(w.rows.qacc_warmstart);
  team.each(m.nv, [&](int i) { warm[i] = s.acc[i]; });
  if (m.na > 0 && !has(m.opt.disableflags, DisableBit::Actuation)) {
    T *act = w.row(w.rows.act), *rate = w.row(w.rows.act_dot);
    team.each(m.nactuator, [&](int i) {
      const int first = m.actuator_actadr[i];
      THEW_ROLLED
      for (int a = first; a < first + m.actuator_actnum[i]; ++a) {
        act[a] = next_activation(w, i, act[a], actuator_disabled(m, i) ? T(0) : rate[a]);
      }
    });
  }
  team.once([&] { w.row(w.rows.time)[0] += m.timestep; });
}

}  // namespace thew::gpu
