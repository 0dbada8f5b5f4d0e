#include "batch/worker.h"

#include <algorithm>

#include "batch/widen.h"
#include "batch/work.h"

namespace thew::batch {

namespace {

bool needs_body_forces(const Column& column) {
  const std::string_view name = column.name;
  return name == "cacc" || name == "cfrc_int" || name == "cfrc_ext";
}

}  // namespace

std::unique_ptr<Seen> make_seen(const Model& model, const BatchOptions& options) {
  const bool asks = options.reward || options.terminated || options.begin;
  return asks ? std::make_unique<Seen>(model) : nullptr;
}

const Data& Seen::get(const BasicData<float>& world) {
  return open(world);
}
Data& Seen::open(const BasicData<float>& world) {
  widen(world, data_);
  return data_;
}

Kept::Kept(const BatchOptions& given, Data& example, std::int64_t worlds)
    : options(given),
      columns(make_columns(example, worlds, given.outputs, given.precision)),
      own(worlds),
      errors(static_cast<std::size_t>(worlds)),
      warnings(static_cast<std::size_t>(worlds * kNWARNING)),
      touches(static_cast<std::size_t>(worlds)),
      rewards(static_cast<std::size_t>(worlds)),
      terminated(new bool[static_cast<std::size_t>(worlds)]()),
      truncated(new bool[static_cast<std::size_t>(worlds)]()),
      drawn(static_cast<std::size_t>(worlds)),
      body_forces(std::ranges::any_of(columns, needs_body_forces)) {}

void Kept::clear(std::int64_t world) {
  rewards[static_cast<std::size_t>(world)] = 0;
  terminated[world] = truncated[world] = false;
}

void Kept::judge(const Model& m, std::int64_t world, const Data& d) {
  if (options.reward) rewards[static_cast<std::size_t>(world)] = options.reward(m, d);
  if (options.terminated) terminated[world] = options.terminated(m, d);
}

const Model& ModelOfWorld::get(const Model& m, const Kept& kept, std::int64_t world) {
  if (!kept.own.any()) return m;
  view_.look_at(m);
  kept.own.show(m, world, view_);
  // Trees of boxes are those of the model; its pairs are found one by one, in the same order.
  view_.opt.disableflags |= static_cast<int>(DisableBit::Midphase);
  return view_;
}

template <class S>
LoneWorker<S>::LoneWorker(const Model& model, const Kept& kept)
    : data_(model), memory_(model), seen_(make_seen(model, kept.options)) {
  thew::reset(model, data_);
}

template <class S>
void LoneWorker<S>::work(const Model& model, Kept& kept, std::int64_t world, const Task& task,
                         int thread, BasicData<S>* own) {
  BasicData<S>& d = own ? *own : data_;
  kept.load<S>(&world, d);
  show_numbers(kept, d);
  const Model& m = model_of_.get(model, kept, world);
  if (!perform(m, d, memory_, task, thread)) return;
  if (kept.body_forces) rne_post_constraint(m, d, memory_);
  keep<S>(kept, {&world, 1}, d, task, m.opt.timestep);
  if (seen_ && task.steps > 0 && !kept.terminated[world]) {
    kept.judge(m, world, seen_->get(d));
  }
}

template <class S>
void LoneWorker<S>::reset(const Model& model, Kept& kept, std::int64_t world, int key,
                          BasicData<S>* own) {
  BasicData<S>& d = own ? *own : data_;
  const Model& m = model_of_.get(model, kept, world);
  show_numbers(kept, d);
  thew::reset(m, d, key);
  kept.store<S>(&world, d);
  if (kept.options.begin) {
    Random random(kept.options.seed, static_cast<std::uint64_t>(world),
                  kept.drawn[static_cast<std::size_t>(world)]);
    Data& seen = seen_->open(d);
    kept.options.begin(m, seen, random);
    kept.store<S>(&world, seen);
    if (own) kept.load<S>(&world, d);
  }
  kept.errors[static_cast<std::size_t>(world)] = 0;
  kept.clear(world);
  std::fill_n(kept.warnings.data() + kNWARNING * world, kNWARNING, 0);
}

#define THEW_INSTANTIATE(S) template class LoneWorker<S>
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::batch
