#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "world.h"

namespace thew::viewer {

/// Where a world was. All inputs of earlier steps had been applied, those of this step not yet.
struct Key {
  std::int64_t step = 0;
  double time = 0;
  std::vector<double> state;
  std::shared_ptr<const Data> whole;  ///< where trees may sleep, which is no part of the state
  Push push;
  const Controller* controller = nullptr;

  std::size_t bytes() const;
};

/// One run: key states some steps apart, and everything that was done to it. Any step between is
/// found by running on from the key before it, with the same bits.
struct Branch {
  int id = 0;
  int parent = -1;
  std::int64_t from = 0;  ///< step at which it left its parent
  std::int64_t last = 0;
  double last_time = 0;
  std::vector<std::shared_ptr<const Key>> keys;
  std::vector<Input> inputs;

  std::size_t bytes() const;
};

/// A world that shows moments of a branch.
class Cursor {
 public:
  explicit Cursor(std::shared_ptr<const Model> model) : world_(std::move(model)) {}

  /// Goes to a step of the branch, from 0 to its last.
  void go(const Branch& branch, std::int64_t step);
  World& world() { return world_; }
  const World& world() const { return world_; }

 private:
  void restore(const Branch& branch, const Key& key);
  void apply_inputs(const Branch& branch);

  World world_;
  int branch_ = -1;
  std::size_t next_input_ = 0;
};

/// The past of a world, and other pasts that it might have had.
class Timeline {
 public:
  /// Keys beyond `cap` bytes are thinned out, so that going back takes longer.
  explicit Timeline(std::size_t cap) : cap_(cap) {}

  /// Begins anew where the world is.
  void begin(const World& world);
  /// The world made a step.
  void arrived(const World& world);
  /// Something was done to the world at its present step.
  void record(const Input& input);

  /// Leaves the present branch at `step` for a new one and returns its number. What lay beyond
  /// stays as a branch of its own.
  int fork(std::int64_t step);
  /// Makes another branch the present one; false if there is none with this number.
  bool choose(int id);
  bool drop(int id);

  const Branch& present() const { return branches_[present_]; }
  const std::vector<Branch>& branches() const { return branches_; }
  const Branch* find(int id) const;
  std::size_t bytes() const;
  std::size_t cap() const { return cap_; }
  /// Steps from key to key.
  std::int64_t interval() const { return interval_; }
  /// The step nearest to a time.
  std::int64_t step_at(double time) const;

 private:
  void add_key(const World& world);
  void thin_out();

  std::size_t cap_;
  std::vector<Branch> branches_;
  std::size_t present_ = 0;
  int next_id_ = 0;
  std::int64_t interval_ = 0;
};

}  // namespace thew::viewer
