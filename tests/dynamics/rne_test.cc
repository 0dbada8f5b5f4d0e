// Bias forces, forces that give an acceleration, and forces between bodies.

#include <thew/dynamics.h>

#include "dynamics/two_link_arm.h"

namespace thew {
namespace {

using test::near;

void prepare(const Model& m, Data& d) {
  dynamics::kinematics(m, d);
  dynamics::com_pos(m, d);
  dynamics::com_vel(m, d);
}

TEST(Rne, BiasOfTwoLinks) {
  test::TwoLinkArm a;
  prepare(a.m, a.d);
  double bias[2];
  dynamics::rne(a.m, a.d, false, dynamics::Asleep::Include, static_cast<double*>(bias));
  const double coriolis1 = a.h * (2 * a.v1 * a.v2 + a.v2 * a.v2), coriolis2 = -a.h * a.v1 * a.v1;
  EXPECT_TRUE(near(bias, {coriolis1 + a.weight1, coriolis2 + a.weight2}));
  // With an acceleration M a comes on top.
  a.d.qacc[0] = 2, a.d.qacc[1] = -3;
  double force[2];
  dynamics::rne(a.m, a.d, true, dynamics::Asleep::Include, static_cast<double*>(force));
  EXPECT_TRUE(near(force, {bias[0] + 2 * a.m11 - 3 * a.m12, bias[1] + 2 * a.m12 - 3 * a.m22}));
}

// A spinning body turns by I a = -w x I w.
TEST(Rne, BiasOfASpinningBody) {
  test::World w(
      "<option gravity='0 0 0'/><worldbody><body><freejoint/>"
      "<inertial pos='0 0 0' mass='2' diaginertia='.1 .2 .25'/></body></worldbody>");
  w.d.qvel[3] = 1, w.d.qvel[4] = 2, w.d.qvel[5] = 3;
  prepare(w.m, w.d);
  double bias[6];
  dynamics::rne(w.m, w.d, false, dynamics::Asleep::Include, static_cast<double*>(bias));
  EXPECT_TRUE(near(bias, {0, 0, 0, 2 * 0.75 - 3 * 0.4, 3 * 0.1 - 1 * 0.75, 1 * 0.4 - 2 * 0.1}));
}

// A lift of 2 kg that accelerates upwards by 3 m/s^2, helped with 5 N and turned with 7 N m.
TEST(Rne, ForcesBetweenBodies) {
  test::World w(
      "<option gravity='0 0 -10'/><worldbody><body><joint type='slide' axis='0 0 1'/>"
      "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/></body></worldbody>");
  prepare(w.m, w.d);
  w.d.qacc[0] = 3;
  w.d.xfrc_applied.row(1)[2] = 5;  // force along z,
  w.d.xfrc_applied.row(1)[4] = 7;  // torque about y
  dynamics::applied_force(w.m, w.d);
  EXPECT_TRUE(near(w.d.cfrc_ext.row(1), {0, 7, 0, 0, 0, 5}));
  dynamics::rne_post_constraint(w.m, w.d);
  EXPECT_TRUE(near(w.d.cacc.row(1), {0, 0, 0, 0, 0, 13}));  // gravity counts as an acceleration
  EXPECT_TRUE(near(w.d.cfrc_int.row(1), {0, -7, 0, 0, 0, 2 * 13 - 5}));
}

// Forces on a body act at its centre of mass; cfrc_ext is at that of the tree, 3 m to the left.
TEST(Rne, AppliedForcesAreAtTheCentreOfTheTree) {
  test::World w(
      "<worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
      "<body pos='4 0 0'><inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/></body></body>"
      "<body pos='9 0 0'><joint/><geom size='1'/></body></worldbody>");
  prepare(w.m, w.d);
  w.d.xfrc_applied.row(1)[1] = 5;
  dynamics::applied_force(w.m, w.d);
  EXPECT_TRUE(near(w.d.cfrc_ext.row(1), {0, 0, -3 * 5, 0, 5, 0}));
}

}  // namespace
}  // namespace thew
