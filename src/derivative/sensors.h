#pragma once

// Sensors in closed form: those of joints, tendons, actuators, centres of mass, and of frames that
// are fixed to bodies, with their velocities and accelerations.

#include <vector>

#include <thew/derivative.h>

#include "derivative/residual.h"
#include "derivative/rne.h"
#include "derivative/rows.h"

namespace thew::derivative {

/// Whether a sensor has a closed form at a state.
bool has_closed_form(const Model& m, const Data& d, int sensor);
/// The same for a contact sensor, and one of a force or torque.
bool contact_sensor_has_closed_form(const Model& m, const Data& d, int sensor);
bool force_sensor_has_closed_form(const Model& m, const Data& d, int sensor);
/// Whether all have.
bool all_have_closed_forms(const Model& m, const Data& d);

class Sensors {
 public:
  /// At a state after forward dynamics.
  Sensors(const Model& m, const Data& d, Workspace<double>& w, const std::vector<Slope>& slopes,
          const Moments& moments, double smoothing);

  /// Writes the rows of sensors in closed form, where `acceleration` has d qacc by all inputs. A
  /// matrix that is left empty is not filled.
  void fill(const Matrix& acceleration, std::span<double> C, std::span<double> D) const;

 private:
  void find(int sensor);
  void find_frame(int sensor);
  void find_subtree(int sensor);
  void find_potential(int row);
  void find_kinetic(int row);
  void find_angular_momentum(int sensor);
  void find_limit(int sensor);
  void find_ray(int sensor);
  void find_touch(int sensor);
  void find_contacts(int sensor);
  void find_force(int sensor);
  const ContactColumns& contact(int id);
  void add_contact_number(int row, const ContactColumn& column, int axis, double sign);
  void put_contact(int fields, int row, const ContactColumn& column, double sign);
  void cut_off(int sensor);
  void add_actuator_force(int output, int row);

  const Model& m_;
  const Data& d_;
  Workspace<double>& w_;
  const std::vector<Slope>& slopes_;
  const Moments& moments_;
  double smoothing_;
  Columns columns_;
  Motions motions_;
  Matrix fixed_;            // by all inputs, at fixed accelerations
  Matrix by_acceleration_;  // by accelerations
  std::vector<ContactColumns> contacts_;
  Matrix actuation_;  // qfrc_actuator by all inputs, once somebody asks
};

}  // namespace thew::derivative
