#pragma once

#include <atomic>

#include <thew/data.h>
#include <thew/model.h>

namespace thew {

/// Functions of the user that every step calls; null for none. They are the same for all models and
/// threads, and may be set at any time: a stage that has begun calls the function that it found.
/// Worlds in lanes or in single precision do not call them, nor does loading a model.
struct Callbacks {
  template <class Result, class... More>
  using Function = std::atomic<Result (*)(const Model& model, Data& data, More...)>;

  /// Writes data.ctrl and applied forces, when positions and velocities are known.
  Function<void> control = nullptr;
  /// Adds to data.qfrc_passive.
  Function<void> passive = nullptr;
  /// Writes data.sensordata of user sensors that need no more than this stage.
  Function<void, Stage> sensor = nullptr;
  /// Rate of the activation of an actuator (by its number) with dyntype user; if it has several,
  /// the function writes data.act_dot itself.
  Function<double, int> act_dyn = nullptr;
  /// Gain of an actuator with gaintype user; 1 without.
  Function<double, int> act_gain = nullptr;
  /// Bias of an actuator with biastype user; 0 without.
  Function<double, int> act_bias = nullptr;
  /// Not 0: two geoms that may touch, because their masks and bodies let them, do not all the same.
  /// Explicit pairs are not asked for.
  Function<int, int, int> contact_filter = nullptr;
  /// The time, in any unit, by which data.timer_duration counts the parts of steps. Without, those
  /// with a clock of their own (Data::clock) are timed.
  std::atomic<double (*)()> time = nullptr;
};

extern Callbacks callbacks;

/// Whether a stage of an ordinary world would call any of them (but for the time).
bool callbacks_are_set();

/// Whether stages of such worlds call them: those of Data.
template <class T>
inline constexpr bool kCallsUser = std::is_same_v<T, double>;

/// The function that a stage of this world should call, or null. It is read once, so that who
/// checks it calls the same.
template <class Function>
Function callback(const std::atomic<Function>& function, const Data& data) {
  return data.calls_user ? function.load(std::memory_order_acquire) : nullptr;
}

}  // namespace thew
