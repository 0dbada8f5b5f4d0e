// Derivatives of steps in closed form, against differences of steps with Richardson's
// extrapolation: an error of eps^4, and of rounding.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/callback.h>
#include <thew/derivative.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

#include "derivative/compare.h"
#include "support/worlds.h"

namespace thew {
namespace {

using derivative::Method;
using namespace test;

// Euler's method with an implicit damper: v' = v + h (u g - k x - c v) / (m + h c), x' = x + h v'.
TEST(Transition, AMassOnASpringHasTheMatricesOfItsEquation) {
  const Model m = load_string(R"(<mujoco><option timestep="0.1" gravity="0 0 0"/>
    <worldbody><body><joint name="x" type="slide" axis="1 0 0" stiffness="8" damping="3"/>
    <geom size=".1" mass="2"/></body></worldbody>
    <actuator><motor joint="x" gear="5" ctrlrange="-1 1"/></actuator></mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.3;
  d.qvel[0] = -0.7;
  const double h = 0.1, inverse = 1 / (2 + 0.1 * 3);
  const double vx = -h * 8 * inverse, vv = 1 - h * 3 * inverse, vu = h * 5 * inverse;
  for (const double ctrl : {0.2, 1.0, 2.0}) {  // inside, at the end and outside of the range
    d.ctrl[0] = ctrl;
    const double reach = ctrl > 1 ? 0 : 1;
    const Matrices got = exact(m, d);
    const double A[] = {1 + h * vx, h * vv, vx, vv}, B[] = {reach * h * vu, reach * vu};
    const double F[] = {h * vu / 5, vu / 5};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(got.A[i], A[i], 1e-14);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(got.B[i], B[i], 1e-14);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(got.F[i], F[i], 1e-14);
  }
}

// v' = v - h g/l sin q for a point on a rod, whose inertia is m l^2.
TEST(Transition, APendulumHasTheMatricesOfItsEquation) {
  const Model m = load_string(R"(<mujoco><option timestep="0.01"/><worldbody><body>
    <joint axis="0 1 0"/><inertial pos="0 0 -2" mass="3" diaginertia="1e-9 1e-9 1e-9"/></body></worldbody></mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.8;
  d.qvel[0] = 1.5;
  const double h = 0.01, vq = -h * 9.81 / 2 * std::cos(0.8);
  const double A[] = {1 + h * vq, h, vq, 1};
  const Matrices got = exact(m, d);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(got.A[i], A[i], 1e-9);
}

// A free body with principal moments I: I w' = (I w) x w, and q' = q exp(h w'), whose tangent turns
// by exp(-h w').
TEST(Transition, AFreeBodyHasTheMatricesOfEulersEquations) {
  const Model m = load_string(R"(<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody><body>
    <freejoint/><inertial pos="0 0 0" mass="2" diaginertia="3 2 4"/></body></worldbody></mujoco>)");
  Data d(m);
  reset(m, d);
  const double h = 0.01, moment[3] = {3, 2, 4}, w[3] = {0.7, -1.1, 0.4};
  std::copy_n(w, 3, d.qvel.begin() + 3);
  d.qvel[0] = 1.5;
  const Matrices got = exact(m, d);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const double share = h * (moment[j] - moment[k]) / moment[i];
    const double want[3] = {1, share * w[k], share * w[j]};  // by w_i, w_j, w_k
    const std::size_t column[3] = {i, j, k};
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(got.A[(9 + i) * 12 + 9 + column[c]], want[c], 1e-13);
    }
    EXPECT_NEAR(got.A[i * 12 + 6 + i], h, 1e-15);  // places follow velocities
    EXPECT_NEAR(got.A[(6 + i) * 12 + i], 0, 1e-15);
  }
  // The tangent of the rotation turns by the angle h |w'|: the trace of a rotation tells it.
  double next = 0, trace = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const double rate = w[i] + h * (moment[j] - moment[k]) / moment[i] * w[j] * w[k];
    next += rate * rate;
    trace += got.A[(3 + i) * 12 + 3 + i];
  }
  EXPECT_NEAR(trace, 1 + 2 * std::cos(h * std::sqrt(next)), 1e-13);
}

// Two equal balls of a cradle that touch, one of them coming: what pushes one holds the other back,
// so that momentum stays whatever is moved, and both swing under gravity alone but for that.
TEST(Transition, TheFirstContactOfACradleKeepsMomentum) {
  Model m = load_string(
      R"(<mujoco><option timestep="0.001"/><default><geom type="sphere" size=".1" mass="1" condim="1"/></default>
    <worldbody><body pos="-.1 0 0"><joint type="slide" axis="1 0 0"/><geom/></body>
      <body pos=".0999 0 0"><joint type="slide" axis="1 0 0"/><geom/></body></worldbody></mujoco>)");
  tighten(m);
  Data d(m);
  reset(m, d);
  d.qvel[0] = 1;
  forward(m, d);
  ASSERT_EQ(d.ncon, 1);
  ASSERT_LT(d.qacc[0], 0);
  const Matrices got = exact(m, d);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(got.A[8 + k] + got.A[12 + k], k < 2 ? 0 : 1, 1e-12);
  }
  // One row of contact: with reduced mass 1/2, dv'_1/dv_1 = 1 - h C B / (1 + 2 C).
  const double C = d.efc_D[0], B = d.efc_KBIP.row(0)[1];
  EXPECT_NEAR(got.A[8 + 2], 1 - 0.001 * C * B / (1 + 2 * C), 1e-12);
}

