#include <algorithm>
#include <new>
#include <vector>

#include <thew/error.h>
#include <thew/workspace.h>

#include "model/capacity.h"
#include "model/lane_types.h"
#include "model/layout.h"

namespace thew {

namespace {

// Dimensions in workspace.inc are expressions of sizes; here all sizes are in scope.
struct Extents : ModelSizes {
  std::int64_t pair_room;

  // Pairs of n things, within reason.
  std::int64_t most_pairs(std::int64_t n) const { return std::min(n * (n - 1) / 2, pair_room); }

  template <class T>
  std::size_t place(Workspace<T>& w, std::byte* buffer, std::size_t solver) const {
    model::Layout layout(buffer);
#define THEW_SCRATCH(name, rows, columns, purpose) layout.take(w.name, rows, columns);
#define THEW_WORK(type, name, rows, columns, purpose) layout.take(w.name, rows, columns);
#include <thew/workspace.inc>
    w.solver = {buffer + layout.used(), solver};
    return layout.used() + solver;
  }
};

// Workspaces of a thread, as many as calls were ever within one another.
template <class T>
struct Stack {
  std::vector<std::unique_ptr<Workspace<T>>> spaces;
  std::size_t used = 0;

  Workspace<T>& take() {
    if (used == spaces.size()) spaces.push_back(std::make_unique<Workspace<T>>());
    return *spaces[used++];
  }
};
template <class T>
thread_local Stack<T> stack;

}  // namespace

template <class T>
Workspace<T>::Workspace() = default;
template <class T>
Workspace<T>::Workspace(const Model& model) {
  fit(model);
}
template <class T>
Workspace<T>::Workspace(const Model& model, std::int64_t pair_room) : pair_room_(pair_room) {
  fit(model);
}
template <class T>
Workspace<T>::Workspace(Workspace&&) noexcept = default;
template <class T>
Workspace<T>& Workspace<T>::operator=(Workspace&&) noexcept = default;
template <class T>
Workspace<T>::~Workspace() = default;

template <class T>
void Workspace<T>::place(const Model& model) {
  pair_room_ = std::max(pair_room_, wanted_pairs_);
  const Extents extents{model, pair_room_};
  const std::size_t room = model::rows_room<T>(model, model::contact_room<T>(model));
  const std::size_t bytes = extents.place(*this, nullptr, room);
  try {
    if (bytes > buffer_.bytes()) buffer_ = Buffer(bytes);
    if constexpr (kLanes<T> > 1) {
      single_ = std::make_unique<Data>(model);
      single_work_ = std::make_unique<Workspace<double>>(model);
    }
  } catch (const std::bad_alloc&) {
    throw Error({}, "not enough memory to work in: " + std::to_string(bytes >> 20) + " MiB");
  }
  extents.place(*this, buffer_.data(), room);
  layout_ = model.layout();
}

template <class T>
Borrowed<T>::Borrowed(const Model& model) : work_(stack<T>.take()) {
  work_.fit(model);
}
template <class T>
Borrowed<T>::~Borrowed() {
  --stack<T>.used;
}

#define THEW_INSTANTIATE(T)    \
  template class Workspace<T>; \
  template class Borrowed<T>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
