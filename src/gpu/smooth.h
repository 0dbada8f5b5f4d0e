#pragma once

// The first kernel of a step: from positions and velocities to the accelerations that there would
// be without constraints.

#include "gpu/actuation.h"
#include "gpu/com.h"
#include "gpu/contact_parameters.h"
#include "gpu/fluid.h"
#include "gpu/inertia.h"
#include "gpu/kinematics.h"
#include "gpu/passive.h"
#include "gpu/tendon.h"

namespace thew::gpu {

namespace detail {

// Loads positions and velocities; what is wrong with the world's numbers, as batches count it.
template <class Team, class T>
THEW_STAGE int load_state(const Team& team, const SmoothWorld<T>& w) {
  const auto& m = w.m;
  const T *qpos = w.row(w.rows.qpos), *qvel = w.row(w.rows.qvel), *ctrl = w.row(w.rows.ctrl);
  team.copy(m.nq, qpos, w.s.qpos);
  team.copy(m.nv, qvel, w.s.qvel);
  const auto insane = [](const T& x) { return !(abs(x) <= T(kMaxVal)); };
  const auto error = [](Warning warning) { return 1 + static_cast<int>(warning); };
  if (team.any(m.nq, [&](int i) { return insane(w.s.qpos[i]); })) return error(Warning::Badqpos);
  if (team.any(m.nv, [&](int i) { return insane(w.s.qvel[i]); })) return error(Warning::Badqvel);
  if (team.any(m.nu, [&](int i) { return insane(ctrl[i]); })) return error(Warning::Badctrl);
  return 0;
}

// Sets the status of the world, and counts what was wrong.
template <class Team, class W>
THEW_STAGE void set_status(const Team& team, const W& w, int status) {
  team.once([&] {
    w.row(w.rows.status)[0] = status;
    if (status > 0) ++w.row(w.rows.warning_number)[status - 1];
  });
}

// Forces on bodies, one kind after the other.
enum Pull { kInertia, kFluid, kAdhesion, kCompensation, kApplied, kPulls };

// Whether there are any of this kind.
template <bool rich, bool rare, class Team, class T>
THEW_STAGE bool pulls(const Team& team, const SmoothWorld<T>& w, int kind, bool touched) {
  const auto& m = w.m;
  const auto disabled = [&](DisableBit bit) { return has(m.opt.disableflags, bit); };
  if (kind == kFluid) return rich && m.tables.fluid != 0;
  const bool compensates = kind == kCompensation,
             passive = !(disabled(DisableBit::Spring) && disabled(DisableBit::Damper));
  if (kind == kAdhesion) return rare && touched && m.tables.sticky != 0 && passive;
  if (compensates && (!passive || disabled(DisableBit::Gravity))) return false;
  const T* numbers = compensates ? w.own(m.body_gravcomp) : w.row(w.rows.xfrc_applied);
  return team.any(compensates ? m.nbody : 6 * m.nbody, [&](int i) { return numbers[i] != T(0); });
}

// The bias force of tendons with armature on a dof: J' a dJ/dt v.
template <class T>
THEW_STAGE T armature_bias(const SmoothWorld<T>& w, int dof) {
  const auto& m = w.m;
  const T *inertia = w.row(w.rows.ten_inertia), *drift = w.row(w.rows.ten_drift);
  T sum = T(0);
  THEW_ROLLED
  for (int t = 0; t < m.ntendon; ++t) {
    THEW_ROLLED
    for (int e = m.ten_J_rowadr[t]; e < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++e) {
      if (m.ten_J_colind[e] == dof) sum = fma(inertia[t] * drift[t], w.row(w.rows.ten_J)[e], sum);
    }
  }
  return sum;
}

// What pulls a body to those that it sticks to, at the reference of its tree.
template <class T>
THEW_CALL math::Force<T> adhesion(const SmoothWorld<T>& w, int body) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  Force<T> sum = {{T(0), T(0), T(0)}, {T(0), T(0), T(0)}};
  THEW_ROLLED
  for (int c = 0; c < w.row(w.rows.ncon)[0]; ++c) {
    const int pair = w.row(w.rows.contact_pair)[c];
    const bool first = m.geom_bodyid[t.pair_geom1[pair]] == body;
    if (first == (m.geom_bodyid[t.pair_geom2[pair]] == body)) continue;
    const T pull = adhesion_of(w, pair);
    const Vec3<T> force = load3(w.row(w.rows.contact_frame) + 9 * c) * (first ? pull : -pull);
    const Vec3<T> arm =
        load3(w.row(w.rows.contact_pos) + 3 * c) - load3(w.s.com + 3 * m.body_rootid[body]);
    sum.torque = sum.torque + cross(arm, force);
    sum.force = sum.force + force;
  }
  return sum;
}

// Forces on bodies become forces on dofs: the bias; those of a fluid; of surfaces that stick, where
// contacts are known (`touched`); compensation of gravity,
// which counts as passive or as that of actuators; and what the user applies, which takes from the
// bias.
template <bool rich, bool rare, class Team, class T>
THEW_STAGE void pull_bodies(const Team& team, const SmoothWorld<T>& w, bool touched) {
  using namespace math;
  const auto& m = w.m;
  team.each(m.nv, [&](int i) { w.s.actuator[i] = T(0); });
  THEW_ROLLED
  for (int kind = kInertia; kind < kPulls; ++kind) {
    if (kind != kInertia) {
      if (!pulls<rich, rare>(team, w, kind, touched)) continue;
      const T* applied = w.row(w.rows.xfrc_applied);
      team.each(m.nbody, [&](int body) {
        if (rich && kind == kFluid) return store(w.s.force + 6 * body, fluid_force(w, body));
        if (rare && kind == kAdhesion) return store(w.s.force + 6 * body, adhesion(w, body));
        Vec3<T> force = load3(applied + 6 * body), torque = load3(applied + 6 * body + 3);
        if (kind == kCompensation) {
          force =
              load3(w.own(m.gravity)) * -(w.own(m.body_mass, body) * w.own(m.body_gravcomp, body));
          torque = {T(0), T(0), T(0)};
        }
        const Vec3<T> arm = load3(w.s.xipos + 3 * body) - load3(w.s.com + 3 * m.body_rootid[body]);
        store(w.s.force + 6 * body, Force<T>{torque + cross(arm, force), force});
      });
    }
    sum_subtrees<6>(team, m, w.s.force, [](const T* p) { return load_force(p); });
    team.each(m.nv, [&](int i) {
      T force = dot(load_motion(w.s.cdof + 6 * i), load_force(w.s.force + 6 * m.dof_bodyid[i]));
      if (kind == kInertia) {
        if (rich && m.tables.armed_tendons != 0) force = force + armature_bias(w, i);
        w.s.bias[i] = force;
        w.keep(w.rows.qfrc_bias, i, force);
      } else if (kind == kApplied) {
        w.s.bias[i] = w.s.bias[i] - force;
      } else {
        const bool active = kind == kCompensation && m.jnt_actgravcomp[m.dof_jntid[i]];
        T* to = active ? w.s.actuator : w.s.passive;
        to[i] = to[i] + force;
        if (rich && kind == kFluid) w.keep(w.rows.qfrc_fluid, i, force);
      }
    });
  }
}

// The sum of all forces but those of constraints takes the place of the bias.
template <class Team, class T>
THEW_STAGE void sum_forces(const Team& team, const SmoothWorld<T>& w) {
  const auto& m = w.m;
  const T* applied = w.row(w.rows.qfrc_applied);
  team.each(m.nv, [&](int i) {
    w.keep(w.rows.qfrc_passive, i, w.s.passive[i]);
    w.keep(w.rows.qfrc_actuator, i, w.s.actuator[i]);
    w.s.bias[i] = w.s.passive[i] - w.s.bias[i] + applied[i] + w.s.actuator[i];
  });
}

}  // namespace detail