// Where directions have no derivative: strings without length, rotations without an angle, joints
// at the very end of their range, a ball on the edge of a box, bodies at rest.
TEST(Transition, SingularStatesHaveFiniteDerivatives) {
  const char* const models[] = {
      R"(<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1"/><site name="a"/></body>
        <site name="b"/></worldbody><tendon><spatial name="t" stiffness="10" damping="1"><site site="a"/><site site="b"/></spatial></tendon>
        <actuator><motor tendon="t"/></actuator></mujoco>)",
      R"(<mujoco><worldbody><body><joint type="ball" stiffness="3" range="0 .5" limited="true"/><geom size=".1" pos="0 0 .2"/></body></worldbody></mujoco>)",
      R"(<mujoco><worldbody><body><joint axis="0 1 0" range="0 1" limited="true" frictionloss=".1"/><geom size=".1" pos=".2 0 0"/></body></worldbody></mujoco>)",
      R"(<mujoco><option density="1000" viscosity=".1" integrator="implicit"/><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>)",
      R"(<mujoco><worldbody><geom type="box" size=".1 .1 .1"/><body pos=".1 0 .2"><freejoint/><geom size=".1001"/></body></worldbody></mujoco>)",
      R"(<mujoco><worldbody><body name="a"><freejoint/><geom size=".1"/></body><body name="b"><freejoint/><geom size=".1" contype="0"/></body></worldbody>
        <equality><weld body1="a" body2="b"/></equality></mujoco>)",
      R"(<mujoco><worldbody><body><freejoint/><geom size=".1"/></body><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>)"};
  for (const char* text : models) {
    for (const auto& integrator : test::kIntegrators) {
      Model m = load_string(text);
      m.opt.integrator = static_cast<int>(integrator.value);
      Data d(m);
      reset(m, d);
      const Matrices got = exact(m, d);
      for (const auto* values : {&got.A, &got.B, &got.F}) {
        for (const double x : *values) {
          ASSERT_TRUE(std::isfinite(x)) << integrator.name << text;
        }
      }
    }
  }
}

