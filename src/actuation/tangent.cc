// How forces fall with length and velocity: what the implicit integrators know of actuators.

#include <algorithm>

#include <thew/stages.h>

#include "actuation/hill_actuator.h"
#include "actuation/motor.h"
#include "actuation/parameters.h"
#include "actuation/stages.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;

namespace {

// - d force / d length and - d force / d velocity.
template <class T>
struct Tangent {
  T stiffness, damping;
};

template <class T>
Tangent<T> operator+(const Tangent<T>& a, const Tangent<T>& b) {
  return {a.stiffness + b.stiffness, a.damping + b.damping};
}

// Without the input.
template <class T>
Tangent<T> gain_tangent(const Model& m, const BasicData<T>& d, int i) {
  const int g = kNGAIN * i;
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::Affine)) {
    return {-param(d, m.actuator_gainprm, g + 1), -param(d, m.actuator_gainprm, g + 2)};
  }
  const Muscle<T> muscle = muscle_parameters(d, m.actuator_gainprm, g);
  const MuscleState<T> state = muscle_at(m, d, i, muscle);
  return {-muscle_gain_by_length(muscle, state), -muscle_gain_by_velocity(muscle, state)};
}

template <class T>
Tangent<T> bias_tangent(const Model& m, const BasicData<T>& d, int i) {
  const int b = kNBIAS * i;
  switch (static_cast<Bias>(m.actuator_biastype[i])) {
    case Bias::Affine:
    case Bias::So3:
      return {-param(d, m.actuator_biasprm, b + 1), -param(d, m.actuator_biasprm, b + 2)};
    case Bias::Muscle: {
      const Muscle<T> muscle = muscle_parameters(d, m.actuator_biasprm, b);
      return {-muscle_bias_by_length(muscle, muscle_at(m, d, i, muscle)), T(0)};
    }
    default:
      return {T(0), T(0)};
  }
}

// The force K i of the current i = (V - K w) / R, of which a lagging current reaches a part within
// the step. A controller's voltage falls with length and velocity unless it is at its limit.
template <class T>
Tangent<T> current_tangent(const Model& m, const BasicData<T>& d, int i) {
  const MotorStates s = motor_states(m, i);
  const auto gain = [&](int place) { return motor_gainprm(m, d, i, place); };
  const T constant = gain(motor_gain::kConstant);
  T by_length = T(0), by_velocity = T(0);  // of the voltage
  if (has_controller(m, i)) {
    const T drive =
        drive_voltage(m, d, i, s, servo_input(m, i, d.kept.ctrl.data() + m.actuator_ctrladr[i]));
    const T most = gain(motor_gain::kVoltageMax), per = gain(motor_gain::kResistance) / constant;
    const auto limited = (most > T(0)) & (abs(drive) >= most);
    by_length = select(limited, T(0), -gain(motor_gain::kKp) * per);
    by_velocity = select(limited, T(0), constant - gain(motor_gain::kKd) * per);
  }
  T part = constant / max(motor_resistance(m, d, i, s), T(kMinVal));
  if (s.current >= 0) {
    const T tau = motor_dynprm(m, d, i, motor_dyn::kTimeConstant);
    const T most = motor_dynprm(m, d, i, motor_dyn::kCurrentRate);
    const T rate = d.act_dot[m.actuator_actadr[i] + s.current];
    const auto limited = (most > T(0)) & (abs(rate) >= most);
    part = select(limited, T(0), part * element::current_share(tau, T(m.opt.timestep)));
  }
  return {-part * by_length, -part * (by_velocity - constant)};
}

// Cogging and the micro-damping of the friction's bristles.
template <class T>
Tangent<T> mechanics_tangent(const Model& m, const BasicData<T>& d, int i) {
  const auto bias = [&](int place) { return param(d, m.actuator_biasprm, kNBIAS * i + place); };
  Tangent<T> tangent = {T(0), T(0)};
  const T amplitude = bias(motor_bias::kCoggingAmplitude), poles = bias(motor_bias::kCoggingPoles);
  if (any(amplitude != T(0))) {
    tangent.stiffness = -element::cogging(amplitude, poles, bias(motor_bias::kCoggingPhase),
                                          d.actuator_length[m.actuator_outadr[i]])
                             .slope;
  }
  if (motor_states(m, i).bristle >= 0) {
    tangent.damping = max(motor_dynprm(m, d, i, motor_dyn::kBristleDamping), T(0));
  }
  return tangent;
}

template <class T>
Tangent<T> select(const MaskOf<T>& mask, const Tangent<T>& a, const Tangent<T>& b) {
  return {math::select(mask, a.stiffness, b.stiffness), math::select(mask, a.damping, b.damping)};
}

