// One world against four in SIMD lanes: world-steps per second and their ratio.
#include <cstdio>
#include <map>
#include <string>
#include <unistd.h>

#include <benchmark/benchmark.h>

#include "model/lane_types.h"
#include "scene.h"

namespace thew::bench {
namespace {

constexpr int kEpisode = 1000;  // steps

// All stages from positions to accelerations.
template <class T>
void forward_pass(benchmark::State& state, const std::string& name) {
  const Model model = load(name);
  BasicData<T> data = moving<T>(model);
  for (auto _ : state) forward(model, data);
  state.SetItemsProcessed(state.iterations() * kLanes<T>);
}

template <class T>
void whole_step(benchmark::State& state, const std::string& name) {
  const Model model = load(name);
  BasicData<T> data = moving<T>(model);
  int count = 0;
  for (auto _ : state) {
    if (++count % kEpisode == 0) excite(model, data);
    step(model, data);
  }
  state.SetItemsProcessed(state.iterations() * kLanes<T>);
}

// Prints the usual table, then the ratio of every pair name/one, name/lanes.
class RatioReporter : public benchmark::ConsoleReporter {
 public:
  RatioReporter() : ConsoleReporter(isatty(STDOUT_FILENO) != 0 ? OO_Defaults : OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      const bool counts = run.run_type == Run::RT_Iteration || run.aggregate_name == "median";
      if (counts && rate != run.counters.end()) rates_[run.run_name.function_name] = rate->second;
    }
    ConsoleReporter::ReportRuns(runs);
  }

  void Finalize() override {
    for (const auto& [name, rate] : rates_) {
      const std::size_t end = name.rfind("/one");
      if (end == std::string::npos) continue;
      const auto lanes = rates_.find(name.substr(0, end) + "/lanes");
      if (lanes == rates_.end()) continue;
      std::printf("%-24s lanes / one %6.2fx  (%.0f / %.0f per second)\n",
                  name.substr(0, end).c_str(), lanes->second / rate, lanes->second, rate);
    }
    ConsoleReporter::Finalize();
  }

 private:
  std::map<std::string, double> rates_;
};

void add_pair(const std::string& model) {
  const auto add = [](const std::string& name, auto function, const std::string& argument) {
    benchmark::RegisterBenchmark(name.c_str(), function, argument);
  };
  add("forward/" + model + "/one", forward_pass<double>, model);
  add("forward/" + model + "/lanes", forward_pass<Pack4>, model);
  add("step/" + model + "/one", whole_step<double>, model);
  add("step/" + model + "/lanes", whole_step<Pack4>, model);
}

}  // namespace
}  // namespace thew::bench

int main(int argc, char** argv) {
  for (const char* model : {"pendulum", "chain15", "humanoid", "tree60"}) {
    thew::bench::add_pair(model);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  thew::bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
}
