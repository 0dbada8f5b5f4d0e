// Contacts that stick pull along their normals.

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

TEST(Adhesion, PullsTheBallOntoTheFloor) {
  test::World w(
      "<worldbody><geom type='plane' size='1 1 1'/><body pos='.3 0 .09'><freejoint/>"
      "<geom size='.1' adhesion='5'/></body></worldbody>");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.ncon, 1);
  EXPECT_TRUE(test::near(w.d.qfrc_adhesion.data(), {0, 0, -5, 0, 0, 0}));
  w.m.opt.disableflags = static_cast<int>(DisableBit::Contact);
  forward(w.m, w.d);
  EXPECT_TRUE(test::near(w.d.qfrc_adhesion.data(), {0, 0, 0, 0, 0, 0}));
}

// Two balls on a line: the pull is equal and opposite, and a turn about neither centre.
TEST(Adhesion, PullsBothSides) {
  test::World w(
      "<worldbody><body><freejoint/><geom size='.1' adhesion='5'/></body>"
      "<body pos='.19 0 0'><freejoint/><geom size='.1' adhesion='5'/></body></worldbody>");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.ncon, 1);
  const double pull = w.d.contact.adhesion[0];
  EXPECT_GE(pull, 5);
  EXPECT_TRUE(test::near(w.d.qfrc_adhesion.data(), {pull, 0, 0, 0, 0, 0, -pull, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace thew