// Trees of all joints, in motion: bias forces, springs, dampers, users' forces.
constexpr const char* kTree = R"(<mujoco><option timestep="0.01"/><worldbody>
  <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/>
    <body pos=".3 0 0"><joint type="ball" damping=".1"/><geom type="capsule" size=".05 .2" pos="0 .1 .1"/>
      <body pos="0 .4 0"><joint axis="1 1 0" stiffness="3" damping=".2"/><joint type="slide" axis="0 1 1" stiffness="20"/>
        <geom type="box" size=".1 .05 .08" pos="0 .1 0" euler="10 20 30"/></body></body>
    <body pos="-.3 0 0" gravcomp=".7"><joint axis="0 1 0" armature=".1"/><joint axis="0 0 1" pos="0 .1 0"/>
      <geom type="ellipsoid" size=".1 .05 .2" pos=".1 .1 0"/></body></body>
  <body pos="2 0 0"><freejoint/><geom type="box" size=".3 .1 .2"/></body></worldbody></mujoco>)";

TEST(Transition, TreesOfAllJointsHaveExactDerivatives) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const Integrator integrator : kAllIntegrators) {
    Model m = load_string(kTree);
    m.opt.integrator = static_cast<int>(integrator);
    Data d(m);
    for (int trial = 0; trial < 3; ++trial) {
      test::randomize(m, d, random);
      for (std::int64_t i = 0; i < d.xfrc_applied.size(); ++i) d.xfrc_applied[i] = normal(random);
      EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
      compare(m, d, "tree " + std::to_string(static_cast<int>(integrator)));
    }
  }
}

std::string actuated(const std::string& actuator) {
  return R"(<mujoco><option timestep="0.01"/><worldbody><body><joint name="a" axis="0 1 0"/>
    <geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/><body pos=".5 0 0"><joint name="b" axis="0 1 0"/>
    <geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/></body></body></worldbody>
    <tendon><fixed name="t" stiffness="3" damping=".4" springlength="-.1 .1"><joint joint="a" coef="1.5"/><joint joint="b" coef="-.7"/></fixed></tendon>
    <actuator>)" +
         actuator + "</actuator></mujoco>";
}

TEST(Transition, EveryKindOfActuatorHasItsDerivative) {
  const char* const kinds[] = {
      R"(<motor joint="a" gear="3" ctrlrange="-1 1"/>)",
      R"(<position joint="a" kp="20" kv="2"/><velocity joint="b" kv="3"/>)",
      R"(<general joint="a" gaintype="affine" gainprm="1 .5 -.3" biastype="affine" biasprm=".1 -2 -.4"/>)",
      R"(<intvelocity joint="a" kp="10" actrange="-2 2"/><damper joint="b" kv="2" ctrlrange="0 2"/>)",
      R"(<general joint="a" dyntype="filter" dynprm=".05" gainprm="4"/><general joint="b" dyntype="filterexact" dynprm=".03" gainprm="2" actearly="true"/>)",
      R"(<muscle joint="a" lengthrange="-2 2" force="30"/><muscle tendon="t" lengthrange="-3 3" force="20"/>)",
      R"(<position tendon="t" kp="10" kv="1" forcerange="-200 200"/>)"};
  std::mt19937 random(5);
  for (const char* kind : kinds) {
    for (const Integrator integrator : kAllIntegrators) {
      Model m = load_string(actuated(kind));
      m.opt.integrator = static_cast<int>(integrator);
      Data d(m);
      for (int trial = 0; trial < 2; ++trial) {
        test::randomize(m, d, random);
        for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.3 + 0.2 * i + 0.1 * trial;
        for (int i = 0; i < m.na; ++i) d.act[i] = 0.4 - 0.1 * i + 0.05 * trial;
        compare(m, d, kind, 1e-4, 1e-6);
      }
    }
  }
}

