// Force of each actuator: gain times input, plus bias.

#include <thew/callback.h>

#include "actuation/four_muscles.h"
#include "actuation/hill_actuator.h"
#include "actuation/motor.h"
#include "actuation/parameters.h"
#include "actuation/pid_plugin.h"
#include "actuation/servo.h"
#include "actuation/stages.h"
#include "element/gain.h"
#include "math/quat.h"
#include "model/activation.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;
using namespace element;

namespace {

template <class T>
T user_value(const Callbacks::Function<double, int>& function, const Model& m, BasicData<T>& d,
             int i, double otherwise) {
  if constexpr (kCallsUser<T>) {
    if (const auto value = callback(function, d)) return value(m, d, i);
  }
  return T(otherwise);
}

template <class T>
T gain(const Model& m, BasicData<T>& d, int i) {
  const int out = m.actuator_outadr[i], g = kNGAIN * i;
  const auto prm = [&](int k) { return param(d, m.actuator_gainprm, g + k); };
  switch (static_cast<Gain>(m.actuator_gaintype[i])) {
    case Gain::Fixed:
      return prm(0);
    case Gain::Affine:
      return affine(prm(0), prm(1), prm(2), d.actuator_length[out], d.actuator_velocity[out]);
    case Gain::Muscle: {
      const Muscle<T> muscle = muscle_parameters(d, m.actuator_gainprm, g);
      return muscle_gain(muscle, muscle_at(m, d, i, muscle));
    }
    case Gain::Dcmotor: {
      const MotorStates s = motor_states(m, i);
      const T constant = prm(motor_gain::kConstant);
      if (s.current >= 0) return constant;
      return constant / max(motor_resistance(m, d, i, s), T(kMinVal));
    }
    case Gain::Pid:
    case Gain::So3:
      return T(0);
    default:
      return user_value(callbacks.act_gain, m, d, i, 1);
  }
}

// What the gain multiplies: the control, or the activation that the force sees; servo angles by
// their nearest representative.
template <class T>
T gain_input(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::Dcmotor)) {
    const MotorStates s = motor_states(m, i);
    if (s.current < 0) return motor_voltage(m, d, i, s, ctrl);
  }
  const T input = scalar_input(m, d, i, ctrl);
  const T period = setpoint_period(m, d, i);
  return any(period > T(0)) ? wrap_setpoint(input, d.actuator_length[m.actuator_outadr[i]], period)
                            : input;
}

// The part of a pid controller that depends on its inputs and states; the bias has the rest.
template <class T>
T controlled_force(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  const ServoInput<T> u = servo_input(m, i, ctrl + m.actuator_ctrladr[i]);
  const T target =
      wrap_setpoint(u.position, d.actuator_length[m.actuator_outadr[i]], setpoint_period(m, d, i));
  const T f = pid_force(param(d, m.actuator_biasprm, kNBIAS * i + 1),
                        param(d, m.actuator_biasprm, kNBIAS * i + 2), target, u);
  if (!pid_states(m, i).integrates) return f;
  const int last = m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
  return f + param(d, m.actuator_gainprm, kNGAIN * i) * seen_activation(m, d, i, last);
}

template <class T>
T bias(const Model& m, BasicData<T>& d, int i, const T& gain) {
  const int out = m.actuator_outadr[i], b = kNBIAS * i;
  switch (static_cast<Bias>(m.actuator_biastype[i])) {
    case Bias::None:
    case Bias::So3:
      return T(0);
    case Bias::Affine:
      return affine(param(d, m.actuator_biasprm, b), param(d, m.actuator_biasprm, b + 1),
                    param(d, m.actuator_biasprm, b + 2), d.actuator_length[out],
                    d.actuator_velocity[out]);
    case Bias::Muscle: {
      const Muscle<T> muscle = muscle_parameters(d, m.actuator_biasprm, b);
      return muscle_bias(muscle, muscle_at(m, d, i, muscle));
    }
    case Bias::Dcmotor:
      // The back-EMF; a current of its own contains it.
      if (motor_states(m, i).current >= 0) return T(0);
      return -gain * motor_gainprm(m, d, i, motor_gain::kConstant) * d.actuator_velocity[out];
    default:
      return user_value(callbacks.act_bias, m, d, i, 0);
  }
}

