// Friction cones, and forces of equalities and limits, as shapes: small cases with known answers.
#include "forces.h"

#include <cmath>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/step.h>

namespace thew::viewer {
namespace {

constexpr const char* kScale = R"(<visual><map force="1" torque="1"/></visual>
  <statistic meanmass="1" meansize="1"/><option gravity="0 0 -10"/>)";

struct Still {
  explicit Still(const std::string& inside)
      : model(load_string("<mujoco>" + (kScale + inside) + "</mujoco>")), data(model) {
    for (int i = 0; i < 2000; ++i) step(model, data);
    forward(model, data);
  }
  Model model;
  Data data;
  std::vector<scene::Geom> shapes;
};

// The way that an arrow or a line goes.
std::array<float, 3> way(const scene::Geom& geom) {
  return {geom.mat[2] * geom.size[2], geom.mat[5] * geom.size[2], geom.mat[8] * geom.size[2]};
}

TEST(Forces, AConnectHoldsWhatHangs) {
  Still w(
      R"(<worldbody><body name="ball" pos="1 0 2"><freejoint/><geom size=".1" mass="3"/></body></worldbody>
    <equality><connect body1="ball" anchor="0 0 .5"/></equality>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 1u);
  EXPECT_EQ(w.shapes[0].objtype, static_cast<int>(ObjectType::Equality));
  EXPECT_NEAR(way(w.shapes[0])[2], 30, 0.1);  // 3 kg, upwards
  EXPECT_NEAR(w.shapes[0].pos[2], 2.5, 0.01);
}

TEST(Forces, AWeldHoldsForceAndTorque) {
  Still w(
      R"(<worldbody><body name="bar"><freejoint/><geom pos="1 0 0" size=".1" mass="2"/></body></worldbody>
    <equality><weld body1="bar" solref=".005 1"/></equality>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);
  EXPECT_NEAR(way(w.shapes[0])[2], 20, 0.2);
  EXPECT_NEAR(way(w.shapes[1])[1], -20, 0.2);  // 20 N at 1 m turn it about y
}

// The torque is in the axes of the world, however the bodies are turned and whichever is first.
TEST(Forces, AWeldOfTurnedBodiesHoldsTheSameTorque) {
  Still w(
      R"(<worldbody><body name="wall" euler="30 40 50"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body name="bar" euler="0 0 90"><freejoint/><geom pos="0 -1 0" size=".1" mass="2"/></body></worldbody>
    <equality><weld body1="wall" body2="bar" torquescale="3" solref=".005 1"/></equality>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);
  EXPECT_NEAR(way(w.shapes[0])[2], -20, 0.2);  // on the wall, as the bar hangs on it
  EXPECT_NEAR(way(w.shapes[1])[1], 20, 0.2);
  EXPECT_NEAR(way(w.shapes[1])[0], 0, 0.2);
}

TEST(Forces, ALimitPushesBack) {
  Still w(
      R"(<compiler angle="radian"/><worldbody><body><joint axis="0 1 0" range="-1 .5"/><geom pos="1 0 0" size=".1" mass="2"/></body>
    <body pos="3 0 0"><joint type="slide" axis="0 0 1" range="-.1 1"/><geom size=".1" mass="4"/></body></worldbody>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);
  // The bar hangs 0.5 rad below: 20 N at cos(0.5) m turn it about y, the limit turns it back.
  EXPECT_NEAR(way(w.shapes[0])[1], -20 * std::cos(0.5), 0.6);
  EXPECT_NEAR(way(w.shapes[1])[2], 40, 0.4);
}

TEST(Forces, AnEqualityOfJointsActsOnBoth) {
  Still w(
      R"(<worldbody><body><joint name="a" axis="0 1 0"/><geom pos="1 0 0" size=".1" mass="2"/></body>
    <body pos="3 0 0"><joint name="b" type="slide" axis="0 0 1" stiffness="80" damping="50"/><geom size=".1" mass="8"/></body></worldbody>
    <equality><joint joint1="a" joint2="b" polycoef="0 .25 0 0 0"/></equality>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);
  EXPECT_EQ(w.shapes[0].objtype, static_cast<int>(ObjectType::Joint));
  // The slide is moved by a quarter of what turns the hinge, the other way.
  const double torque = way(w.shapes[0])[1];
  EXPECT_GT(std::abs(torque), 1);
  EXPECT_NEAR(way(w.shapes[1])[2], -0.25 * torque, 1e-3);
}

constexpr const char* kHanging =
    R"(<worldbody><site name="a" pos="0 0 3"/><body pos="0 0 2"><joint type="slide" axis="0 0 1"/>
      <geom size=".1" mass="3"/><site name="b"/></body></worldbody>)";

