#pragma once

// DC motors: voltage, current, resistance and warmth, cogging, and dry friction after LuGre.

#include "element/activation.h"
#include "element/motor_parameters.h"
#include "element/servo.h"

namespace thew::element {

/// Resistance when it is `warmer` degrees above the temperature of the nominal one.
template <class T>
THEW_INLINE T motor_resistance(const T& nominal, const T& slope, const T& warmer) {
  return nominal * (T(1) + slope * warmer);
}

/// Numbers of a motor's controller.
template <class T>
struct MotorDrive {
  T resistance, constant;
  T kp, ki, kd;
};

/// Voltage that the controller of a motor wants: it makes the wanted torque and compensates the
/// back-EMF.
template <class T>
THEW_INLINE T drive_voltage(const MotorDrive<T>& p, const T& length, const T& velocity,
                            const T& integral, const ServoInput<T>& u) {
  const T torque = p.kp * (u.position - length) + p.kd * (u.velocity - velocity) + p.ki * integral +
                   u.feedforward;
  return p.resistance / p.constant * torque + p.constant * velocity;
}

/// The current that settles at a voltage: (V - K w) / R.
template <class T>
THEW_INLINE T settled_current(const T& voltage, const T& constant, const T& velocity,
                              const T& resistance) {
  return (voltage - constant * velocity) / resistance;
}

/// Rate of the temperature above that of the surroundings: C dT/dt = R i^2 - T / R_thermal.
template <class T>
THEW_INLINE T warming_rate(const T& resistance, const T& current, const T& warmth,
                           const T& thermal_resistance, const T& capacitance) {
  return (resistance * current * current - warmth / thermal_resistance) / capacitance;
}

/// Rate of the current, at most `most`: tau di/dt = settled - i.
template <class T>
THEW_INLINE T current_rate(const T& settled, const T& current, const T& tau, const T& most) {
  return bounded((settled - current) / tau, most);
}

/// The part of a change of the settled current that is reached within a step h.
template <class T>
THEW_INLINE T current_share(const T& tau, const T& h) {
  return T(1) - exp(-h / max(tau, T(kMinVal)));
}

/// Dry friction of a motor.
template <class T>
struct Bristles {
  T stiffness;
  T coulomb, rest;  ///< force at speed, and at rest
  T stribeck;       ///< speed at which it has gone over from one to the other
};

/// How fast the bristles of dry friction forget, as a rate <= 0 [1/s] (LuGre): -stiffness |v| /
/// g(v), with g between the static level at rest and the Coulomb level at speed.
template <class T>
THEW_INLINE T bristle_rate(const Bristles<T>& p, const T& v) {
  using namespace math;
  const T ratio = v / max(p.stribeck, T(kMinVal));
  const T level = p.coulomb + (p.rest - p.coulomb) * exp(-(ratio * ratio));
  return -p.stiffness * abs(v) / max(level, T(kMinVal));
}

/// The bristles' deflection x a step h later, at constant velocity.
template <class T>
THEW_INLINE T next_bristle(const T& x, const T& rate, const T& v, const T& h) {
  using namespace math;
  const T grown = exp(rate * h);
  const auto moving = abs(rate) > T(kMinVal);
  const T time = select(moving, (grown - T(1)) / select(moving, rate, T(1)), h);
  return grown * x + time * v;
}

/// Cogging torque and its slope by length.
template <class T>
struct Cogging {
  T force, slope;
};
template <class T>
THEW_INLINE Cogging<T> cogging(const T& amplitude, const T& poles, const T& phase,
                               const T& length) {
  T s, c;
  sincos(poles * length + phase, s, c);
  return {amplitude * s, amplitude * poles * c};
}

}  // namespace thew::element
