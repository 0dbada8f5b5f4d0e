// DC motors and Hill muscles on dual numbers (actuation/motor.h and actuation/hill_actuator.h).

#include "actuation/servo.h"
#include "derivative/response.h"
#include "element/hill.h"
#include "element/muscle.h"
#include "model/hill.h"

namespace thew::derivative {

using namespace math;

namespace {

template <class T, class Number>
element::HillMuscle<T> hill_of(const double* p, Number number) {
  return {number(p[hill_gain::kForce]),  number(p[hill_gain::kFibre]),
          number(p[hill_gain::kSlack]),  number(p[hill_gain::kPennation]),
          number(p[hill_gain::kVmax]),   number(p[hill_gain::kDamping]),
          number(p[hill_gain::kStrain]), number(p[hill_gain::kPlateau])};
}
element::HillMuscle<double> hill(const double* p) {
  return hill_of<double>(p, [](double x) { return x; });
}
element::HillMuscle<Slopes> still_hill(const double* p) {
  return hill_of<Slopes>(p, [](double x) { return still(x); });
}

// The root y of hill_elastic() and how it follows what it depends on: one step of Newton's method
// from the root itself.
Slopes equilibrium(const double* p, const Slopes& activation, const Slopes& length, const Slopes& x,
                   double h) {
  const double y =
      element::hill_elastic(hill(p), value_of(activation), value_of(length), value_of(x), h);
  const element::HillMuscle<Slopes> muscle = still_hill(p);
  const Slopes per = muscle.fibre / muscle.slack, free = (length - muscle.slack) / muscle.fibre,
               at = still(y);
  const auto fibre = element::hill_fibre(muscle, activation, at, (at - x) / still(h));
  const auto tendon = element::hill_tendon((free - at) * per, muscle.strain);
  const Slopes g = fibre.value - tendon.value;
  const double slope = value_of(fibre.by_length) + value_of(fibre.by_velocity) / h +
                       value_of(tendon.slope) * value_of(per);
  constexpr double kBalanced = 1e-9;  // else the fibre is at the end of what it can be
  if (!(abs(value_of(g)) < kBalanced) || !(slope > 0)) return at;
  return at - (g - still(value_of(g))) / still(slope);
}

// Nothing changes what is at its limit.
Slopes unless(bool limited, const Slopes& x) {
  return limited ? still(0) : x;
}

// The activation of a Hill muscle as its force sees it.
Slopes floored(const Slopes& seen, double floor) {
  return clamp(seen, still(floor), still(1));
}

}  // namespace

void Response::find_hill_rates() {
  const double* p = m_.actuator_gainprm.values().row(i_);
  const double* dyn = m_.actuator_dynprm.values().row(i_);
  rate_[last()] = element::muscle_rate(ctrl_[0], act_[last()], still(dyn[hill_dyn::kRise]),
                                       still(dyn[hill_dyn::kFall]), still(dyn[hill_dyn::kSmooth]));
  if (m_.actuator_actnum[i_] < 2) return;
  const element::HillMuscle<Slopes> muscle = still_hill(p);
  const double h = m_.opt.timestep;
  const Slopes x = element::hill_fibre_length(act_[0], muscle);
  const Slopes y = equilibrium(p, floored(seen(last()), dyn[hill_dyn::kFloor]),
                               length_[0] + still(p[hill_gain::kOffset]), x, h);
  rate_[0] = (y - x) / (still(h) * cos(muscle.pennation));
}

void Response::find_drive() {
  const auto type = static_cast<Gain>(m_.actuator_gaintype[i_]);
  if (type == Gain::So3) return find_orientation_torque();
  if (type == Gain::Hill) {
    drive_[0] = -hill_pull().force;
    return;
  }
  if (type == Gain::Pid) {
    drive_[0] = controlled_force() + bias(still(0));
    return;
  }
  const Slopes g = gain();
  const bool follows = type == Gain::Dcmotor && motor_.current < 0;
  const Slopes input = follows ? motor_voltage()
                               : element::wrap_setpoint(scalar_input(), length_[0], still(period_));
  drive_[0] = g * input + bias(g);
}

// Its pull, after the rates.
element::HillForce<Slopes> Response::hill_pull() const {
  const double* p = m_.actuator_gainprm.values().row(i_);
  const double floor = m_.actuator_dynprm.values().row(i_)[hill_dyn::kFloor];
  const Slopes activation = floored(seen(last()), floor),
               length = length_[0] + still(p[hill_gain::kOffset]), h = still(m_.opt.timestep);
  const element::HillMuscle<Slopes> muscle = still_hill(p);
  if (m_.actuator_actnum[i_] < 2)
    return element::hill_rigid(muscle, activation, length, velocity_[0]);
  const Slopes x = element::hill_fibre_length(act_[0], muscle),
               y = element::hill_fibre_length(act_[0] + rate_[0] * h, muscle);
  return element::hill_pull(muscle, activation, length, x, y, h);
}

Slopes Response::motor_resistance() const {
  if (motor_.temperature < 0) return gainprm(motor_gain::kResistance);
  const Slopes warmer =
      act_[motor_.temperature] + dynprm(motor_dyn::kAmbient) - gainprm(motor_gain::kTemperature0);
  return element::motor_resistance(gainprm(motor_gain::kResistance),
                                   gainprm(motor_gain::kTemperatureSlope), warmer);
}

Slopes Response::drive_voltage() const {
  const element::MotorDrive<Slopes> drive = {
      gainprm(motor_gain::kResistance), gainprm(motor_gain::kConstant), gainprm(motor_gain::kKp),
      gainprm(motor_gain::kKi), gainprm(motor_gain::kKd)};
  const Slopes integral = motor_.integral < 0 ? still(0) : act_[motor_.integral];
  return element::drive_voltage(drive, length_[0], velocity_[0], integral, servo_input());
}

Slopes Response::motor_voltage() const {
  if (m_.actuator_ctrlnum[i_] == 0) return still(0);
  const Slopes voltage = servo_input().voltage;
  if (!actuation::has_controller(m_, i_)) return voltage;
  return element::bounded(drive_voltage(), gainprm(motor_gain::kVoltageMax)) + voltage;
}

Slopes Response::bristle_rate() const {
  const element::Bristles<Slopes> bristles = {
      dynprm(motor_dyn::kStiffness), biasprm(motor_bias::kCoulomb), biasprm(motor_bias::kStatic),
      biasprm(motor_bias::kStribeck)};
  return element::bristle_rate(bristles, velocity_[0]);
}

void Response::find_electric_rates() {
  const Slopes resistance = motor_resistance();
  const Slopes settled = element::settled_current(motor_voltage(), gainprm(motor_gain::kConstant),
                                                  velocity_[0], resistance);
  const Slopes current = motor_.current >= 0 ? act_[motor_.current] : settled;
  if (motor_.temperature >= 0) {
    rate_[motor_.temperature] = element::warming_rate(resistance, current, act_[motor_.temperature],
                                                      dynprm(motor_dyn::kThermalResistance),
                                                      dynprm(motor_dyn::kThermalCapacitance));
  }
  if (motor_.current >= 0) {
    rate_[motor_.current] = element::current_rate(
        settled, current, dynprm(motor_dyn::kTimeConstant), dynprm(motor_dyn::kCurrentRate));
  }
}

void Response::find_motor_rates() {
  const Slopes control = m_.actuator_ctrlnum[i_] > 0 ? ctrl_[0] : still(0);
  if (motor_.slew >= 0) rate_[motor_.slew] = (control - act_[motor_.slew]) / still(m_.opt.timestep);
  if (motor_.integral >= 0) {
    rate_[motor_.integral] = element::bounded_rate(control - length_[0], act_[motor_.integral],
                                                   dynprm(motor_dyn::kIntegralMax));
  }
  find_electric_rates();
  if (motor_.bristle >= 0)
    rate_[motor_.bristle] = bristle_rate() * act_[motor_.bristle] + velocity_[0];
}

// Cogging and dry friction.
Slopes Response::mechanics() const {
  if (m_.actuator_biastype[i_] != static_cast<int>(Bias::Dcmotor)) return still(0);
  Slopes force =
      element::cogging(biasprm(motor_bias::kCoggingAmplitude), biasprm(motor_bias::kCoggingPoles),
                       biasprm(motor_bias::kCoggingPhase), length_[0])
          .force;
  if (motor_.bristle < 0) return force;
  return force - (dynprm(motor_dyn::kStiffness) * act_[motor_.bristle] +
                  dynprm(motor_dyn::kBristleDamping) * rate_[motor_.bristle]);
}

Response::Tangent Response::mechanics_tangent() const {
  if (m_.actuator_biastype[i_] != static_cast<int>(Bias::Dcmotor)) return {};
  // The damping of bristles is a constant.
  return {
      -element::cogging(biasprm(motor_bias::kCoggingAmplitude), biasprm(motor_bias::kCoggingPoles),
                        biasprm(motor_bias::kCoggingPhase), length_[0])
           .slope,
      still(0)};
}

Response::Tangent Response::current_tangent() const {
  const Slopes constant = gainprm(motor_gain::kConstant);
  Slopes by_length = still(0), by_velocity = still(0);  // of the voltage
  if (actuation::has_controller(m_, i_)) {
    const double most = value_of(gainprm(motor_gain::kVoltageMax));
    const bool limited = most > 0 && abs(value_of(drive_voltage())) >= most;
    const Slopes per = gainprm(motor_gain::kResistance) / constant;
    by_length = unless(limited, -gainprm(motor_gain::kKp) * per);
    by_velocity = unless(limited, constant - gainprm(motor_gain::kKd) * per);
  }
  Slopes part = constant / max(motor_resistance(), still(kMinVal));
  if (motor_.current >= 0) {
    const double most = value_of(dynprm(motor_dyn::kCurrentRate));
    const bool limited = most > 0 && abs(value_of(rate_[motor_.current])) >= most;
    part = unless(limited, part * element::current_share(dynprm(motor_dyn::kTimeConstant),
                                                         still(m_.opt.timestep)));
  }
  return {-part * by_length, -part * (by_velocity - constant)};
}

Response::Tangent Response::drive_tangent() const {
  Tangent tangent;
  if (m_.actuator_biastype[i_] == static_cast<int>(Bias::Muscle))
    tangent = muscle_tangent(m_.actuator_biasprm.values().row(i_), false);
  const auto add = [&](const Tangent& more, const Slopes& times) {
    tangent.stiffness += more.stiffness * times;
    tangent.damping += more.damping * times;
  };
  switch (static_cast<Gain>(m_.actuator_gaintype[i_])) {
    case Gain::Affine:
      add({-gainprm(1), -gainprm(2)}, scalar_input());
      break;
    case Gain::Muscle:
      add(muscle_tangent(m_.actuator_gainprm.values().row(i_), true), scalar_input());
      break;
    case Gain::Dcmotor:
      add(current_tangent(), still(1));
      break;
    case Gain::Hill: {
      const element::HillForce<Slopes> pull = hill_pull();
      add({pull.stiffness, pull.damping}, still(1));
      break;
    }
    default:
      break;
  }
  return tangent;
}

}  // namespace thew::derivative
