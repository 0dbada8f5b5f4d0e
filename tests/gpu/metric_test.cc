// Linearly implicit integrators and exact diagonals of kernels for devices, emulated, beside the
// processor.

#include "gpu/expect.h"
#include "gpu/supported.h"

namespace thew::gpu {
namespace {

Model by(Integrator integrator, Model m, Cone cone = Cone::Pyramidal) {
  m.opt.integrator = static_cast<int>(integrator);
  m.opt.cone = static_cast<int>(cone);
  refuse(m);
  return as_one_problem(std::move(m));
}
Model exactly(Model m) {
  m.opt.enableflags |= static_cast<int>(EnableBit::Diagexact);
  refuse(m);
  return m;
}

class Metric : public testing::TestWithParam<std::string> {
 protected:
  Model own() const { return test::load_own(GetParam()); }
};

TEST_P(Metric, DiscreteStepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    expect_steps(by(Integrator::Discrete, own(), cone), 300);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Metric, StepsWithSpringsAtTheirEndEqualThoseOfTheProcessor) {
  expect_steps(by(Integrator::ImplicitSpringDamper, own()), 300);
}

TEST_P(Metric, StepsWithExactDiagonalsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    // The normal of one of its contacts meets no inertia: its softness is nothing but rounding.
    if (GetParam() == "hand" && cone == Cone::Elliptic) continue;
    expect_steps(exactly(by(Integrator::Euler, own(), cone)), 300);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Metric, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(exactly(by(Integrator::Discrete, own())), 60, 5);
  expect_same_bits_in_any_order(by(Integrator::ImplicitSpringDamper, own()), 60, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, Metric, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

// Springs and dampers of all joints and of tendons, servos on joints, tendons, sites and bodies,
// muscles, motors, a fluid; contacts, limits, dry friction and equalities; bodies in free flight.
constexpr const char* kSprings = R"(<mujoco>
  <option timestep=".004" density="3" viscosity=".02"/>
  <worldbody><geom type="plane" size="5 5 .1"/>
  <body name="arm" pos="0 0 1"><joint name="a" axis="0 1 0" stiffness="20" damping=".4" frictionloss=".1"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="root" pos=".1 0 .05"/>
    <body pos=".3 0 0"><joint name="b" axis="0 1 0" stiffness="-5" damping=".1" limited="true" range="-40 20" actuatorfrcrange="-2 2"/>
      <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/>
      <body pos=".2 0 0"><joint name="ball" type="ball" stiffness="3" damping=".05"/>
        <geom type="box" size=".1 .04 .02"/><site name="tip" pos=".1 0 0"/></body></body>
    <body pos="0 .1 0"><joint name="c" axis="1 0 0" stiffness="4 30 100" damping=".1 .2 .3"/>
      <geom type="ellipsoid" size=".05 .04 .1" pos="0 0 -.1" fluidshape="ellipsoid"/>
      <body pos="0 0 -.2"><joint name="s" type="slide" axis="0 0 1" stiffness="200" damping="1"/>
        <geom size=".04"/><site name="foot"/></body></body></body>
  <body name="lump" pos=".5 .5 .3"><joint name="free" type="free" stiffness="2" damping=".1"/>
    <geom type="box" size=".1 .05 .08"/><site name="lump"/></body>
  <body pos="-.5 .5 .6"><freejoint name="flight"/><geom type="box" size=".1 .05 .02"/></body>
  <body pos="-1 -.5 .06"><freejoint/><geom type="box" size=".1 .1 .05" condim="6"/></body>
  </worldbody>
  <tendon><fixed name="t" stiffness="30" damping=".5" springlength="0 .1"><joint joint="a" coef="1"/><joint joint="c" coef="-.5"/></fixed>
    <spatial name="rope" stiffness="80" damping="1"><site site="tip"/><site site="lump"/></spatial>
    <spatial name="pull" limited="true" range="0 1"><site site="root"/><site site="foot"/></spatial></tendon>
  <equality><joint joint1="c" joint2="b" polycoef="0 .2 0 0 0"/></equality>
  <actuator>
    <position joint="a" kp="30" kv="2"/><position joint="b" kp="60" kv="1" forcerange="-3 3"/>
    <position tendon="t" kp="20" kv="1"/><position site="tip" refsite="root" kp="15" kv=".5" gear="1 0 0 0 0 0"/>
    <general site="foot" gainprm="4" biastype="affine" biasprm="0 -3 -.5" gear="0 0 1 0 0 0"/>
    <general joint="s" gaintype="affine" gainprm="2 -3 -1" biastype="affine" biasprm="0 -5 -.2"/>
    <muscle joint="c" lengthrange="-1 1" force="4"/>
    <position joint="ball" kp="3" kv=".2" gear="0 1 0"/>
    <motor joint="free" gear="1 0 0 0 .2 0"/>
    <dcmotor joint="a" motorconst=".05" resistance="1"/>
  </actuator></mujoco>)";

TEST(Springs, DiscreteStepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    expect_steps(by(Integrator::Discrete, load_string(kSprings), cone), 300);
    if (HasFatalFailure()) return;
  }
}

TEST(Springs, HaveExactDiagonalsInTheMetric) {
  expect_steps(exactly(by(Integrator::Discrete, load_string(kSprings))), 150);
}

TEST(Springs, AreSettledAtTheEndOfAStep) {
  expect_steps(by(Integrator::ImplicitSpringDamper, load_string(kSprings)), 300);
}

TEST(Springs, AreExplicitBesideJointsUnderPgs) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = by(Integrator::Discrete, load_string(kSprings), cone);
    m.opt.solver = static_cast<int>(Solver::Pgs);
    m.opt.timestep = 0.001;
    expect_steps(m, 150);
    if (HasFatalFailure()) return;
  }
}

TEST(Springs, AreFollowedByNoslip) {
  Model m = by(Integrator::Discrete, load_string(kSprings));
  m.opt.noslip_iterations = 4;
  m.opt.noslip_tolerance = -1;
  expect_steps(m, 150);
}

TEST(Springs, DoNotDependOnTheOrderOfTheTeam) {
  Model m = exactly(by(Integrator::Discrete, load_string(kSprings), Cone::Elliptic));
  m.opt.noslip_iterations = 2;
  expect_same_bits_in_any_order(m, 60, 5);
}

}  // namespace
}  // namespace thew::gpu
