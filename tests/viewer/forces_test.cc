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
