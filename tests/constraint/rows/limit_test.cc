// Rows of limits.

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

TEST(LimitRows, OfEachSideThatIsNear) {
  test::World w = test::cart("range='-1 1' margin='.25'");
  struct Case {
    double position;
    int rows;
    double dist, jacobian;
  };
  for (const Case& c : {Case{0, 0, 0, 0}, Case{-0.875, 1, 0.125, 1}, Case{-1.5, 1, -0.5, 1},
                        Case{0.875, 1, 0.125, -1}, Case{1.5, 1, -0.5, -1}}) {
    w.d.qpos[0] = c.position;
    forward(w.m, w.d);
    ASSERT_EQ(w.d.nl, c.rows) << c.position;
    if (c.rows == 0) continue;
    constraint::show(w.m, w.d);
    EXPECT_TRUE(near(w.d.efc_pos[0], c.dist)) << c.position;
    EXPECT_TRUE(near(w.d.efc_margin[0], 0.25)) << c.position;
    EXPECT_TRUE(near(w.d.efc_J[0], c.jacobian)) << c.position;
  }
}

TEST(LimitRows, OfBothSidesOfANarrowRange) {
  test::World w = test::cart("range='-.1 .1' margin='.5'");
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nl, 2);
}

// Turned by 0.6 about y, 0.1 beyond the bound: the row pushes back against that rotation.
TEST(LimitRows, OfABall) {
  test::World w(
      "<compiler angle='radian'/><worldbody><body><joint type='ball' range='0 .5'/>"
      "<geom size='.1'/></body></worldbody>");
  w.d.qpos[0] = std::cos(0.3), w.d.qpos[2] = std::sin(0.3);
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nl, 1);
  constraint::show(w.m, w.d);
  EXPECT_TRUE(near(w.d.efc_pos[0], -0.1));
  EXPECT_TRUE(near(w.d.efc_J.data(), {0, -1, 0}));
}

TEST(LimitRows, OfATendon) {
  test::World w(R"(<worldbody><body><joint name="a" type="slide"/><geom size=".1"/></body>
    <body pos="1 0 0"><joint name="b" type="slide"/><geom size=".1"/></body></worldbody>
    <tendon><fixed range="0 1"><joint joint="a" coef="2"/><joint joint="b" coef="-3"/></fixed></tendon>)");
  w.d.qpos[0] = 0.75;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nl, 1);
  constraint::show(w.m, w.d);
  EXPECT_TRUE(near(w.d.efc_pos[0], 1 - 1.5));
  EXPECT_TRUE(near(w.d.efc_J.data(), {-2, 3}));
  EXPECT_EQ(w.d.tendon_efcadr[0], 0);
}

TEST(LimitRows, CanBeDisabled) {
  test::World w = test::cart("range='-1 1'");
  w.d.qpos[0] = 2;
  w.m.opt.disableflags = static_cast<int>(DisableBit::Limit);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
}

}  // namespace
}  // namespace thew
