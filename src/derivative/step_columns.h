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

  /// Brings what depends on positions and velocities to the state of the worlds.
  void prepare(Beside<T>& worlds) const {
    if (again()) return;
    position_stage(m_, worlds.data, worlds.work, !with_sensors_);
    velocity_stage(m_, worlds.data, worlds.work, !with_sensors_);
  }
  void operator()(Beside<T>& worlds, std::span<const Nudge>, Stage skip) const {
    step_skip(m_, worlds.data, worlds.work, again() ? Stage::None : skip, !with_sensors_);
  }

 private:
  // The stages of RK4 overwrite positions and velocities.
  bool again() const { return m_.opt.integrator == static_cast<int>(Integrator::Rk4); }

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

  /// The columns of d qacc by an input, from one on.
  void follow(Input input, const Matrix& acceleration, int first) {
    followed_[static_cast<std::size_t>(input)] = {&acceleration, first};
  }

  void prepare(Beside<T>& worlds) const {
    position_stage(m_, worlds.data, worlds.work, !with_sensors_);
    velocity_stage(m_, worlds.data, worlds.work, !with_sensors_);
  }
  void operator()(Beside<T>& worlds, std::span<const Nudge> in_lanes, Stage skip) const {
    BasicData<T>& d = worlds.data;
    Workspace<T>& w = worlds.work;
    for (std::size_t lane = 0; lane < in_lanes.size(); ++lane) {
      const Nudge& nudge = in_lanes[lane];
      const Followed& by = followed_[static_cast<std::size_t>(nudge.input)];
      for (int i = 0; i < m_.nv; ++i) {
        const double slope = (*by.acceleration)(i, by.first + nudge.index);
        put_lane(d.qacc[i], static_cast<int>(lane), at_.qacc[i] + nudge.by * slope);
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
  struct Followed {
    const Matrix* acceleration = nullptr;
    int first = 0;
  };

  const Model& m_;
  const Data& at_;
  bool with_state_, with_sensors_;
  std::array<Followed, kInputs> followed_;
};

/// Differences of what `Motion` does to worlds. Name the columns first, inputs that later stages
/// see before others; then run().
template <class T, class Motion>
class StepColumns {
 public:
  StepColumns(const Model& m, const Data& at, const Differences& how, Motion motion,
              std::span<const ModelNumber> numbers = {})
      : m_(m), at_(at), how_(how), worlds_(m, at, numbers), motion_(std::move(motion)) {}

  Motion& motion() { return motion_; }

  /// Asks for the columns of `count` numbers of an input, which a step sees from stage `skip` on.
  void add(Input input, std::int64_t count, Stage skip, const Target& target) {
    if (target.state.empty() && target.sensors.empty()) return;
    part(input) = {target, skip};
    nudges_.reserve(nudges_.size() + 2 * static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      const double length = worlds_.length(input, i, how_.eps);
      const Reach reach = reach_of(m_, at_, input, i, length, how_.centred);
      if (reach.forwards) nudges_.push_back({input, i, length});
      if (reach.backwards) nudges_.push_back({input, i, -length});
      one_sided_ |= reach.forwards != reach.backwards;
      if (!reach.forwards && !reach.backwards) clear_column(part(input).target, i);
    }
  }

  /// Fills them, or the share of one of several threads. What a nudge does not change is as the
  /// nudges before it left it: as the state has it.
  void run(int share = 0, int shares = 1) {
    std::span<const Nudge> own = share_of(share, shares);
    if (own.empty()) return;
    motion_.prepare(worlds_);
    if (one_sided_) {
      motion_(worlds_, {}, Stage::Vel);
      take(nominal_, 0);
    }
    while (!own.empty()) {
      const std::span<const Nudge> together = own.first(count_together(own));
      worlds_.for_each(
          together,
          [&](std::span<const Nudge> in_lanes) { motion_(worlds_, in_lanes, skip_of(in_lanes)); },
          [&](int n, int lane) { settle(together, static_cast<std::size_t>(n), lane); });
      own = own.subspan(together.size());
    }
  }

 private:
  struct Part {
    Target target = {{}, {}, 0, 0};
    Stage skip = Stage::None;
  };
  Part& part(Input input) { return parts_[static_cast<std::size_t>(input)]; }

  std::size_t count_alike(std::span<const Nudge> nudges) {
    std::size_t n = 1;
    while (n < nudges.size() && part(nudges[n].input).skip == part(nudges[0].input).skip) ++n;
    return n;
  }

  // How many of the next nudges share lanes: those that the same stages see, or all, where that
  // leaves fewer lanes empty. Sensors see only what their stage comes before, as in MuJoCo:
  // energies do not change with velocities.
  std::size_t count_together(std::span<const Nudge> nudges) {
    const auto groups = [](std::size_t n) { return (n + kLanes<T> - 1) / kLanes<T>; };
    const auto has_sensors = [](const Part& p) { return !p.target.sensors.empty(); };
    const std::size_t first = count_alike(nudges);
    if (std::any_of(parts_.begin(), parts_.end(), has_sensors)) return first;
    std::size_t apart = 0;
    for (std::size_t n = 0; n < nudges.size();) {
      const std::size_t alike = count_alike(nudges.subspan(n));
      apart += groups(alike);
      n += alike;
    }
    return apart > groups(nudges.size()) ? nudges.size() : first;
  }

  Stage skip_of(std::span<const Nudge> nudges) {
    Stage skip = Stage::Vel;
    for (const Nudge& nudge : nudges) skip = std::min(skip, part(nudge.input).skip);
    return skip;
  }

  // Both ways of a number stay together.
  std::span<const Nudge> share_of(int share, int shares) const {
    const auto end = [&](int n) {
      std::size_t at =
          nudges_.size() * static_cast<std::size_t>(n) / static_cast<std::size_t>(shares);
      while (at > 0 && at < nudges_.size() && nudges_[at].moves_same(nudges_[at - 1])) ++at;
      return at;
    };
    const std::size_t first = end(share);
    return std::span(nudges_).subspan(first, end(share + 1) - first);
  }

  // Takes the outcome of a nudge, and fills the column where it was the last of its number.
  void settle(std::span<const Nudge> nudges, std::size_t n, int lane) {
    const Nudge& nudge = nudges[n];
    const bool second = n > 0 && nudges[n - 1].moves_same(nudge);
    take(second ? behind_ : ahead_, lane);
    if (n + 1 < nudges.size() && nudges[n + 1].moves_same(nudge)) return;
    const Target& target = part(nudge.input).target;
    if (second) return put_column(target, nudge.index, behind_, ahead_, -2 * nudge.by);
    if (nudge.by > 0) return put_column(target, nudge.index, nominal_, ahead_, nudge.by);
    put_column(target, nudge.index, ahead_, nominal_, -nudge.by);
  }

  // An outcome: the next state, and the sensors of this one.
  void take(std::vector<double>& to, int lane) const {
    to.clear();
    to.reserve(static_cast<std::size_t>(m_.nq + m_.nv + m_.na + m_.nsensordata));
    const auto copy = [&](const auto& values) {
      for (std::int64_t i = 0; i < values.size(); ++i) to.push_back(lane_of(values[i], lane));
    };
    copy(worlds_.data.qpos);
    copy(worlds_.data.qvel);
    copy(worlds_.data.act);
    copy(worlds_.data.sensordata);
  }

  // (to - from) / by; positions differ in their tangent space.
  void put_column(const Target& target, int i, const std::vector<double>& from,
                  const std::vector<double>& to, double by) {
    const auto nv = static_cast<std::size_t>(m_.nv), nq = static_cast<std::size_t>(m_.nq);
    const std::size_t nx = 2 * nv + static_cast<std::size_t>(m_.na), sensors = nq + nx - nv;
    const auto put = [&](std::span<double> matrix, std::size_t row, double value) {
      matrix[row * static_cast<std::size_t>(target.width) +
             static_cast<std::size_t>(target.first + i)] = value;
    };
    if (!target.state.empty()) {
      change_.resize(nv);
      dynamics::differentiate_pos(m_, change_.data(), by, from.data(), to.data());
      for (std::size_t k = 0; k < nv; ++k) put(target.state, k, change_[k]);
      for (std::size_t k = nv; k < nx; ++k)
        put(target.state, k, (to[nq + k - nv] - from[nq + k - nv]) / by);
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(m_.nsensordata); ++k) {
      if (!target.sensors.empty())
        put(target.sensors, k, (to[sensors + k] - from[sensors + k]) / by);
    }
  }

  void clear_column(const Target& target, int i) const {
    for (const std::span<double> matrix : {target.state, target.sensors}) {
      for (auto k = static_cast<std::size_t>(target.first + i); k < matrix.size();
           k += static_cast<std::size_t>(target.width))
        matrix[k] = 0;
    }
  }

  const Model& m_;
  const Data& at_;
  Differences how_;
  Beside<T> worlds_;
  Motion motion_;
  std::array<Part, kInputs> parts_;
  std::vector<Nudge> nudges_;
  bool one_sided_ = false;  // some number is moved one way only
  std::vector<double> nominal_, ahead_, behind_, change_;
};

}  // namespace thew::derivative
