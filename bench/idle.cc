// What the stages of tendons, actuators, sensors and passive forces cost in models that have none
// of these, beside a whole step. tools/make_performance writes the shares into docs/performance.md.
#include <map>

#include <benchmark/benchmark.h>

#include "pipeline/optional.h"
#include "scene.h"

namespace thew::bench {
namespace {

constexpr const char* kModels[] = {"pendulum", "double_pendulum", "flying"};

// With its contacts, and without the little that it has of these things.
const Model& bare(int which) {
  static std::map<int, Model> models;
  const auto found = models.find(which);
  if (found != models.end()) return found->second;
  const std::string name = kModels[which];
  const char* folder = name == "flying" ? "/build/scenes/" : "/models/";
  return models.emplace(which, load_file(THEW_ROOT + (folder + name) + ".xml")).first->second;
}

void tendons(const Model& m, Data& d, Workspace<double>& w) {
  optional::tendon_position(m, d, w);
  optional::tendon_velocity(m, d);
  optional::add_armature_bias(m, d);
}

void actuators(const Model& m, Data& d, Workspace<double>& w) {
  optional::transmission(m, d, w);
  optional::actuator_velocity(m, d);
  optional::actuation(m, d);
}

void sensors(const Model& m, Data& d, Workspace<double>& w) {
  optional::sense_position(m, d, w);
  optional::sense_velocity(m, d, w);
  if (m.nsensor > 0) sensor::acceleration(m, d);
  optional::remember(m, d);
}

void passive_forces(const Model& m, Data& d, Workspace<double>&) {
  passive::passive(m, d);
}

void whole_step(const Model& m, Data& d, Workspace<double>& w) {
  step(m, d, w);
}

template <auto stage>
void idle(benchmark::State& state) {
  const Model& model = bare(static_cast<int>(state.range(0)));
  Data data = moving<double>(model);
  Workspace<double> work(model);
  state.SetLabel(kModels[state.range(0)]);
  for (auto _ : state) {
    stage(model, data, work);
    benchmark::ClobberMemory();  // the next call asks again
  }
}

BENCHMARK(idle<tendons>)->Name("tendons")->DenseRange(0, 2);
BENCHMARK(idle<actuators>)->Name("actuators")->DenseRange(0, 2);
BENCHMARK(idle<sensors>)->Name("sensors")->DenseRange(0, 2);
BENCHMARK(idle<passive_forces>)->Name("passive")->DenseRange(0, 2);
BENCHMARK(idle<whole_step>)->Name("step")->DenseRange(0, 2);

}  // namespace
}  // namespace thew::bench
