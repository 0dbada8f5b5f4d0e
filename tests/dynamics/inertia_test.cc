// The inertia matrix M, its factor, and products with it.

#include <thew/dynamics.h>

#include "dynamics/two_link_arm.h"

namespace thew {
namespace {

using test::near;

struct Arm : test::TwoLinkArm {
  Arm() {
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    dynamics::make_inertia(m, d);
    dynamics::factor_inertia(m, d);
  }
};

TEST(Inertia, OfTwoLinks) {
  const Arm a;
  double dense[4];
  dynamics::full_inertia(a.m, a.d, dense);
  EXPECT_TRUE(near(dense, {a.m11, a.m12, a.m12, a.m22}));
}

TEST(Inertia, ArmatureIsAddedToTheDiagonal) {
  Arm a;
  a.m.dof_armature[1] = 0.125;
  dynamics::crba(a.m, a.d);
  double dense[4];
  dynamics::full_inertia(a.m, a.d, dense);
  EXPECT_TRUE(near(dense, {a.m11, a.m12, a.m12, a.m22 + 0.125}));
}

// M = L' D L, from the leaf to the root: D2 = m22, L = m12 / m22, D1 = m11 - m12^2 / m22.
TEST(Inertia, FactorOfTwoLinks) {
  const Arm a;
  const double d1 = a.m11 - a.m12 * a.m12 / a.m22;
  EXPECT_TRUE(near(a.d.qLD.data(), {d1, a.m12 / a.m22, a.m22}));
  EXPECT_TRUE(near(a.d.qLDiagInv.data(), {1 / d1, 1 / a.m22}));
}

TEST(Inertia, ProductsAndSolutions) {
  const Arm a;
  const double x[2] = {0.7, -1.3};
  double y[2];
  dynamics::multiply_inertia(a.m, a.d, y, x);
  EXPECT_TRUE(near(y, {a.m11 * x[0] + a.m12 * x[1], a.m12 * x[0] + a.m22 * x[1]}));
  double half[2] = {y[0], y[1]};
  dynamics::solve_inertia(a.m, a.d, y);
  EXPECT_TRUE(near(y, {x[0], x[1]}));
  // |D^-1/2 L'^-1 M x|^2 = x' M x
  dynamics::solve_inertia_half(a.m, a.d, half);
  EXPECT_TRUE(near(half[0] * half[0] + half[1] * half[1],
                   a.m11 * x[0] * x[0] + 2 * a.m12 * x[0] * x[1] + a.m22 * x[1] * x[1]));
}

TEST(Inertia, OfAFreeBodyIsDiagonal) {
  test::World w(
      "<worldbody><body><freejoint/><inertial pos='0 0 0' mass='2' diaginertia='.1 .2 .25'/>"
      "</body></worldbody>");
  dynamics::kinematics(w.m, w.d);
  dynamics::com_pos(w.m, w.d);
  dynamics::make_inertia(w.m, w.d);
  double dense[36];
  dynamics::full_inertia(w.m, w.d, dense);
  const double diagonal[6] = {2, 2, 2, 0.1, 0.2, 0.25};
  for (int i = 0; i < 36; ++i) {
    EXPECT_TRUE(near(dense[i], i % 7 == 0 ? diagonal[i / 7] : 0)) << i;
  }
}

}  // namespace
}  // namespace thew
