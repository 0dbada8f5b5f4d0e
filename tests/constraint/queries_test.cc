// What callers ask of constraints between the stages.

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

test::World ball(const std::string& cone) {
  test::World w(
      "<option cone='" + cone +
      "'/><worldbody><geom type='plane' size='1 1 1'/>"
      "<body pos='0 0 .09'><freejoint/><geom size='.1' friction='.5' priority='1'/></body>"
      "</worldbody>");
  forward(w.m, w.d);
  return w;
}

TEST(Queries, ForceOfACone) {
  test::World w = ball("elliptic");
  for (int i = 0; i < 3; ++i) w.d.efc_force[i] = 10 * (i + 1);
  double force[6];
  constraint::contact_force(w.m, w.d, 0, force);
  EXPECT_TRUE(near(force, {10, 20, 30, 0, 0, 0}));
}

// Edges push along normal +- mu tangent.
TEST(Queries, ForceOfAPyramid) {
  test::World w = ball("pyramidal");
  for (int i = 0; i < 4; ++i) w.d.efc_force[i] = 10 << i;
  double force[6];
  constraint::contact_force(w.m, w.d, 0, force);
  EXPECT_TRUE(near(force, {150, 0.5 * (10 - 20), 0.5 * (40 - 80), 0, 0, 0}));
}

// Rows (1), (-1) of a cart between its limits.
TEST(Queries, ProductsWithTheJacobian) {
  test::World w = test::cart("range='-.1 .1' margin='.5'");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 2);
  const double v = 3, f[2] = {5, 7};
  double rows[2], dof;
  constraint::multiply_jacobian(w.m, w.d, &v, rows);
  EXPECT_TRUE(near(rows, {3, -3}));
  constraint::multiply_jacobian_transposed(w.m, w.d, f, &dof);
  EXPECT_TRUE(near(dof, -2));
}

// f = -D x where that pushes; the cost is x^2 D / 2.
TEST(Queries, ForcesOfGivenAccelerations) {
  test::World w = test::cart("range='-.1 .1' margin='.5'");
  forward(w.m, w.d);
  const double x[2] = {-0.25, 0.25};
  const double cost = constraint::update(w.m, w.d, x, false);
  EXPECT_TRUE(near(w.d.efc_force.data(), {0.25 * w.d.efc_D[0], 0}));
  EXPECT_TRUE(near(w.d.qfrc_constraint[0], 0.25 * w.d.efc_D[0]));
  EXPECT_TRUE(near(cost, 0.5 * 0.0625 * w.d.efc_D[0]));
  EXPECT_EQ(w.d.efc_state[0], static_cast<int>(ConstraintState::Quadratic));
  EXPECT_EQ(w.d.efc_state[1], static_cast<int>(ConstraintState::Satisfied));
}

}  // namespace
}  // namespace thew
