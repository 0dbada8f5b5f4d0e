#pragma once

// The classical Runge-Kutta method. A step is four turns of all kernels; in place of the advance
// comes this one, which records the rates of a stage and puts the state of the next one, or of the
// next step, in its place.

#include "gpu/advance.h"
#include "gpu/contact_parameters.h"
#include "pipeline/rotation_rate.h"

namespace thew::gpu {

namespace detail {

/// Stages of a step.
inline constexpr int kStages = 4;

/// Keeps the state in which the step began. `rare`: with lengths of tendons, by which springs
/// yield.
template <bool rare, class Team, class T>
THEW_STAGE void keep_start(const Team& team, const RowsWorld<T>& w) {
  const auto& m = w.m;
  const auto keep = [&](int n, const Rows<T>& from, const Rows<T>& to) {
    if (from && to) team.copy(n, static_cast<const T*>(w.row(from)), w.row(to));
  };
  keep(m.nq, w.rows.qpos, w.rows.start_qpos);
  keep(m.nv, w.rows.qvel, w.rows.start_qvel);
  keep(m.na, w.rows.act, w.rows.start_act);
  if constexpr (rare) {
    keep(m.ntendon, w.rows.ten_length, w.rows.start_ten_length);
    keep(m.nJten, w.rows.ten_J, w.rows.start_ten_J);
  }
  keep(m.nout, w.rows.actuator_length, w.rows.start_length);
  keep(m.nout, w.rows.actuator_velocity, w.rows.start_velocity);
}

/// The rates of a stage: velocities, those of rotations in the tangent space at the start of the
/// step (Munthe-Kaas, BIT 38, 1998), accelerations, and those of activations.
template <class Team, class T>
THEW_STAGE void record_rates(const Team& team, const RowsWorld<T>& w, int stage) {
  using namespace math;
  const auto& m = w.m;
  T *rate = w.row(w.rows.rate_position), *own = rate + m.nv * stage;
  const T *before = rate + m.nv * (stage > 0 ? stage - 1 : 0), *qvel = w.row(w.rows.qvel);
  const T h = m.opt.timestep * T(fraction_of(stage));
  team.each(m.njnt, [&](int j) {
    const auto type = static_cast<JointType>(m.jnt_type[j]);
    int i = m.jnt_dofadr[j];
    if (type == JointType::Slide || type == JointType::Hinge) {
      own[i] = qvel[i];
      return;
    }
    if (type == JointType::Free) {
      store(own + i, load3(qvel + i));
      i += 3;
    }
    const Vec3<T> u = {h * before[i], h * before[i + 1], h * before[i + 2]};
    const Vec3<T> zero = {T(0), T(0), T(0)};
    store(own + i, rotation_rate(stage == 0 ? zero : u, load3(qvel + i)));
  });
  team.copy(m.nv, static_cast<const T*>(w.row(w.rows.qacc)),
            w.row(w.rows.rate_velocity) + m.nv * stage);
  if (m.na > 0) {
    team.copy(m.na, static_cast<const T*>(w.row(w.rows.act_dot)),
              w.row(w.rows.rate_act) + m.na * stage);
  }
}

/// The state of the next stage: the start moved by a fraction of a step along the rates of this
/// one.
template <class Team, class T>
THEW_STAGE void place_stage(const Team& team, const RowsWorld<T>& w, int stage) {
  const auto& m = w.m;
  const T h = m.opt.timestep * (stage < 2 ? T(0.5) : T(1));
  T *qpos = w.row(w.rows.qpos), *qvel = w.row(w.rows.qvel);
  const T *start = w.row(w.rows.start_qvel), *rate = w.row(w.rows.rate_velocity) + m.nv * stage;
  team.copy(m.nq, static_cast<const T*>(w.row(w.rows.start_qpos)), qpos);
  team.each(m.njnt,
            [&](int j) { move_joint(w, j, w.row(w.rows.rate_position) + m.nv * stage, h); });
  team.each(m.nv, [&](int i) { qvel[i] = fma(h, rate[i], start[i]); });
  if (m.na > 0) {
    T* act = w.row(w.rows.act);
    const T *begin = w.row(w.rows.start_act), *slope = w.row(w.rows.rate_act) + m.na * stage;
    team.each(m.na, [&](int i) { act[i] = fma(h, slope[i], begin[i]); });
  }
}

/// The mean of the rates of all stages, in place of those of the first.
template <class Team, class T>
THEW_STAGE void weigh(const Team& team, int n, T* rates) {
  team.each(n, [&](int i) {
    T* r = rates + i;
    r[0] = (r[0] + T(2) * (r[n] + r[2 * n]) + r[3 * n]) * T(1.0 / 6);
  });
}

}  // namespace detail

/// One of the four stages of a step.
template <bool rare, class Team, class T>
THEW_STAGE void rk4(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                    std::uint32_t world, int stage) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const RowsWorld<T> w(m, worlds, world, nullptr);
  if (stage == 0) {
    if (detail::is_bad(team, w)) return;
    detail::keep_start<rare>(team, w);
  }
  detail::record_rates(team, w, stage);
  if (stage + 1 < detail::kStages) return detail::place_stage(team, w, stage);
  T *position = w.row(worlds.rate_position), *velocity = w.row(worlds.rate_velocity),
    *act = m.na > 0 ? w.row(worlds.rate_act) : nullptr;
  detail::weigh(team, m.nv, position);
  detail::weigh(team, m.nv, velocity);
  if (m.na > 0) detail::weigh(team, m.na, act);
  const auto restore = [&](int n, const Rows<T>& from, const Rows<T>& to) {
    if (from && to) team.copy(n, static_cast<const T*>(w.row(from)), w.row(to));
  };
  restore(m.nq, worlds.start_qpos, worlds.qpos);
  restore(m.nv, worlds.start_qvel, worlds.qvel);
  restore(m.na, worlds.start_act, worlds.act);
  if constexpr (rare) {
    restore(m.ntendon, worlds.start_ten_length, worlds.ten_length);
    restore(m.nJten, worlds.start_ten_J, worlds.ten_J);
  }
  restore(m.nout, worlds.start_length, worlds.actuator_length);
  restore(m.nout, worlds.start_velocity, worlds.actuator_velocity);
  detail::advance_by<rare>(team, w, velocity, position, act);
}

}  // namespace thew::gpu
