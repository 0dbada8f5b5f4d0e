// Friction without softness, of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"
#include "gpu/supported.h"

namespace thew::gpu {
namespace {

Model without_slip(Model m, Cone cone) {
  m.opt.cone = static_cast<int>(cone);
  m.opt.noslip_iterations = 5;
  m.opt.noslip_tolerance = -1;  // a fixed number of sweeps: the last gain nothing but rounding
  refuse(m);
  return as_one_problem(std::move(m));
}

class Noslip : public testing::TestWithParam<std::string> {};

TEST_P(Noslip, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    expect_steps(without_slip(test::load_own(GetParam()), cone), 100);
    if (HasFatalFailure()) return;
  }
}

TEST_P(Noslip, StopsWhereTheProcessorDoes) {
  Model m = without_slip(test::load_own(GetParam()), Cone::Pyramidal);
  m.opt.noslip_tolerance = 1e-6;
  m.opt.noslip_iterations = 50;
  expect_steps(m, 100);
}

TEST_P(Noslip, DoesNotDependOnTheOrderOfTheTeam) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic})
    expect_same_bits_in_any_order(without_slip(test::load_own(GetParam()), cone), 60, 5);
}

INSTANTIATE_TEST_SUITE_P(Models, Noslip, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

// Blocks on a slope: all sizes of contacts, and joints and tendons that rub.
constexpr const char* kSlope = R"(<mujoco><option timestep=".002"/><worldbody>
  <geom type="plane" size="5 5 1" euler="0 12 0" friction=".6"/>
  <body pos="0 0 .15"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 .5 .15"><freejoint/><geom size=".1" condim="6" friction=".6 .02 .01"/></body>
  <body pos="0 1 .15"><freejoint/><geom type="capsule" size=".06 .1" euler="0 80 0" condim="4"/></body>
  <body pos="0 1.5 .15"><freejoint/><geom type="box" size=".1 .1 .1" condim="1"/></body>
  <body pos="0 -1 1"><joint name="a" axis="0 1 0" frictionloss=".3" limited="true" range="-20 30"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
    <body pos=".3 0 0"><joint name="b" axis="0 1 0" frictionloss=".05"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body></body>
  </worldbody>
  <tendon><fixed frictionloss=".2"><joint joint="a" coef="1"/><joint joint="b" coef="-.5"/></fixed></tendon>
  <equality><joint joint1="a" joint2="b" polycoef="0 .5 0 0 0" active="false"/></equality></mujoco>)";

TEST(NoslipOnASlope, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    expect_steps(without_slip(supported(kSlope), cone), 300);
    if (HasFatalFailure()) return;
  }
}

// Behind conjugate gradients too: a few of their iterations are the processor's.
TEST(NoslipOnASlope, FollowsConjugateGradients) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = without_slip(supported(kSlope), cone);
    m.opt.solver = static_cast<int>(Solver::Cg);
    m.opt.iterations = 4;
    expect_steps(m, 100);
    if (HasFatalFailure()) return;
  }
}

TEST(NoslipOnASlope, HasTheSameStagesByRk4) {
  Model m = without_slip(supported(kSlope), Cone::Elliptic);
  m.opt.integrator = static_cast<int>(Integrator::Rk4);
  expect_steps(m, 100);
}

// More rows than are near.
TEST(NoslipOnASlope, StandsOnManyFeet) {
  std::string feet;
  for (int i = 0; i < 18; ++i) {
    feet += "<geom size='.05' pos='" + std::to_string(0.15 * (i % 6)) + " " +
            std::to_string(0.15 * (i / 6)) + " 0'/>";
  }
  const std::string xml =
      "<mujoco><worldbody><geom type='plane' size='5 5 .1' euler='0 9 0'/><body pos='.3 0 .2'>"
      "<freejoint/>" +
      feet + "</body></worldbody></mujoco>";
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    const Model m = without_slip(supported(xml.c_str()), cone);
    ASSERT_GT(make_tables(m).nrows, make_tables(m).nnear);
    expect_steps(m, 100);
    if (HasFatalFailure()) return;
  }
}

// What softness lets creep down a slope stays.
TEST(NoslipOnASlope, HoldsABlockThatWouldCreep) {
  const auto slide = [](const Model& m) {
    Data d(m);
    Emulated<double> emulated(m, 1);
    emulated.load(d, 0);
    for (int i = 0; i < 500; ++i) emulated.step();
    const double before = emulated.worlds().qpos.of(0)[0];
    for (int i = 0; i < 500; ++i) emulated.step();
    return std::abs(emulated.worlds().qpos.of(0)[0] - before);
  };
  Model m = without_slip(supported(kSlope), Cone::Elliptic);
  const double held = slide(m);
  m.opt.noslip_iterations = 0;
  EXPECT_LT(held, 0.01 * slide(m));
}

}  // namespace
}  // namespace thew::gpu
