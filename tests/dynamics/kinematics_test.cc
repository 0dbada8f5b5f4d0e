// Poses from joint positions.

#include <thew/dynamics.h>

#include "dynamics/two_link_arm.h"
#include "model/lane_types.h"

namespace thew {
namespace {

using test::near;

TEST(Kinematics, AnglesOfAChainAdd) {
  test::TwoLinkArm a;
  dynamics::kinematics(a.m, a.d);
  const double c = std::cos(a.q1), s = std::sin(a.q1), sum = a.q1 + a.q2;
  const double c_sum = std::cos(sum), s_sum = std::sin(sum);
  EXPECT_TRUE(near(a.d.xpos.row(2), {c, s, 0}));
  EXPECT_TRUE(near(a.d.xquat.row(2), {std::cos(sum / 2), 0, 0, std::sin(sum / 2)}));
  EXPECT_TRUE(near(a.d.xmat.row(2), {c_sum, -s_sum, 0, s_sum, c_sum, 0, 0, 0, 1}));
  EXPECT_TRUE(near(a.d.site_xpos.row(0), {c + a.tip * c_sum, s + a.tip * s_sum, 0}));
  EXPECT_TRUE(near(a.d.xipos.row(2), {c + a.c2 * c_sum, s + a.c2 * s_sum, 0}));
  EXPECT_TRUE(near(a.d.xanchor.row(1), {c, s, 0}));
  EXPECT_TRUE(near(a.d.xaxis.row(1), {0, 0, 1}));
}

// A quarter turn about z and two metres along x, in either order.
TEST(Kinematics, JointsOfABodyMoveInTheirOrder) {
  const std::string turn = "<joint axis='0 0 1'/>", slide = "<joint type='slide' axis='1 0 0'/>";
  const auto place = [](const std::string& joints, double first, double second) {
    test::World w("<worldbody><body pos='5 0 0'>" + joints + "<geom size='1'/></body></worldbody>");
    w.d.qpos[0] = first, w.d.qpos[1] = second;
    dynamics::kinematics(w.m, w.d);
    return std::vector<double>(w.d.xpos.row(1), w.d.xpos.row(1) + 3);
  };
  EXPECT_TRUE(near(place(turn + slide, test::kPi / 2, 2).data(), {5, 2, 0}));
  EXPECT_TRUE(near(place(slide + turn, 2, test::kPi / 2).data(), {7, 0, 0}));
}

TEST(Kinematics, AnAnchorStaysWhereItIs) {
  test::World w(
      "<worldbody><body><joint axis='0 0 1' pos='1 0 0'/><geom size='1'/></body></worldbody>");
  w.d.qpos[0] = test::kPi / 2;  // takes the origin, one metre left of the anchor, below it
  dynamics::kinematics(w.m, w.d);
  EXPECT_TRUE(near(w.d.xpos.row(1), {1, -1, 0}));
  EXPECT_TRUE(near(w.d.xanchor.row(0), {1, 0, 0}));
}

TEST(Kinematics, CoordinatesCountFromTheReference) {
  test::World w(
      "<worldbody><body><joint type='slide' axis='0 0 1' ref='3'/><geom size='1'/></body>"
      "</worldbody>");
  dynamics::kinematics(w.m, w.d);
  EXPECT_EQ(w.d.qpos[0], 3);
  EXPECT_TRUE(near(w.d.xpos.row(1), {0, 0, 0}));
  w.d.qpos[0] = 5;
  dynamics::kinematics(w.m, w.d);
  EXPECT_TRUE(near(w.d.xpos.row(1), {0, 0, 2}));
}

TEST(Kinematics, QuaternionsNeedNoUnitLength) {
  test::World w(
      "<worldbody><body><freejoint/><geom size='1'/></body>"
      "<body><joint type='ball'/><geom size='1'/></body></worldbody>");
  const double twice[4] = {2, 0, 0, 2};  // a quarter turn about z
  std::copy_n(twice, 4, w.d.qpos.begin() + 3);
  std::copy_n(twice, 4, w.d.qpos.begin() + 7);
  dynamics::kinematics(w.m, w.d);
  for (const int body : {1, 2}) {
    EXPECT_TRUE(near(w.d.xmat.row(body), {0, -1, 0, 1, 0, 0, 0, 0, 1})) << body;
  }
}

TEST(Kinematics, MocapBodiesAreWhereTheyAreToldToBe) {
  test::World w("<worldbody><body mocap='true'><site pos='1 0 0'/></body></worldbody>");
  w.d.mocap_pos[2] = 4;
  w.d.mocap_quat[0] = 0, w.d.mocap_quat[3] = 1;  // half a turn about z
  dynamics::kinematics(w.m, w.d);
  EXPECT_TRUE(near(w.d.site_xpos.row(0), {-1, 0, 4}));
}

TEST(Kinematics, LanesHaveTheirOwnAngles) {
  const test::TwoLinkArm a;
  BasicData<Pack4> lanes(a.m);
  reset(a.m, lanes);
  for (int k = 0; k < 4; ++k) lanes.qpos[0].set(k, 0.5 * k);
  dynamics::kinematics(a.m, lanes);
  for (int k = 0; k < 4; ++k) {
    EXPECT_TRUE(near(lanes.site_xpos[0][k], 1.8 * std::cos(0.5 * k))) << k;
    EXPECT_TRUE(near(lanes.site_xpos[1][k], 1.8 * std::sin(0.5 * k))) << k;
  }
}

}  // namespace
}  // namespace thew
