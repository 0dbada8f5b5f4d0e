#pragma once

// The last kernel of a step: Euler's integrator with joint dampers at the end of the step,
// implicitfast, and the advance of the state.

#include "gpu/smooth.h"

namespace thew::gpu {

template <class T>
using AdvanceWorld = World<T, AdvanceMemory<T>>;

namespace detail {

/// The acceleration that velocities advance by: where dofs are damped, that of dampers which act at
/// the end of the step.
template <class Team, class T>
THEW_STAGE void euler(const Team& team, const AdvanceWorld<T>& w) {
  const auto& m = w.m;
  const auto& s = w.s;
  const T *slope = w.row(w.rows.dof_slope), *acc = w.row(w.rows.qacc), *mass = w.row(w.rows.M);
  const bool implicit = m.tables.implicit != 0;
  const bool damped = implicit || (!has(m.opt.disableflags, DisableBit::Eulerdamp) &&
                                   team.any(m.nv, [&](int i) { return slope[i] != T(0); }));
  if (!damped) return team.each(m.nv, [&](int i) { s.acc[i] = acc[i]; });
  const T *smooth = w.row(w.rows.qfrc_smooth), *pushed = w.row(w.rows.qfrc_constraint);
  const T h = m.opt.timestep;
  team.copy(m.nC, mass, s.M);
  team.each(m.nv, [&](int i) {
    T& diagonal = s.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    diagonal = fma(h, slope[i], diagonal);
    s.acc[i] = smooth[i] + pushed[i];
  });
  factor(team, m, s.M, s.inverse, s.acc);
  solve(team, m, s.M, s.inverse, s.acc);
}

/// The position of a joint a step later.
template <class T>
THEW_STAGE void advance_joint(const AdvanceWorld<T>& w, int j, const T* rate) {
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

/// The next state.
template <class Team, class T>
THEW_STAGE void advance(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                        std::uint32_t world, T* memory) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const AdvanceWorld<T> w(m, worlds, world, memory);
  const T *acc = w.row(worlds.qacc), h = m.opt.timestep;
  if (team.any(m.nv, [&](int i) { return !(abs(acc[i]) <= T(kMaxVal)); })) {
    return detail::set_status(team, w, 1 + static_cast<int>(Warning::Badqacc));
  }
  detail::euler(team, w);
  T *qvel = w.row(worlds.qvel), *warm = w.row(worlds.qacc_warmstart);
  team.each(m.nv, [&](int i) {
    qvel[i] = fma(h, w.s.acc[i], qvel[i]);
    warm[i] = acc[i];
  });
  team.each(m.njnt, [&](int j) { detail::advance_joint(w, j, qvel); });
  if (m.na > 0 && !has(m.opt.disableflags, DisableBit::Actuation)) {
    T *act = w.row(worlds.act), *rate = w.row(worlds.act_dot);
    team.each(m.nactuator, [&](int i) {
      const int first = m.actuator_actadr[i];
      THEW_ROLLED
      for (int a = first; a < first + m.actuator_actnum[i]; ++a) {
        act[a] = next_activation(w, i, act[a], actuator_disabled(m, i) ? T(0) : rate[a]);
      }
    });
  }
  team.once([&] { w.row(worlds.time)[0] += m.timestep; });
}

}  // namespace thew::gpu
