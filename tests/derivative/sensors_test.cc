// Sensors of limits, rays, contacts, energies and forces between bodies, in closed form.

#include "derivative/sensors.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/dynamics.h>
#include <thew/load.h>
#include <thew/step.h>

#include "derivative/compare.h"
#include "support/worlds.h"

namespace thew {
namespace {

using derivative::Method;
using namespace test;

void expect_closed_forms(Model& m, const Data& d, const std::string& name, double eps = 1e-5) {
  Data at = d;
  forward(m, at);
  for (int i = 0; i < m.nsensor; ++i)
    EXPECT_TRUE(derivative::has_closed_form(m, at, i)) << name << " sensor " << i;
  EXPECT_EQ(exact(m, d).report.method, Method::Analytic);
  compare(m, d, name, eps, 1e-6);
}

// A branched tree of all joints with springs, beside a second tree.
constexpr const char* kBodies =
    R"(<mujoco><option timestep="0.002"><flag energy="enable"/></option><default><geom contype="0" conaffinity="0"/></default><worldbody>
  <geom name="floor" type="plane" size="5 5 .1" pos="0 0 -2" euler="5 3 0"/>
  <body name="base" pos="0 0 .3"><joint name="ball" type="ball" stiffness="2"/><joint name="a" type="slide" axis="0 1 0" stiffness="5"/>
    <geom type="sphere" size=".08" pos="0 0 -.1" mass="2"/><site name="s0" pos="-.2 .05 0" euler="170 20 30"/>
    <body name="tip" pos=".3 0 -.2"><joint name="b" axis="1 1 0" range="-10 10"/><joint name="c" type="slide" axis="0 1 1" armature=".1"/>
      <geom type="box" size=".05 .06 .1"/><site name="s1" pos=".1 -.03 .02" euler="190 -10 40"/></body></body>
  <body name="other" pos="1 0 .3"><freejoint/><geom name="ellipsoid" type="ellipsoid" size=".3 .2 .1"/><site name="s2" pos=".1 0 0" euler="160 30 0"/></body>
  </worldbody><tendon><spatial name="t" stiffness="4" springlength=".1" range=".1 .2" limited="true"><site site="s0"/><site site="s1"/></spatial></tendon>
  <sensor>SENSORS</sensor></mujoco>)";

Model bodies(const std::string& sensors) {
  std::string text = kBodies;
  text.replace(text.find("SENSORS"), 7, sensors);
  return load_string(text);
}

TEST(Sensors, OfManyBodiesHaveClosedForms) {
  std::mt19937 random(3);
  for (const Integrator integrator : kAllIntegrators) {
    Model m = bodies(R"(<e_potential/><subtreeangmom body="world"/><subtreeangmom body="tip"/>
      <subtreeangmom body="base"/><ballquat joint="ball"/><accelerometer site="s1" cutoff="5"/><gyro site="s1" cutoff=".4"/>)");
    m.opt.integrator = static_cast<int>(integrator);
    tighten(m);
    Data d(m);
    randomize(m, d, random);
    expect_closed_forms(m, d, "bodies " + std::to_string(m.opt.integrator));
  }
}

// Differences of velocities leave out what positions decide, and this sensor is measured there.
TEST(Sensors, KineticEnergyChangesWithPositionsAndVelocities) {
  Model m = bodies("<e_kinetic/>");
  std::mt19937 random(3);
  Data d(m);
  randomize(m, d, random);
  const Matrices got = exact(m, d);
  const auto energy = [&](int k, double by) {
    Data moved = d;
    std::vector<double> tangent(static_cast<std::size_t>(m.nv), 0.0);
    const auto nv = static_cast<int>(m.nv);
    if (k < nv) tangent[static_cast<std::size_t>(k)] = 1;
    dynamics::integrate_pos(m, moved.qpos.data(), tangent.data(), by);
    if (k >= nv) moved.qvel[k - nv] += by;
    forward(m, moved);
    return moved.sensordata[0];
  };
  constexpr double kEps = 1e-5;
  for (int k = 0; k < 2 * m.nv; ++k) {
    const double slope = (energy(k, kEps) - energy(k, -kEps)) / (2 * kEps);
    EXPECT_NEAR(got.C[static_cast<std::size_t>(k)], slope, 1e-6 * std::max(1.0, std::abs(slope)));
  }
}

TEST(Sensors, OfLimitsHaveClosedForms) {
  std::mt19937 random(4);
  for (const Integrator integrator : kAllIntegrators) {
    if (integrator == Integrator::Discrete) continue;  // the softness of rows follows the inertia
    Model m =
        bodies(R"(<jointlimitpos joint="b"/><jointlimitvel joint="b"/><jointlimitfrc joint="b"/>
      <tendonlimitpos tendon="t"/><tendonlimitvel tendon="t"/><tendonlimitfrc tendon="t"/>)");
    m.opt.integrator = static_cast<int>(integrator);
    tighten(m);
    Data d(m);
    randomize(m, d, random);
    d.qpos[5] = 0.18;  // the joint is beyond its limit, and so is the tendon
    forward(m, d);
    ASSERT_EQ(d.nl, 2);
    expect_closed_forms(m, d, "limits " + std::to_string(m.opt.integrator), 1e-6);
  }
}

// Rays from a body to the floor, from one body to another, and into the void.
TEST(Sensors, OfRaysHaveClosedForms) {
  Model m = bodies(
      R"(<rangefinder site="s2"/><rangefinder site="s1" data="dist dir origin point depth"/><rangefinder site="s0"/>)");
  std::mt19937 random(6);
  int met = 0;
  for (int trial = 0; trial < 20; ++trial) {
    Data d(m);
    randomize(m, d, random);
    forward(m, d);
    for (const int at : {0, 1, 12}) met += d.sensordata[at] > 0;
    expect_closed_forms(m, d, "rays");
  }
  EXPECT_GT(met, 10);
}

// A foot, a ball and a box on the floor and on one another, with sensors of all that contacts do.
constexpr const char* kTouching =
    R"(<mujoco><option timestep="0.002"/><worldbody><geom name="floor" type="plane" size="5 5 .1" euler="3 2 0"/>
  <body name="leg" pos="0 0 .5"><joint axis="0 1 0" type="slide"/><joint type="slide" axis="0 0 1"/><joint axis="1 1 0"/>
    <geom type="capsule" size=".05 .15" mass="1"/>
    <body name="shin" pos="0 0 -.2"><joint name="knee" axis="0 1 0"/><geom name="shin" type="capsule" size=".04" fromto="0 0 0 0 .05 -.27" mass=".5"/>
      <site name="ankle" pos="0 .03 -.2" euler="20 10 5"/><site name="sole" type="sphere" size=".08" pos="0 .05 -.27"/></body></body>
  <body name="ball" pos=".137 .05 .095"><freejoint/><geom name="ball" type="sphere" size=".1" condim="CONDIM"/></body>
  <body name="block" pos=".4 .05 .098" euler="0 0 20"><freejoint/><geom type="box" size=".1 .15 .1" condim="CONDIM"/></body></worldbody><sensor>
  <touch site="sole"/><force site="ankle"/><torque site="ankle"/><touch site="sole" cutoff="5"/>
  <contact geom1="floor" body2="ball" data="found force torque dist pos normal tangent"/><contact body1="ball" geom2="floor" num="2" reduce="mindist" data="force dist pos normal tangent"/>
  <contact subtree1="shin" num="3" reduce="maxforce" data="force torque dist pos"/><contact num="4" data="found dist normal"/></sensor></mujoco>)";

