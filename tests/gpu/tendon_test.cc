// Tendons of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

// Fixed tendons with springs, dampers, limits and actuators; one that nothing moves; a jet at a
// site.
constexpr const char* kTendons = R"(<mujoco>
  <option timestep=".002"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .8"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <body pos=".15 0 0"><joint name="a" axis="0 1 0" damping=".05"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/>
        <body pos=".2 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body></body>
      <body pos="-.15 0 0"><joint name="c" axis="0 0 1"/><joint name="s" type="slide" axis="1 0 0" limited="true" range="-.1 .1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 -.2 0 0"/><site name="jet" pos="-.2 0 0" euler="10 20 30"/></body></body>
  </worldbody>
  <tendon>
    <fixed name="pull" stiffness="20" damping=".4" springlength="-.05 .1"><joint joint="a" coef="1"/><joint joint="b" coef="-.6"/></fixed>
    <fixed name="bound" limited="true" range="-.2 .3" margin=".01"><joint joint="b" coef=".5"/><joint joint="c" coef=".7"/><joint joint="s" coef="2"/></fixed>
    <fixed name="slack" limited="true" range="1 2"><joint joint="c" coef="0"/></fixed>
  </tendon>
  <actuator>
    <motor tendon="pull" gear="2"/>
    <position tendon="bound" kp="8" kv=".3" forcerange="-3 3"/>
    <muscle tendon="bound" lengthrange="-1 1" force="2"/>
    <motor site="jet" gear="1 -2 3 .1 .2 -.3"/>
  </actuator>
</mujoco>)";

TEST(Tendons, StepsEqualThoseOfTheProcessor) {
  expect_steps(supported(kTendons), 600);
}

// Strings along paths: around a sphere and a cylinder, on a side and inside of one, over a pulley,
// with springs, limits, actuators and a muscle.
constexpr const char* kPaths = R"(<mujoco>
  <option timestep=".002"/>
  <worldbody>
    <site name="ceiling" pos="0 0 1.6"/><site name="hook" pos=".4 0 1.6"/>
    <geom name="drum" type="cylinder" size=".08 .2" pos=".2 0 1.45" euler="90 0 0" contype="0" conaffinity="0"/>
    <site name="under" pos=".2 0 1.3"/>
    <body pos="0 0 1.2"><joint name="a" axis="0 1 0" damping=".05"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <site name="a1" pos=".1 0 .05"/><site name="a2" pos=".35 0 .05"/>
      <geom name="knee" type="sphere" size=".06" pos=".4 0 0" contype="0" conaffinity="0"/><site name="front" pos=".4 0 .12"/><site name="within" pos=".4 0 .02"/>
      <body pos=".4 0 0"><joint name="b" axis="0 1 0" damping=".02"/><joint name="twist" axis="1 0 0" damping=".02"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <site name="b1" pos=".1 0 .05"/><site name="b2" pos=".28 0 -.03"/></body></body>
    <body pos=".6 .3 1"><freejoint/><geom type="box" size=".08 .08 .08"/><site name="load" pos="0 0 .08"/></body>
    <geom type="plane" size="5 5 .1"/>
  </worldbody>
  <tendon>
    <spatial name="plain" stiffness="40" damping=".5" springlength=".2 .3"><site site="ceiling"/><site site="a2"/><site site="b2"/></spatial>
    <spatial name="bent" limited="true" range="0 .33"><site site="a1"/><geom geom="knee" sidesite="front"/><site site="b1"/></spatial>
    <spatial name="inside"><site site="a2"/><geom geom="knee" sidesite="within"/><site site="b1"/></spatial>
    <spatial name="wound" stiffness="15"><site site="hook"/><geom geom="drum"/><site site="a1"/></spatial>
    <spatial name="lifted" range=".1 .9" limited="true"><site site="ceiling"/><site site="load"/><pulley divisor="2"/><site site="hook"/><geom geom="drum" sidesite="under"/><site site="a2"/><pulley divisor="3"/><site site="ceiling"/><site site="b2"/></spatial>
  </tendon>
  <actuator><motor tendon="bent" gear="2"/><muscle tendon="inside" force="10" lengthrange=".1 .6"/><position tendon="lifted" kp="30"/></actuator>
