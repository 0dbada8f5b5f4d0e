#pragma once

// How the force of each actuator and its next activations react to its length, its velocity, its
// controls and its activations.

#include <vector>

#include <thew/data.h>

#include "model/activation.h"

namespace thew::derivative {

/// A number that an actuator depends on.
struct Dependence {
  enum Kind { Length, Velocity, Control, Activation } kind;
  int index;  ///< of the output, control or activation
};

/// What one such number does.
struct Slope {
  int actuator;
  Dependence by;
  double force = 0;               ///< d actuator_force
  double damping = 0;             ///< d of how much the force falls with velocity
  std::vector<double> next = {};  ///< d next activations of this actuator, or of their rates
};

/// Which of the two: activations after a step, or their rates.
enum class Activations { Next, Rates };

/// Those of all actuators, after an actuation of `d`.
template <class T>
void find_activations(const Model& m, const BasicData<T>& d, Activations of, std::vector<T>& to) {
  to.resize(static_cast<std::size_t>(m.na));
  for (int i = 0; i < m.nactuator; ++i) {
    for (int a = m.actuator_actadr[i]; a < m.actuator_actadr[i] + m.actuator_actnum[i]; ++a) {
      const T rate = actuator_disabled(m, i) ? T(0) : d.act_dot[a];
      to[static_cast<std::size_t>(a)] =
          of == Activations::Rates ? rate : next_activation(m, d, i, a, rate);
    }
  }
}

/// All slopes that are not zero by themselves. Gains and biases that are affine are in closed form;
/// others (muscles, motors with states, filters...) are differences of that one actuator, all
/// actuators at once. Works on the actuation of `d`, which is as before at the end.
std::vector<Slope> actuator_slopes(const Model& m, Data& d, bool with_damping, Activations of);

/// Whether the slopes say all: actuators with one output each, forces of tendons without limits.
bool covers_actuators(const Model& m);

}  // namespace thew::derivative
