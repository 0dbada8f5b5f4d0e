#include <algorithm>
#include <new>
#include <vector>

#include <thew/error.h>
#include <thew/workspace.h>

#include "model/capacity.h"
#include "model/lane_types.h"
#include "model/lanes.h"
#include "model/layout.h"

namespace thew {

namespace {

// Dimensions in workspace.inc are expressions of sizes; here all sizes are in scope.
struct Extents : ModelSizes {
  std::int64_t pair_room;
  std::int64_t contact_rows;

  // Pairs of n things, within reason.
  std::int64_t most_pairs(std::int64_t n) const { return std::min(n * (n - 1) / 2, pair_room); }

  template <class T>
  std::size_t place(Workspace<T>& w, std::byte* buffer, std::size_t solver) const {
    model::Layout layout(buffer);
#define THEW_SCRATCH(name, rows, columns, purpose) layout.take(w.name, rows, columns);
#define THEW_WORK(type, name, rows, columns, purpose) layout.take(w.name, rows, columns);
#include <thew/workspace.inc>
    w.solver = {buffer ? buffer + layout.used() : nullptr, solver};
    return layout.used() + solver;
  }
};

// Workspaces of a thread, as many as calls were ever within one another.
template <class T>
struct Stack {
  std::vector<std::unique_ptr<Workspace<T>>> spaces;
  std::size_t used = 0;

  Workspace<T>& take(const Model& model) {
    if (used == spaces.size()) spaces.push_back(std::make_unique<Workspace<T>>());
    spaces[used]->fit(model);  // may throw: then nothing is taken
    return *spaces[used++];
  }
};
// That of this thread, once it has one: found without asking whether it is constructed.
template <class T>
constinit thread_local Stack<T>* stack = nullptr;

template <class T>
Stack<T>& stack_of_thread() {
  if (stack<T> == nullptr) [[unlikely]] {
    thread_local Stack<T> owner;
    stack<T> = &owner;
  }
  return *stack<T>;
}

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
  const int contacts = model::contact_room<T>(model);
  const Extents extents{model, pair_room_, model::contact_rows(contacts)};
  const std::size_t room = model::rows_room<T>(model, contacts);
  const std::size_t bytes = extents.place(*this, nullptr, room);
  try {
    if (bytes > buffer_.bytes()) buffer_ = Buffer(bytes);
    if constexpr (kLanes<T> > 1) alone_ = std::make_unique<LaneAlone<OneOf<T>>>(model);
  } catch (const std::bad_alloc&) {
    throw Error({}, "not enough memory to work in: " + std::to_string(bytes >> 20) + " MiB");
  }
  extents.place(*this, buffer_.data(), room);
  layout_ = model.layout();
}

namespace {

std::size_t own_numbers(const Model& m) {
  std::int64_t count = 0;
#define THEW_COUNT_World(name) count += m.name.size();
#define THEW_COUNT_Shared(name)
#define THEW_COUNT_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_COUNT_##world(name)
#include <thew/fields.inc>
#undef THEW_COUNT_World
#undef THEW_COUNT_Shared
#undef THEW_COUNT_Structure
  return static_cast<std::size_t>(count);
}

}  // namespace

template <class S>
LaneAlone<S>::LaneAlone(const Model& model) : data(model), work(model), own_(own_numbers(model)) {}

template <class S>
template <class T>
const Model& LaneAlone<S>::model_of(const Model& m, const BasicData<T>& lanes, int lane) {
  data.converted = lanes.converted;
  if (std::all_of(lanes.own.begin(), lanes.own.end(), [](const T* own) { return !own; })) return m;
  view_.look_at(m);
  double* next = own_.data();
  const auto copy = [&](ParameterId id, std::int64_t count, double* to) {
    const T* own = lanes.own[static_cast<std::size_t>(id)];
    if (own) data.converted[static_cast<std::size_t>(id)] = nullptr;
    for (std::int64_t i = 0; own && i < count; ++i) to[i] = lane_of(own[i], lane);
    return own != nullptr;
  };
#define THEW_LOOK_World(name)                             \
  if (copy(ParameterId::name, m.name.size(), next)) {     \
    view_.name = {next, m.name.rows(), m.name.columns()}; \
    next += m.name.size();                                \
  }
#define THEW_LOOK_Shared(name)
#define THEW_LOOK_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_LOOK_##world(name)
#define THEW_WORLD_OPTION(name, description) copy(ParameterId::name, 3, view_.opt.name);
#include <thew/fields.inc>
#undef THEW_LOOK_World
#undef THEW_LOOK_Shared
#undef THEW_LOOK_Structure
  return view_;
}
#define THEW_INSTANTIATE(T)           \
  template class LaneAlone<OneOf<T>>; \
  template const Model& LaneAlone<OneOf<T>>::model_of(const Model&, const BasicData<T>&, int)
THEW_FOR_PACK_TYPES(THEW_INSTANTIATE)
#undef THEW_INSTANTIATE

template <class T>
Borrowed<T>::Borrowed(const Model& model) : work_(stack_of_thread<T>().take(model)) {}
template <class T>
Borrowed<T>::~Borrowed() {
  --stack<T>->used;
}

#define THEW_INSTANTIATE(T)    \
  template class Workspace<T>; \
  template class Borrowed<T>
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
