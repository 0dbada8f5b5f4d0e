#pragma once

// Worlds that stand beside one state: in each of them something is moved a little.

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <thew/callback.h>
#include <thew/data.h>
#include <thew/derivative.h>
#include <thew/dynamics.h>
#include <thew/error.h>
#include <thew/workspace.h>

#include "model/lane_types.h"
#include "model/lanes.h"
#include "model/own_number.h"
#include "model/sleep.h"

namespace thew::derivative {

/// What may be moved, and the stages of a step that do not see it.
enum class Input { Position, Velocity, Activation, Control, Acceleration, Force, Number };

inline constexpr int kInputs = 7;

/// One number of an input, moved by so much.
struct Nudge {
  Input input;
  int index;
  double by;

  bool moves_same(const Nudge& other) const { return input == other.input && index == other.index; }
};

/// Worlds that a thread keeps for the next call with the same model. A call within a call, as a
/// callback makes it, gets others.
template <class T>
class WorldsOfThread {
 public:
  explicit WorldsOfThread(const Model& m) : mine_(std::exchange(kept_, {})) {
    if (mine_.layout != m.layout()) mine_ = {m.layout(), std::make_unique<BasicData<T>>(m)};
  }
  ~WorldsOfThread() { kept_ = std::move(mine_); }
  WorldsOfThread(const WorldsOfThread&) = delete;
  WorldsOfThread& operator=(const WorldsOfThread&) = delete;

  BasicData<T>& operator*() const { return *mine_.data; }

 private:
  struct Kept {
    std::uint64_t layout = 0;
    std::unique_ptr<BasicData<T>> data;
  };
  static inline thread_local Kept kept_;
  Kept mine_;
};

/// kLanes<T> worlds at a time.
template <class T>
class Beside {
  WorldsOfThread<T> worlds_;
  Borrowed<T> borrowed_;

 public:
  BasicData<T>& data = *worlds_;
  Workspace<T>& work = *borrowed_;

  Beside(const Model& m, const Data& at, std::span<const ModelNumber> numbers = {})
      : worlds_(m), borrowed_(m), model_(m), at_(at), qpos_(at.qpos.begin(), at.qpos.end()) {
    for (const ModelNumber& number : numbers) own(number);
    put(at_.xfrc_applied, data.xfrc_applied);
    put(at_.eq_active, data.eq_active);
    put(at_.mocap_pos, data.mocap_pos);
    put(at_.mocap_quat, data.mocap_quat);
    put(at_.userdata, data.userdata);
    restore();
  }

