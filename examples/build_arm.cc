// Builds an arm of two links from nothing; its elbow is geared to the shoulder. Checks that the
// gear holds and that the position motor reaches its target.
#include <cmath>
#include <cstdio>

#include <thew/thew.h>

namespace {

constexpr double kTarget = 0.8;  // of the shoulder [rad]

thew::Model build_arm() {
  thew::ModelBuilder machine("arm", {.gravity = {0, 0, 0}});
  auto upper = machine.world()
                   .add_body("upper", {.pos = {0, 0, 1}})
                   .hinge({.name = "shoulder", .axis = {{0, 1, 0}}, .range = {{-1.5, 1.5}}})
                   .capsule(0.04, {0, 0, 0}, {0, 0, 0.4}, {.mass = 1})
                   .position_motor(100, {.kd = 10, .force_limit = 50});
  upper.add_body("lower", {.pos = {0, 0, 0.4}})
      .hinge({.name = "elbow", .axis = {{0, 1, 0}}})
      .capsule(0.03, {0, 0, 0}, {0, 0, 0.3}, {.mass = 0.5});
  machine.gear("elbow", "shoulder", -2);
  return thew::compile_spec(machine.spec());
}

}  // namespace

int main() {
  try {
    const thew::Model model = build_arm();
    thew::Data data(model);
    thew::reset(model, data);
    data.ctrl[0] = kTarget;
    while (data.time < 3) thew::step(model, data);
    const double shoulder = data.qpos[0], elbow = data.qpos[1];
    std::printf("shoulder %.4f rad, elbow %.4f rad\n", shoulder, elbow);
    return std::abs(shoulder - kTarget) < 1e-3 && std::abs(elbow + 2 * shoulder) < 1e-3 ? 0 : 1;
  } catch (const thew::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
