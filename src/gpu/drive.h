#pragma once

// One actuator of a kind that few models have.

#include "gpu/actuator.h"
#include "gpu/pull_between.h"
#include "gpu/servo.h"

namespace thew::gpu::detail {

/// The force of one of the rarer kinds, and its slopes where the integrator takes them.
template <bool stiff, class T>
THEW_CALL ForceAndSlope<T> driven_force(const SmoothWorld<T>& w, const Drive<T>& drive) {
  const auto& m = w.m;
  const int i = drive.i;
  const T *gain_prm = w.own(m.actuator_gainprm) + kNGAIN * i,
          *bias_prm = w.own(m.actuator_biasprm) + kNBIAS * i;
  switch (static_cast<Gain>(m.actuator_gaintype[i])) {
    case Gain::Hill: {
      const element::HillForce<T> pull = hill_force(w, drive);
      return {-pull.force, pull.damping, stiff ? pull.stiffness : T(0)};
    }
    case Gain::Pid: {
      const T bias =
          element::affine(bias_prm[0], bias_prm[1], bias_prm[2], drive.length, drive.velocity);
      return {pid_force(w, drive) + bias, -bias_prm[2], stiff ? -bias_prm[1] : T(0)};
    }
    case Gain::Dcmotor: {
      // A current of its own contains the back-EMF.
      const T constant = gain_prm[motor_gain::kConstant];
      CurrentSlope<T> slope = {T(0), T(0)};
      if (m.tables.implicit != 0) slope = current_slope<stiff>(w, drive);
      if (drive.states.current >= 0)
        return {constant * scalar_input(w, drive), slope.by_velocity, slope.by_length};
      const T gain = constant / max(detail::motor_resistance(w, drive), T(kMinVal));
      return {gain * motor_voltage(w, drive) - gain * constant * drive.velocity, slope.by_velocity,
              slope.by_length};
    }
    default: {
      const T input = scalar_input(w, drive),
              near = element::wrap_setpoint(input, drive.length, drive.period);
      ForceAndSlope<T> f = actuator_force(w, i, drive.out, near, drive.length, drive.velocity);
      if constexpr (!stiff) f.stiffness = T(0);
      return f;
    }
  }
}

/// Torque along the shortest way to an orientation, kp log(q^-1 q_target) + constant + kv velocity,
/// whose range is one of its size.
template <bool stiff, class T>
THEW_CALL void orient(const SmoothWorld<T>& w, const Drive<T>& drive, const math::Vec3<T>& now,
                      const math::Vec3<T>& velocity) {
  using namespace math;
  const auto& m = w.m;
  const int i = drive.i;
  const T* prm = w.own(m.actuator_biasprm) + kNBIAS * i;
  Vec3<T> torque = {T(0), T(0), T(0)};
  T slope = T(0), stiffness = T(0);
  if (!actuator_disabled(m, i)) {
    torque = element::orientation_torque(w.own(m.actuator_gainprm, kNGAIN * i),
                                         target_orientation(w, drive), now);
    torque = {fma(prm[2], velocity.x, torque.x + prm[0]),
              fma(prm[2], velocity.y, torque.y + prm[0]),
              fma(prm[2], velocity.z, torque.z + prm[0])};
    slope = -prm[2];
    stiffness = -prm[1];
  }
  if (m.actuator_forcelimited[i]) {
    const T size = norm(torque), most = w.own(m.actuator_forcerange, 2 * i + 1);
    if (size > most) torque = torque * (most / size);
    if (size >= most) slope = stiffness = T(0);
  }
  store(w.s.actuator_force + drive.out, torque);
  for (int k = 0; k < 3; ++k) {
    w.s.actuator_slope[drive.out + k] = slope;
    if constexpr (stiff) w.row(w.rows.actuator_stiffness)[drive.out + k] = stiffness;
  }
  w.keep(w.rows.actuator_force, drive.out, torque);
}

/// An actuator of any kind. `time`: now; `touched`: contacts are known; `stiff`: by how much its
/// force falls with length is kept.
template <bool stiff, class T>
THEW_STAGE void drive(const SmoothWorld<T>& w, int i, bool sane, const double& time, bool touched) {
  using namespace math;
  const auto& m = w.m;
  const auto& t = m.tables;
  const int first = m.actuator_outadr[i];
  T length[3] = {T(0), T(0), T(0)}, velocity[3] = {T(0), T(0), T(0)};
  THEW_ROLLED
  for (int k = 0; k < m.actuator_outnum[i]; ++k) {
    const int out = first + k;
    w.s.actuator_force[out] = w.s.actuator_slope[out] = T(0);
    length[k] = pull_any(w, i, out, touched, w.s.moment + t.moment_adr[out]);
    THEW_ROLLED
    for (int e = t.moment_adr[out]; e < t.moment_adr[out + 1]; ++e)
      velocity[k] = fma(w.s.moment[e], w.s.qvel[t.moment_dof[e]], velocity[k]);
    w.keep(w.rows.actuator_length, out, length[k]);
    w.keep(w.rows.actuator_velocity, out, velocity[k]);
  }
  Drive<T> drive = {i, first, length[0], velocity[0], setpoint_period(w, i), {}, states_of(m, i)};
  read_controls(w, drive, sane, time);
  all_rates(w, drive);
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3))
    return orient<stiff>(w, drive, load3(length), load3(velocity));
  ForceAndSlope<T> f = {T(0), T(0)};
  if (!actuator_disabled(m, i)) f = driven_force<stiff>(w, drive);
  w.s.actuator_slope[first] = f.slope;
  w.s.actuator_force[first] = f.force;
  if constexpr (stiff) w.row(w.rows.actuator_stiffness)[first] = f.stiffness;
  if (!is_bounded_tendon(m, i)) bound_force<stiff>(w, i);
}

/// Motors turn with cogging and dry friction whatever their current is, and whatever its limits.
template <bool stiff, class T>
THEW_STAGE void add_mechanics(const SmoothWorld<T>& w, int i) {
  const auto& m = w.m;
  if (m.actuator_biastype[i] != static_cast<int>(Bias::Dcmotor) || actuator_disabled(m, i)) return;
  const int out = m.actuator_outadr[i], bristle = states_of(m, i).bristle;
  const T *bias = w.own(m.actuator_biasprm) + kNBIAS * i,
          *prm = w.own(m.actuator_dynprm) + kNDYN * i;
  T force = T(0);
  if (bias[motor_bias::kCoggingAmplitude] != T(0)) {
    const auto cogging =
        element::cogging(bias[motor_bias::kCoggingAmplitude], bias[motor_bias::kCoggingPoles],
                         bias[motor_bias::kCoggingPhase], w.row(w.rows.actuator_length)[out]);
    force = cogging.force;
    if constexpr (stiff) {
      T& stiffness = w.row(w.rows.actuator_stiffness)[out];
      stiffness = stiffness - cogging.slope;
    }
  }
  if (bristle >= 0) {
    const int adr = m.actuator_actadr[i] + bristle;
    const T damping = prm[motor_dyn::kBristleDamping];
    force = force - (prm[motor_dyn::kStiffness] * w.row(w.rows.act)[adr] +
                     damping * w.row(w.rows.act_dot)[adr]);
    w.s.actuator_slope[out] = w.s.actuator_slope[out] + max(damping, T(0));
  }
  w.s.actuator_force[out] = w.s.actuator_force[out] + force;
  w.keep(w.rows.actuator_force, out, w.s.actuator_force[out]);
}

}  // namespace thew::gpu::detail
