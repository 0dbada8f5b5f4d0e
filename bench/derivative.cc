// Derivatives of a step: in closed form, backwards and by differences, beside forward dynamics.
#include <vector>

#include <benchmark/benchmark.h>

#include <thew/derivative.h>

#include "scene.h"

namespace thew::bench {
namespace {

constexpr const char* kModels[] = {"double_pendulum", "quadruped", "humanoid", "gripper_arm"};

struct State {
  explicit State(int which)
      : m(load_file(std::string(THEW_ROOT) + "/models/" + kModels[which] + ".xml")), d(m) {
    excite(m, d);
    for (int i = 0; i < 300; ++i) step(m, d);
    const auto nx = static_cast<std::size_t>(2 * m.nv + m.na);
    A.resize(nx * nx);
    B.resize(nx * static_cast<std::size_t>(m.nu));
    x.resize(nx);
    u.resize(static_cast<std::size_t>(m.nu));
    cotangent.assign(nx, 1.0);
  }
  Model m;
  Data d;
  std::vector<double> A, B, x, u, cotangent;
};

template <class Work>
void run(benchmark::State& state, Work work) {
  State at(static_cast<int>(state.range(0)));
  state.SetLabel(kModels[state.range(0)]);
  for (auto _ : state) work(at);
}

void closed_form(benchmark::State& state) {
  run(state, [](State& s) { derivative::transition(s.m, s.d, {}, {s.A, s.B, {}, {}}); });
}
void backwards(benchmark::State& state) {
  run(state, [](State& s) { derivative::vjp(s.m, s.d, {}, s.cotangent, {s.x, s.u}); });
}
void differences(benchmark::State& state) {
  run(state,
      [](State& s) { derivative::transition_differences(s.m, s.d, {}, {s.A, s.B, {}, {}}); });
}
void forward_dynamics(benchmark::State& state) {
  run(state, [](State& s) { forward(s.m, s.d); });
}

BENCHMARK(closed_form)->DenseRange(0, 3);
BENCHMARK(backwards)->DenseRange(0, 3);
BENCHMARK(differences)->DenseRange(0, 3);
BENCHMARK(forward_dynamics)->DenseRange(0, 3);

}  // namespace
}  // namespace thew::bench
