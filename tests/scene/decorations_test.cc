// Decorations whose places and colours follow by hand.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "scene/catenary.h"
#include "scene/world.h"

namespace thew {
namespace {

using scene::Geom;
using test::Seen;

TEST(Decorations, HingeHasAnArrowAlongItsAxis) {
  Seen w(R"(<statistic meansize="0.5"/><worldbody><body pos="1 0 0">
    <joint axis="0 1 0" pos="0 0 1"/><geom size=".1"/></body></worldbody>)");
  w.show(VisFlag::Joint);
  w.update();
  ASSERT_EQ(w.of(ObjectType::Joint).size(), 1U);
  const Geom arrow = w.of(ObjectType::Joint)[0];
  EXPECT_EQ(arrow.type, static_cast<int>(GeomType::Arrow1));
  EXPECT_FLOAT_EQ(arrow.pos[2], 1);
  EXPECT_FLOAT_EQ(arrow.size[2], 0.5F * w.model.vis.scale.jointlength);
  EXPECT_NEAR(arrow.mat[5], 1, 1e-6);  // its z axis is the y axis of the world
}

TEST(Decorations, ContactForceIsTheWeight) {
  Seen w(R"(<statistic meansize="1" meanmass="2"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 .1"><freejoint/><geom size=".1" mass="3"/></body></worldbody>)");
  for (int i = 0; i < 2000; ++i) step(w.model, w.data);
  forward(w.model, w.data);
  w.show(VisFlag::Contactforce);
  w.label(LabelType::Contactforce);
  w.update();
  const Geom& arrow = w.scene.geoms.back();
  EXPECT_EQ(arrow.type, static_cast<int>(GeomType::Arrow));
  EXPECT_NEAR(arrow.size[2], 3 * 9.81 * w.model.vis.map.force / 2, 1e-3);
  EXPECT_NEAR(arrow.mat[8], 1, 1e-4);
  EXPECT_STREQ(arrow.label, "29.4");
}

TEST(Decorations, ActuatorsTakeTheColourOfTheirControl) {
  Seen w(R"(<worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="j" ctrlrange="-1 2"/></actuator>)");
  w.show(VisFlag::Actuator);
  const auto& colors = w.model.vis.rgba;
  const std::pair<double, const float*> ends[] = {
      {0, colors.actuator}, {2, colors.actuatorpositive}, {-5, colors.actuatornegative}};
  for (const auto& [control, rgba] : ends) {
    w.data.ctrl[0] = control;
    w.update();
    for (int k = 0; k < 4; ++k) EXPECT_FLOAT_EQ(w.scene.geoms.back().rgba[k], rgba[k]);
  }
}

TEST(Decorations, InertiaOfABoxIsTheBox) {
  Seen w(R"(<worldbody><body><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>)");
  w.show(VisFlag::Inertia);
  w.update();
  const Geom box = w.of(ObjectType::Body)[0];
  double volume = 1;
  for (const float side : box.size) volume *= side;
  EXPECT_NEAR(volume, 0.006, 1e-8);
  w.show(VisFlag::Sclinertia);  // of the density of water it keeps its size
  w.update();
  EXPECT_NEAR(w.of(ObjectType::Body)[0].size[0], box.size[0], 1e-6);
}

TEST(Decorations, TendonGoesRoundACylinder) {
  Seen w(R"(<visual><quality numslices="10"/></visual><worldbody>
    <site name="a" pos="-1 0 -2"/><site name="b" pos="1 0 -2"/><site name="s" pos="0 0 9"/>
    <geom name="g" type="cylinder" size="1 1" euler="90 0 0"/>
    <body><joint/><geom size=".1"/></body></worldbody>
    <tendon><spatial><site site="a"/><geom geom="g" sidesite="s"/><site site="b"/></spatial></tendon>)");
  w.update();
  double length = 0;
  float highest = -1;
  for (const Geom& part : w.of(ObjectType::Tendon)) {
    length += 2 * part.size[2];
    highest = std::max(highest, part.pos[2]);
  }
  // Two straight parts of 2 m, and ten chords of half a turn above, where the side site is.
  EXPECT_NEAR(length, 4 + 20 * std::sin(std::numbers::pi / 20), 1e-4);
  EXPECT_NEAR(highest, 1, 0.05);
}

TEST(Catenary, HasItsLengthAndHangsLowestInTheMiddle) {
  const auto points = scene::catenary({0, 0, 0}, {2, 0, 0}, {0, 0, -9.81}, 3, 1001);
  ASSERT_EQ(points.size(), 1001U);
  double length = 0, lowest = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    length += norm(points[i + 1] - points[i]);
    lowest = std::min(lowest, points[i].z);
  }
  EXPECT_NEAR(length, 3, 1e-2);  // the last part spans what MuJoCo's spacing leaves
  EXPECT_NEAR(points[500].z, lowest, 1e-5);
  // a = 0.6165 m solves 3 = 2 a sinh(1 / a); the rope hangs a (cosh(1 / a) - 1) deep.
  EXPECT_NEAR(lowest, -1.0053, 1e-4);
}

TEST(Catenary, IsStraightWhereItIsTaut) {
  EXPECT_EQ(scene::catenary({0, 0, 0}, {2, 0, 0}, {0, 0, -1}, 1.9, 30).size(), 2U);
  const auto bead = scene::catenary({0, 0, 0}, {0, 0, 1}, {0, 0, -1}, 3, 30);
  ASSERT_EQ(bead.size(), 3U);
  EXPECT_NEAR(bead[1].z, -1, 1e-9);
}

}  // namespace
}  // namespace thew