// Two bodies on balls and hinges, between which something pulls.
std::string pulled(const std::string& more) {
  return R"(<mujoco><option timestep="0.005"/><worldbody><site name="fixed" pos=".1 -.2 .5"/>
    <body pos="0 0 .3"><joint name="ball" type="ball"/><joint name="a" type="slide" axis="0 1 0"/>
      <geom name="sphere" type="sphere" size=".08" pos="0 0 -.1" mass="2" contype="0" conaffinity="0"/>
      <geom name="cylinder" type="cylinder" size=".05 .2" pos=".2 0 0" euler="20 70 0" mass="1" contype="0" conaffinity="0"/>
      <site name="s0" pos="-.2 .05 0" euler="10 20 30"/><site name="side" pos="0 .3 -.1"/><site name="inner" pos="0 .02 -.1"/>
      <body name="tip" pos=".3 0 -.2"><joint name="b" axis="1 1 0"/><joint name="c" type="slide" axis="0 1 1"/>
        <geom type="box" size=".05 .06 .1" contype="0" conaffinity="0"/><site name="s1" pos=".1 -.03 .02" euler="5 -10 40"/>
        <body pos="0 .2 0"><joint name="free" type="ball"/><geom type="box" size=".06 .03 .1" pos="0 .1 0" contype="0" conaffinity="0"/>
          <site name="s2" pos="0 .15 .05"/></body></body></body></worldbody>)" +
         more + "</mujoco>";
}

TEST(Transition, TendonsAndTransmissionsThatChangeWithPositionsHaveClosedForms) {
  const char* const kinds[] = {
      R"(<tendon><spatial stiffness="300" damping="3" springlength=".1"><site site="fixed"/><site site="s1"/></spatial></tendon>)",
      R"(<tendon><spatial name="t" stiffness="300" damping="3" springlength=".1"><site site="s0"/><geom geom="sphere"/><site site="s1"/></spatial></tendon>
        <actuator><position tendon="t" kp="50"/></actuator>)",
      R"(<tendon><spatial name="t" limited="true" range="0 .2" frictionloss=".5"><site site="s0"/><geom geom="sphere" sidesite="side"/><site site="s1"/>
        <geom geom="cylinder"/><site site="s2"/></spatial></tendon><actuator><motor tendon="t" gear="3"/></actuator>)",
      R"(<tendon><spatial name="t" stiffness="100" springlength="0"><site site="s0"/><geom geom="sphere" sidesite="inner"/><site site="s1"/><pulley divisor="2"/>
        <site site="s1"/><site site="s2"/><pulley divisor="2"/><site site="fixed"/><site site="s2"/></spatial></tendon>
        <actuator><muscle tendon="t" lengthrange=".1 2" force="20"/></actuator>)",
      R"(<actuator><motor site="s1" gear="1 2 3 .4 .5 .6"/></actuator>)",
      R"(<actuator><position site="s2" refsite="s0" gear="1 2 3 0 0 0" kp="20"/><position site="s2" refsite="s0" gear="0 0 0 1 .5 .2" kp="3" kv=".2"/></actuator>)",
      R"(<actuator><general cranksite="s2" slidersite="s0" cranklength=".9" gear="2" biastype="affine" biasprm="0 -9 -.5"/></actuator>)",
      R"(<actuator><position joint="ball" gear=".3 .5 .7" kp="10"/><position jointinparent="free" gear=".3 -.5 .7" kp="10" kv="1"/></actuator>)",
      R"(<actuator><orientation joint="ball" kp="8" kv=".4"/><orientation site="s2" refsite="s0" kp="3" kv=".2" forcerange="0 2"/></actuator>)",
      R"(<actuator><general joint="free" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="2" biasprm=".1 -2 -.3"/></actuator>)",
      R"(<tendon><spatial name="t" armature=".7" stiffness="30" damping=".5"><site site="s0"/><site site="s1"/><pulley divisor="2"/><site site="fixed"/><site site="s2"/></spatial>
        <fixed armature=".2"><joint joint="b" coef="2"/><joint joint="a" coef="-1"/></fixed></tendon>
        <actuator><position tendon="t" kp="20" kv="2" armature=".1"/></actuator>)",
      R"(<tendon><spatial name="t" actuatorfrcrange="-3 4"><site site="fixed"/><site site="s1"/></spatial></tendon>
        <actuator><position tendon="t" kp="50" kv="3"/><motor tendon="t" gear="3"/><muscle tendon="t" lengthrange=".1 2" force="20"/></actuator>)"};
  std::mt19937 random(11);
  for (const char* kind : kinds) {
    for (const Integrator integrator : kAllIntegrators) {
      Model m = load_string(pulled(kind));
      m.opt.integrator = static_cast<int>(integrator);
      tighten(m);
      Data d(m);
      for (int trial = 0; trial < 3; ++trial) {
        test::randomize(m, d, random);
        for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.4 + 0.2 * i;
        for (int i = 0; i < m.na; ++i) d.act[i] = 0.3;
        EXPECT_EQ(exact(m, d).report.method, Method::Analytic) << kind;
        compare(m, d, kind + std::to_string(m.opt.integrator), 1e-5, 1e-6);
      }
    }
  }
}

