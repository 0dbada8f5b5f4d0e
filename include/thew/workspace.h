#pragma once

#include <memory>
#include <span>
#include <vector>

#include <thew/buffer.h>
#include <thew/data.h>
#include <thew/model.h>

namespace thew {

namespace detail {
namespace workspace_columns {
using namespace dynamic;
#define THEW_SCRATCH(name, rows, columns, purpose) inline constexpr int name = columns;
#include <thew/workspace.inc>
}  // namespace workspace_columns
}  // namespace detail

template <class S>
class LaneAlone;

/// Working memory of the kernels. It belongs to whoever works, not to a world: one is enough for
/// all worlds that a thread steps, of any model.
template <class T>
class Workspace {
 public:
  Workspace();
  explicit Workspace(const Model& model);
  /// With room for this many pairs to begin with.
  Workspace(const Model& model, std::int64_t pair_room);
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  ~Workspace();

#define THEW_SCRATCH(name, rows, columns, purpose) Table<T, detail::workspace_columns::name> name;
#define THEW_WORK(type, name, rows, columns, purpose) Array<field::type> name;
#include <thew/workspace.inc>

  /// What the constraint stages divide among themselves.
  std::span<std::byte> solver;

  /// Makes the tables fit a model. Allocates where they were smaller, or a list was full, before.
  void fit(const Model& model) {
    if (layout_ != model.layout() || wanted_pairs_ > pair_room_) place(model);
  }

  /// Lists of pairs will have room for this many from the next fit() on.
  void want_pairs(std::int64_t count) {
    wanted_pairs_ = count > wanted_pairs_ ? count : wanted_pairs_;
  }

  /// One world outside of the lanes, for stages that work on one world at a time.
  LaneAlone<OneOf<T>>& alone() { return *alone_; }

 private:
  void place(const Model& model);

  std::uint64_t layout_ = 0;
  std::int64_t pair_room_ = std::int64_t{1} << 22, wanted_pairs_ = 0;
  Buffer buffer_;
  std::unique_ptr<LaneAlone<OneOf<T>>> alone_;  // only where there are lanes
};

/// A lane as a world of its own.
template <class S>
class LaneAlone {
 public:
  explicit LaneAlone(const Model& model);

  /// The model as one lane sees it: with the lane's own numbers where it has some.
  template <class T>
  const Model& model_of(const Model& model, const BasicData<T>& lanes, int lane);

  BasicData<S> data;
  Workspace<S> work;

 private:
  Model view_;
  std::vector<double> own_;  // numbers of one lane
};

/// A workspace of the calling thread, fitted to the model, for as long as this lives. A call within
/// a call, as a callback makes it, gets another one. The first for a model on a thread allocates:
/// that of the thread which makes a Data comes with it.
template <class T>
class Borrowed {
 public:
  explicit Borrowed(const Model& model);
  ~Borrowed();
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

  Workspace<T>& operator*() const { return work_; }

 private:
  Workspace<T>& work_;
};

namespace detail {
template <class First, class...>
inline constexpr bool kIsWorkspace = false;
template <class T, class... Rest>
inline constexpr bool kIsWorkspace<Workspace<T>, Rest...> = true;
}  // namespace detail

/// The simple form of a call that needs working memory: without the argument for it, it works in
/// the thread's own.
#define THEW_SIMPLE_CALL(name)                                      \
  template <class T, class... Rest>                                 \
    requires(!::thew::detail::kIsWorkspace<Rest..., void>)          \
  auto name(const Model& model, BasicData<T>& data, Rest... rest) { \
    return name(model, data, *Borrowed<T>(model), rest...);         \
  }
/// The same for one that leaves the world as it is: threads may ask at the same time.
#define THEW_SIMPLE_QUERY(name)                                           \
  template <class T, class... Rest>                                       \
    requires(!::thew::detail::kIsWorkspace<Rest..., void>)                \
  auto name(const Model& model, const BasicData<T>& data, Rest... rest) { \
    return name(model, data, *Borrowed<T>(model), rest...);               \
  }

}  // namespace thew
