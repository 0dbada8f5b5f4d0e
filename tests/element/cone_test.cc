#include "element/cone.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

// Friction 1 in both tangents, weights of a cone with softened friction 1: D alike.
constexpr double kFriction[2] = {1, 1}, kWeight[3] = {2, 2, 2};

TEST(Cone, ApartHasNoForce) {
  const double x[3] = {1, 0.5, 0};
  const auto r = react_in_cone(1.0, kFriction, kWeight, x, 3);
  EXPECT_FALSE(r.sticks || r.slides);
  EXPECT_EQ(r.cost, 0);
  EXPECT_EQ(r.force[0], 0);
}

TEST(Cone, SticksInsideOfTheDualCone) {
  const double x[3] = {-2, 1, 0};
  const auto r = react_in_cone(1.0, kFriction, kWeight, x, 3);
  EXPECT_TRUE(r.sticks);
  EXPECT_EQ(r.force[0], 4);
  EXPECT_EQ(r.force[1], -2);
  EXPECT_EQ(r.cost, 0.5 * 2 * (4 + 1));
}

TEST(Cone, SlidesOnItsSurface) {
  // x = (0, 3, 4): depth = -5, weight = 2 / 2; the force is (5, -3, -4), on the cone.
  const double x[3] = {0, 3, 4};
  const auto r = react_in_cone(1.0, kFriction, kWeight, x, 3);
  EXPECT_TRUE(r.slides);
  EXPECT_DOUBLE_EQ(r.force[0], 5);
  EXPECT_DOUBLE_EQ(r.force[1], -3);
  EXPECT_DOUBLE_EQ(r.force[2], -4);
  EXPECT_DOUBLE_EQ(r.cost, 12.5);
}

TEST(Cone, ForceIsTheNegativeGradientAndCurvatureItsSlope) {
  const double mu = 0.7, friction[3] = {0.8, 0.6, 0.1}, D[4] = {10, 12, 14, 90};
  const double x[4] = {-0.1, 0.9, -0.5, 0.3};
  const auto here = react_in_cone(mu, friction, D, x, 4);
  ASSERT_TRUE(here.slides);
  double c[kMostBases * kMostBases];
  cone_curvature(mu, friction, D[0], x, 4, c);
  constexpr double kStep = 1e-6;
  for (int k = 0; k < 4; ++k) {
    double less[4], more[4];
    for (int i = 0; i < 4; ++i) less[i] = more[i] = x[i];
    less[k] -= kStep, more[k] += kStep;
    const auto a = react_in_cone(mu, friction, D, less, 4);
    const auto b = react_in_cone(mu, friction, D, more, 4);
    EXPECT_NEAR(-here.force[k], (b.cost - a.cost) / (2 * kStep), 1e-7);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(-c[i * kMostBases + k], (b.force[i] - a.force[i]) / (2 * kStep), 1e-6);
    }
  }
}

TEST(Cone, SoftnessOfTangents) {
  EXPECT_EQ(softened_friction(0.5, 4.0, 1.0), 0.25);
  EXPECT_EQ(edge_softness(0.5, 4.0), 2);
  EXPECT_EQ(tangent_softness(2.0, 0.5, 0.25), 8);
}

TEST(Pyramid, EdgesPushWhereTheyAreBelowZero) {
  // Edges -1 + 2 = 1, -1 - 2 = -3, -1 +- 0.25 * 2.
  const double mu[2] = {1, 0.25}, x[3] = {-1, 2, 2};
  double force[4];
  bool pushes[4];
  each_edge(mu, 2.0, x, 4, [&](int k, double slope, double edge, double f, bool where) {
    EXPECT_EQ(slope, (k % 2 == 0 ? 1 : -1) * mu[k / 2]);
    EXPECT_EQ(edge, x[0] + slope * x[1 + k / 2]);
    force[k] = f, pushes[k] = where;
  });
  EXPECT_EQ(force[0], 0);
  EXPECT_EQ(force[1], 6);
  EXPECT_EQ(force[2], 1);
  EXPECT_EQ(force[3], 3);
  double base[3] = {0, 0, 0};
  pyramid_force(mu, force, 3, base);
  EXPECT_EQ(base[0], 10);
  EXPECT_EQ(base[1], -6);
  EXPECT_EQ(base[2], -0.5);
  double c[kMostBases * kMostBases] = {};
  pyramid_curvature(mu, 2.0, 3, [&](int k) { return pushes[k]; }, c);
  EXPECT_EQ(c[0], 6) << "three edges push";
  EXPECT_EQ(c[1], -2) << "one along -tangent";
  EXPECT_EQ(c[2], 0) << "both along the second tangent";
  EXPECT_EQ(c[kMostBases + 1], 2);
  EXPECT_EQ(c[2 * kMostBases + 2], 2 * 0.0625 * 2);
}

TEST(DryFriction, IsASpringUpToItsLoss) {
  const auto held = react_dryly(2.0, 0.5, 3.0, 1.0);
  EXPECT_EQ(held.force, -2);
  EXPECT_EQ(held.cost, 1);
  const auto slides = react_dryly(2.0, 0.5, 3.0, 2.0);
  EXPECT_TRUE(slides.above);
  EXPECT_EQ(slides.force, -3);
  EXPECT_EQ(slides.cost, 0.5 * (2 * 3 * 2 - 0.5 * 9));
  EXPECT_EQ(react_dryly(2.0, 0.5, 3.0, -2.0).force, 3);
}

}  // namespace
}  // namespace thew::element