// A gripper that holds on to what it touches, beyond its margin too, and surfaces that stick.
TEST(Transition, WhatHoldsOnToContactsHasClosedForms) {
  for (const Integrator integrator : kAllIntegrators) {
    for (const int cone : {0, 1}) {
      Model m = load_string(
          R"(<mujoco><option timestep="0.002"/><worldbody><geom type="plane" size="5 5 .1"/>
        <body pos="0 0 .099"><freejoint/><geom type="sphere" size=".1" adhesion="2"/>
          <body name="arm" pos=".25 0 0"><joint name="j" axis="0 1 .3"/><geom type="capsule" size=".06 .1" pos="0 0 -.01" euler="0 70 10" margin=".05" gap=".05"/></body></body>
        <body pos=".25 .13 .06"><freejoint/><geom type="ellipsoid" size=".08 .07 .06"/></body></worldbody>
        <actuator><adhesion body="arm" ctrlrange="0 1" gain="4"/><adhesion body="arm" ctrlrange="0 1" gain="1"/></actuator></mujoco>)");
      m.opt.integrator = static_cast<int>(integrator);
      m.opt.cone = cone;
      tighten(m);
      Data d(m);
      reset(m, d);
      for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.02 * std::sin(1.7 * i + 1);
      d.ctrl[0] = 0.7, d.ctrl[1] = 0.2;
      for (int i = 0; i < 6; ++i) step(m, d);
      forward(m, d);
      ASSERT_GE(d.ncon, 2);
      EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
      compare(m, d, "grip " + std::to_string(m.opt.integrator), 1e-6, 1e-6);
    }
  }
}

// What actuators carry of the weight, within and beyond what a joint can take.
TEST(Transition, GravityCompensationByActuatorsIsLimitedWithThem) {
  for (const double ctrl : {0.1, 3.0}) {
    Model m = load_string(
        R"(<mujoco><option timestep="0.005"/><worldbody><body gravcomp=".8"><joint name="a" axis="0 1 0" actuatorgravcomp="true" actuatorfrcrange="-9 9"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .5 0 0"/><body pos=".5 0 0" gravcomp="1"><joint name="b" axis="0 1 .2"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/></body></body></worldbody>
      <actuator><motor joint="a" gear="10"/><position joint="b" kp="5"/></actuator></mujoco>)");
    Data d(m);
    reset(m, d);
    d.qpos[0] = 1.2, d.qpos[1] = 0.4, d.qvel[0] = 0.5;
    d.ctrl[0] = ctrl;
    EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
    compare(m, d, "carried weight");
  }
}

