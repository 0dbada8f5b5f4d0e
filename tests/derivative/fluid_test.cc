// Forces of fluids on boxes and ellipsoids, with wind, and what implicit integrators take of them.

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/step.h>

#include "derivative/compare.h"
#include "support/worlds.h"

namespace thew {
namespace {

using derivative::Method;

std::string swimmer(const char* shape) {
  return std::string(
             R"(<mujoco><option timestep="0.005" density="300" viscosity=".2" wind="1 -.5 .3"/><default><geom contype="0" conaffinity="0" )") +
         shape + R"(/></default><worldbody>
    <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .05" pos=".02 .01 0"/>
      <body pos=".2 0 0"><joint type="ball"/><geom type="capsule" size=".03 .1" pos=".1 0 0" euler="10 80 0"/>
        <body pos=".3 0 0"><joint axis="0 1 0"/><joint type="slide" axis="0 0 1"/><geom type="box" size=".1 .02 .06" pos=".1 .02 0"/></body></body>
      <body pos="-.2 0 0"><joint axis="0 0 1" damping=".01"/><geom type="cylinder" size=".04 .1"/></body></body>
    <body pos="1 0 0"><freejoint/><geom type="box" size=".1 .2 .05"/></body></worldbody></mujoco>)";
}

TEST(Fluid, BoxesAndEllipsoidsHaveClosedForms) {
  std::mt19937 random(5);
  for (const char* shape :
       {"", R"(fluidshape="ellipsoid")", R"(fluidshape="ellipsoid" fluidcoef=".6 .3 1.4 .8 .9")"}) {
    for (const Integrator integrator : test::kAllIntegrators) {
      Model m = load_string(swimmer(shape));
      m.opt.integrator = static_cast<int>(integrator);
      Data d(m);
      for (int trial = 0; trial < 2; ++trial) {
        test::randomize(m, d, random);
        const test::Matrices got = test::exact(m, d);
        EXPECT_EQ(got.report.method, Method::Analytic) << got.report.reason;
        test::compare(m, d, shape + std::to_string(m.opt.integrator), 1e-5, 1e-6);
      }
    }
  }
}

// Bodies that only slide have no place for products of their dofs, and contacts meet the metric of
// the fluid.
TEST(Fluid, SlidesAndContactsInFluidsHaveClosedForms) {
  for (const bool exact_diagonals : {false, true}) {
    for (const Integrator integrator : test::kAllIntegrators) {
      Model m = load_string(
          R"(<mujoco><option timestep="0.002" density="300" viscosity=".2" wind="1 -.5 .3"/><worldbody><geom type="plane" size="5 5 .1"/>
        <body pos="0 0 1"><joint type="slide" axis="1 .2 0"/><joint type="slide" axis="0 1 .3"/><joint type="slide" axis="0 0 1"/><geom type="ellipsoid" size=".1 .2 .05" fluidshape="ellipsoid"/></body>
        <body pos="1 0 .098"><freejoint/><geom type="box" size=".1 .15 .1"/><body pos=".3 0 .05"><joint axis="0 1 .1" damping=".1" range="-1 0" limited="true"/>
          <geom type="capsule" size=".06" fromto="0 0 0 .2 0 -.06" fluidshape="ellipsoid"/></body></body>
        <body pos="-1 0 .098"><freejoint/><geom type="sphere" size=".1"/></body></worldbody></mujoco>)");
      if (exact_diagonals) m.opt.enableflags |= static_cast<int>(EnableBit::Diagexact);
      m.opt.integrator = static_cast<int>(integrator);
      test::tighten(m);
      Data d(m);
      reset(m, d);
      for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.2 * std::sin(1.7 * i + 1);
      for (int i = 0; i < 3; ++i) step(m, d);
      ASSERT_GE(d.ncon, 2);
      EXPECT_EQ(test::exact(m, d).report.method, Method::Analytic);
      test::compare(m, d, "in a fluid " + std::to_string(m.opt.integrator), 1e-6, 1e-6);
    }
  }
}

// A ball in a viscous fluid: Stokes' law, by Euler's method v' = v - h c v / m, c = 6 pi mu r.
TEST(Fluid, ABallFollowsStokes) {
  const Model m = load_string(
      R"(<mujoco><option timestep="0.01" viscosity=".7" gravity="0 0 0"/><worldbody><body><freejoint/>
    <geom size=".1" mass="2" fluidshape="ellipsoid"/></body></worldbody></mujoco>)");
  Data d(m);
  reset(m, d);
  d.qvel[0] = 0.3, d.qvel[1] = -0.2;
  const test::Matrices got = test::exact(m, d);
  const double drag = 6 * 3.14159265358979323846 * 0.7 * 0.1;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(got.A[(6 + i) * 13], 1 - 0.01 * drag / 2, 1e-12);
}

// Springs of balls and free bodies pull along the rotation from their rest.
TEST(Springs, OfBallsAndFreeBodiesHaveClosedForms) {
  std::mt19937 random(9);
  for (const Integrator integrator : test::kAllIntegrators) {
    Model m = load_string(R"(<mujoco><option timestep="0.005"/><worldbody>
      <body pos="0 0 1" quat=".9 .1 .2 .3"><joint type="free" stiffness="20 3 2"/><geom type="box" size=".1 .2 .05" contype="0"/>
        <body pos=".2 0 0"><joint type="ball" stiffness="5 1 .5" damping=".1"/><geom type="capsule" size=".03 .1" pos=".1 .02 0" contype="0"/></body></body>
      <body pos="1 0 0"><joint type="ball" stiffness="4"/><geom type="box" size=".1 .2 .05" contype="0"/></body></worldbody></mujoco>)");
    m.opt.integrator = static_cast<int>(integrator);
    Data d(m);
    for (int trial = 0; trial < 3; ++trial) {
      if (trial == 0) reset(m, d);  // at rest, where rotations have no direction
      if (trial > 0) test::randomize(m, d, random);
      EXPECT_EQ(test::exact(m, d).report.method, Method::Analytic);
      test::compare(m, d, "springs " + std::to_string(m.opt.integrator), 1e-5, 1e-6);
    }
  }
}

}  // namespace
}  // namespace thew
