#pragma once

// One actuator as a function of the numbers that it depends on, as dual numbers.

#include <thew/data.h>

#include "derivative/slopes.h"
#include "element/hill.h"
#include "model/dcmotor.h"

namespace thew::derivative {

inline constexpr int kMostOutputs = 3, kMostControls = 4, kMostStates = 6;

/// The force of an actuator, its part without ranges, and its activations, where up to four of its
/// numbers change, one in each lane. The numbers are, in this order, lengths and velocities of its
/// outputs, its controls, and its activations.
class Response {
 public:
  /// Along the numbers from `first` on, after an actuation of `d`.
  Response(const Model& m, const Data& d, int actuator, int first);

  /// How many numbers there are.
  static int count(const Model& m, int actuator);

  /// What ranges of forces bound, and what motors have besides.
  const Slopes& drive(int output) const { return drive_[output]; }
  Slopes mechanics() const;
  const Slopes& rate(int state) const { return rate_[state]; }
  /// One step later.
  Slopes next(int state) const;

  /// How drive and mechanics fall with length and velocity, as the integrators know it.
  struct Tangent {
    Slopes stiffness = still(0), damping = still(0);
  };
  Tangent drive_tangent() const;
  Tangent mechanics_tangent() const;

 private:
  Slopes number(int n, double value) const;
  void read_controls(const Data& d, int first);
  void find_rates();
  void find_motor_rates();
  void find_electric_rates();
  void find_hill_rates();
  void find_drive();
  void find_orientation_torque();
  Slopes seen(int state) const;
  Slopes scalar_input() const;
  Slopes gain() const;
  Slopes bias(const Slopes& gain) const;
  Slopes controlled_force() const;
  element::ServoInput<Slopes> servo_input() const;
  Slopes drive_voltage() const;
  Slopes motor_voltage() const;
  Slopes motor_resistance() const;
  Slopes bristle_rate() const;
  element::HillForce<Slopes> hill_pull() const;
  Tangent muscle_tangent(const double* numbers, bool active) const;
  Tangent current_tangent() const;

  Slopes dynprm(int k) const { return still(m_.actuator_dynprm.values().row(i_)[k]); }
  Slopes gainprm(int k) const { return still(m_.actuator_gainprm.values().row(i_)[k]); }
  Slopes biasprm(int k) const { return still(m_.actuator_biasprm.values().row(i_)[k]); }
  int last() const { return m_.actuator_actnum[i_] - 1; }

  const Model& m_;
  int i_, first_;
  double period_;  // after which set points repeat
  MotorStates motor_;
  Slopes length_[kMostOutputs], velocity_[kMostOutputs], ctrl_[kMostControls], act_[kMostStates];
  Slopes rate_[kMostStates], drive_[kMostOutputs];
};

/// A state of an actuator one step later, where its output moves with a velocity.
Slopes next_state(const Model& m, int actuator, int state, const Slopes& act, const Slopes& rate,
                  const Slopes& velocity);

}  // namespace thew::derivative