// Every sensor in closed form beside two without one, in a frame of the world and of a body.
TEST(Transition, SensorsHaveTheirDerivatives) {
  const std::string more =
      R"(<tendon><spatial name="t"><site site="s0"/><geom geom="sphere"/><site site="s1"/></spatial></tendon>
    <actuator><position tendon="t" kp="50" kv="2"/><muscle joint="b" lengthrange="-2 2" force="30"/><orientation joint="ball" kp="3"/></actuator><sensor>
    <magnetometer site="s1"/><framepos objtype="site" objname="s2"/><framepos objtype="geom" objname="cylinder" reftype="site" refname="s2"/>
    <framexaxis objtype="site" objname="s1" reftype="site" refname="s0"/><frameyaxis objtype="site" objname="s1"/><framezaxis objtype="site" objname="s2" reftype="site" refname="fixed"/>
    <framequat objtype="site" objname="s1"/><framequat objtype="site" objname="s2" reftype="site" refname="s0"/><velocimeter site="s1"/><gyro site="s2"/>
    <framelinvel objtype="site" objname="s2"/><framelinvel objtype="site" objname="s2" reftype="site" refname="s0"/><frameangvel objtype="site" objname="s2" reftype="site" refname="s1"/>
    <accelerometer site="s2"/><framelinacc objtype="geom" objname="cylinder"/><frameangacc objtype="site" objname="s1"/><jointpos joint="b"/><jointvel joint="c"/>
    <tendonpos tendon="t"/><tendonvel tendon="t"/><actuatorpos actuator="act0"/><actuatorvel actuator="act0"/><actuatorfrc actuator="act0"/><actuatorfrc actuator="act1"/>
    <ballangvel joint="free"/><tendonactuatorfrc tendon="t"/><jointactuatorfrc joint="b"/><jointactuatorfrc joint="a"/><clock/>
    <subtreecom body="world"/><subtreecom body="tip"/><subtreelinvel body="world"/><subtreelinvel body="tip"/>MORE</sensor>)";
  std::mt19937 random(17);
  for (const Integrator integrator : kAllIntegrators) {
    for (const char* other :
         {"", R"(<subtreeangmom body="world"/><accelerometer site="s1" cutoff="5"/>)"}) {
      std::string text = more;
      text.replace(text.find("MORE"), 4, other);
      text.replace(text.find("<position tendon"), 9, R"(<position name="act0")");
      text.replace(text.find("<muscle"), 7, R"(<muscle name="act1")");
      Model m = load_string(pulled(text));
      m.opt.integrator = static_cast<int>(integrator);
      Data d(m);
      test::randomize(m, d, random);
      for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.4 + 0.1 * i;
      for (int i = 0; i < m.na; ++i) d.act[i] = 0.3;
      EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
      compare(m, d, "sensors " + std::to_string(m.opt.integrator), 1e-5, 1e-6);
    }
  }
}

constexpr const char* kContacts =
    R"(<mujoco><option timestep="0.002"/><default><geom friction="FRICTION" condim="CONDIM"/></default><worldbody>
  <geom type="plane" size="5 5 .1" euler="3 2 0"/>
  <body pos="0 0 .098" euler="0 0 20"><freejoint/><geom type="box" size=".1 .15 .1" mass="1"/>
    <body pos=".3 0 .05"><joint axis="0 1 0"/><geom type="capsule" size=".06" fromto="0 0 0 .2 0 -.06"/></body></body>
  <body pos="1 0 .098"><freejoint/><geom type="sphere" size=".1"/></body>
  <body pos="1.15 .04 .08"><freejoint/><geom type="capsule" size=".08" fromto="0 -.2 0 0 .2 .01"/></body>
  <body pos="-1 0 .058" euler="4 93 0"><freejoint/><geom type="cylinder" size=".06 .1"/></body></worldbody></mujoco>)";

Model contacts(const std::string& friction, int condim) {
  std::string text = kContacts;
  text.replace(text.find("FRICTION"), 8, friction);
  text.replace(text.find("CONDIM"), 6, std::to_string(condim));
  Model m = load_string(text);
  tighten(m);
  return m;
}

TEST(Transition, ContactsOfBothConesAreDifferentiatedThroughTheSolver) {
#ifdef THEW_SANITIZED  // the differences that it is compared with take minutes there
  const std::vector<int> dimensions = {6};
#else
  const std::vector<int> dimensions = {1, 3, 4, 6};
#endif
  for (const int cone : {0, 1}) {
    for (const int condim : dimensions) {
      for (const Integrator integrator : kAllIntegrators) {
        Model m = contacts(".8 .02 .01", condim);
        m.opt.cone = cone;
        m.opt.integrator = static_cast<int>(integrator);
        Data d(m);
        reset(m, d);
        for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.2 * std::sin(1.7 * i + 1);
        for (int i = 0; i < 3; ++i) step(m, d);
        ASSERT_GE(d.ncon, 5);
        const std::string name = "cone " + std::to_string(cone) + " condim " +
                                 std::to_string(condim) + " integrator " +
                                 std::to_string(static_cast<int>(integrator));
        EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
        compare(m, d, name, 1e-6, 1e-6);
      }
    }
  }
}

