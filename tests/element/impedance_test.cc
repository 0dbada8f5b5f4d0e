#include "element/impedance.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

TEST(Impedance, GoesFromItsFirstToItsSecondValueOverTheWidth) {
  const double imp[kNIMP] = {0.5, 0.9, 0.1, 0.5, 2};
  EXPECT_EQ(impedance(imp, 0.0).value, 0.5);
  EXPECT_EQ(impedance(imp, 0.1).value, 0.9);
  EXPECT_EQ(impedance(imp, 0.3).slope, 0);
  EXPECT_NEAR(impedance(imp, 0.05).value, 0.7, 1e-15);
  // A quarter of the way: y = (1/4)^2 / (1/2) = 1/8; dy/dx = 2 (1/4) / (1/2) = 1.
  EXPECT_NEAR(impedance(imp, 0.025).value, 0.55, 1e-15);
  EXPECT_NEAR(impedance(imp, 0.025).slope, 0.4 / 0.1, 1e-14);
  EXPECT_NEAR(impedance(imp, -0.025).slope, -0.4 / 0.1, 1e-14);
}

TEST(Impedance, IsEvenWithoutAWidth) {
  const double imp[kNIMP] = {0.5, 0.9, 0, 0.5, 2};
  EXPECT_EQ(impedance(imp, 1.0).value, 0.7);
}

TEST(Impedance, StiffnessAndDampingOfBothKindsOfReference) {
  const double timed[2] = {0.1, 0.5}, direct[2] = {-200, -30};
  EXPECT_NEAR(stiffness(timed, 0.5), 1 / (0.25 * 0.01 * 0.25), 1e-9);
  EXPECT_NEAR(damping(timed, 0.5), 2 / (0.5 * 0.1), 1e-12);
  EXPECT_NEAR(stiffness(direct, 0.5), 200 / 0.25, 1e-12);
  EXPECT_NEAR(damping(direct, 0.5), 60, 1e-12);
}

TEST(Impedance, SafeNumbers) {
  Softness<double> s = {{0.001, 1}, {1, -1}, {0, 2, -1, 0.5, 0.2}};
  make_safe(s, 0.02);
  EXPECT_EQ(s.ref[0], 0.02) << "a time constant is at least two steps";
  EXPECT_EQ(s.ref_friction[0], 0) << "mixed signs mean nothing";
  EXPECT_EQ(s.imp[0], kMinImp);
  EXPECT_EQ(s.imp[1], kMaxImp);
  EXPECT_EQ(s.imp[2], 0);
  EXPECT_EQ(s.imp[3], 0.5);
  EXPECT_EQ(s.imp[4], 1);
}

TEST(Impedance, ReferenceAcceleration) {
  const double kbip[4] = {100, 20, 0.5, 0};
  EXPECT_EQ(reference_acceleration(kbip, 2.0, -0.1), -40 + 5);
  EXPECT_EQ(reference_acceleration(kbip, 2.0), -40);
  EXPECT_EQ(softness(kbip), 1);
  // 1 + h b + h^2 k imp = 1 + 2 + 0.5 at h = 0.1.
  EXPECT_DOUBLE_EQ(implicit_factor(0.1, kbip), 3.5);
  EXPECT_DOUBLE_EQ(softness_at_end(0.1, kbip), 1 / 3.5);
  EXPECT_DOUBLE_EQ(reference_at_end(0.1, kbip, 2.0, -35.0), -45 / 3.5);
}

TEST(Impedance, SpringTooStiffForTheStepIsReplaced) {
  const Softness<double> s = {{0.01, 0.5}, {0, 0}, {0.5, 0.5, 0, 0.5, 1}};
  double kbip[4] = {1e6, 1e3, 0.5, 0};
  make_resolvable(s, 0.1, kbip);
  EXPECT_NEAR(kbip[0] * kbip[2], 100, 1e-9);
  EXPECT_NEAR(kbip[1], 2 * 0.5 / (0.1 * math::sqrt(0.5)), 1e-12);
  double soft[4] = {100, 10, 0.5, 0};
  make_resolvable(s, 0.1, soft);
  EXPECT_EQ(soft[0], 100) << "as it was";
}

}  // namespace
}  // namespace thew::element