TEST(Forces, ATendonPullsAtBothOfItsEnds) {
  Still w(kHanging + std::string(R"(<tendon><spatial range="0 1.5" limited="true">
      <site site="a"/><site site="b"/></spatial></tendon>)"));
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);
  EXPECT_EQ(w.shapes[0].objtype, static_cast<int>(ObjectType::Tendon));
  EXPECT_NEAR(w.shapes[0].pos[2], 3, 1e-6);
  EXPECT_NEAR(way(w.shapes[0])[2], -30, 0.1);
  EXPECT_NEAR(way(w.shapes[1])[2], 30, 0.1);
}

TEST(Forces, AnEqualityHoldsATendon) {
  Still w(kHanging +
          std::string(
              R"(<tendon><spatial name="rope"><site site="a"/><site site="b"/></spatial></tendon>
      <equality><tendon tendon1="rope"/></equality>)"));
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);
  EXPECT_NEAR(way(w.shapes[1])[2], 30, 0.1);
}

// Two branches over a pulley carry half of it each; a cylinder is pulled where the rope meets it
// and where it leaves; friction is no part of it.
TEST(Forces, PulleysShareAndCylindersAreDrawnAt) {
  Still w(
      R"(<worldbody><site name="a" pos="-1 0 0"/><geom name="drum" type="cylinder" size=".2 1" euler="90 0 0" contype="0" conaffinity="0"/>
      <site name="side" pos="0 0 1"/>
      <body pos="1 0 -2"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="3"/><site name="b"/></body></worldbody>
      <tendon><spatial range="0 5" limited="true" frictionloss=".1"><site site="a"/><geom geom="drum" sidesite="side"/><site site="b"/>
        <pulley divisor="2"/><site site="a"/><site site="b"/></spatial></tendon>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 6u);  // a, on, off, b; a, b
  std::array<double, 3> sum = {};
  for (const scene::Geom& shape : w.shapes) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += way(shape)[i];
  }
  for (const double total : sum) EXPECT_NEAR(total, 0, 1e-4);
  const auto length = [&](std::size_t k) {
    const auto v = way(w.shapes[k]);
    return std::hypot(v[0], v[1], v[2]);
  };
  for (const std::size_t k : {1u, 2u, 3u}) EXPECT_NEAR(length(k), length(0), 1e-4);
  for (const std::size_t k : {4u, 5u}) EXPECT_NEAR(length(k), length(0) / 2, 1e-4);
}

TEST(Forces, AFixedTendonActsOnItsJoints) {
  Still w(
      R"(<worldbody><body><joint name="a" type="slide" axis="0 0 1"/><geom size=".1" mass="4"/></body></worldbody>
      <tendon><fixed range="-1 1" limited="true"><joint joint="a" coef="2"/></fixed></tendon>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 1u);
  EXPECT_NEAR(way(w.shapes[0])[2], 40, 0.4);
}

TEST(Forces, ADistanceHoldsItsFirstGeom) {
  Still w(
      R"(<worldbody><geom name="top" pos="0 0 3" size=".1" contype="0" conaffinity="0"/><body pos="0 0 2"><joint type="slide" axis="0 0 1"/>
      <geom name="ball" size=".1" mass="3"/></body></worldbody><equality><distance geom1="ball" geom2="top" distance="1"/></equality>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 1u);
  EXPECT_NEAR(way(w.shapes[0])[2], 30, 0.1);
}

TEST(Forces, VerticesOfAFlexHaveOneArrowEach) {
  Still w(
      R"(<worldbody><flexcomp name="rope" type="grid" dim="1" count="3 1 1" spacing=".2 .1 .1" radius=".01" mass=".3">
      <edge equality="true"/><pin id="0"/><contact contype="0" conaffinity="0"/></flexcomp></worldbody>)");
  add_constraint_forces(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 2u);  // of the vertices that can move
  for (const scene::Geom& shape : w.shapes) {
    EXPECT_EQ(shape.objtype, static_cast<int>(ObjectType::Joint));
    EXPECT_TRUE(std::isfinite(shape.size[2]));
  }
}

TEST(Forces, ConesAreAsWideAsFriction) {
  Still w(R"(<option cone="elliptic"/><worldbody><geom type="plane" size="1 1 1" friction=".5"/>
    <body pos="0 0 .1"><freejoint/><geom size=".1" friction=".5"/></body></worldbody>)");
  add_cones(w.model, w.data, w.shapes);
  ASSERT_EQ(w.shapes.size(), 32u);
  const auto edge = way(w.shapes[0]);
  EXPECT_GT(edge[2], 0);  // towards the ball
  EXPECT_NEAR(std::hypot(edge[0], edge[1]) / edge[2], 0.5, 1e-5);
  w.model.opt.cone = static_cast<int>(Cone::Pyramidal);
  forward(w.model, w.data);
  w.shapes.clear();
  add_cones(w.model, w.data, w.shapes);
  EXPECT_EQ(w.shapes.size(), 8u);
}

}  // namespace
}  // namespace thew::viewer