/// True if the call leaves the world alone.
template <class T>
THEW_STAGE bool is_left_out(const DeviceWorlds<T>& worlds, std::uint32_t world) {
  return worlds.wanted && worlds.wanted.of(world)[0] == 0;
}

/// `rich`: the model has a fluid, or tendons along paths or with armature; `rare`: what fewer have;
/// `stiff`: by how much forces of actuators fall with length is kept.
template <bool rich, bool rare, bool stiff = false, class Team, class T>
THEW_STAGE void smooth(const Team& team, const DeviceModel<T>& model, const DeviceWorlds<T>& worlds,
                       std::uint32_t world, T* memory, const Call& call) {
  const bool later = call.stage > 0 || (rare && call.again);
  if (is_left_out(worlds, world) || (later && worlds.status.of(world)[0] != 0)) return;
  const SmoothWorld<T> w(model, worlds, world, memory);
  const int status = detail::load_state(team, w);
  // Later stages of a step may be anywhere.
  if (!later) {
    detail::set_status(team, w, status);
    if (status != 0) return;
  }
  kinematics(team, w);
  com_pos(team, w);
  com_vel(team, w);
  passive<rare>(team, w);
  tendons<rich, rare>(team, w);
  detail::pull_bodies<rich, rare>(team, w, rare && call.again);
  actuation<rare, stiff>(team, w, call);
  detail::sum_forces(team, w);
  make_inertia<rich>(team, w);
  T *force = w.row(worlds.qfrc_smooth), *acceleration = w.row(worlds.qacc_smooth);
  team.each(model.nv, [&](int i) { force[i] = w.s.bias[i]; });
  factor(team, model, w.s.M, w.s.inverse, w.s.bias);
  solve(team, model, w.s.M, w.s.inverse, w.s.bias);
  team.each(model.nv, [&](int i) { acceleration[i] = w.s.bias[i]; });
  if (worlds.qLD || worlds.qLDiagInv) {
    team.each(model.nC, [&](int e) {
      const int i = model.tables.entry_row[e];
      const bool diagonal = model.M_colind[e] == i;
      w.keep(worlds.qLD, e, diagonal ? w.s.M[e] : w.s.M[e] * w.s.inverse[i]);
      if (diagonal) w.keep(worlds.qLDiagInv, i, w.s.inverse[i]);
    });
  }
}

}  // namespace thew::gpu
