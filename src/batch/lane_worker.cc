// Worlds in lanes: compiled for each width of them.

#include "batch/work.h"
#include "model/contact_slot.h"

namespace thew::batch {

namespace {

// Takes down what touched in each world.
template <class T>
void note_touches(const BasicData<T>& d, std::span<const std::int64_t> worlds, Kept& kept) {
  Touches touches[kLanes<T>] = {};
  int number[kLanes<T>] = {};  // of contacts of one pair
  for (int i = 0; i < d.ncon; ++i) {
    const int* geom = d.contact.geom.row(i);
    if (i == 0 || !std::equal(geom, geom + 2, d.contact.geom.row(i - 1)))
      std::ranges::fill(number, 0);
    unsigned here = bits(d.contact.dist[i] < T(model::kAbsentDistance));
    for (; here != 0; here &= here - 1) {
      const int k = std::countr_zero(here);
      touches[k].add(geom[0], geom[1], number[k]++);
    }
  }
  for (std::size_t k = 0; k < worlds.size(); ++k) {
    kept.touches[static_cast<std::size_t>(worlds[k])] = touches[k];
  }
}

template <class T>
class InLanes final : public LaneWorker {
 public:
  InLanes(const Model& model, const Kept& kept)
      : data_(model), memory_(model), seen_(make_seen(model, kept.options)) {
    thew::reset(model, data_);
    data_.calls_user = false;
    if (kept.options.reward || kept.options.terminated) {
      alone_ = std::make_unique<BasicData<S>>(model);
    }
  }

  bool work(const Model& m, Kept& kept, std::span<const std::int64_t> worlds, const Task& task,
            int thread) override {
    // Lanes without a world repeat the last one.
    std::int64_t in_lane[kLanes<T>];
    for (std::size_t k = 0; k < kLanes<T>; ++k) in_lane[k] = worlds[std::min(k, worlds.size() - 1)];
    kept.load<S>(in_lane, data_);
    show_numbers(kept, data_);
    numbers_.load(m, kept.own, in_lane, data_);
    if (!perform(m, data_, memory_, task, thread)) return true;
    if (kept.body_forces && data_.rows_apart) return false;
    if (kept.body_forces) rne_post_constraint(m, data_, memory_);
    keep(kept, worlds, data_, task, m.opt.timestep);
    note_touches(data_, worlds, kept);
    if (alone_ && task.steps > 0) judge(m, kept, worlds);
    return true;
  }

 private:
  using S = OneOf<T>;

  void judge(const Model& m, Kept& kept, std::span<const std::int64_t> worlds) {
    for (int k = 0; k < static_cast<int>(worlds.size()); ++k) {
      const std::int64_t world = worlds[static_cast<std::size_t>(k)];
      if (kept.terminated[world]) continue;
      extract(data_, k, *alone_);
      kept.judge(model_of_.get(m, kept, world), world, seen_->get(*alone_));
    }
  }

  BasicData<T> data_;
  Workspace<T> memory_;
  LaneNumbers<T> numbers_;
  std::unique_ptr<BasicData<S>> alone_;  // for functions of one world
  std::unique_ptr<Seen> seen_;
  ModelOfWorld model_of_;
};

}  // namespace

template <class T>
std::unique_ptr<LaneWorker> make_lane_worker(const Model& model, const Kept& kept) {
  return std::make_unique<InLanes<T>>(model, kept);
}

#define THEW_INSTANTIATE(T) \
  template std::unique_ptr<LaneWorker> make_lane_worker<T>(const Model&, const Kept&)
THEW_FOR_PACK_TYPES(THEW_INSTANTIATE)

}  // namespace thew::batch
