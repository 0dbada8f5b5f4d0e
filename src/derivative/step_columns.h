#pragma once

// Columns of the derivative of a step, from differences between worlds beside a state.

#include <algorithm>

#include <thew/step.h>

#include "derivative/beside.h"
#include "derivative/dense.h"
#include "pipeline/stages.h"

namespace thew::derivative {

/// The matrices that an input has columns in, from this one on: of the next state and of the
/// sensors. One that is empty is not filled.
struct Target {
  std::span<double> state, sensors;
  std::int64_t first, width;  ///< width: that of both matrices
};

/// Moves worlds on by a step, as it is.
template <class T>
class SolvedSteps {
 public:
  SolvedSteps(const Model& m, bool with_sensors) : m_(m), with_sensors_(with_sensors) {}

  void operator()(Beside<T>& worlds, std::span<const Nudge>, Stage skip) const {
    // The stages of RK4 overwrite positions and velocities.
    const bool again = m_.opt.integrator == static_cast<int>(Integrator::Rk4);
    step_skip(m_, worlds.data, worlds.work, again ? Stage::None : skip, !with_sensors_);
  }

 private:
  const Model& m_;
  bool with_sensors_;
};

/// Moves worlds on with accelerations that follow what was moved, as their derivatives say: no
/// solver runs.
template <class T>
class GivenAccelerations {
 public:
  GivenAccelerations(const Model& m, const Data& at, bool with_state, bool with_sensors)
      : m_(m), at_(at), with_state_(with_state), with_sensors_(with_sensors) {}

  /// The columns of d qacc by the input that is moved next, from one on.
  void follow(const Matrix& acceleration, int first) {
    acceleration_ = &acceleration;
    first_ = first;
  }

  void operator()(Beside<T>& worlds, std::span<const Nudge> in_lanes, Stage skip) const {
    BasicData<T>& d = worlds.data;
    Workspace<T>& w = worlds.work;
    for (std::size_t lane = 0; lane < in_lanes.size(); ++lane) {
      for (int i = 0; i < m_.nv; ++i) {
        const double slope = (*acceleration_)(i, first_ + in_lanes[lane].index);
        put_lane(d.qacc[i], static_cast<int>(lane), at_.qacc[i] + in_lanes[lane].by * slope);
      }
    }
    if (skip < Stage::Pos) position_stage(m_, d, w, !with_sensors_);
    if (skip < Stage::Vel) velocity_stage(m_, d, w, !with_sensors_);
    forward_actuation(m_, d);
    if (with_sensors_) inverse_skip(m_, d, w, Stage::Vel, false);
    if (!with_state_) return;
    dynamics::multiply_inertia(m_, d, d.qfrc_smooth.data(), d.qacc.data());
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), T(0));
    integrate_step(m_, d, w);
  }

 private:
  const Model& m_;
  const Data& at_;
  bool with_state_, with_sensors_;
  const Matrix* acceleration_ = nullptr;
  int first_ = 0;
};

/// Differences of what `Motion` does to worlds. Inputs that later stages see come first: what they
/// do not change is then as the state has it.
template <class T, class Motion>
class StepColumns {
 public:
  StepColumns(const Model& m, const Data& at, const Differences& how, Motion motion,
              std::span<const ModelNumber> numbers = {})
      : m_(m), at_(at), how_(how), worlds_(m, at, numbers), motion_(std::move(motion)) {
    motion_(worlds_, {}, Stage::None);
    nominal_.resize(static_cast<std::size_t>(size()));
    take(nominal_.data(), 0);
  }

  Motion& motion() { return motion_; }

  /// Fills the columns of `count` numbers of an input, which a step sees from stage `skip` on.
  void differentiate(Input input, std::int64_t count, Stage skip, const Target& target) {
    if (target.state.empty() && target.sensors.empty()) return;
    std::vector<Nudge> nudges;
    for (int i = 0; i < count; ++i) {
      const double length = worlds_.length(input, i, how_.eps);
      const Reach reach = reach_of(m_, at_, input, i, length, how_.centred);
      if (reach.forwards) nudges.push_back({i, length});
      if (reach.backwards) nudges.push_back({i, -length});
    }
    outcomes_.resize(nudges.size() * static_cast<std::size_t>(size()));
    worlds_.for_each(
        input, nudges, [&](std::span<const Nudge> in_lanes) { motion_(worlds_, in_lanes, skip); },
        [&](int nudge, int lane) { take(outcomes_.data() + nudge * size(), lane); });
    const double* outcome = outcomes_.data();
    const auto next = [&] {
      const double* here = outcome;
      outcome += size();
      return here;
    };
    for (int i = 0; i < count; ++i) {
      const double length = worlds_.length(input, i, how_.eps);
      const Reach reach = reach_of(m_, at_, input, i, length, how_.centred);
      const double* to = reach.forwards ? next() : nominal_.data();
      const double* from = reach.backwards ? next() : nominal_.data();
      const int moves = int{reach.forwards} + int{reach.backwards};
      put_column(target, i, from, to, length * std::max(moves, 1));
    }
  }

 private:
  // Numbers of an outcome: the next state, and the sensors of this one.
  std::int64_t size() const { return m_.nq + m_.nv + m_.na + m_.nsensordata; }

  void take(double* to, int lane) const {
    const auto copy = [&](const auto& values) {
      for (std::int64_t i = 0; i < values.size(); ++i) *to++ = lane_of(values[i], lane);
    };
    copy(worlds_.data.qpos);
    copy(worlds_.data.qvel);
    copy(worlds_.data.act);
    copy(worlds_.data.sensordata);
  }

  // (to - from) / by; positions differ in their tangent space.
  void put_column(const Target& target, int i, const double* from, const double* to, double by) {
    const std::int64_t column = target.first + i;
    if (!target.state.empty()) {
      change_.resize(static_cast<std::size_t>(2 * m_.nv + m_.na));
      dynamics::differentiate_pos(m_, change_.data(), by, from, to);
      for (std::int64_t k = 0; k < m_.nv + m_.na; ++k) {
        change_[static_cast<std::size_t>(m_.nv + k)] = (to[m_.nq + k] - from[m_.nq + k]) / by;
      }
      for (std::size_t k = 0; k < change_.size(); ++k) {
        target
            .state[k * static_cast<std::size_t>(target.width) + static_cast<std::size_t>(column)] =
            change_[k];
      }
    }
    if (target.sensors.empty()) return;
    const std::int64_t sensors = m_.nq + m_.nv + m_.na;
    for (std::int64_t k = 0; k < m_.nsensordata; ++k) {
      target.sensors[static_cast<std::size_t>(k * target.width + column)] =
          (to[sensors + k] - from[sensors + k]) / by;
    }
  }

  const Model& m_;
  const Data& at_;
  Differences how_;
  Beside<T> worlds_;
  Motion motion_;
  std::vector<double> outcomes_, nominal_, change_;
};

}  // namespace thew::derivative
