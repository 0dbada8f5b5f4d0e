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
  Workspace<T> work(model);
  for (auto _ : state) stage(model, data, work);
}

// A stage that changes the state: it is put back before every call (a copy of nq + nv numbers,
// counted).
template <class T, auto stage>
void repeat_from_start(benchmark::State& state) {
  const Model& model = humanoid();
  BasicData<T> data = moving<T>(model);
  Workspace<T> work(model);
  const std::vector<T> qpos(data.qpos.begin(), data.qpos.end());
  const std::vector<T> qvel(data.qvel.begin(), data.qvel.end());
  for (auto _ : state) {
    std::copy(qpos.begin(), qpos.end(), data.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), data.qvel.begin());
    stage(model, data, work);
  }
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

#define THEW_BOTH(runner, call, name)                                                        \
  BENCHMARK(runner<double, [](const Model& m, auto& d, [[maybe_unused]] auto& w) { call; }>) \
      ->Name(name "/one");                                                                   \
  BENCHMARK(runner<Pack4, [](const Model& m, auto& d, [[maybe_unused]] auto& w) { call; }>)  \
      ->Name(name "/lanes")

THEW_BOTH(repeat, (dynamics::kinematics(m, d, w)), "kinematics");
THEW_BOTH(repeat, (dynamics::com_pos(m, d)), "com_pos");
THEW_BOTH(repeat, (dynamics::camera_light(m, d)), "camera_light");
THEW_BOTH(repeat, (dynamics::crba(m, d)), "crba");
THEW_BOTH(repeat, (dynamics::factor_inertia(m, d)), "factor_inertia");
THEW_BOTH(repeat, (actuation::transmission(m, d, w)), "transmission");
THEW_BOTH(repeat, (dynamics::com_vel(m, d)), "com_vel");
THEW_BOTH(repeat, (actuation::velocity(m, d)), "actuator_velocity");
THEW_BOTH(repeat, (passive::passive(m, d)), "passive");
THEW_BOTH(repeat, (dynamics::rne(m, d, w, false, dynamics::Asleep::Skip, d.qfrc_bias.data())),
          "rne");
THEW_BOTH(repeat, (actuation::actuation(m, d)), "actuation");
THEW_BOTH(repeat, (forward_position(m, d, w)), "forward_position");
THEW_BOTH(repeat, (forward_velocity(m, d, w)), "forward_velocity");
THEW_BOTH(repeat, (forward_actuation(m, d)), "forward_actuation");
THEW_BOTH(repeat, (forward_acceleration(m, d, w)), "forward_acceleration");
THEW_BOTH(repeat_from_start, (integrate::euler(m, d, w)), "integrate_euler");
THEW_BOTH(repeat_from_start, (integrate::implicit(m, d, w)), "integrate_implicit");
THEW_BOTH(repeat_from_start, (integrate::implicit_fast(m, d, w)), "integrate_implicit_fast");
THEW_BOTH(repeat_from_start, (integrate::implicit_spring_damper(m, d, w)),
          "integrate_implicit_spring_damper");

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
