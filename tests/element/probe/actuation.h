#pragma once

#include "element/activation.h"
#include "element/gain.h"
#include "element/hill.h"
#include "element/hill_parameters.h"
#include "element/history.h"
#include "element/motor.h"
#include "element/motor_parameters.h"
#include "element/muscle.h"
#include "element/probe.h"
#include "element/servo.h"

namespace thew::element::probe {

struct Activation {
  static constexpr int kInputs = 14, kOutputs = 17;
  static constexpr double kLow[kInputs] = {-1, -1, 0.01, -1,  0.001, -3, 1,
                                           -1, -1, -1,   0.6, -1,    -1, -1};
  static constexpr double kHigh[kInputs] = {1, 1, 0.1, 1, 0.01, 3, 2, 1, 1, 1, 1, 1, 1, 1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    out << filter_rate(x[0], x[1], x[2]) << decay(x[0], x[3], x[2], x[4]);
    out << bounded(x[3], x[10]) << bounded(x[3], T(0)) << bounded_rate(x[3], x[5], x[6]);
    out << affine(x[0], x[1], x[2], x[3], x[5]);
    out << nearest_whole(x[5]) << wrap_setpoint(x[5], x[0], x[6])
        << wrap_setpoint(x[5], x[0], T(0));
    out << shortest_turn(T(4) * math::load3(x + 7)) << slew(x[0], x[1], x[10], x[2]);
    out << pid_force(x[0], x[1], x[3], ServoInput<T>{x[5], x[6], x[7], x[8]});
    const math::Quat<T> target = normalized(math::Quat<T>{x[10], x[7], x[8], x[9]});
    out << orientation_torque(x[6], target, math::load3(x + 11));
  }
};

struct MuscleActuator {
  static constexpr int kInputs = 14, kOutputs = 12;
  static constexpr double kLow[kInputs] = {0.7, 1.1, 500, 200,  0.4, 1.5, 1,
                                           1,   1.1, 0.2, -0.3, 1,   0.1, 0.2};
  static constexpr double kHigh[kInputs] = {0.8, 1.2, 900, 300, 0.6, 1.7, 2,
                                            1.5, 1.5, 0.9, 0.3, 2,   0.9, 0.8};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Muscle<T> p = {{x[0], x[1]}, x[2], x[3], x[4], x[5], x[6], x[7], x[8]};
    const T range[2] = {T(0.25), T(0.75)};
    const MuscleState<T> s = muscle_state(p, x[9], x[10], range, x[11]);
    const Muscle<T> scaled = {{x[0], x[1]}, -x[2], x[3], x[4], x[5], x[6], x[7], x[8]};
    out << muscle_gain(p, s) << muscle_gain_by_length(p, s) << muscle_gain_by_velocity(p, s);
    out << muscle_bias(p, s) << muscle_bias_by_length(p, s);
    out << muscle_gain(scaled, muscle_state(scaled, x[9], x[10], range, x[11]));
    out << muscle_rate(x[12], x[13], T(0.01), T(0.04), T(0));
    out << muscle_rate(x[12], x[13], T(0.01), T(0.04), T(0.5)) << smooth_step(x[12]);
    out << muscle_length_curve(s.length, p.lmin, p.lmax).slope
        << muscle_velocity_curve(s.velocity, p.fvmax).slope
        << muscle_passive_curve(s.length, p.lmax).slope;
  }
};

