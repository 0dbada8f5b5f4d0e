// Every kind of equality and limit whose Jacobian changes with positions, alone, by every
// integrator.

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

// Two trees, one with a ball and a hinge, one that is free, and a branch beside; nothing collides.
std::string joined(const std::string& more) {
  return R"(<mujoco><option timestep="0.002"/><default><geom contype="0" conaffinity="0"/></default><worldbody>
    <site name="fixed" pos=".1 .1 .6" euler="5 10 20"/>
    <body name="a" pos="0 0 1"><joint name="ball" type="ball"/><joint name="slide" type="slide" axis="0 1 .2"/>
      <geom type="box" size=".1 .05 .2" pos="0 .05 -.1"/><site name="s0" pos=".05 .1 -.2" euler="20 0 40"/>
      <body name="b" pos=".1 0 -.4"><joint name="hinge" axis="1 .3 0"/><geom name="gb" type="capsule" size=".04 .15" pos="0 0 -.1"/>
        <site name="s1" pos=".02 .03 -.2" euler="0 30 10"/></body>
      <body name="c" pos="-.1 .1 -.3"><joint name="other" axis="0 1 0"/><geom type="capsule" size=".03 .1" pos="0 0 -.1"/>
        <site name="s2" pos="0 0 -.15"/></body></body>
    <body name="free" pos=".5 .2 .7"><freejoint/><geom name="gf" type="box" size=".1 .2 .05"/><site name="s3" pos=".1 0 .05" euler="60 10 0"/></body>
    </worldbody>)" +
         more + "</mujoco>";
}

// States that hold their constraints nearly: forces stay moderate, and the impedance rises.
void expect_closed_form(const std::string& text, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (const Integrator integrator : test::kAllIntegrators) {
    Model m = load_string(text);
    m.opt.integrator = static_cast<int>(integrator);
    test::tighten(m);
    Data d(m);
    for (int trial = 0; trial < 2; ++trial) {
      test::randomize(m, d, random);
      forward(m, d);
      ASSERT_GT(d.nefc, 0) << text;
      const test::Matrices got = test::exact(m, d);
      EXPECT_EQ(got.report.method, Method::Analytic) << got.report.reason << text;
      test::compare(m, d, text + std::to_string(m.opt.integrator), 1e-5, 1e-6);
    }
  }
}

constexpr const char* kWide = R"( solimp=".5 .95 3 .4 2" solref=".03 1.2"/></equality>)";

TEST(Rows, ConnectsHaveClosedForms) {
  expect_closed_form(
      joined(std::string(R"(<equality><connect body1="b" body2="free" anchor=".1 .2 -.1")") +
             kWide),
      1);
  expect_closed_form(
      joined(std::string(R"(<equality><connect body1="b" anchor=".02 0 -.3")") + kWide), 2);
  // Two branches of one tree, whose common dofs turn with what is between their points.
  expect_closed_form(joined(std::string(R"(<equality><connect site1="s1" site2="s2")") + kWide), 3);
}

TEST(Rows, WeldsHaveClosedForms) {
  expect_closed_form(
      joined(std::string(
                 R"(<equality><weld body1="b" body2="free" torquescale=".7" anchor=".1 0 .2")") +
             kWide),
      4);
  expect_closed_form(
      joined(std::string(R"(<equality><weld body1="free" relpose="0 .1 .2 .9 .1 .2 .3")") + kWide),
      5);
  expect_closed_form(
      joined(std::string(R"(<equality><weld site1="s2" site2="s1" torquescale="2")") + kWide), 6);
  expect_closed_form(joined(std::string(R"(<equality><weld site1="fixed" site2="s3")") + kWide), 7);
}

TEST(Rows, DistancesHaveClosedForms) {
  expect_closed_form(
      joined(std::string(R"(<equality><distance geom1="gb" geom2="gf" distance=".4")") + kWide), 8);
}