  ~Beside() {
    if (!owned_.empty()) data.own = {};
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  /// All worlds in the state, with the numbers of the model.
  void restore() {
    for (const Owned& number : owned_) number.in_worlds[number.index] = T(number.value);
    data.time = at_.time;
    put(at_.qpos, data.qpos);
    put(at_.qvel, data.qvel);
    put(at_.act, data.act);
    put(at_.ctrl, data.ctrl);
    put(at_.qfrc_applied, data.qfrc_applied);
    put(at_.qacc, data.qacc);
    put(at_.qacc_warmstart, data.qacc_warmstart);
    put(at_.contact_warmstart, data.contact_warmstart);
    put(at_.history, data.history);
    put(at_.plugin_state, data.plugin_state);
    put(at_.plastic, data.plastic);
  }

  /// Moves a number in one of them.
  void move(const Nudge& nudge, int lane) {
    switch (nudge.input) {
      case Input::Position:
        return move_position(nudge, lane);
      case Input::Velocity:
        return add(data.qvel, nudge, lane);
      case Input::Activation:
        return add(data.act, nudge, lane);
      case Input::Control:
        return add(data.ctrl, nudge, lane);
      case Input::Acceleration:
        return add(data.qacc, nudge, lane);
      case Input::Force:
        return add(data.qfrc_applied, nudge, lane);
      case Input::Number: {
        const Owned& number = owned_[static_cast<std::size_t>(nudge.index)];
        return put_lane(number.in_worlds[number.index], lane, number.value + nudge.by);
      }
    }
  }

  /// How far a number is moved: differences of length `eps` of numbers of the model are relative to
  /// their size, and keep their sign. Most of them act linearly.
  double length(Input input, int i, double eps) const {
    if (input != Input::Number) return eps;
    const double size = math::abs(owned_[static_cast<std::size_t>(i)].value);
    const double wish = 10 * eps * std::max(size, 0.1);
    return size > 0 ? std::min(wish, size / 4) : wish;
  }

  /// Calls run(nudges in the lanes) for all nudges, some at a time, and then take(number of the
  /// nudge, lane) for each.
  template <class Run, class Take>
  void for_each(std::span<const Nudge> nudges, Run run, Take take) {
    const int count = static_cast<int>(nudges.size());
    for (int first = 0; first < count; first += kLanes<T>) {
      restore();
      std::array<Nudge, kLanes<T>> in_lanes;
      for (int lane = 0; lane < kLanes<T>; ++lane) {
        // Lanes without a nudge repeat the last one.
        in_lanes[static_cast<std::size_t>(lane)] =
            nudges[static_cast<std::size_t>(std::min(first + lane, count - 1))];
        move(in_lanes[static_cast<std::size_t>(lane)], lane);
      }
      run(std::span<const Nudge>(in_lanes));
      for (int lane = 0; lane < std::min(kLanes<T>, count - first); ++lane)
        take(first + lane, lane);
    }
  }

 private:
  // A number of the model of which each world has its own.
  struct Owned {
    T* in_worlds;  // the numbers of its field
    std::int64_t index;
    double value;
  };

  void own(const ModelNumber& number) {
    const int id = find_own_number(model_, number.field);
    const OwnNumber field = own_number(model_, id);
    std::vector<T>& table = tables_[id];
    for (std::int64_t i = std::ssize(table); i < field.size(); ++i)
      table.emplace_back(field.values[i]);
    data.own[static_cast<std::size_t>(id)] = table.data();
    owned_.push_back({table.data(), number.index, field.values[number.index]});
  }

  template <class From, class To>
  static void put(const From& from, To& to) {
    for (std::int64_t i = 0; i < from.size(); ++i) {
      for (int lane = 0; lane < kLanes<T>; ++lane) put_lane(to[i], lane, from[i]);
    }
  }

  template <class Values>
  static void add(Values& values, const Nudge& nudge, int lane) {
    put_lane(values[nudge.index], lane, lane_of(values[nudge.index], lane) + nudge.by);
  }

  // Along one direction of the tangent space: a rotation turns all four numbers of its quaternion.
  void move_position(const Nudge& nudge, int lane) {
    const int joint = model_.dof_jntid[nudge.index], first = model_.jnt_qposadr[joint];
    const int end =
        joint + 1 < model_.njnt ? model_.jnt_qposadr[joint + 1] : static_cast<int>(model_.nq);
    tangent_.assign(static_cast<std::size_t>(model_.nv), 0.0);
    tangent_[static_cast<std::size_t>(nudge.index)] = 1;
    dynamics::integrate_pos(model_, joint, joint + 1, qpos_.data(), tangent_.data(), nudge.by);
    for (int i = first; i < end; ++i) {
      double& moved = qpos_[static_cast<std::size_t>(i)];
      put_lane(data.qpos[i], lane, moved);
      moved = at_.qpos[i];
    }
  }

  const Model& model_;
  const Data& at_;
  std::vector<double> qpos_, tangent_;
  std::map<int, std::vector<T>> tables_;  // by the field
  std::vector<Owned> owned_;
};

/// Whether a number of an input may be moved forwards and backwards: controls as far as their range
/// goes.
struct Reach {
  bool forwards, backwards;
};
inline Reach reach_of(const Model& m, const Data& at, Input input, int i, double eps,
                      bool centred = true) {
  if (input != Input::Control || !m.actuator_ctrllimited[i]) return {true, centred};
  const double *range = m.actuator_ctrlrange.values().row(i), ctrl = at.ctrl[i];
  const auto inside = [&](double x) { return range[0] <= x && x <= range[1]; };
  const bool here = inside(ctrl), forwards = here && inside(ctrl + eps);
  return {forwards, (centred || !forwards) && here && inside(ctrl - eps)};
}

/// Calls work with the type of the worlds: lanes, unless functions of the user are to be called.
template <class Work>
void with_worlds(Work work) {
  if (callbacks_are_set()) {
    work(std::type_identity<double>());
  } else {
    work(std::type_identity<Pack4>());
  }
}

/// Throws Error unless differences of this length make sense for the model.
void check_differences(const Model& model, double eps);
/// Throws Error unless the matrix is empty or has this size.
void check_matrix(const char* name, std::span<const double> matrix, std::int64_t rows,
                  std::int64_t columns);
/// Throws Error unless these are numbers of the model that may be moved.
void check_numbers(const Model& model, std::span<const ModelNumber> numbers);
/// Throws an Error for an eps or a matrix of a transition that is not as it should be.
void check_transition(const Model& model, double eps, const Transition& result);

}  // namespace thew::derivative
