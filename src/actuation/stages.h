#pragma once

// The parts of actuation, in their order.

#include <thew/data.h>

namespace thew::actuation {

/// Controls as they arrive: delayed, then within their ranges.
template <class T>
void read_controls(const Model& model, BasicData<T>& data, T* ctrl);

/// Rates of all activations; set points whose rate is limited become what can be reached.
template <class T>
void activation_rates(const Model& model, BasicData<T>& data, T* ctrl);

/// Forces of all actuators before their limits.
template <class T>
void gain_forces(const Model& model, BasicData<T>& data, const T* ctrl);

/// True if the integrator asks for tangents of the forces.
inline bool uses_tangents(const Model& m) {
  const auto integrator = static_cast<Integrator>(m.opt.integrator);
  return integrator == Integrator::Implicit || integrator == Integrator::Implicitfast ||
         integrator == Integrator::Discrete;
}

}  // namespace thew::actuation
