// Springs, dampers, contacts and friction of the classic formulation, by hand.

#include "element/penalty.h"

#include <cmath>

#include <gtest/gtest.h>

namespace thew::element {
namespace {

constexpr Penalty<double> kUsual = {1e4, 1e3};
constexpr double kStep = 0.002;

Penalty<double> of(double timeconst, double dampratio, double h = kStep) {
  const double ref[] = {timeconst, dampratio};
  return penalty(ref, kUsual, h);
}

TEST(Penalty, TimeConstantAndDampingRatio) {
  EXPECT_DOUBLE_EQ(of(0.02, 1).stiffness, 2500);
  EXPECT_DOUBLE_EQ(of(0.02, 1).damping, 100);
  EXPECT_DOUBLE_EQ(of(0.05, 0.3).stiffness, 400);
  EXPECT_DOUBLE_EQ(of(0.05, 0.3).damping, 12);
}

// 1/h^2 = 250000 is the most; b = 2 ratio sqrt(k).
TEST(Penalty, StiffnessThatTheStepCannotResolve) {
  EXPECT_DOUBLE_EQ(of(0.002, 1).stiffness, 250000);
  EXPECT_DOUBLE_EQ(of(0.002, 1).damping, 1000);
  EXPECT_DOUBLE_EQ(of(0.0005, 0.7).stiffness, 250000);
  EXPECT_DOUBLE_EQ(of(0.0005, 0.7).damping, 700);
}

TEST(Penalty, WithoutATimeConstant) {
  for (const double first : {0.0, -5000.0}) {
    EXPECT_DOUBLE_EQ(of(first, -30).stiffness, 1e4);
    EXPECT_DOUBLE_EQ(of(first, -30).damping, 1e3);
  }
  EXPECT_DOUBLE_EQ(of(0, 0, 0.02).stiffness, 2500);  // 1/h^2
  EXPECT_DOUBLE_EQ(of(0, 0, 0.02).damping, 500);
}

TEST(DepthShare, OfAStep) {
  const double slow[] = {0.02, 1}, bouncy[] = {0.02, 0.25}, stiff[] = {0.02, 3}, none[] = {0, 0};
  EXPECT_DOUBLE_EQ(depth_share(slow, kUsual, kStep), 0.002 / 0.022);
  EXPECT_DOUBLE_EQ(depth_share(bouncy, kUsual, kStep), 0.25 * 0.002 / 0.022);
  EXPECT_DOUBLE_EQ(depth_share(stiff, kUsual, kStep), 0.002 / 0.022);
  EXPECT_DOUBLE_EQ(depth_share(none, kUsual, kStep), 0.002 / 0.012);  // 1e4: 0.01 s, ratio 5
  EXPECT_EQ(depth_share(none, Penalty<double>{0, 0}, kStep), 0);
}

TEST(ContactSoftness, ByImpedance) {
  EXPECT_DOUBLE_EQ(contact_softness(1e-6, 1.0), 1e-6);
  EXPECT_DOUBLE_EQ(contact_softness(1e-6, 0.9), 11e-6);
}

TEST(SmoothFriction, AtSeveralSpeeds) {
  for (const double v : {-3.0, -1e-3, -1e-5, 0.0, 2e-4, 0.5}) {
    EXPECT_NEAR(smooth_friction(0.7, v, 1000.0), -0.7 * std::tanh(1000 * v), 1e-15) << v;
  }
}

TEST(ProjectOnCone, ReleasesSticksAndShortens) {
  const double friction[] = {0.5, 0.5, 0.1, 0.1, 0.1};
  double pulls[] = {-1, 3, 4};
  project_on_cone(friction, 3, pulls);
  EXPECT_EQ(pulls[0], 0);
  EXPECT_EQ(pulls[1], 0);
  EXPECT_EQ(pulls[2], 0);
  double inside[] = {10, 3, -2};
  project_on_cone(friction, 3, inside);
  EXPECT_EQ(inside[1], 3);
  EXPECT_EQ(inside[2], -2);
  double outside[] = {10, 6, -8};  // |f / mu| = 20
  project_on_cone(friction, 3, outside);
  EXPECT_DOUBLE_EQ(outside[0], 10);
  EXPECT_DOUBLE_EQ(outside[1], 3);
  EXPECT_DOUBLE_EQ(outside[2], -4);
  double all[] = {2, 1, 1, 0.2, 0.2, 0.2};  // |f / mu| = sqrt(4 + 4 + 4 + 4 + 4)
  project_on_cone(friction, 6, all);
  EXPECT_DOUBLE_EQ(all[3], 0.2 * 2 / std::sqrt(20.0));
  double bare[] = {3};
  project_on_cone(friction, 1, bare);
  EXPECT_EQ(bare[0], 3);
}

}  // namespace
}  // namespace thew::element