// Most motors: their force is the gain times the control.
bool scales_control(const Model& m, int i) {
  return m.actuator_gaintype[i] == static_cast<int>(Gain::Fixed) &&
         m.actuator_biastype[i] == static_cast<int>(Bias::None) && m.actuator_actnum[i] == 0 &&
         m.actuator_ctrlnum[i] > 0 && m.actuator_plugin[i] < 0;
}

// The orientation that an so3 servo aims at: a quaternion, or a rotation vector that may be
// integrated.
template <class T>
Quat<T> target_orientation(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  const T* u = ctrl + m.actuator_ctrladr[i];
  if (m.actuator_ctrlspec[i] == static_cast<int>(CtrlChart::Quat)) return normalized(load4(u));
  if (m.actuator_actnum[i] < 3) return exponential(load3(u));
  const int adr = m.actuator_actadr[i];
  return exponential(Vec3<T>{seen_activation(m, d, i, adr), seen_activation(m, d, i, adr + 1),
                             seen_activation(m, d, i, adr + 2)});
}

// Torque along the shortest way to the target: kp log(q^-1 q_target) + constant + kv velocity.
template <class T>
void orientation_force(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const int out = m.actuator_outadr[i];
  const T kp = param(d, m.actuator_gainprm, kNGAIN * i);
  const T constant = param(d, m.actuator_biasprm, kNBIAS * i),
          kv = param(d, m.actuator_biasprm, kNBIAS * i + 2);
  T* force = d.actuator_force.data() + out;
  store(force, orientation_torque(kp, target_orientation(m, d, i, ctrl),
                                  load3(d.actuator_length.data() + out)));
  for (int k = 0; k < 3; ++k) {
    force[k] = fma(kv, d.actuator_velocity[out + k], force[k] + constant);
  }
}

// Muscles by gain and by bias, as the keyword `muscle` makes them.
bool is_muscle(const Model& m, int i) {
  return m.actuator_gaintype[i] == static_cast<int>(Gain::Muscle) &&
         m.actuator_biastype[i] == static_cast<int>(Bias::Muscle) && m.actuator_plugin[i] < 0 &&
         !actuator_disabled(m, i);
}

// scalar_force() of four muscles.
template <class T>
void four_muscle_forces(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const auto active = four_muscles(d, m.actuator_gainprm, kNGAIN, i);
  const auto passive = four_muscles(d, m.actuator_biasprm, kNBIAS, i);
  const auto input = of_four<T>(i, [&](int a) { return scalar_input(m, d, a, ctrl); });
  const auto force = muscle_gain(active, four_muscles_at(m, d, i, active)) * input +
                     muscle_bias(passive, four_muscles_at(m, d, i, passive));
  for (int k = 0; k < kFour; ++k) d.actuator_force[m.actuator_outadr[i + k]] = force[k];
}

}  // namespace

template <class T>
T scalar_force(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  if (m.actuator_plugin[i] >= 0) return pid_plugin_force(m, d, i);
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::Hill)) return -hill_force(m, d, i).force;
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::Pid)) {
    return controlled_force(m, d, i, ctrl) + bias(m, d, i, T(0));
  }
  const T g = gain(m, d, i);
  return g * gain_input(m, d, i, ctrl) + bias(m, d, i, g);
}

template <class T>
void gain_forces(const Model& m, BasicData<T>& d, const T* ctrl) {
  for (int i = 0; i < m.nactuator; ++i) {
    if constexpr (lanes_v<T> == 1) {
      if (all_four(m, i, [&](int a) { return is_muscle(m, a); })) {
        four_muscle_forces(m, d, i, ctrl);
        i += kFour - 1;
        continue;
      }
    }
    if (actuator_disabled(m, i)) continue;
    T& force = d.actuator_force[m.actuator_outadr[i]];
    if (scales_control(m, i)) {
      force = param(d, m.actuator_gainprm, kNGAIN * i) * ctrl[m.actuator_ctrladr[i]];
    } else if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3)) {
      orientation_force(m, d, i, ctrl);
    } else {
      force = scalar_force(m, d, i, ctrl);
    }
  }
}

#define THEW_INSTANTIATE(T)                                            \
  template T scalar_force(const Model&, BasicData<T>&, int, const T*); \
  template void gain_forces(const Model&, BasicData<T>&, const T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
