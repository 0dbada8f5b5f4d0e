#pragma once

#include <memory>
#include <span>

#include <thew/data.h>
#include <thew/model.h>

namespace thew {

/// Worlds of one model that step together, one per SIMD lane; each has the bits that it would have
/// alone.
class LaneWorlds {
 public:
  static constexpr int kCount = 4;

  explicit LaneWorlds(const Model& model);
  LaneWorlds(LaneWorlds&& other) noexcept;
  LaneWorlds& operator=(LaneWorlds&& other) noexcept;
  ~LaneWorlds();

  /// Sets all worlds to the initial state, or to keyframe `key` when >= 0.
  void reset(const Model& model, int key = -1);
  /// Sets the controls (nu) of one world; throws Error unless there is such a world and all its
  /// controls are given.
  void set_ctrl(int world, std::span<const double> ctrl);
  /// Advances all worlds by one step.
  void step(const Model& model);
  /// Copies one world out.
  void extract(int world, Data& data) const;

 private:
  struct Worlds;
  std::unique_ptr<Worlds> worlds_;
};

}  // namespace thew