struct Hill {
  static constexpr int kInputs = 12, kOutputs = 19;
  static constexpr double kLow[kInputs] = {500,  0.05, 0.2, 0.1, 8,    0.05,
                                           0.03, 1.3,  0.2, 0.7, -0.5, 0.02};
  static constexpr double kHigh[kInputs] = {900,  0.06, 0.21, 0.4, 12,  0.1,
                                            0.05, 1.5,  0.9,  1.3, 0.5, 0.05};
  static constexpr double kTolerance = 2e-5;  // of the iterations that find the equilibrium

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const HillMuscle<T> p = {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]};
    const HillCurve<T> active = hill_active(x[9]), passive = hill_passive(x[9]);
    const HillCurve<T> speed = hill_velocity(x[10], p.plateau);
    const HillCurve<T> tendon = hill_tendon(x[11], p.strain);
    out << active.value << active.slope << passive.value << passive.slope;
    out << speed.value << speed.slope << tendon.value << tendon.slope;
    const HillFibre<T> fibre = hill_fibre(p, x[8], x[9], x[10]);
    out << fibre.value << fibre.by_length << fibre.by_velocity;
    const T length = p.slack * (T(1) + x[11]) + p.fibre * x[9];
    const HillForce<T> rigid = hill_rigid(p, x[8], length, T(0.1) * x[10]);
    out << rigid.force << rigid.stiffness << rigid.damping;
    const T h = T(0.01), start = hill_fibre_length(T(0.1) * x[10], p);
    const T end = hill_elastic(p, x[8], length, start, h);
    const HillForce<T> pull = hill_pull(p, x[8], length, start, end, h);
    out << start << end << pull.force << pull.stiffness << hill_rest(p, x[8], length);
  }
};

struct Motor {
  static constexpr int kInputs = 20, kOutputs = 13;
  static constexpr double kLow[kInputs] = {1,  0.05, 1,  0.1, 0.1, -1,  -1,  -1, -1, -1,
                                           -1, 0.01, 20, 1,   0.3, 0.5, 0.1, 2,  -1, 0.001};
  static constexpr double kHigh[kInputs] = {2, 0.2, 3,  1, 1,   1,   1,   1, 1, 1,
                                            1, 0.1, 40, 2, 0.5, 0.8, 0.3, 6, 1, 0.01};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const MotorDrive<T> drive = {x[0], x[1], x[2], x[3], x[4]};
    const ServoInput<T> u = {x[7], x[8], x[9], x[10]};
    const T resistance = motor_resistance(x[0], T(0.004), x[12]);
    const T voltage = drive_voltage(drive, x[5], x[6], x[18], u);
    const T settled = settled_current(voltage, x[1], x[6], resistance);
    out << resistance << voltage << settled;
    out << warming_rate(resistance, settled, x[12], x[2], x[13]);
    out << current_rate(settled, x[18], x[11], T(0)) << current_rate(settled, x[18], x[11], x[2]);
    out << current_share(x[11], x[19]);
    const Bristles<T> bristles = {x[12], x[14], x[15], x[16]};
    const T rate = bristle_rate(bristles, x[6]);
    out << rate << next_bristle(x[18], rate, x[6], x[19]);
    const Cogging<T> teeth = cogging(x[4], x[17], x[18], x[5]);
    out << teeth.force << teeth.slope;
    const double dynprm[kNDYN] = {0.1, 0, 1, 1, 0, 0, 0, 2, 0},
                 gainprm[kNGAIN] = {1, 1, 0, 0, 1, 1};
    const MotorStates states = motor_states(dynprm, gainprm);
    out << T(states.count) << T(states.current);
  }
};

// Of plain numbers, whatever T is: times and places differ from lane to lane.
struct History {
  static constexpr int kInputs = 1, kOutputs = 5;
  static constexpr double kLow[kInputs] = {-1};
  static constexpr double kHigh[kInputs] = {1};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    constexpr int kSamples = 4;
    double entries[] = {0, 3, 0, 0.1, 0.2, 0.3, 1, -1, 2, 0.5};
    const history::Ring<double> ring = {entries, kSamples, 1, 0};
    for (int order = 0; order < 3; ++order) {
      double value = 0;
      history::read(ring, 0.17, order, &value);
      out << T(value);
    }
    ring.set_value(history::insert(ring, 0.25), 0, 7);
    out << T(entries[1]) + T(0) * x[0] << T(history::cubic(ring, 2, 0.5, 0) + rank_of(ring, 0.22));
  }
};

}  // namespace thew::element::probe
