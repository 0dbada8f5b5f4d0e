#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <thew/callback.h>
#include <thew/derivative.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

#include "support/worlds.h"

namespace thew {
namespace {

struct Matrices {
  explicit Matrices(const Model& m)
      : nx(static_cast<std::size_t>(2 * m.nv + m.na)),
        nu(static_cast<std::size_t>(m.nu)),
        ns(static_cast<std::size_t>(m.nsensordata)),
        A(nx * nx),
        B(nx * nu),
        C(ns * nx),
        D(ns * nu) {}
  derivative::Transition target() { return {A, B, C, D}; }

  std::size_t nx, nu, ns;
  std::vector<double> A, B, C, D;
};

Matrices differentiate(const Model& m, const Data& d, const derivative::Differences& how = {}) {
  Matrices result(m);
  derivative::transition_differences(m, d, how, result.target());
  return result;
}

// A mass of 2 kg on a spring (8 N/m) and a damper (3 N s/m), pushed by a motor of gear 5.
constexpr const char* kSpring = R"(<mujoco><option timestep="0.1" gravity="0 0 0"/>
  <worldbody><body><joint name="x" type="slide" axis="1 0 0" stiffness="8" damping="3"/>
  <geom size=".1" mass="2"/></body></worldbody>
  <actuator><motor joint="x" gear="5" ctrlrange="-1 1"/></actuator>
  <sensor><jointpos joint="x"/><actuatorfrc actuator="push"/></sensor></mujoco>)";

Model spring() {
  std::string text = kSpring;
  text.insert(text.find("<motor") + 6, " name=\"push\"");
  return load_string(text);
}

// Euler's method with an implicit damper: v' = v + h (u g - k x - c v) / (m + h c), x' = x + h v'.
TEST(TransitionDifferences, AMassOnASpringHasTheMatricesOfItsEquation) {
  const Model m = spring();
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.3;
  d.qvel[0] = -0.7;
  const Matrices got = differentiate(m, d);
  const double h = 0.1, inverse = 1 / (2 + 0.1 * 3);
  const double vx = -h * 8 * inverse, vv = 1 - h * 3 * inverse, vu = h * 5 * inverse;
  const double A[] = {1 + h * vx, h * vv, vx, vv}, B[] = {h * vu, vu};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(got.A[i], A[i], 1e-9);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(got.B[i], B[i], 1e-9);
  const double C[] = {1, 0, 0, 0}, D[] = {0, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(got.C[i], C[i], 1e-9);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(got.D[i], D[i], 1e-9);
}

TEST(TransitionDifferences, AControlAtTheEndOfItsRangeIsMovedInwards) {
  const Model m = spring();
  Data d(m);
  reset(m, d);
  for (const double ctrl : {-1.0, 1.0}) {
    d.ctrl[0] = ctrl;
    for (const bool centred : {false, true}) {
      EXPECT_NEAR(differentiate(m, d, {1e-6, centred}).B[1], 0.5 / 2.3, 1e-9);
    }
  }
  d.ctrl[0] = 2;  // outside: the clamped control does not follow
  EXPECT_EQ(differentiate(m, d).B[1], 0);
}

// A function of the user makes worlds step one by one; this one does nothing.
TEST(TransitionDifferences, LanesHaveTheBitsOfOneWorld) {
  for (const char* name : {"humanoid", "quadruped", "arm", "tendon_arm"}) {
    const Model m = test::load_own(name);
    Data d(m);
    reset(m, d);
    for (int i = 0; i < 60; ++i) {
      for (int u = 0; u < m.nu; ++u) d.ctrl[u] = 0.1 * std::sin(0.1 * i + u);
      step(m, d);
    }
    const Matrices lanes = differentiate(m, d);
    callbacks.control = [](const Model&, Data&) {};
    const Matrices alone = differentiate(m, d);
    callbacks.control = nullptr;
    EXPECT_EQ(lanes.A, alone.A) << name;
    EXPECT_EQ(lanes.B, alone.B) << name;
    EXPECT_EQ(lanes.C, alone.C) << name;
    EXPECT_EQ(lanes.D, alone.D) << name;
  }
}

TEST(TransitionDifferences, TheDataStayAsTheyAre) {
  const Model m = test::load_own("quadruped");
  Data d(m);
  reset(m, d);
  for (int i = 0; i < 20; ++i) step(m, d);
  const std::vector<double> qpos(d.qpos.begin(), d.qpos.end()), qacc(d.qacc.begin(), d.qacc.end());
  differentiate(m, d);
  EXPECT_EQ(qpos, std::vector<double>(d.qpos.begin(), d.qpos.end()));
  EXPECT_EQ(qacc, std::vector<double>(d.qacc.begin(), d.qacc.end()));
}

TEST(TransitionDifferences, AModelWithoutMotionHasEmptyMatrices) {
  const Model m = load_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  Data d(m);
  reset(m, d);
  EXPECT_TRUE(differentiate(m, d).A.empty());
}

TEST(TransitionDifferences, WhatMakesNoSenseIsRefused) {
  const Model m = spring();
  Data d(m);
  reset(m, d);
  std::vector<double> small(3);
  EXPECT_THROW(derivative::transition_differences(m, d, {}, {small, {}, {}, {}}), Error);
  for (const double eps : {0.0, -1e-6, std::nan(""), 1e300}) {
    EXPECT_THROW(differentiate(m, d, {eps, true}), Error) << eps;
  }
  Model sleepy = m;
  sleepy.opt.enableflags |= static_cast<int>(EnableBit::Sleep);
  EXPECT_THROW(differentiate(sleepy, d), Error);
}

// Threads share columns, not sums.
TEST(TransitionDifferences, ThreadsGiveTheBitsOfOne) {
  for (const char* name : {"humanoid", "muscle_leg", "pendulum"}) {
    const Model m = test::load_own(name);
    Data d(m);
    std::mt19937 random(4);
    test::randomize(m, d, random);
    for (const bool centred : {true, false}) {
      const Matrices one = differentiate(m, d, {1e-6, centred});
      for (const int threads : {2, 3, 7}) {
        const Matrices several = differentiate(m, d, {1e-6, centred, threads});
        EXPECT_EQ(several.A, one.A) << name << threads;
        EXPECT_EQ(several.B, one.B) << name << threads;
        EXPECT_EQ(several.C, one.C) << name << threads;
        EXPECT_EQ(several.D, one.D) << name << threads;
      }
    }
  }
}

}  // namespace
}  // namespace thew