TEST(Rows, EqualitiesOfJointsAndTendonsHaveClosedForms) {
  const std::string tendons =
      R"(<tendon><spatial name="t"><site site="fixed"/><site site="s1"/></spatial><spatial name="u"><site site="s2"/><site site="s3"/></spatial>
      <fixed name="f"><joint joint="hinge" coef="2"/><joint joint="other" coef="-1"/></fixed></tendon>)";
  expect_closed_form(
      joined(tendons + R"(<equality><tendon tendon1="t" tendon2="u" polycoef=".1 .7 .3 -.2 .1")" +
             kWide),
      9);
  expect_closed_form(joined(tendons + R"(<equality><tendon tendon1="t" polycoef=".1")" + kWide),
                     10);
  expect_closed_form(
      joined(tendons + R"(<equality><tendon tendon1="f" tendon2="u" polycoef="0 .5 .2")" + kWide),
      11);
  expect_closed_form(
      joined(std::string(
                 R"(<equality><joint joint1="hinge" joint2="other" polycoef=".1 .7 .3 -.2 .1")") +
             kWide),
      12);
}

TEST(Rows, LimitsOfBallsHaveClosedForms) {
  expect_closed_form(
      R"(<mujoco><option timestep="0.002"/><worldbody><body pos="0 0 1"><joint type="ball" range="0 .1" limited="true" margin="3" solimplimit=".5 .95 3 .4 2"/>
      <geom type="box" size=".1 .05 .2" pos="0 .05 -.1"/><body pos="0 0 -.4"><joint type="ball" range="0 .2" limited="true" solimplimit=".5 .95 3 .4 2"/>
      <geom type="capsule" size=".04 .1" pos="0 .1 -.1" contype="0"/></body></body></worldbody></mujoco>)",
      13);
}

// At the pose that a weld asks for, and in a ball that is not turned, directions are arbitrary.
TEST(Rows, RowsThatHoldExactlyHaveFiniteDerivatives) {
  for (const char* kind :
       {R"(<connect site1="s1" site2="s2"/>)", R"(<weld body1="b" body2="free"/>)",
        R"(<distance geom1="gb" geom2="gf" distance="0"/>)"}) {
    Model m = load_string(joined(std::string("<equality>") + kind + "</equality>"));
    Data d(m);
    reset(m, d);
    const test::Matrices got = test::exact(m, d);
    EXPECT_EQ(got.report.method, Method::Analytic);
    for (const double x : got.A) ASSERT_TRUE(std::isfinite(x)) << kind;
  }
}

// Belts that slide and turn, and surfaces that stick, also beyond their margin.
TEST(Rows, SurfacesThatMoveOrStickHaveClosedForms) {
  for (const char* surface : {R"(surfacevel=".5 -.2 0 .3 .1 2")", R"(adhesion="3")",
                              R"(adhesion="2" gap=".02" margin=".02")"}) {
    for (const int cone : {0, 1}) {
      for (const Integrator integrator : test::kAllIntegrators) {
        Model m = load_string(
            std::string(
                R"(<mujoco><option timestep="0.002"/><default><geom condim="4" friction=".8 .02 .01"/></default><worldbody>
          <body pos="0 0 .1"><joint axis="1 .2 0" damping="3" stiffness="90"/><geom type="box" size="1 1 .1" pos="0 0 -.1" )") +
            surface + R"(/></body>
          <body pos="0 .1 .199" euler="0 0 20"><freejoint/><geom type="sphere" size=".1"/></body>
          <body pos=".5 0 .179"><freejoint/><geom type="capsule" size=".08 .2" euler="0 90 0" )" +
            surface + "/></body></worldbody></mujoco>");
        m.opt.cone = cone;
        m.opt.integrator = static_cast<int>(integrator);
        test::tighten(m);
        Data d(m);
        reset(m, d);
        for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.1 * std::sin(1.7 * i + 1);
        for (int i = 0; i < 4; ++i) step(m, d);
        ASSERT_GE(d.ncon, 2);
        EXPECT_EQ(test::exact(m, d).report.method, Method::Analytic);
        test::compare(m, d, surface + std::to_string(cone) + std::to_string(m.opt.integrator), 1e-6,
                      1e-6);
      }
    }
  }
}

// Loops of bars, and legs closed by connects, as they move.
TEST(Rows, ClosedLoopsInMotionHaveClosedForms) {
  for (const char* name : {"four_bar", "linkages"}) {
    Model m = test::load_own(name);
    test::tighten(m);
    const Data d = test::moved(m, 60);
    EXPECT_EQ(test::exact(m, d).report.method, Method::Analytic) << name;
    test::compare(m, d, name, 1e-6, 1e-6);
  }
}

}  // namespace
}  // namespace thew