// Pairs without a closed form: their contacts are found again with one shape moved.
TEST(Transition, ContactsOfConvexShapesMoveWithTheirShapes) {
  const char* const shapes[] = {
      R"(type="ellipsoid" size=".1 .07 .05")", R"(type="box" size=".1 .08 .05")",
      R"(type="cylinder" size=".06 .05")", R"(type="capsule" size=".05 .1")"};
  for (const char* shape : shapes) {
    for (const int cone : {0, 1}) {
      Model m = load_string(
          std::string(
              R"(<mujoco><worldbody><geom type="box" size="1 1 .1" pos="0 0 -.1" euler="2 1 0"/>
        <body pos="0 0 .2" euler="30 50 10"><freejoint/><geom )") +
          shape + "/></body></worldbody></mujoco>");
      m.opt.cone = cone;
      tighten(m);
      Data d(m);
      reset(m, d);
      d.qvel[0] = 0.3, d.qvel[1] = -0.2;
      int steps = 0;
      for (; d.ncon == 0 && steps < 400; ++steps) step(m, d);
      for (int i = 0; i < 3; ++i) step(m, d);
      forward(m, d);
      ASSERT_GT(d.ncon, 0) << shape;
      EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
      compare(m, d, std::string(shape) + " cone " + std::to_string(cone), 1e-6, 1e-6);
    }
  }
}

TEST(Transition, OwnModelsInMotion) {
  for (const std::string& name : test::own_models()) {
    Model m = test::load_own(name);
    m.opt.enableflags &= ~static_cast<int>(EnableBit::Sleep);
    tighten(m);
    const Data d = moved(m, 60);
    EXPECT_NE(exact(m, d).report.method, Method::Differences) << name;
    compare(m, d, name, 1e-6, 1e-6);
  }
}

// Their matrices have stiffness, actuators and tendons.
TEST(Transition, IntegratorsWithStiffnessHaveClosedForms) {
  for (const char* name : {"humanoid", "quadruped", "gripper_arm", "muscle_leg", "four_bar"}) {
    for (const Integrator integrator : {Integrator::Discrete, Integrator::ImplicitSpringDamper}) {
      for (const int cone : {0, 1}) {
        Model m = test::load_own(name);
        m.opt.integrator = static_cast<int>(integrator);
        m.opt.cone = cone;
        tighten(m);
        const Data d = moved(m, 70);
        EXPECT_EQ(exact(m, d).report.method, Method::Analytic) << name;
        compare(m, d, std::string(name) + std::to_string(static_cast<int>(integrator)), 1e-6, 1e-6);
      }
    }
  }
}

// R follows the inertia.
TEST(Transition, SoftnessFromExactDiagonalsIsDifferentiated) {
  for (const char* name : {"quadruped", "humanoid", "four_bar", "gripper_arm"}) {
    for (const Integrator integrator : {Integrator::Euler, Integrator::Discrete}) {
      Model m = test::load_own(name);
      m.opt.enableflags |= static_cast<int>(EnableBit::Diagexact);
      m.opt.integrator = static_cast<int>(integrator);
      tighten(m);
      const Data d = moved(m, 60);
      EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
      compare(m, d, std::string(name) + " with exact diagonals", 1e-6, 1e-6);
    }
  }
}

