// Springs that yield, of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

constexpr const char* kYielding = R"(<mujoco><option timestep=".002"/><worldbody>
  <site name="hook" pos="0 0 1.4"/>
  <body pos="0 0 1"><joint name="a" axis="0 1 0" stiffness="6" springyield=".1" damping=".02"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    <body pos=".3 0 0"><joint type="ball" stiffness="2" springyield=".2" damping=".01"/><geom type="capsule" size=".03" fromto="0 0 0 .2 .05 0"/>
      <site name="end" pos=".2 .05 0"/></body></body>
  <body pos="0 1 1"><joint name="s" type="slide" stiffness="30" springyield=".05"/><joint name="h" axis="1 0 0" stiffness="1"/><geom size=".1" pos="0 .05 0"/></body>
  </worldbody>
  <tendon><fixed name="band" stiffness="8" springyield=".1" springlength="-.1 .1"><joint joint="a" coef="1"/><joint joint="h" coef="-.6"/></fixed>
    <spatial stiffness="40" springyield=".02" springlength="0 .3"><site site="hook"/><site site="end"/></spatial></tendon>
  <actuator><motor joint="a" gear="4"/><motor joint="s" gear="9"/><motor tendon="band"/></actuator>
  <sensor><e_potential/></sensor></mujoco>)";

TEST(Yielding, StepsEqualThoseOfTheProcessor) {
  for (const Integrator integrator :
       {Integrator::Euler, Integrator::Implicitfast, Integrator::Implicit, Integrator::Rk4}) {
    Model m = supported(kYielding);
    m.opt.integrator = static_cast<int>(integrator);
    expect_steps(m, 400);
    if (HasFatalFailure()) return;
    m.opt.disableflags |= static_cast<int>(DisableBit::Spring);
    expect_steps(m, 20);
  }
}

TEST(Yielding, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kYielding), 100, 10);
}

}  // namespace
}  // namespace thew::gpu
