#pragma once

// Who steps worlds: the Data and the memory of one thread, into which worlds are loaded and from
// which they are stored.

#include <memory>
#include <span>
#include <vector>

#include <thew/batch.h>
#include <thew/step.h>

#include "base/pool.h"
#include "batch/columns.h"
#include "batch/own_numbers.h"
#include "batch/touches.h"
#include "model/lane_types.h"

namespace thew::batch {

/// What is kept of all worlds.
struct Kept {
  Kept(const BatchOptions& options, Data& example, std::int64_t worlds);

  BatchOptions options;
  std::vector<Column> columns;
  OwnNumbers own;
  SingleNumbers single;                ///< of the model, in single precision
  std::vector<std::int32_t> errors;    ///< 0, or 1 + a Warning
  std::vector<std::int32_t> warnings;  ///< kNWARNING of each world
  std::vector<Touches> touches;        ///< in the latest step of each world
  std::vector<double> rewards;
  std::unique_ptr<bool[]> terminated, truncated;
  std::vector<std::uint64_t> drawn;  ///< how many random numbers each world has had
  bool body_forces;                  ///< whether an output needs rne_post_constraint()

  bool is_over(std::int64_t world) const { return terminated[world] || truncated[world]; }
  /// A world that begins, or did not step, gained nothing.
  void clear(std::int64_t world);
  /// Takes down what a world gained, and whether it is over.
  void judge(const Model& model, std::int64_t world, const Data& data);

  /// Copies lanes into the rows of their worlds; S is the type of numbers in rows.
  template <class S, class T>
  void store(const std::int64_t* worlds, const BasicData<T>& data) {
    for (const Column& column : columns) batch::store<S>(column, worlds, data);
  }
  /// Copies the state of worlds into lanes.
  template <class S, class T>
  void load(const std::int64_t* worlds, BasicData<T>& data) const {
    for (const Column& column : columns) {
      if (column.is_state) batch::load<S>(column, worlds, data);
    }
  }
};

/// What is done with a world that was loaded: steps, then stages of forward().
struct Task {
  int steps;
  Stage stage;
  base::Pool& pool;  ///< long work reports to it
};

/// The model as a world has it: with its own numbers.
class ModelOfWorld {
 public:
  const Model& get(const Model& model, const Kept& kept, std::int64_t world);

 private:
  Model view_;
};

/// One world as functions of the user see it: in double.
class Seen {
 public:
  explicit Seen(const Model& model) : data_(model) {}
  const Data& get(const Data& world) { return world; }
  const Data& get(const BasicData<float>& world);
  Data& open(Data& world) { return world; }
  Data& open(const BasicData<float>& world);

 private:
  Data data_;
};

/// For functions of the user, where there are any.
std::unique_ptr<Seen> make_seen(const Model& model, const BatchOptions& options);

/// Works on several worlds at a time, in lanes.
class LaneWorker {
 public:
  virtual ~LaneWorker() = default;
  /// On at most as many worlds as there are lanes. False, with nothing done, where an output needs
  /// the constraints of each world and lanes did not have them.
  virtual bool work(const Model& model, Kept& kept, std::span<const std::int64_t> worlds,
                    const Task& task, int thread) = 0;
};

/// A worker on the lanes of T (lane_worker.cc).
template <class T>
std::unique_ptr<LaneWorker> make_lane_worker(const Model& model, const Kept& kept);

/// Works on one world at a time: for models that lanes cannot step.
template <class S>
class LoneWorker {
 public:
  LoneWorker(const Model& model, const Kept& kept);
  /// In the Data of the worker, or in that of the world where it has one (`own`).
  void work(const Model& model, Kept& kept, std::int64_t world, const Task& task, int thread,
            BasicData<S>* own);
  /// Whether a Data was made for the same model.
  bool fits(const Data& data) const { return data_.same_sizes(data); }
  /// Puts a world into its initial state, or that of a keyframe.
  void reset(const Model& model, Kept& kept, std::int64_t world, int key, BasicData<S>* own);

 private:
  BasicData<S> data_;
  Workspace<S> memory_;
  ModelOfWorld model_of_;
  std::unique_ptr<Seen> seen_;
};

}  // namespace thew::batch