TEST(Sensors, OfContactsAndForcesBetweenBodiesHaveClosedForms) {
  for (const int cone : {0, 1}) {
    for (const int condim : {3, 6}) {
      for (const Integrator integrator :
           {Integrator::Euler, Integrator::Implicitfast, Integrator::Rk4}) {
        std::string text = kTouching;
        for (std::size_t at; (at = text.find("CONDIM")) != std::string::npos;)
          text.replace(at, 6, std::to_string(condim));
        Model m = load_string(text);
        m.opt.cone = cone;
        m.opt.integrator = static_cast<int>(integrator);
        tighten(m);
        Data d(m);
        reset(m, d);
        d.qpos[1] = 0.008;
        for (int i = 0; i < m.nv; ++i) d.qvel[i] = 0.2 * std::sin(1.7 * i + 1);
        d.xfrc_applied.row(2)[0] = 3, d.xfrc_applied.row(2)[2] = -30,
        d.xfrc_applied.row(2)[4] = 0.1;
        for (int i = 0; i < 3; ++i) step(m, d);
        forward(m, d);
        ASSERT_GE(d.ncon, 4);
        EXPECT_GT(d.sensordata[0], 0);
        expect_closed_forms(m, d, "contacts " + std::to_string(cone) + std::to_string(condim),
                            1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace thew
