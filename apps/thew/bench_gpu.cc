// Steps per second of worlds on a GPU.
#include "bench_gpu.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <thew/batch.h>

#include "excitation.h"

namespace thew::cli {
namespace {

constexpr int kTables = 8;  // of controls, which steps take in turn
constexpr int kChunk = 20;  // steps between two looks at the clock

double now() {
  return 1e-9 * static_cast<double>(std::chrono::steady_clock::now().time_since_epoch().count());
}

// Controls of their own for all worlds, in the memory of the GPU: steps do not wait for the bus.
class Controls {
 public:
  template <class S>
  Controls(const Batch& batch, const GpuOptions& options, S)
      : bytes_(static_cast<std::size_t>(batch.size() * batch.model().nu) * sizeof(S)),
        memory_(options.device, kTables * bytes_) {
    const int key = batch.model().nkey > 0 ? 0 : -1;
    Excitation excitation(batch.model(), key, options.noise, 1);
    std::vector<S> rows;
    for (int i = 0; i < kTables; ++i) {
      rows.clear();
      for (std::int64_t world = 0; world < batch.size(); ++world) {
        for (const double x : excitation.next()) rows.push_back(static_cast<S>(x));
      }
      batch.copy(table(i), rows.data(), bytes_);
      batch.finish();
    }
  }
  void apply(const Batch& batch, int step) const {
    batch.copy(batch.field("ctrl").data, table(step % kTables), bytes_);
  }

 private:
  std::byte* table(int i) const { return memory_.data() + static_cast<std::size_t>(i) * bytes_; }
  std::size_t bytes_;
  gpu::Block memory_;
};

GpuRow measure(const std::string& name, const Model& model, const GpuOptions& options,
               std::int64_t worlds) {
  BatchOptions own;
  own.device = options.device;
  own.precision = options.precision;
  const double begin = now();
  Batch batch(model, worlds, own);
  batch.step();
  batch.finish();
  GpuRow row{name, model.nv, worlds, batch.world_bytes()};
  row.first_step = now() - begin;
  const Controls controls = options.precision == Precision::Single
                                ? Controls(batch, options, float{})
                                : Controls(batch, options, double{});
  batch.reset({}, model.nkey > 0 ? 0 : -1);
  const auto rate = [&](double seconds) {
    const double start = now();
    int steps = 0;
    do {
      for (int i = 0; i < kChunk; ++i, ++steps) {
        controls.apply(batch, steps);
        batch.step();
      }
      batch.finish();
    } while (now() - start < seconds);
    return static_cast<double>(worlds) * steps / (now() - start);
  };
  rate(options.seconds);  // worlds leave the state that they begin in, and clocks rise
  std::vector<double> rates;
  for (int round = 0; round < options.rounds; ++round) rates.push_back(rate(options.seconds));
  std::ranges::sort(rates);
  row.rate = rates[rates.size() / 2];
  row.low = rates.front();
  row.high = rates.back();
  return row;
}

}  // namespace

std::vector<GpuRow> bench_gpu(const std::string& name, const Model& model,
                              const GpuOptions& options) {
  std::vector<GpuRow> rows;
  for (const std::int64_t worlds : options.worlds) {
    rows.push_back(measure(name, model, options, worlds));
  }
  return rows;
}

Json gpu_json(const std::vector<GpuRow>& rows, const GpuOptions& options) {
  Json list = Json::array();
  for (const GpuRow& row : rows) {
    list.push_back({{"model", row.model},
                    {"nv", row.nv},
                    {"worlds", row.worlds},
                    {"steps_per_second", row.rate},
                    {"low", row.low},
                    {"high", row.high},
                    {"first_step_seconds", row.first_step},
                    {"world_bytes", row.world_bytes}});
  }
  return {{"device", options.device},
          {"precision", options.precision == Precision::Single ? "single" : "double"},
          {"rows", list}};
}

void print_gpu(const std::vector<GpuRow>& rows) {
  Table table(
      {"model", "nv", "worlds", "steps/s", "low-high", "ns/step", "first step ms", "bytes/world"});
  for (const GpuRow& row : rows) {
    table.add({row.model, std::to_string(row.nv), std::to_string(row.worlds), brief_rate(row.rate),
               fmt::format("{}-{}", brief_rate(row.low), brief_rate(row.high)),
               brief(1e9 / row.rate), brief(1e3 * row.first_step),
               std::to_string(row.world_bytes)});
  }
  fmt::print("{}", table.text(0));
}

}  // namespace thew::cli
