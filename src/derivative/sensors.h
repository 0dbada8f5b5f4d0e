#pragma once

// Sensors in closed form: those of joints, tendons, actuators, centres of mass, and of frames that
// are fixed to bodies, with their velocities and accelerations.

#include <vector>

#include <thew/derivative.h>

#include "derivative/residual.h"
#include "derivative/rne.h"

namespace thew::derivative {

/// Whether a sensor has a closed form.
bool has_closed_form(const Model& m, int sensor);
/// Whether all have.
bool all_have_closed_forms(const Model& m);

class Sensors {
 public:
  /// At a state after forward dynamics.
  Sensors(const Model& m, const Data& d, const std::vector<Slope>& slopes, const Moments& moments);

  /// Writes the rows of sensors in closed form, where `acceleration` has d qacc by all inputs. A
  /// matrix that is left empty is not filled.
  void fill(const Matrix& acceleration, std::span<double> C, std::span<double> D) const;

 private:
  void find(int sensor);
  void find_frame(int sensor);
  void find_subtree(int sensor);
  void add_actuator_force(int output, int row);

  const Model& m_;
  const Data& d_;
  const std::vector<Slope>& slopes_;
  const Moments& moments_;
  Columns columns_;
  Motions motions_;
  Matrix fixed_;            // by all inputs, at fixed accelerations
  Matrix by_acceleration_;  // by accelerations
  Matrix actuation_;        // qfrc_actuator by all inputs, once somebody asks
};

}  // namespace thew::derivative
