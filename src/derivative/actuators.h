#pragma once

// How the force of each output of actuators and their next activations react to lengths,
// velocities, controls and activations.

#include <vector>

#include <thew/data.h>

#include "derivative/slopes.h"
#include "model/activation.h"

namespace thew::derivative {

/// A number that an actuator depends on.
struct Dependence {
  enum Kind { Length, Velocity, Control, Activation } kind;
  int index;  ///< of the output, control or activation

  bool is_motion() const { return kind == Length || kind == Velocity; }
};

/// What one such number does.
struct Slope {
  int actuator;  ///< whose number it is
  int output;    ///< whose force reacts
  Dependence by;
  double force = 0;                   ///< d actuator_force
  double stiffness = 0, damping = 0;  ///< d of how much that force falls with length and velocity
  /// d next activations of the actuator, or of their rates: with its first output.
  std::vector<double> next = {};
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

/// All slopes that are not zero by themselves, after an actuation of `d`, whose controls and limits
/// count. Stiffness and damping are there where `with_tangents` asks for them.
std::vector<Slope> actuator_slopes(const Model& m, const Data& d, bool with_tangents,
                                   Activations of);

/// Whether a control may be moved to this value.
bool is_inside(const Model& m, int control, double value);

/// Whether the forces of actuators reach a dof: not where its joint is at its limit.
bool is_live(const Model& m, const Data& d, int dof);

/// The first actuator that shares the range of a tendon's force with this one, or -1 where it
/// pulls no such tendon.
int first_of_limited_tendon(const Model& m, int actuator);

}  // namespace thew::derivative
