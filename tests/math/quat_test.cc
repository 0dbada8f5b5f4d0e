#include "math/quat.h"

#include <cmath>

#include <gtest/gtest.h>

namespace thew::math {
namespace {

double distance(const Quat<double>& a, const Quat<double>& b) {
  return std::hypot(std::hypot(a.w - b.w, a.x - b.x), std::hypot(a.y - b.y, a.z - b.z));
}

// Small angles take another way than large ones; both are rotations by |v| about v.
TEST(Quat, ExponentialAgreesWithAxisAngle) {
  const Vec3<double> axis = {0, -1, 0};
  for (double angle = 0; angle < 7; angle += 1.0 / 128) {
    const Quat<double> q = exponential(axis * angle);
    EXPECT_LT(distance(q, axis_angle(axis, angle)), 4e-16) << angle;
    EXPECT_NEAR(q.w, std::cos(angle / 2), 3e-16) << angle;
  }
  const Quat<double> unit = exponential(Vec3<double>{0, 0, 0});
  EXPECT_EQ(unit.w, 1);
  EXPECT_EQ(unit.x, 0);
}

TEST(Quat, ExponentialOfTinyVectorsIsExact) {
  const Quat<double> q = exponential(Vec3<double>{1e-200, 0, -4e-9});
  EXPECT_EQ(q.w, 1);
  EXPECT_EQ(q.x, 5e-201);
  EXPECT_EQ(q.z, -2e-9);
}

// A lane that turns far does not change the bits of those beside it.
TEST(Quat, ExponentialIsTheSameInEveryLane) {
  const double angles[4] = {0.01, 1.5, 1.6, 30};
  Vec3<Pack<double, 4>> v;
  for (int k = 0; k < 4; ++k) {
    v.x.set(k, 0.6 * angles[k]);
    v.y.set(k, 0);
    v.z.set(k, -0.8 * angles[k]);
  }
  const Quat<Pack<double, 4>> lanes = exponential(v);
  for (int k = 0; k < 4; ++k) {
    const Quat<double> one = exponential(Vec3<double>{0.6 * angles[k], 0, -0.8 * angles[k]});
    EXPECT_EQ(lanes.w[k], one.w);
    EXPECT_EQ(lanes.x[k], one.x);
    EXPECT_EQ(lanes.y[k], one.y);
    EXPECT_EQ(lanes.z[k], one.z);
  }
}

}  // namespace
}  // namespace thew::math
