// Sweeps of projected Gauss-Seidel, of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"
#include "gpu/supported.h"
#include "math/shuffle.h"

namespace thew::gpu {
namespace {

Model by_sweeps(Model m, Cone cone) {
  m.opt.solver = static_cast<int>(Solver::Pgs);
  m.opt.cone = static_cast<int>(cone);
  refuse(m);
  return as_one_problem(std::move(m));
}

class Sweeps : public testing::TestWithParam<std::string> {};

TEST_P(Sweeps, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    expect_steps(by_sweeps(test::load_own(GetParam()), cone), 300);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Sweeps, DoNotDependOnTheOrderOfTheTeam) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic})
    expect_same_bits_in_any_order(by_sweeps(test::load_own(GetParam()), cone), 60, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, Sweeps, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

// Every kind of row: contacts of all sizes, dry friction and limits of joints and tendons, both
// sides of one joint, a ball joint between hinges, equalities.
constexpr const char* kEverything = R"(<mujoco><option timestep=".002"/><worldbody>
  <geom type="plane" size="5 5 1" euler="0 8 0" friction=".6"/>
  <body pos="0 0 .15"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 .5 .15"><freejoint/><geom size=".1" condim="6" friction=".6 .02 .01"/></body>
  <body pos="0 1 .15"><freejoint/><geom type="capsule" size=".06 .1" euler="0 80 0" condim="4"/></body>
  <body pos="0 1.5 .15"><freejoint/><geom type="box" size=".1 .1 .1" condim="1"/></body>
  <body pos="0 -1 1"><joint name="a" axis="0 1 0" frictionloss=".3" limited="true" range="-1 2" margin=".1"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
    <body pos=".3 0 0"><joint name="ball" type="ball" limited="true" range="0 10"/>
      <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/>
      <body pos=".2 0 0"><joint name="b" axis="0 1 0" frictionloss=".05" limited="true" range="-5 5"/>
        <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/>
        <body name="end" pos=".2 0 0"><joint name="c" axis="1 0 0" damping=".01"/>
          <geom size=".04"/></body></body></body></body>
  <body name="held" pos="1 -1 1"><freejoint/><geom size=".05"/></body>
  </worldbody>
  <tendon><fixed name="t" frictionloss=".2" limited="true" range="-.01 .02">
    <joint joint="a" coef="1"/><joint joint="b" coef="-.5"/></fixed></tendon>
  <equality><joint joint1="b" joint2="c" polycoef="0 .5 0 0 0"/>
    <connect body1="held" anchor="0 0 .2"/></equality></mujoco>)";

TEST(SweepsOverEverything, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    for (const double impratio : {1.0, 4.0}) {
      Model m = by_sweeps(supported(kEverything), cone);
      m.opt.impratio = impratio;
      expect_steps(m, 300);
      if (HasFatalFailure()) return;
    }
  }
}

// More sweeps than orders that are known before, and a tolerance that none reaches.
TEST(SweepsOverEverything, GoOnBehindKnownOrders) {
  Model m = by_sweeps(supported(kEverything), Cone::Pyramidal);
  m.opt.iterations = 70;
  m.opt.tolerance = -1;
  expect_steps(m, 50);
}

TEST(SweepsOverEverything, StartWithoutForcesOfTheLastStep) {
  Model m = by_sweeps(supported(kEverything), Cone::Elliptic);
  m.opt.disableflags |= static_cast<int>(DisableBit::Warmstart);
  expect_steps(m, 100);
}

TEST(SweepsOverEverything, MayBeNone) {
  Model m = by_sweeps(supported(kEverything), Cone::Pyramidal);
  m.opt.iterations = 0;
  expect_steps(m, 100);
}

TEST(SweepsOverEverything, AreFollowedByNoslip) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    for (const int iterations : {3, 100}) {
      Model m = by_sweeps(supported(kEverything), cone);
      m.opt.iterations = iterations;
      m.opt.noslip_iterations = 5;
      m.opt.noslip_tolerance = -1;
      expect_steps(m, 200);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(SweepsOverEverything, HaveTheSameStagesByRk4) {
  Model m = by_sweeps(supported(kEverything), Cone::Pyramidal);
  m.opt.integrator = static_cast<int>(Integrator::Rk4);
  expect_steps(m, 100);
}

TEST(SweepsOverEverything, DoNotDependOnTheOrderOfTheTeam) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = by_sweeps(supported(kEverything), cone);
    m.opt.noslip_iterations = 3;
    expect_same_bits_in_any_order(m, 60, 5);
  }
}

// More rows than are near, and more than orders are known for.
TEST(SweepsOverManyFeet, StepsEqualThoseOfTheProcessor) {
  std::string feet;
  for (int i = 0; i < 20; ++i) {
    feet += "<geom size='.05' pos='" + std::to_string(0.15 * (i % 5)) + " " +
            std::to_string(0.15 * (i / 5)) + " 0'/>";
  }
  const std::string xml =
      "<mujoco><worldbody><geom type='plane' size='5 5 .1' euler='0 9 0'/><body pos='.3 0 .2'>"
      "<freejoint/>" +
      feet + "</body></worldbody></mujoco>";
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    const Model m = by_sweeps(supported(xml.c_str()), cone);
    ASSERT_GT(make_tables(m).nrows, make_tables(m).nnear);
    ASSERT_GT(make_tables(m).nforces, math::kKnownItems);
    expect_steps(m, 150);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace thew::gpu
