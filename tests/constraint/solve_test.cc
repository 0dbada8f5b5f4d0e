// Forces of constraints that can be worked out by hand, by every solver.

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::kCartMass, test::kCartR;

class Solve : public testing::TestWithParam<const char*> {
 protected:
  std::string option() const {
    return std::string("<option tolerance='0' iterations='100' solver='") + GetParam() + "'/>";
  }
  // Solvers stop where no number changes any more: some hundred roundings of the forces.
  static void expect(double got, double wanted) {
    EXPECT_NEAR(got, wanted, 1e-12 * std::max(1.0, std::abs(wanted)));
  }
};

// One row: f = (aref - a0) / (1/m + R), if that pushes.
TEST_P(Solve, LimitPushesBack) {
  test::World w = test::cart("range='0 1'", option());
  w.d.qpos[0] = -0.01;
  w.d.qfrc_applied[0] = -10;
  forward(w.m, w.d);
  const double wanted = (test::kK * test::kImp * 0.01 + 5) / (1 / kCartMass + kCartR);
  expect(w.d.efc_force[0], wanted);
  expect(w.d.qfrc_constraint[0], wanted);
  expect(w.d.qacc[0], -5 + wanted / kCartMass);
}

TEST_P(Solve, LimitDoesNotPull) {
  test::World w = test::cart("range='0 1'", option());
  w.d.qpos[0] = -0.01;
  w.d.qfrc_applied[0] = 1000;  // leaves faster than the limit asks for
  forward(w.m, w.d);
  EXPECT_EQ(w.d.efc_force[0], 0);
  expect(w.d.qacc[0], 500);
}

// Dry friction holds what is below its loss, up to its softness, and takes the loss of what is
// above.
TEST_P(Solve, FrictionHoldsAndSlips) {
  test::World w = test::cart("frictionloss='3' solimpfriction='.95 .95 .001'", option());
  w.d.qfrc_applied[0] = 1;
  forward(w.m, w.d);
  expect(w.d.efc_force[0], -0.5 / (1 / kCartMass + kCartR));
  w.d.qfrc_applied[0] = 10;
  forward(w.m, w.d);
  expect(w.d.efc_force[0], -3);
  expect(w.d.qacc[0], (10 - 3) / kCartMass);
}

// A ball that presses with 20 N and is dragged with 100 N slides: the friction is mu times the
// force along the normal, whatever that is.
TEST_P(Solve, ConeOfFrictionSlides) {
  test::World w(option() + R"(<option cone="elliptic" gravity="0 0 -10"/><worldbody>
    <geom type="plane" size="1 1 1"/><body pos="0 0 .09">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <geom size=".1" mass="2" friction=".5" priority="1"/></body></worldbody>)");
  w.d.qfrc_applied[1] = 10000;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 3);
  EXPECT_GT(w.d.efc_force[0], 0);
  // PGS ends when the improvement is nothing, which leaves half of the digits of the force.
  EXPECT_NEAR(w.d.qfrc_constraint[1], -0.5 * w.d.qfrc_constraint[2], 1e-7 * w.d.efc_force[0]);
  EXPECT_NEAR(w.d.qfrc_constraint[0], 0, 1e-7 * w.d.efc_force[0]);
}

INSTANTIATE_TEST_SUITE_P(All, Solve, testing::Values("Newton", "CG", "PGS"));

// Two carts that an equality ties share a force: the heavier gives way less.
TEST(SolveEquality, TiesTwoCarts) {
  test::World w(R"(<worldbody><body><joint name="a" type="slide"/><geom size=".1" mass="2"/></body>
    <body pos="1 0 0"><joint name="b" type="slide"/><geom size=".1" mass="5"/></body></worldbody>
    <equality><joint joint1="a" joint2="b"/></equality>)");
  w.d.qpos[0] = 0.01;
  forward(w.m, w.d);
  const double a = 1 / 2.0 + 1 / 5.0;
  const double wanted = -test::kK * test::kImp * 0.01 / (a + test::kSoft * a);
  EXPECT_NEAR(w.d.qfrc_constraint[0], wanted, 1e-12 * std::abs(wanted));
  EXPECT_NEAR(w.d.qfrc_constraint[1], -wanted, 1e-12 * std::abs(wanted));
}

}  // namespace
}  // namespace thew
