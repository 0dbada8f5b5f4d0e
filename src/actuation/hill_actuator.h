#pragma once

// Hill muscles as actuators: their parameters and states in Model and Data.

#include "element/hill.h"
#include "element/muscle.h"
#include "model/activation.h"
#include "model/hill.h"

namespace thew::actuation {

using element::HillForce, element::HillMuscle;

template <class T>
HillMuscle<T> hill_parameters(const Model& m, const BasicData<T>& d, int i) {
  const auto prm = [&](int place) { return param(d, m.actuator_gainprm, kNGAIN * i + place); };
  return {prm(hill_gain::kForce),     prm(hill_gain::kFibre),  prm(hill_gain::kSlack),
          prm(hill_gain::kPennation), prm(hill_gain::kVmax),   prm(hill_gain::kDamping),
          prm(hill_gain::kStrain),    prm(hill_gain::kPlateau)};
}

/// Length of the whole muscle.
template <class T>
T hill_length(const Model& m, const BasicData<T>& d, int i) {
  return d.actuator_length[m.actuator_outadr[i]] +
         param(d, m.actuator_gainprm, kNGAIN * i + hill_gain::kOffset);
}

/// An elastic muscle has the state of its fibre before its activation.
inline bool hill_is_elastic(const Model& m, int i) {
  return m.actuator_actnum[i] > 1;
}

/// The activation that the force sees: never quite zero, as in a resting muscle.
template <class T>
T hill_activation(const Model& m, const BasicData<T>& d, int i) {
  const int last = m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
  return math::clamp(seen_activation(m, d, i, last),
                     param(d, m.actuator_dynprm, kNDYN * i + hill_dyn::kFloor), T(1));
}

/// Rates of the activation and, with an elastic tendon, of the fibre's length.
template <class T>
void hill_rates(const Model& m, BasicData<T>& d, int i, const T& ctrl) {
  const int first = m.actuator_actadr[i], last = first + m.actuator_actnum[i] - 1;
  const auto prm = [&](int place) { return param(d, m.actuator_dynprm, kNDYN * i + place); };
  d.act_dot[last] = element::muscle_rate(ctrl, d.act[last], prm(hill_dyn::kRise),
                                         prm(hill_dyn::kFall), prm(hill_dyn::kSmooth));
  if (!hill_is_elastic(m, i)) return;
  const HillMuscle<T> p = hill_parameters(m, d, i);
  const T h = T(m.opt.timestep), x = hill_fibre_length(d.act[first], p);
  const T y = hill_elastic(p, hill_activation(m, d, i), hill_length(m, d, i), x, h);
  d.act_dot[first] = (y - x) / (h * math::cos(p.pennation));
}

/// Its pull, and how that changes with length and velocity; after the rates.
template <class T>
HillForce<T> hill_force(const Model& m, const BasicData<T>& d, int i) {
  const HillMuscle<T> p = hill_parameters(m, d, i);
  const T activation = hill_activation(m, d, i), length = hill_length(m, d, i);
  if (!hill_is_elastic(m, i)) {
    return hill_rigid(p, activation, length, d.actuator_velocity[m.actuator_outadr[i]]);
  }
  const int first = m.actuator_actadr[i];
  const T h = T(m.opt.timestep);
  const T x = hill_fibre_length(d.act[first], p),
          y = hill_fibre_length(math::fma(h, d.act_dot[first], d.act[first]), p);
  return hill_pull(p, activation, length, x, y, h);
}

}  // namespace thew::actuation