</mujoco>)";

TEST(Paths, StepsEqualThoseOfTheProcessor) {
  expect_steps(supported(kPaths), 600);
}

// Tendons that are held by equalities, rub, have inertia of their own and of an actuator, and pull
// no more than they may.
constexpr const char* kHeld = R"(<mujoco>
  <option timestep=".002"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <site name="hook" pos="0 0 1.5"/>
    <geom name="drum" type="cylinder" size=".06 .2" pos=".2 0 1.3" euler="90 0 0" contype="0" conaffinity="0"/>
    <body pos="0 0 1"><joint name="a" axis="0 1 0" damping=".05"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="a1" pos=".25 0 .04"/>
      <body pos=".3 0 0"><joint name="b" axis="0 1 0"/><joint name="c" axis="0 0 1"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/><site name="b1" pos=".2 0 0"/></body></body>
    <body pos="1 0 1"><joint name="d" axis="0 1 0"/><joint name="s" type="slide" axis="1 0 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="d1" pos=".3 0 0"/></body>
    <body pos=".5 .4 .6"><freejoint/><geom type="box" size=".06 .06 .06"/><site name="load" pos="0 0 .06"/></body>
  </worldbody>
  <tendon>
    <fixed name="one" frictionloss=".3"><joint joint="a" coef="1"/><joint joint="b" coef="-.6"/></fixed>
    <fixed name="two" armature=".02"><joint joint="d" coef=".8"/><joint joint="s" coef=".5"/></fixed>
    <fixed name="three"><joint joint="c" coef="1"/></fixed>
    <spatial name="string" armature=".3" frictionloss=".8" stiffness="10"><site site="hook"/><site site="a1"/><site site="b1"/></spatial>
    <spatial name="wound" actuatorfrclimited="true" actuatorfrcrange="-2 2"><site site="hook"/><geom geom="drum"/><site site="a1"/><pulley divisor="2"/><site site="d1"/><site site="load"/></spatial>
    <fixed name="idle" frictionloss="1"><joint joint="c" coef="0"/></fixed>
  </tendon>
  <equality>
    <tendon tendon1="one" tendon2="two" polycoef=".05 1.2 .3 0 0"/>
    <tendon tendon1="three" polycoef=".1 0 0 0 0"/>
    <tendon tendon1="idle" polycoef=".2 0 0 0 0"/>
  </equality>
  <actuator>
    <motor tendon="wound" gear="2"/>
    <motor tendon="string" gear=".5" armature=".05"/>
    <position tendon="wound" kp="30" kv="2" forcerange="-1.5 1.5"/>
    <motor joint="s"/>
  </actuator>
  <sensor><accelerometer site="d1"/><force site="b1"/></sensor>
</mujoco>)";

TEST(Held, StepsEqualThoseOfTheProcessor) {
  for (const Integrator integrator :
       {Integrator::Euler, Integrator::Implicitfast, Integrator::Implicit}) {
    for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
      Model m = supported(kHeld);
      m.opt.integrator = static_cast<int>(integrator);
      m.opt.cone = static_cast<int>(cone);
      expect_steps(m, 300);
    }
  }
}

TEST(Held, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kHeld), 100, 10);
}

TEST(Held, ForcesAlongTendonsReachBodies) {
  const Model m = supported(kHeld);
  Data d(m);
  Emulated<double> emulated(m, 1);
  for (int i = 0; i < 200; ++i) {
    for (int u = 0; u < m.nu; ++u) d.ctrl[u] = i % 40 < 20 ? 0.5 : -0.5;
    emulated.load(d, 0);
    forward(m, d);
    emulated.forward();
    rne_post_constraint(m, d);
    ASSERT_LT(difference(d.cfrc_ext, emulated.worlds().cfrc_ext.of(0)), 1e-9) << "step " << i;
    ASSERT_LT(difference(d.cfrc_int, emulated.worlds().cfrc_int.of(0)), 1e-9) << "step " << i;
    step(m, d);
  }
}

}  // namespace
}  // namespace thew::gpu
