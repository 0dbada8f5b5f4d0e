// Rows of dry friction.

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

TEST(FrictionRows, OfDofsAndTendons) {
  test::World w(
      R"(<worldbody><body><joint name="a" type="slide" frictionloss="3"/><geom size=".1"/></body>
    <body pos="1 0 0"><joint name="b" type="slide"/><geom size=".1"/></body></worldbody>
    <tendon><fixed frictionloss="4"><joint joint="a" coef="2"/><joint joint="b" coef="-3"/></fixed></tendon>)");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nf, 2);
  constraint::show(w.m, w.d);
  EXPECT_TRUE(near(w.d.efc_frictionloss.data(), {3, 4}));
  EXPECT_TRUE(near(w.d.efc_J.data(), {1, 0, 2, -3}));
  EXPECT_EQ(w.d.efc_KBIP.row(0)[0], 0);  // there is no position to return to
  EXPECT_EQ(w.d.tendon_efcadr[0], 1);
  w.m.opt.disableflags = static_cast<int>(DisableBit::Frictionloss);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
}

}  // namespace
}  // namespace thew
