// Positions that move along velocities, and velocities between positions.

#include <thew/dynamics.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

const char* const kFreeAndSlide = R"(
  <worldbody><body><freejoint/><geom size="1"/></body>
  <body pos="9 0 0"><joint type="slide"/><geom size="1"/></body></worldbody>)";

TEST(Manifold, FreeBodyMovesAndTurns) {
  test::World w(kFreeAndSlide);
  // A quarter turn about the world's z, then about the body's own x, which points along y now.
  const double velocity[2][7] = {{1, 2, 3, 0, 0, test::kPi, 4}, {0, 0, 0, test::kPi, 0, 0, 0}};
  dynamics::integrate_pos(w.m, w.d.qpos.data(), velocity[0], 0.5);
  const double r = std::sqrt(0.5);
  EXPECT_TRUE(near(w.d.qpos.data(), {0.5, 1, 1.5, r, 0, 0, r, 2}));
  dynamics::integrate_pos(w.m, w.d.qpos.data(), velocity[1], 0.5);
  EXPECT_TRUE(near(w.d.qpos.data() + 3, {0.5, 0.5, 0.5, 0.5}));
}

TEST(Manifold, SomeJointsOnly) {
  test::World w(kFreeAndSlide);
  const double velocity[7] = {1, 1, 1, 1, 1, 1, 4};
  dynamics::integrate_pos(w.m, 1, 2, w.d.qpos.data(), static_cast<const double*>(velocity), 0.5);
  EXPECT_TRUE(near(w.d.qpos.data(), {0, 0, 0, 1, 0, 0, 0, 2}));
}

TEST(Manifold, DifferencesAreVelocities) {
  const test::World w(kFreeAndSlide);
  const double r = std::sqrt(0.5);
  const double from[8] = {0, 0, 0, 1, 0, 0, 0, 0}, to[8] = {1, 2, 3, r, 0, 0, -r, 5};
  double velocity[7];
  dynamics::differentiate_pos(w.m, velocity, 0.5, from, to);
  EXPECT_TRUE(near(velocity, {2, 4, 6, 0, 0, -test::kPi, 10}));
}

TEST(Manifold, NormalizesQuaternions) {
  const test::World w(kFreeAndSlide);
  double q[8] = {5, 6, 7, 0, 3, 0, 4, 8};
  dynamics::normalize_quaternions(w.m, static_cast<double*>(q));
  EXPECT_TRUE(near(q, {5, 6, 7, 0, 0.6, 0, 0.8, 8}));
  double none[8] = {};  // no rotation at all is the identity
  dynamics::normalize_quaternions(w.m, static_cast<double*>(none));
  EXPECT_TRUE(near(none + 3, {1, 0, 0, 0}));
}

}  // namespace
}  // namespace thew