// Where the joint that an actuator drives is at its force limit.
template <class T>
MaskOf<T> joint_saturated(const Model& m, const BasicData<T>& d, int i) {
  const auto transmission = static_cast<Transmission>(m.actuator_trntype[i]);
  const bool drives_joint =
      transmission == Transmission::Joint || transmission == Transmission::Jointinparent;
  const int joint = m.actuator_trnid[2 * i];
  if (!drives_joint || !m.jnt_actfrclimited[joint]) return false;
  const T f = d.qfrc_actuator[m.jnt_dofadr[joint]];
  return (f <= param(d, m.jnt_actfrcrange, 2 * joint)) |
         (f >= param(d, m.jnt_actfrcrange, 2 * joint + 1));
}

// Where the actuator's own range or that of the tendon that it pulls bounds its force.
template <class T>
MaskOf<T> force_saturated(const Model& m, const BasicData<T>& d, int i) {
  MaskOf<T> saturated = false;
  if (m.actuator_forcelimited[i]) saturated = d.kept.actuator_saturated[i] != T(0);
  if (m.actuator_trntype[i] != static_cast<int>(Transmission::Tendon)) return saturated;
  const int tendon = m.actuator_trnid[2 * i];
  if (!m.tendon_actfrclimited[tendon]) return saturated;
  return saturated | (d.kept.tendon_saturated[tendon] != T(0));
}

// The part that those ranges bound.
template <class T>
Tangent<T> limited_tangent(const Model& m, const BasicData<T>& d, int i) {
  Tangent<T> tangent = bias_tangent(m, d, i);
  switch (static_cast<Gain>(m.actuator_gaintype[i])) {
    case Gain::Affine:
    case Gain::Muscle: {
      const T input = scalar_input(m, d, i, d.kept.ctrl.data());
      const Tangent<T> gain = gain_tangent(m, d, i);
      tangent = tangent + Tangent<T>{gain.stiffness * input, gain.damping * input};
      break;
    }
    case Gain::Dcmotor:
      tangent = tangent + current_tangent(m, d, i);
      break;
    case Gain::Hill: {
      const HillForce<T> pull = hill_force(m, d, i);
      tangent = tangent + Tangent<T>{pull.stiffness, pull.damping};
      break;
    }
    default:
      break;
  }
  return select<T>(force_saturated(m, d, i), {T(0), T(0)}, tangent);
}

template <class T>
Tangent<T> actuator_tangent(const Model& m, const BasicData<T>& d, int i) {
  if (actuator_disabled(m, i)) return {T(0), T(0)};
  Tangent<T> tangent = limited_tangent(m, d, i);
  if (m.actuator_biastype[i] == static_cast<int>(Bias::Dcmotor)) {
    tangent = tangent + mechanics_tangent(m, d, i);
  }
  return select<T>(joint_saturated(m, d, i), {T(0), T(0)}, tangent);
}

// Which limits are reached, from the last forces. Those of motors have mechanics in them, which
// ranges do not bound: their own range is that of the current that flows at the present controls.
template <class T>
void find_limits(const Model& m, BasicData<T>& d) {
  const auto is_motor = [&](int i) {
    return m.actuator_biastype[i] == static_cast<int>(Bias::Dcmotor) && !actuator_disabled(m, i);
  };
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3) || !m.actuator_forcelimited[i])
      continue;
    const T f = is_motor(i) ? scalar_force(m, d, i, d.kept.ctrl.data())
                            : d.actuator_force[m.actuator_outadr[i]];
    const auto limited = (f <= param(d, m.actuator_forcerange, 2 * i)) |
                         (f >= param(d, m.actuator_forcerange, 2 * i + 1));
    d.kept.actuator_saturated[i] = math::select(limited, T(1), T(0));
  }
  find_saturated_tendons(m, d, [&](int i) {
    const T f = d.actuator_force[m.actuator_outadr[i]];
    return is_motor(i) ? f - motor_mechanics(m, d, i) : f;
  });
}

}  // namespace

template <class T>
void tangents(const Model& m, BasicData<T>& d) {
  read_controls(m, d, d.kept.ctrl.data());
  find_limits(m, d);
  force_tangents(m, d);
}

template <class T>
void force_tangents(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    const Tangent<T> tangent = actuator_tangent(m, d, i);
    for (int k = 0; k < m.actuator_outnum[i]; ++k) {
      T* row = d.kept.actuator_tangent.row(m.actuator_outadr[i] + k);
      row[0] = tangent.stiffness;
      row[1] = tangent.damping;
    }
  }
}

#define THEW_INSTANTIATE(T)                            \
  template void tangents(const Model&, BasicData<T>&); \
  template void force_tangents(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
