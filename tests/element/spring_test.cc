#include "element/spring.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

constexpr PolyForce<double> kStiff = {2, {3, 5}};

TEST(PolyForce, SecantSlopeAndEnergyOfAPolynomial) {
  // k(x) = 2 + 3 x + 5 x^2 at x = 2 is 28; d(x k)/dx = 2 + 6 x + 15 x^2 = 74.
  EXPECT_EQ(spring_secant(kStiff, 2.0), 28);
  EXPECT_EQ(spring_slope(kStiff, 2.0), 74);
  // The integral of x k(x): x^2 + x^3 + 5/4 x^4 = 4 + 8 + 20.
  EXPECT_DOUBLE_EQ(spring_energy(kStiff, 2.0), 32);
  EXPECT_EQ(spring_secant(kStiff, -1.0), 4);
}

TEST(PolyForce, DampersAreEvenInVelocity) {
  EXPECT_EQ(damper_secant(kStiff, -2.0), 28);
  EXPECT_EQ(damper_slope(kStiff, -2.0), 74);
  EXPECT_EQ(damper_slope(kStiff, 2.0), 74);
}

TEST(PolyForce, IsZeroOnlyWithoutAnyTerm) {
  EXPECT_TRUE(is_zero(PolyForce<double>{0, {0, 0}}));
  EXPECT_FALSE(is_zero(PolyForce<double>{0, {0, 1e-300}}));
}

TEST(Spring, PullsBackAlongTheDisplacement) {
  const math::Vec3<double> f = pull_back<double>({2, {0, 0}}, {1, -2, 3});
  EXPECT_EQ(f.x, -2);
  EXPECT_EQ(f.y, 4);
  EXPECT_EQ(f.z, -6);
}

TEST(Spring, RotationIsFromTheRestToTheJoint) {
  const double half = 0.15;
  const math::Quat<double> turned = {math::cos(half), 0, math::sin(half), 0};
  const math::Vec3<double> r = spring_rotation<double>(turned, {1, 0, 0, 0});
  EXPECT_NEAR(r.y, 0.3, 1e-15);
  EXPECT_EQ(r.x, 0);
}

TEST(Spring, DeadBandHasNoStretch) {
  EXPECT_EQ(spring_stretch(0.5, 0.2, 0.7), 0);
  EXPECT_EQ(spring_stretch(1.0, 0.25, 0.75), 0.25);
  EXPECT_EQ(spring_stretch(0.0, 0.25, 0.75), -0.25);
}

TEST(Spring, RestFollowsWhereItYields) {
  EXPECT_EQ(yielded_rest(1.0, 0.75, 0.5), 0.75);
  EXPECT_EQ(yielded_rest(2.0, 0.75, 0.5), 1.5);
  EXPECT_EQ(yielded_rest(-2.0, 0.75, 0.5), -1.5);
  // A ball turned by 0.5 about z yields to within 0.2.
  const math::Quat<double> rest =
      yielded_rest<double>(math::axis_angle<double>({0, 0, 1}, 0.5), {1, 0, 0, 0}, 0.2);
  EXPECT_NEAR(logarithm(rest).z, 0.3, 1e-15);
}

TEST(Spring, BandMovesAndThatOfAStringGrows) {
  double low = 1, high = 2;
  yield_band(3.0, 0.25, low, high);
  EXPECT_EQ(low, 1.75);
  EXPECT_EQ(high, 2.75);
  low = 0, high = 2;
  yield_band(3.0, 0.25, low, high);
  EXPECT_EQ(low, 0);
  EXPECT_EQ(high, 2.75);
}

}  // namespace
}  // namespace thew::element
