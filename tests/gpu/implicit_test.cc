// The integrators implicit and implicitfast of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"
#include "gpu/supported.h"

namespace thew::gpu {
namespace {

constexpr Integrator kBoth[] = {Integrator::Implicit, Integrator::Implicitfast};

Model with(Integrator integrator, Model m) {
  m.opt.integrator = static_cast<int>(integrator);
  refuse(m);
  return as_one_problem(std::move(m));
}

class Implicit : public testing::TestWithParam<std::string> {};

TEST_P(Implicit, StepsEqualThoseOfTheProcessor) {
  for (const Integrator integrator : kBoth)
    expect_steps(with(integrator, test::load_own(GetParam())), 60);
}

TEST_P(Implicit, DoesNotDependOnTheOrderOfTheTeam) {
  for (const Integrator integrator : kBoth)
    expect_same_bits_in_any_order(with(integrator, test::load_own(GetParam())), 50, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, Implicit, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

// Bodies in free flight of which one has dampers and a motor; ball joints with servos; a jet at a
// site; tendons that couple branches; bounded forces; a limited joint; a fluid.
constexpr const char* kCoupled = R"(<mujoco>
  <option timestep=".004" density="40" viscosity=".02"/>
  <worldbody>
    <body pos="0 0 3"><freejoint name="spinner"/><geom type="box" size=".2 .1 .03"/></body>
    <body pos="1 0 3"><joint name="dragged" type="free" damping=".3"/><geom type="box" size=".2 .1 .03" fluidshape="ellipsoid"/></body>
    <body pos="2 0 2"><joint name="ball" type="ball" damping=".2"/><geom type="capsule" size=".04 .2" pos="0 0 -.2"/><site name="jet" pos="0 0 -.4" euler="10 20 30"/>
      <body pos=".1 0 -.4"><joint name="a" axis="0 1 0" damping=".05" actuatorfrcrange="-.4 .4"/><geom type="capsule" size=".03 .1"/></body>
      <body pos="-.1 0 -.4"><joint name="b" axis="1 0 0"/><geom type="capsule" size=".03 .1" fluidshape="ellipsoid"/></body></body>
  </worldbody>
  <tendon>
    <fixed name="both" damping=".3"><joint joint="a" coef="1"/><joint joint="b" coef="-.5"/></fixed>
  </tendon>
  <actuator>
    <general joint="ball" gear="1 .5 .2" gaintype="affine" gainprm="2 0 -.8"/>
    <general joint="dragged" gear="0 0 1 .2 .1 0" gainprm="1" biastype="affine" biasprm="0 0 -.5"/>
    <general site="jet" gear="1 -2 3 .1 .2 -.3" gainprm=".3" biastype="affine" biasprm="0 0 -.2"/>
    <position tendon="both" kp="4" kv=".5" forcerange="-1 1"/>
    <velocity joint="a" kv="1.5"/>
    <muscle joint="b" lengthrange="-1 1" force="2"/>
  </actuator>
  <keyframe><key qvel="1 2 3 9 -5 2  0 1 0 3 8 -6  4 -3 2 5 -6"/></keyframe>
</mujoco>)";

void expect_spinning(const Model& m, int steps) {
  Data d(m);
  reset(m, d, 0);
  Emulated<double> emulated(m, 1);
  const DeviceWorlds<double>& rows = emulated.worlds();
  for (int i = 0; i < steps; ++i) {
    for (int u = 0; u < m.nu; ++u) d.ctrl[u] = (u + i / 20) % 3 - 1;
    emulated.load(d, 0);
    step(m, d);
    emulated.step();
    ASSERT_EQ(rows.status.of(0)[0], 0);
    ASSERT_LT(difference(d.qvel, rows.qvel.of(0)), 1e-12) << "step " << i;
    ASSERT_LT(difference(d.qpos, rows.qpos.of(0)), 1e-12) << "step " << i;
    ASSERT_LT(difference(d.qfrc_actuator, rows.qfrc_actuator.of(0)), 1e-12) << "step " << i;
  }
}

TEST(Implicit, CoupledDofsAndBodiesInFreeFlight) {
  for (const Integrator integrator : kBoth)
    expect_spinning(with(integrator, load_string(kCoupled)), 300);
}

}  // namespace
}  // namespace thew::gpu