TEST(Transition, HybridIsTheSameWithPositionsByDifferences) {
  for (const char* name : {"humanoid", "quadruped", "gripper_arm"}) {
    Model m = test::load_own(name);
    tighten(m);
    const Data d = moved(m, 60);
    const Matrices analytic = exact(m, d), hybrid = exact(m, d, Method::Hybrid);
    EXPECT_EQ(hybrid.report.method, Method::Hybrid);
    expect_near(hybrid.A, analytic.A, analytic.nx, 1e-6, name);
    expect_near(hybrid.B, analytic.B, analytic.nu, 1e-6, name);
  }
}

TEST(Transition, ProductsWithTheTransposeAreThoseOfTheMatrices) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (const char* name :
       {"humanoid", "quadruped", "muscle_leg", "free_bodies", "four_bar", "card_house", "hand"}) {
    for (const Integrator integrator : kAllIntegrators) {
      Model m = test::load_own(name);
      m.opt.integrator = static_cast<int>(integrator);
      const Data d = moved(m, 40);
      const Matrices matrices = exact(m, d);
      std::vector<double> cotangent(matrices.nx), x(matrices.nx), u(matrices.nu), f(matrices.nv);
      for (double& c : cotangent) c = normal(random);
      derivative::vjp(m, d, {}, cotangent, {x, u, f});
      const auto product = [&](const std::vector<double>& matrix, std::size_t width) {
        std::vector<double> y(width, 0.0);
        for (std::size_t i = 0; i < matrices.nx; ++i) {
          for (std::size_t k = 0; k < width; ++k) y[k] += matrix[i * width + k] * cotangent[i];
        }
        return y;
      };
      expect_near(x, product(matrices.A, matrices.nx), 1, 1e-11, std::string(name) + " x");
      expect_near(u, product(matrices.B, matrices.nu), 1, 1e-11, std::string(name) + " u");
      expect_near(f, product(matrices.F, matrices.nv), 1, 1e-11, std::string(name) + " f");
    }
  }
}

// Newton steps bring the accelerations to their optimum before they are differentiated.
TEST(Transition, ToleranceAndWarmStartOfTheSolverDoNotMatter) {
  Model m = test::load_own("humanoid");
  m.opt.cone = static_cast<int>(Cone::Elliptic);
  tighten(m);
  Data d = moved(m, 80);
  const Matrices tight = exact(m, d);
  m.opt.tolerance = 1e-4;
  m.opt.iterations = 3;
  for (int i = 0; i < m.nv; ++i) d.qacc_warmstart[i] = 0;
  const Matrices loose = exact(m, d);
  expect_near(loose.A, tight.A, tight.nx, 1e-9, "A");
}

TEST(Transition, WhatHasNoOptimumIsLeftToDifferencesAndSaysWhy) {
  Model m = test::load_own("quadruped");
  const Data d = moved(m, 40);
  m.opt.noslip_iterations = 5;
  EXPECT_EQ(exact(m, d).report.method, Method::Differences);
  EXPECT_STRNE(exact(m, d).report.reason, "");
  m.opt.noslip_iterations = 0;
  m.opt.enableflags |= static_cast<int>(EnableBit::Invdiscrete);
  EXPECT_EQ(exact(m, d).report.method, Method::Differences);
}

// A servo that pushes along its velocity so strongly that M - h D is negative.
TEST(Transition, AnIntegratorWhoseMatrixIsNotPositiveIsLeftToDifferences) {
  Model m = load_string(actuated(R"(<general joint="a" biastype="affine" biasprm="0 0 1000"/>)"));
  m.opt.integrator = static_cast<int>(Integrator::Implicitfast);
  Data d(m);
  reset(m, d);
  d.qvel[0] = 0.1;
  const Matrices got = exact(m, d);
  EXPECT_EQ(got.report.method, Method::Differences);
  for (const double x : got.A) EXPECT_TRUE(std::isfinite(x));
}

TEST(Transition, AStateThatIsNotFiniteIsAnErrorAndNoNumber) {
  const Model m = test::load_own("pendulum");
  Data d(m);
  reset(m, d);
  d.qvel[0] = NAN;
  EXPECT_THROW(exact(m, d), Error);
}

}  // namespace
}  // namespace thew
