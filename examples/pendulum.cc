// Swings a pendulum of 1 m from 45 degrees, measures its period and compares it with theory.
#include <cmath>
#include <cstdio>

#include <thew/thew.h>

namespace {

constexpr const char* kModel = R"(
<mujoco model="pendulum">
  <option timestep="0.001" integrator="RK4" gravity="0 0 -9.81"/>
  <worldbody>
    <body name="bob" pos="0 0 2">
      <joint name="pivot" type="hinge" axis="0 1 0"/>
      <inertial pos="0 0 -1" mass="1" diaginertia="1e-9 1e-9 1e-9"/>
    </body>
  </worldbody>
</mujoco>)";

constexpr double kPi = 3.14159265358979323846;
constexpr double kAmplitude = kPi / 4;
constexpr int kSwings = 10;

// Exact period: 2 pi sqrt(L / g) / agm(1, cos(amplitude / 2)).
double exact_period() {
  double a = 1, b = std::cos(kAmplitude / 2);
  while (a - b > 1e-15) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * kPi * std::sqrt(1 / 9.81) / a;
}

// Time at which the angle passes zero downwards for the n-th time, between two steps by
// interpolation.
double time_of_crossing(const thew::Model& model, thew::Data& data, int n) {
  for (int crossings = 0;;) {
    const double before = data.qpos[0], time = data.time;
    thew::step(model, data);
    if (before > 0 && data.qpos[0] <= 0 && ++crossings == n) {
      return time + model.opt.timestep * before / (before - data.qpos[0]);
    }
  }
}

}  // namespace

int main() {
  try {
    const thew::Model model = thew::load_string(kModel);
    thew::Data data(model);
    thew::reset(model, data);
    data.qpos[thew::name_to_id(model, thew::ObjectType::Joint, "pivot")] = kAmplitude;

    const double first = time_of_crossing(model, data, 1);
    const double last = time_of_crossing(model, data, kSwings);
    const double period = (last - first) / kSwings;
    const double error = period / exact_period() - 1;
    std::printf("period %.9f s, theory %.9f s, relative error %.1e\n", period, exact_period(),
                error);
    return std::abs(error) < 1e-8 ? 0 : 1;
  } catch (const thew::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
