#pragma once

// Parameters and inputs of actuators, read from Model and Data for the element functions.

#include <thew/data.h>

#include "element/muscle.h"
#include "model/activation.h"

namespace thew::actuation {

using element::Muscle, element::MuscleState;

/// Nine parameters of a muscle from `adr` on, in gainprm or biasprm.
template <class T, class Parameters>
Muscle<T> muscle_parameters(const BasicData<T>& d, const Parameters& prm, int adr) {
  const auto p = [&](int k) { return param(d, prm, adr + k); };
  return {{p(0), p(1)}, p(2), p(3), p(4), p(5), p(6), p(7), p(8)};
}

/// The muscle at its present length and velocity.
template <class T>
MuscleState<T> muscle_at(const Model& m, const BasicData<T>& d, int i, const Muscle<T>& muscle) {
  const int out = m.actuator_outadr[i];
  const T range[2] = {param(d, m.actuator_lengthrange, 2 * out),
                      param(d, m.actuator_lengthrange, 2 * out + 1)};
  return muscle_state(muscle, d.actuator_length[out], d.actuator_velocity[out], range,
                      param(d, m.actuator_acc0, out));
}

/// The one input of a gain: the first control, or the last activation as the force sees it; zero
/// without either.
template <class T>
T scalar_input(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  const int count = m.actuator_actnum[i];
  if (count > 0) return seen_activation(m, d, i, m.actuator_actadr[i] + count - 1);
  return m.actuator_ctrlnum[i] > 0 ? ctrl[m.actuator_ctrladr[i]] : T(0);
}

}  // namespace thew::actuation
