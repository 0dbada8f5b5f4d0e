// Rows of contacts.

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

// A ball of radius 0.1 is 0.01 deep in the floor: the contact is at half of that depth, 0.095 below
// its centre. The axes of the contact are z, y and z x y = -x. A point there moves by v + w x arm,
// along an axis f by f v + (arm x f) w.
struct Ball : test::World {
  Ball(const std::string& cone, int dim)
      : World("<option cone='" + cone +
              "'/><worldbody>"
              "<geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/><geom size='.1' "
              "friction='.8 .02 .03' condim='" +
              std::to_string(dim) + "' priority='1'/></body></worldbody>") {
    forward(m, d);
    constraint::show(m, d);
  }
  static constexpr double arm = 0.095;
};

TEST(ContactRows, AlongAndAboutTheAxesOfTheFrame) {
  const Ball w("elliptic", 6);
  ASSERT_EQ(w.d.nefc, 6);
  EXPECT_TRUE(near(w.d.contact.frame.row(0), {0, 0, 1, 0, 1, 0, -1, 0, 0}));
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 0), {0, 0, 1, 0, 0, 0}));      // normal
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 1), {0, 1, 0, w.arm, 0, 0}));  // sliding
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 2), {-1, 0, 0, 0, w.arm, 0}));
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 3), {0, 0, 0, 0, 0, 1}));  // spin
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 4), {0, 0, 0, 0, 1, 0}));  // rolling
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 5), {0, 0, 0, -1, 0, 0}));
}

TEST(ContactRows, EdgesOfThePyramid) {
  const Ball w("pyramidal", 3);
  ASSERT_EQ(w.d.nefc, 4);
  const double mu = 0.8, turn = 0.8 * w.arm;
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 0), {0, mu, 1, turn, 0, 0}));
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 1), {0, -mu, 1, -turn, 0, 0}));
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 2), {-mu, 0, 1, 0, turn, 0}));
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 3), {mu, 0, 1, 0, -turn, 0}));
}

TEST(ContactRows, NormalAlone) {
  const Ball w("elliptic", 1);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 0), {0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(w.d.contact.efc_address[0], 0);
}

// Two balls that approach along x: the row is the second one's motion relative to the first.
TEST(ContactRows, BetweenTwoBodies) {
  test::World w(R"(<worldbody>
    <body><joint type="slide" axis="1 0 0"/><geom size=".1" condim="1"/></body>
    <body pos=".19 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1" condim="1"/></body></worldbody>)");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  constraint::show(w.m, w.d);
  EXPECT_TRUE(near(test::row_of(w.m, w.d, 0), {-1, 1}));
}

TEST(ContactRows, NoneBetweenBodiesThatCannotMove) {
  test::World w(
      "<worldbody><geom type='plane' size='1 1 1'/><body mocap='true'><geom size='.1'/></body>"
      "<body pos='5 0 5'><joint/><geom size='.1'/></body></worldbody>");
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
}

}  // namespace
}  // namespace thew
