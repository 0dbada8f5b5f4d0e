// Time of each stage of a step of the humanoid, for one world and for four in lanes (per call, so
// per four worlds).
#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "integrate/integrate.h"
#include "model/lane_types.h"
#include "scene.h"

namespace thew::bench {
namespace {

const Model& humanoid() {
  static const Model model = load("humanoid");
  return model;
}

// A stage that recomputes the same fields at every call.
template <class T, auto stage>
void repeat(benchmark::State& state) {
  const Model& model = humanoid();
  BasicData<T> data = moving<T>(model);
  for (auto _ : state) stage(model, data);
}

// A stage that changes the state: it is put back before every call (a copy of nq + nv numbers,
// counted).
template <class T, auto stage>
void repeat_from_start(benchmark::State& state) {
  const Model& model = humanoid();
  BasicData<T> data = moving<T>(model);
  const std::vector<T> qpos(data.qpos.begin(), data.qpos.end());
  const std::vector<T> qvel(data.qvel.begin(), data.qvel.end());
  for (auto _ : state) {
    std::copy(qpos.begin(), qpos.end(), data.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), data.qvel.begin());
    stage(model, data);
  }
}

template <class T>
void bias(const Model& model, BasicData<T>& data) {
  dynamics::rne(model, data, false, data.qfrc_bias.data());
}

template <class T, Integrator integrator>
void whole_step(benchmark::State& state) {
  Model model = humanoid();
  model.opt.integrator = static_cast<int>(integrator);
  BasicData<T> data = moving<T>(model);
  int count = 0;
  for (auto _ : state) {
    if (++count % 1000 == 0) excite(model, data);
    step(model, data);
  }
}

#define THEW_BOTH(runner, function, name)                         \
  BENCHMARK(runner<double, function<double>>)->Name(name "/one"); \
  BENCHMARK(runner<Pack4, function<Pack4>>)->Name(name "/lanes")

THEW_BOTH(repeat, dynamics::kinematics, "kinematics");
THEW_BOTH(repeat, dynamics::com_pos, "com_pos");
THEW_BOTH(repeat, dynamics::camera_light, "camera_light");
THEW_BOTH(repeat, dynamics::crba, "crba");
THEW_BOTH(repeat, dynamics::factor_inertia, "factor_inertia");
THEW_BOTH(repeat, actuation::transmission, "transmission");
THEW_BOTH(repeat, dynamics::com_vel, "com_vel");
THEW_BOTH(repeat, actuation::velocity, "actuator_velocity");
THEW_BOTH(repeat, passive::passive, "passive");
THEW_BOTH(repeat, bias, "rne");
THEW_BOTH(repeat, actuation::actuation, "actuation");
THEW_BOTH(repeat, forward_position, "forward_position");
THEW_BOTH(repeat, forward_velocity, "forward_velocity");
THEW_BOTH(repeat, forward_actuation, "forward_actuation");
THEW_BOTH(repeat, forward_acceleration, "forward_acceleration");
THEW_BOTH(repeat_from_start, integrate::euler, "integrate_euler");
THEW_BOTH(repeat_from_start, integrate::implicit, "integrate_implicit");
THEW_BOTH(repeat_from_start, integrate::implicit_fast, "integrate_implicit_fast");
THEW_BOTH(repeat_from_start, integrate::implicit_spring_damper, "integrate_implicit_spring_damper");

#define THEW_STEP(integrator, name)                                                 \
  BENCHMARK(whole_step<double, Integrator::integrator>)->Name("step_" name "/one"); \
  BENCHMARK(whole_step<Pack4, Integrator::integrator>)->Name("step_" name "/lanes")

THEW_STEP(Euler, "euler");
THEW_STEP(Rk4, "rk4");
THEW_STEP(Implicit, "implicit");
THEW_STEP(Implicitfast, "implicitfast");
THEW_STEP(Discrete, "discrete");

}  // namespace
}  // namespace thew::bench
