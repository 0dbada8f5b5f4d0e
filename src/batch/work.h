#pragma once

// What is done with worlds that were loaded, in lanes or alone, and what is kept of it.

#include <algorithm>

#include "batch/worker.h"
#include "model/lanes.h"

namespace thew::batch {

template <class T>
math::MaskOf<T> are_sane(const Array<T>& values) {
  math::MaskOf<T> sane(true);
  for (const T& x : values) sane &= math::abs(x) <= T(kMaxVal);
  return sane;
}

// What makes a step worthless, in each lane after it: 0, or 1 + the warning.
template <class T>
class Errors {
 public:
  explicit Errors(const BasicData<T>& d) : d_(d) {}

  std::int32_t operator[](int lane) const {
    for (const Warning w :
         {Warning::Badqpos, Warning::Badqvel, Warning::Badqacc, Warning::Badctrl}) {
      if (lane_of(d_.warning_number[static_cast<int>(w)], lane) > 0) return error(w);
    }
    if (!math::lane(sane_qpos_, lane)) return error(Warning::Badqpos);
    if (!math::lane(sane_qvel_, lane)) return error(Warning::Badqvel);
    return 0;
  }

 private:
  static std::int32_t error(Warning w) { return 1 + static_cast<int>(w); }

  const BasicData<T>& d_;
  math::MaskOf<T> sane_qpos_ = are_sane(d_.qpos), sane_qvel_ = are_sane(d_.qvel);
};

template <class T>
void clear_warnings(BasicData<T>& d) {
  for (auto& number : d.warning_number) number = {};
  for (auto& info : d.warning_lastinfo) info = {};
}

// False when it was told to stop before the end.
template <class T>
bool perform(const Model& m, BasicData<T>& d, Workspace<T>& w, const Task& task, int thread) {
  constexpr int kReportEvery = 16;
  clear_warnings(d);
  w.fit(m);  // a list of pairs that was full may grow between steps
  for (int i = 0; i < task.steps; ++i) {
    const bool pause = i > 0 && i % kReportEvery == 0;
    if (pause && !task.pool.report(thread, double{kReportEvery} / task.steps)) return false;
    step(m, d, w);
  }
  forward_to(m, d, w, task.stage);
  return true;
}

// Keeps what became of worlds, unless they failed.
template <class T>
void keep(Kept& kept, std::span<const std::int64_t> worlds, const BasicData<T>& d, const Task& task,
          double timestep) {
  const Errors<T> errors(d);
  std::int64_t sound[kLanes<T>];
  std::fill_n(sound, kLanes<T>, kNobody);
  for (int k = 0; k < static_cast<int>(worlds.size()); ++k) {
    const std::int64_t world = worlds[static_cast<std::size_t>(k)];
    for (int i = 0; i < kNWARNING; ++i) {
      kept.warnings[static_cast<std::size_t>(kNWARNING * world + i)] +=
          lane_of(d.warning_number[i], k);
    }
    const std::int32_t error = kept.errors[static_cast<std::size_t>(world)] = errors[k];
    if (error == 0) sound[k] = world;
    if (task.steps == 0 && error == 0) continue;
    kept.clear(world);
    kept.terminated[world] = error != 0;
    // Times are sums of steps, which rounding may leave just short of the limit.
    kept.truncated[world] = lane_of(d.time, k) + 0.5 * timestep >= kept.options.time_limit;
  }
  kept.store<OneOf<T>>(sound, d);
}

// In single precision a Data reads the numbers of the model that were converted for all.
template <class T>
void show_numbers(const Kept& kept, BasicData<T>& d) {
  if constexpr (std::is_same_v<OneOf<T>, float>) kept.single.show(kept.own, d);
}

}  // namespace thew::batch
