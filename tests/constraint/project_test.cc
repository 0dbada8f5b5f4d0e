// Rows seen through the inverse inertia.

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

// Friction (J = 1) and the upper limit (J = -1) of one cart: A = J J' / m, and R on the diagonal.
TEST(Project, TwoRowsOfOneCart) {
  test::World w = test::cart("range='-1 0' frictionloss='1' solimpfriction='.95 .95 .001'",
                             "<option solver='PGS'/>");
  w.d.qpos[0] = 0.5;
  forward(w.m, w.d);
  constraint::show(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 2);
  const double root = std::sqrt(1 / test::kCartMass), a = 1 / test::kCartMass;
  EXPECT_TRUE(near(w.d.efc_Y.data(), {root, -root}));
  EXPECT_TRUE(near(w.d.efc_AR.data(), {a + test::kCartR, -a, -a, a + test::kCartR}));
}

TEST(Project, RowsOfDifferentTreesDoNotMeet) {
  const std::string body =
      "<joint type='slide' frictionloss='1'/><geom size='.1' mass='2'/></body>";
  test::World w("<option solver='PGS'/><worldbody><body>" + body + "<body pos='1 0 0'>" + body +
                "</worldbody>");
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nA, 0);
  constraint::show(w.m, w.d);
  EXPECT_EQ(w.d.nA, 2);
  EXPECT_EQ(w.d.efc_AR_colind[1], 1);
}

// Without the estimate from the reference position, the first joint of a chain of two sliders along
// one line meets M = [[5, 3], [3, 3]], whose inverse has 3/6 at its first place.
TEST(Project, ExactDiagonals) {
  test::World w(R"(<option><flag diagexact="enable"/></option><worldbody>
    <body><joint type="slide" range="0 1"/><geom size=".1" mass="2"/>
      <body><joint type="slide"/><geom size=".1" mass="3"/></body></body></worldbody>)");
  w.d.qpos[0] = -0.5;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_TRUE(near(w.d.efc_diagA[0], 0.5));
  EXPECT_TRUE(near(w.d.efc_R[0], test::kSoft * 0.5));
}

}  // namespace
}  // namespace thew
