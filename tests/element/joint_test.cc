#include "element/joint.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

constexpr double kHalfRoot = 0.70710678118654752440;

TEST(Joint, HingeTurnsABodyAboutItsAnchor) {
  // A quarter turn about z through the point (1, 0, 0) takes the origin to (1, -1, 0).
  Pose<double> pose = {{0, 0, 0}, {1, 0, 0, 0}};
  const math::Vec3<double> anchor =
      turn_about({1, 0, 0}, hinge_turn<double>({0, 0, 1}, kHalfRoot, kHalfRoot), pose);
  EXPECT_EQ(anchor.x, 1);
  EXPECT_NEAR(pose.position.x, 1, 1e-15);
  EXPECT_NEAR(pose.position.y, -1, 1e-15);
  EXPECT_NEAR(transform(pose, {0, 1, 0}).x, 0, 1e-15);
}

TEST(Joint, CentredAnchorLeavesThePositionAsItIs) {
  Pose<double> pose = {{0.1, 0.2, 0.3}, {1, 0, 0, 0}};
  turn_about({0, 0, 0}, hinge_turn<double>({0, 0, 1}, 0.6, 0.8), pose);
  EXPECT_EQ(pose.position.x, 0.1);
  EXPECT_EQ(pose.position.z, 0.3);
  EXPECT_EQ(pose.rotation.z, 0.6);
}

TEST(Joint, SlideMovesAlongItsAxis) {
  Pose<double> pose = {{1, 2, 3}, {1, 0, 0, 0}};
  slide(pose, {0, 0, 1}, 0.5);
  EXPECT_EQ(pose.position.z, 3.5);
  EXPECT_EQ(pose.position.x, 1);
}

TEST(Joint, AxesAreVelocitiesOfTheReferencePoint) {
  // About z, with the reference point one metre along x from the anchor: it moves along y.
  const math::Motion<double> turning = rotation_axis<double>({0, 0, 1}, {1, 0, 0});
  EXPECT_EQ(turning.rotation.z, 1);
  EXPECT_EQ(turning.translation.y, 1);
  const math::Motion<double> sliding = translation_axis<double>({0, 1, 0});
  EXPECT_EQ(sliding.rotation.x, 0);
  EXPECT_EQ(sliding.translation.y, 1);
}

}  // namespace
}  // namespace thew::element
