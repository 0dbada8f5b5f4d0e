// Lengths, paths and Jacobians of tendons.

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

void measure(test::World& w) {
  dynamics::kinematics(w.m, w.d);
  dynamics::com_pos(w.m, w.d);
  tendon::position(w.m, w.d);
  tendon::velocity(w.m, w.d);
}

TEST(Tendon, FixedIsASumOfJoints) {
  test::World w(R"(<worldbody>
    <body><joint name="a" type="slide"/><geom size="1"/></body>
    <body pos="9 0 0"><joint name="b"/><geom size="1"/></body></worldbody>
    <tendon><fixed><joint joint="a" coef="2"/><joint joint="b" coef="-3"/></fixed></tendon>)");
  w.d.qpos[0] = 0.5, w.d.qpos[1] = 0.25;
  w.d.qvel[0] = 5, w.d.qvel[1] = 7;
  measure(w);
  EXPECT_TRUE(near(w.d.ten_length[0], 2 * 0.5 - 3 * 0.25));
  EXPECT_TRUE(near(w.d.ten_J.data(), {2, -3}));
  EXPECT_TRUE(near(w.d.ten_velocity[0], 2 * 5 - 3 * 7));
}

// From the origin to (3, 4) and on to a body that only moves along x.
TEST(Tendon, StraightFromSiteToSite) {
  test::World w(R"(<worldbody><site name="o"/>
    <body pos="3 4 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <geom size=".1"/><site name="a"/></body>
    <body pos="3 6 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/><site name="b"/></body>
    </worldbody><tendon><spatial><site site="o"/><site site="a"/><site site="b"/></spatial></tendon>)");
  measure(w);
  EXPECT_TRUE(near(w.d.ten_length[0], 5 + 2));
  EXPECT_TRUE(near(w.d.ten_J.data(), {0.6, 0.8 - 1, 0}));
  EXPECT_EQ(w.d.ten_wrapnum[0], 3);
  EXPECT_TRUE(near(w.d.wrap_xpos.data(), {0, 0, 0, 3, 4, 0, 3, 6, 0}));
}

// A branch behind a pulley with divisor 2 counts by half.
TEST(Tendon, OverAPulley) {
  test::World w(R"(<worldbody><site name="o"/>
    <body pos="3 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/><site name="a"/></body>
    <body pos="0 0 4"><joint type="slide" axis="0 0 1"/><geom size=".1"/><site name="b"/></body>
    </worldbody><tendon><spatial><site site="o"/><site site="a"/><pulley divisor="2"/>
      <site site="o"/><site site="b"/></spatial></tendon>)");
  w.d.qpos[0] = 0.5;
  measure(w);
  EXPECT_TRUE(near(w.d.ten_length[0], 3.5 + 4 / 2.0));
  EXPECT_TRUE(near(w.d.ten_J.data(), {1, 0.5}));
  EXPECT_EQ(w.d.ten_wrapnum[0], 5);
  EXPECT_EQ(w.d.wrap_obj[2], -2);
}

// Around a cylinder or sphere of radius 1 at the origin, from (-2, 0.5, 0) to (2, 0.5, 0), which
// moves along x. The tangent from a point at the distance r has the length sqrt(r^2 - 1) and
// touches acos(1/r) further around. Both sides are mirror images.
struct Wrapped : test::World {
  Wrapped(const std::string& shape, const std::string& side)
      : World(R"(<worldbody>
    <geom name="g" type=")" +
              shape + R"(" size="1 1" contype="0"/>
    <site name="below" pos="0 -3 0"/><site name="o" pos="-2 .5 0"/>
    <body pos="2 .5 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/><site name="a"/></body>
    </worldbody><tendon><spatial><site site="o"/><geom geom="g" )" +
              side + R"(/><site site="a"/>
    </spatial></tendon>)") {
    measure(*this);
  }
  const double r = std::sqrt(4.25), straight = std::sqrt(3.25);
  const double elevation = std::atan2(0.5, 2), around = std::acos(1 / r);
};

TEST(Tendon, WrapsTheShortWay) {
  for (const char* shape : {"cylinder", "sphere"}) {
    const Wrapped w(shape, "");
    const double at = w.elevation + w.around, x = std::cos(at), y = std::sin(at);
    EXPECT_TRUE(near(w.d.ten_length[0], 2 * w.straight + test::kPi - 2 * at)) << shape;
    EXPECT_TRUE(near(w.d.ten_J[0], (2 - x) / w.straight)) << shape;
    EXPECT_TRUE(near(w.d.wrap_xpos.data(), {-2, 0.5, 0, -x, y, 0, x, y, 0, 2, 0.5, 0})) << shape;
  }
}

TEST(Tendon, WrapsOnTheSideThatASiteMarks) {
  const Wrapped w("cylinder", "sidesite=\"below\"");
  const double at = w.elevation - w.around, x = std::cos(at), y = std::sin(at);
  EXPECT_TRUE(near(w.d.ten_length[0], 2 * w.straight + test::kPi + 2 * at));
  EXPECT_TRUE(near(w.d.wrap_xpos.data(), {-2, 0.5, 0, -x, y, 0, x, y, 0, 2, 0.5, 0}));
}

TEST(Tendon, PassesBesideWhatIsNotInItsWay) {
  Wrapped w("sphere", "");
  w.m.geom_size[0] = 0.25;  // the line is half a metre from its centre
  measure(w);
  EXPECT_TRUE(near(w.d.ten_length[0], 4));
  EXPECT_EQ(w.d.ten_wrapnum[0], 2);
}

}  // namespace
}  // namespace thew
