// Worlds on the processor, in SIMD lanes and on threads.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>

#include <thew/callback.h>
#include <thew/error.h>

#include "batch/widen.h"
#include "batch/width.h"
#include "batch/worker.h"
#include "batch/worlds.h"
#include "model/own_number.h"
#include "model/sleep.h"

namespace thew::batch {

namespace {

// Who steps worlds in the precision S.
template <class S>
struct Workers {
  const Model& model;
  int lanes;
  std::vector<std::unique_ptr<LaneWorker>> lane_workers;  // of each thread, made where needed
  std::vector<std::unique_ptr<LoneWorker<S>>> lone_workers;
  std::vector<std::unique_ptr<BasicData<S>>> data;  // of each world, where they are kept whole

  Workers(const Model& m, int threads, int lanes_)
      : model(m),
        lanes(lanes_),
        lane_workers(static_cast<std::size_t>(threads)),
        lone_workers(static_cast<std::size_t>(threads)) {}

  LaneWorker& lane_worker(int thread, const Kept& kept) {
    auto& worker = lane_workers[static_cast<std::size_t>(thread)];
    if (!worker) worker = make_lane_worker<S>(lanes, model, kept);
    return *worker;
  }
  LoneWorker<S>& lone_worker(int thread, const Kept& kept) {
    auto& worker = lone_workers[static_cast<std::size_t>(thread)];
    if (!worker) worker = std::make_unique<LoneWorker<S>>(model, kept);
    return *worker;
  }
  BasicData<S>* data_of(std::int64_t world) {
    if (data.empty()) return nullptr;
    auto& own = data[static_cast<std::size_t>(world)];
    if (!own) own = std::make_unique<BasicData<S>>(model);
    return own.get();
  }
};

class HostWorlds : public Worlds {
 public:
  HostWorlds(const Model& m, Data& example, std::int64_t worlds, const BatchOptions& options)
      : Worlds(m, worlds),
        kept_(options, example, worlds),
        pool_(thread_count(options.threads), base::Pool::Wait::Brisk),
        lanes_(choose_lanes(options.precision, options.lanes, worlds)),
        in_double_(m, pool_.threads(), lanes_),
        in_single_(m, pool_.threads(), lanes_) {}

  int threads() const override { return pool_.threads(); }
  int lanes() const override { return lanes_; }
  Precision precision() const override { return kept_.options.precision; }

  std::int64_t world_bytes() const override {
    // Its error and warnings, what touches, the reward, ends, and random numbers drawn.
    std::int64_t bytes =
        (1 + kNWARNING) * static_cast<std::int64_t>(sizeof(std::int32_t)) + 4 * 8 + 2;
    for (const Column& column : kept_.columns) bytes += column.row_bytes;
    for (int id = 0; id < kParameters; ++id) {
      if (kept_.own.is_owned(id)) {
        bytes += own_number(model(), id).size() * static_cast<std::int64_t>(sizeof(double));
      }
    }
    return bytes;
  }

  BatchTable field(std::string_view name) const override {
    const Column& column = find_column(name);
    return {column.type, column.memory.data(), count(), column.rows, column.columns};
  }
  std::vector<std::string> fields() const override {
    std::vector<std::string> names;
    for (const Column& column : kept_.columns) names.emplace_back(column.name);
    return names;
  }

  BatchTable own(int id) override {
    const OwnNumber number = own_number(model(), id);
    return {FieldType::Real, reinterpret_cast<std::byte*>(kept_.own.own(model(), id)), count(),
            number.rows, number.columns};
  }
  bool is_owned(int id) const override { return kept_.own.is_owned(id); }
  void refresh(Mask mask, const base::Pool::GoOn& go_on) override {
    const std::lock_guard lock(busy_);
    choose(mask);
    refresh_numbers(model(), kept_.own, chosen_, pool_, go_on);
  }

  void step(int steps, Mask mask, Stage stage, const base::Pool::GoOn& go_on) override {
    const std::lock_guard lock(busy_);
    choose(mask);
    set_over_aside();
    work({steps, stage, pool_}, go_on);
    if (kept_.options.restart) {
      reset_worlds(over_, -1);
    } else {
      for (const std::int64_t world : over_) kept_.rewards[static_cast<std::size_t>(world)] = 0;
    }
  }
  void forward(Mask mask, Stage stage, const base::Pool::GoOn& go_on) override {
    const std::lock_guard lock(busy_);
    choose(mask);
    work({0, stage, pool_}, go_on);
  }
  void reset(Mask mask, int key) override {
    const std::lock_guard lock(busy_);
    choose(mask);
    reset_worlds(chosen_, key);
  }

  std::int32_t* errors() override { return kept_.errors.data(); }
  double* rewards() override { return kept_.rewards.data(); }
  bool* terminated() override { return kept_.terminated.get(); }
  bool* truncated() override { return kept_.truncated.get(); }
  std::int32_t* warnings() override { return kept_.warnings.data(); }

  void draw(std::int64_t numbers, double* to, Mask mask) override {
    const std::lock_guard lock(busy_);
    choose(mask);
    draw_numbers(kept_.options.seed, chosen_, kept_.drawn, numbers, to);
  }

  void extract(std::int64_t world, Data& data) override {
    check(world, data);
    if (is_single()) {
      const BasicData<float>* whole = in_single_.data_of(world);
      if (whole && has_whole()) widen(*whole, data);
      return kept_.load<float>(&world, data);
    }
    const Data* whole = in_double_.data_of(world);
    if (whole && has_whole()) data = *whole;
    kept_.load<double>(&world, data);
  }
  void insert(const Data& data, std::int64_t world) override {
    check(world, data);
    if (is_single()) return kept_.store<float>(&world, data);
    kept_.store<double>(&world, data);
  }

