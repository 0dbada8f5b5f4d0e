#pragma once

// The stages of the Runge-Kutta method, for its chain forwards (rk4.cc) and backwards
// (rk4_backwards.cc).

#include <utility>
#include <vector>

#include "derivative/linearization.h"
#include "derivative/response.h"
#include "pipeline/rotation_rate.h"

namespace thew::derivative {

inline constexpr int kStages = 4;

/// When a stage is, as a fraction of the step, and what its rates count.
inline double stage_time(int stage) {
  return stage == 0 ? 0 : stage < 3 ? 0.5 : 1;
}
inline double stage_weight(int stage) {
  return (stage == 0 || stage == 3 ? 1.0 : 2.0) / 6;
}

/// Calls visit(first dof) for the rotations among the dofs.
template <class Visit>
void each_rotation(const Model& m, Visit visit) {
  for (int j = 0; j < m.njnt; ++j) {
    const auto type = static_cast<JointType>(m.jnt_type[j]);
    if (type == JointType::Ball) visit(m.jnt_dofadr[j]);
    if (type == JointType::Free) visit(m.jnt_dofadr[j] + 3);
  }
}

/// The rate of a rotation in the tangent at the start, from which it is displaced by a vector, at
/// an angular velocity; and its derivatives by both, 3 x 3.
struct RotationRate {
  RotationRate(const double* shift, const double* velocity) {
    using D = math::Dual<double>;
    for (int k = 0; k < 6; ++k) {
      const auto part = [&](const double* of, int i, int place) {
        return D(of[i], place == k ? 1.0 : 0.0);
      };
      const math::Vec3<D> rate = rotation_rate(
          math::Vec3<D>{part(shift, 0, 0), part(shift, 1, 1), part(shift, 2, 2)},
          math::Vec3<D>{part(velocity, 0, 3), part(velocity, 1, 4), part(velocity, 2, 5)});
      double* to = (k < 3 ? by_shift : by_velocity) + k % 3;
      to[0] = rate.x.slope;
      to[3] = rate.y.slope;
      to[6] = rate.z.slope;
      value = {rate.x.value, rate.y.value, rate.z.value};
    }
  }
  math::Vec3<double> value;
  double by_shift[9], by_velocity[9];
};

/// How an activation follows from that at the start, from its mean rate, and from the velocity of
/// the actuator's output at the start.
struct EndOfActivation {
  EndOfActivation(const Model& m, int actuator, int state, double act, double mean,
                  double velocity) {
    Slopes x = still(act), rate = still(actuator_disabled(m, actuator) ? 0 : mean),
           v = still(velocity);
    x.slope.set(0, 1);
    rate.slope.set(1, actuator_disabled(m, actuator) ? 0 : 1);
    v.slope.set(2, 1);
    const Slopes next = next_state(m, actuator, state, x, rate, v);
    by_act = next.slope[0];
    by_rate = next.slope[1];
    by_velocity = next.slope[2];
  }
  double by_act, by_rate, by_velocity;
};

/// Calls visit(actuator, state, address) for all activations.
template <class Visit>
void each_activation(const Model& m, Visit visit) {
  for (int i = 0; i < m.nactuator; ++i) {
    for (int k = 0; k < m.actuator_actnum[i]; ++k) visit(i, k, m.actuator_actadr[i] + k);
  }
}

/// Velocities of the outputs of actuators with activations at the start, and how they change.
class StartVelocities {
 public:
  StartVelocities(const Model& m, const Linearization& start) : output_(m.nactuator) {
    each_activation(m, [&](int i, int, int) {
      const int out = m.actuator_outadr[i];
      Output& own = output_[static_cast<std::size_t>(i)];
      own = {start.data().actuator_velocity[out], {}};
      start.each_velocity_input(out,
                                [&](int column, double by) { own.by.push_back({column, by}); });
    });
  }

  double operator[](int actuator) const { return at(actuator).velocity; }
  /// Adds s times how it changes to columns.
  void add(int actuator, double s, double* columns) const {
    for (const auto& [column, by] : at(actuator).by) columns[column] += s * by;
  }

 private:
  struct Output {
    double velocity = 0;
    std::vector<std::pair<int, double>> by = {};
  };
  const Output& at(int actuator) const { return output_[static_cast<std::size_t>(actuator)]; }
  std::vector<Output> output_;
};

}  // namespace thew::derivative
