#pragma once

// The last kernel of a step: Euler's integrator with joint dampers at the end of the step,
// implicitfast, and the advance of the state.

#include "gpu/sensor_memory.h"
#include "gpu/smooth.h"
#include "gpu/yield.h"

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

/// Moves a joint along its rate.
template <class W, class T>
THEW_STAGE void move_joint(const W& w, int j, const T* rate, const T& h) {
  using namespace math;
  const auto& m = w.m;
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

/// Whether accelerations are too large, which is counted.
template <class Team, class W>
THEW_STAGE bool is_bad(const Team& team, const W& w) {
  using T = typename W::Real;
  const T* acc = w.row(w.rows.qacc);
  const bool bad = team.any(w.m.nv, [&](int i) { return !(abs(acc[i]) <= T(kMaxVal)); });
  if (bad) set_status(team, w, 1 + static_cast<int>(Warning::Badqacc));
  return bad;
}

/// The next state, by an acceleration, the rate of positions (null: the velocity at the end of the
/// step) and that of activations.
template <bool rare, class Team, class W, class T>
THEW_STAGE void advance_by(const Team& team, const W& w, const T* change, const T* rate,
                           const T* act_rate) {
  const auto& m = w.m;
  const T *acc = w.row(w.rows.qacc), h = m.opt.timestep;
  if constexpr (rare) {
    remember_controls(team, w);
    if ((m.tables.measures & kMemories) != 0) team.each(m.nsensor, [&](int i) { take_down(w, i); });
  }
  T *qvel = w.row(w.rows.qvel), *warm = w.row(w.rows.qacc_warmstart);
  team.each(m.nv, [&](int i) {
    qvel[i] = fma(h, change[i], qvel[i]);
    warm[i] = acc[i];
  });
  if (rate == nullptr) rate = qvel;
  team.each(m.njnt, [&](int j) { move_joint(w, j, rate, h); });
  if constexpr (rare) yield_springs(team, w, rate);
  if (m.na > 0 && !has(m.opt.disableflags, DisableBit::Actuation)) {
    T* act = w.row(w.rows.act);
    team.each(m.nactuator, [&](int i) {
      const int first = m.actuator_actadr[i];
      THEW_ROLLED
      for (int a = first; a < first + m.actuator_actnum[i]; ++a) {
        const T rate = actuator_disabled(m, i) ? T(0) : act_rate[a];
        act[a] = next_activation<rare>(w, i, a, act[a], rate);
      }
      if constexpr (rare) anchor_setpoint(w, i);
    });
  }
  team.once([&] { w.row(w.rows.time)[0] += m.timestep; });
}

}  // namespace detail

/// The next state.
template <bool rare, class Team, class T>
THEW_STAGE void advance(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                        std::uint32_t world, T* memory) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const AdvanceWorld<T> w(m, worlds, world, memory);
  if (detail::is_bad(team, w)) return;
  detail::euler(team, w);
  detail::advance_by<rare>(team, w, w.s.acc, static_cast<const T*>(nullptr),
                           static_cast<const T*>(m.na > 0 ? w.row(worlds.act_dot) : nullptr));
}

}  // namespace thew::gpu