 private:
  bool is_single() const { return kept_.options.precision == Precision::Single; }

  // Calls visit with those who work in the precision of the batch.
  template <class Visit>
  auto with_workers(Visit visit) {
    return is_single() ? visit(in_single_) : visit(in_double_);
  }

  // Poses of trees that sleep are left as they are, so that such worlds need a whole Data each;
  // those with flexes step alone.
  bool has_whole() const {
    return kept_.options.whole || sleep::is_enabled(model()) || model().nflex > 0;
  }

  // Before any work: room for worlds that are kept whole, and the numbers of the model in single
  // precision, for they may have been written.
  template <class S>
  void prepare(Workers<S>& workers) {
    if (has_whole() && workers.data.empty()) workers.data.resize(static_cast<std::size_t>(count()));
    if constexpr (std::is_same_v<S, float>) {
      if (callbacks_are_set()) {
        throw Error({}, "callbacks cannot be called in single precision",
                    "take them away, or make the batch in double precision");
      }
      kept_.single.convert(model());
    }
  }

  const Column& find_column(std::string_view name) const {
    const auto found =
        std::ranges::find_if(kept_.columns, [&](const Column& c) { return name == c.name; });
    if (found != kept_.columns.end()) return *found;
    throw Error({}, "the batch does not keep \"" + std::string(name) + "\"",
                "name it among the outputs when the batch is made");
  }

  void check(std::int64_t world, const Data& other) {
    check_world(world);
    if (!with_workers([&](auto& w) { return w.lone_worker(0, kept_).fits(other); })) {
      throw Error({}, "the data was made for another model than the batch");
    }
  }

  // The worlds that the mask means.
  void choose(Mask mask) {
    check_mask(mask);
    chosen_.clear();
    for (std::int64_t world = 0; world < count(); ++world) {
      if (mask.empty() || mask[static_cast<std::size_t>(world)]) chosen_.push_back(world);
    }
  }

  // Takes the worlds out that are over.
  void set_over_aside() {
    over_.clear();
    std::erase_if(chosen_, [&](std::int64_t world) {
      if (kept_.is_over(world)) over_.push_back(world);
      return kept_.is_over(world);
    });
  }

  void reset_worlds(const std::vector<std::int64_t>& worlds, int key) {
    if (worlds.empty()) return;
    with_workers([&](auto& workers) {
      prepare(workers);
      pool_.run(
          static_cast<std::int64_t>(worlds.size()),
          [&](int thread, std::int64_t i) {
            const std::int64_t world = worlds[static_cast<std::size_t>(i)];
            workers.lone_worker(thread, kept_)
                .reset(model(), kept_, world, key, workers.data_of(world));
          },
          nullptr);
    });
  }

  void work(const Task& task, const base::Pool::GoOn& may_go_on) {
    with_workers([&](auto& workers) {
      prepare(workers);
      if (has_whole() || callbacks_are_set()) {
        pool_.run(
            static_cast<std::int64_t>(chosen_.size()),
            [&](int thread, std::int64_t i) {
              work_alone(workers, task, thread, chosen_[static_cast<std::size_t>(i)]);
            },
            may_go_on);
      } else {
        work_in_lanes(workers, task, may_go_on);
      }
    });
  }

  template <class S>
  void work_alone(Workers<S>& workers, const Task& task, int thread, std::int64_t world) {
    workers.lone_worker(thread, kept_)
        .work(model(), kept_, world, task, thread, has_whole() ? workers.data_of(world) : nullptr);
  }

  template <class S>
  void work_in_lanes(Workers<S>& workers, const Task& task, const base::Pool::GoOn& may_go_on) {
    const auto worlds_count = static_cast<std::int64_t>(chosen_.size());
    const std::int64_t lane_count = lanes_, groups = (worlds_count + lane_count - 1) / lane_count;
    // The worlds of groups first ... end.
    const auto worlds_of = [&](std::int64_t first, std::int64_t end) {
      first *= lane_count, end = std::min(end * lane_count, worlds_count);
      return std::span(chosen_).subspan(static_cast<std::size_t>(first),
                                        static_cast<std::size_t>(end - first));
    };
    // Each thread puts those in order that it will step.
    const std::int64_t parts = std::min<std::int64_t>(pool_.threads(), groups);
    rest_.resize(static_cast<std::size_t>(parts));
    pool_.run(
        parts,
        [&](int, std::int64_t k) {
          const auto worlds = worlds_of(groups * k / parts, groups * (k + 1) / parts);
          put_alike_together(worlds, kept_.touches, lanes_, rest_[static_cast<std::size_t>(k)]);
        },
        nullptr);
    std::atomic<bool> apart = false;  // lanes are not up to it: the others need not try
    pool_.run(
        groups,
        [&](int thread, std::int64_t group) {
          const auto worlds = worlds_of(group, group + 1);
          LaneWorker& worker = workers.lane_worker(thread, kept_);
          if (!apart && worker.work(model(), kept_, worlds, task, thread)) return;
          apart = true;
          for (const std::int64_t world : worlds) work_alone(workers, task, thread, world);
        },
        may_go_on);
  }

  Kept kept_;
  base::Pool pool_;
  int lanes_;
  Workers<double> in_double_;  // only those of the batch's precision ever work
  Workers<float> in_single_;
  std::vector<std::int64_t> chosen_, over_;
  std::vector<std::vector<std::int64_t>> rest_;  // of each part that is put in order
  std::mutex busy_;
};

}  // namespace

std::unique_ptr<Worlds> make_host_worlds(const Model& model, std::int64_t worlds,
                                         const BatchOptions& options) {
  Data example(model);
  return std::make_unique<HostWorlds>(model, example, worlds, options);
}

}  // namespace thew::batch
