#pragma once

// The parts of actuation, in their order.

#include <thew/data.h>

#include "math/pack.h"
#include "math/resolution.h"
#include "model/poly_force.h"

namespace thew::actuation {

/// Controls as they arrive: delayed, within their ranges, and within reach where their rate is
/// limited.
template <class T>
void read_controls(const Model& model, BasicData<T>& data, T* ctrl);

/// Rates of all activations.
template <class T>
void activation_rates(const Model& model, BasicData<T>& data, const T* ctrl);

/// Force of an actuator with one output, before its limits.
template <class T>
T scalar_force(const Model& model, BasicData<T>& data, int actuator, const T* ctrl);

/// Forces of all actuators before their limits.
template <class T>
void gain_forces(const Model& model, BasicData<T>& data, const T* ctrl);

/// Marks the tendons whose range the forces reach, given by `force_of(actuator)`: their actuators
/// do not react to velocity, but for the mechanics of motors.
template <class T, class ForceOf>
void find_saturated_tendons(const Model& m, BasicData<T>& d, const ForceOf& force_of) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (!m.tendon_actfrclimited[t]) continue;
    T total = T(0);
    each_driver(m, m.tendon_driver[t], [&](int i) { total = total + force_of(i); });
    const T low = param(d, m.tendon_actfrcrange, 2 * t),
            high = param(d, m.tendon_actfrcrange, 2 * t + 1);
    const T slack = T(math::tolerance<math::Scalar<T>>(1e-10, 1e-6));
    const auto saturated = (total <= math::fma(slack, math::abs(low), low)) |
                           (total >= math::fma(-slack, math::abs(high), high));
    d.kept.tendon_saturated[t] = math::select(saturated, T(1), T(0));
  }
}

/// How much each force falls with length and with velocity, from these controls and the last
/// forces.
template <class T>
void force_tangents(const Model& model, BasicData<T>& data);

}  // namespace thew::actuation
