#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew {

/// Functions of the user that every step calls; null for none. They are the same for all models and
/// threads, and set while nothing steps. Worlds in lanes do not call them.
struct Callbacks {
  /// Writes data.ctrl and applied forces, when positions and velocities are known.
  void (*control)(const Model& model, Data& data) = nullptr;
  /// Adds to data.qfrc_passive.
  void (*passive)(const Model& model, Data& data) = nullptr;
  /// Writes data.sensordata of user sensors that need no more than this stage.
  void (*sensor)(const Model& model, Data& data, Stage stage) = nullptr;
  /// Rate of the activation of an actuator with dyntype user; if it has several, the function
  /// writes data.act_dot itself.
  double (*act_dyn)(const Model& model, Data& data, int actuator) = nullptr;
  /// Gain of an actuator with gaintype user; 1 without.
  double (*act_gain)(const Model& model, Data& data, int actuator) = nullptr;
  /// Bias of an actuator with biastype user; 0 without.
  double (*act_bias)(const Model& model, Data& data, int actuator) = nullptr;
  /// The time, in any unit, by which data.timer_duration counts the parts of steps; none are timed
  /// without.
  double (*time)() = nullptr;
};

extern Callbacks callbacks;

}  // namespace thew
