#include "element/wrap.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

constexpr double kPi = 3.14159265358979323846;

RoundGeom<double> unit(bool cylinder) {
  return {{0, 0, 0}, math::identity3<double>(), 1, cylinder};
}

TEST(Wrap, HalfWayAroundASphere) {
  // From (-1, -2, 0) to (1, -2, 0) over the top: straight up, half a turn, straight down.
  const math::Vec3<double> side = {0, 3, 0};
  const Wrapping<double> way = wrap<double>({-1, -2, 0}, {1, -2, 0}, unit(false), &side);
  ASSERT_TRUE(way.wraps);
  EXPECT_NEAR(way.length, 4 + kPi, 1e-14);
  EXPECT_NEAR(way.first.x, -1, 1e-15);
  EXPECT_NEAR(way.first.y, 0, 1e-15);
  EXPECT_NEAR(way.arrival.y, 1, 1e-15);
  EXPECT_NEAR(way.departure.y, -1, 1e-15);
}

TEST(Wrap, StraightWhereTheGeomIsNotInTheWay) {
  EXPECT_FALSE(wrap<double>({-1, 2, 0}, {1, 2, 0}, unit(false), nullptr).wraps);
  EXPECT_FALSE(wrap<double>({-0.5, 0, 0}, {2, 0, 0}, unit(false), nullptr).wraps) << "end inside";
}

TEST(Wrap, HelixAroundACylinder) {
  // The flat way has the length 4 + pi and rises by 3.
  const math::Vec3<double> side = {0, 3, 0};
  const Wrapping<double> way = wrap<double>({-1, -2, 0}, {1, -2, 3}, unit(true), &side);
  ASSERT_TRUE(way.wraps);
  EXPECT_NEAR(way.length, math::sqrt((4 + kPi) * (4 + kPi) + 9), 1e-14);
  EXPECT_NEAR(way.first.z, 3 * 2 / (4 + kPi), 1e-14);
}

TEST(Wrap, InsideIsThrownBackAtEqualAngles) {
  // Symmetric about x: it meets the circle on the axis.
  const math::Vec3<double> side = {0.5, 0, 0};
  const Wrapping<double> way = wrap<double>({2, 1.5, 0}, {2, -1.5, 0}, unit(true), &side);
  ASSERT_TRUE(way.wraps);
  EXPECT_NEAR(way.first.x, 1, 1e-6);
  EXPECT_NEAR(way.first.y, 0, 1e-6);
  EXPECT_NEAR(way.length, 2 * math::sqrt(1 + 1.5 * 1.5), 1e-6);
}

}  // namespace
}  // namespace thew::element
