// Jacobians of points, forces through them, velocities of frames.

#include <thew/dynamics.h>

#include "dynamics/two_link_arm.h"

namespace thew {
namespace {

using test::near;

struct Arm : test::TwoLinkArm {
  Arm() {
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    dynamics::com_vel(m, d);
  }
  // The elbow, and the tip relative to it.
  const double x1 = std::cos(q1), y1 = std::sin(q1);
  const double x2 = tip * std::cos(q1 + q2), y2 = tip * std::sin(q1 + q2);
};

// A turn about z by one unit moves (x, y) by (-y, x).
TEST(Jacobian, OfTheTip) {
  const Arm a;
  double move[6], turn[6];
  dynamics::jacobian(a.m, a.d, move, turn, a.d.site_xpos.row(0), 2);
  EXPECT_TRUE(near(move, {-a.y1 - a.y2, -a.y2, a.x1 + a.x2, a.x2, 0, 0}));
  EXPECT_TRUE(near(turn, {0, 0, 0, 0, 1, 1}));
}

TEST(Jacobian, RateOfItsChange) {
  const Arm a;
  double move[6], turn[6];
  dynamics::jacobian_dot(a.m, a.d, move, turn, a.d.site_xpos.row(0), 2);
  const double v = a.v1 + a.v2;  // (x2, y2) turns with both, (x1, y1) with the first
  EXPECT_TRUE(
      near(move, {-a.x1 * a.v1 - a.x2 * v, -a.x2 * v, -a.y1 * a.v1 - a.y2 * v, -a.y2 * v, 0, 0}));
  EXPECT_TRUE(near(turn, {0, 0, 0, 0, 0, 0}));
}

TEST(Jacobian, OfTheCentreOfMass) {
  const Arm a;
  double move[6];
  dynamics::jacobian_subtree_com(a.m, a.d, move, 1);
  const double share = a.m2 / (a.m1 + a.m2), ratio = a.c2 / a.tip;
  const double x = (a.c1 * a.m1 + a.m2) / 5 * a.x1, y = (a.c1 * a.m1 + a.m2) / 5 * a.y1;
  EXPECT_TRUE(near(move, {-y - share * ratio * a.y2, -share * ratio * a.y2,
                          x + share * ratio * a.x2, share * ratio * a.x2, 0, 0}));
}

// Moments of a force (3, 4, 0) at the tip about both joints, and a torque.
TEST(Jacobian, ForcesAtAPoint) {
  const Arm a;
  const double force[3] = {3, 4, 0}, torque[3] = {0, 0, 2};
  double moment[2] = {10, 20};  // it adds
  dynamics::apply_force(a.m, a.d, force, torque, a.d.site_xpos.row(0), 2,
                        static_cast<double*>(moment));
  EXPECT_TRUE(near(moment, {12 + 4 * (a.x1 + a.x2) - 3 * (a.y1 + a.y2), 22 + 4 * a.x2 - 3 * a.y2}));
}

TEST(Jacobian, AppliedForcesOfAllBodies) {
  Arm a;
  a.d.xfrc_applied.row(1)[5] = 1;
  a.d.xfrc_applied.row(2)[5] = 2;
  double moment[2] = {0, 0};
  dynamics::accumulate_applied(a.m, a.d, static_cast<double*>(moment));
  EXPECT_TRUE(near(moment, {3, 2}));
}

TEST(Jacobian, VelocityOfAFrame) {
  const Arm a;
  const double v = a.v1 + a.v2;
  const double vx = -a.y1 * a.v1 - a.y2 * v, vy = a.x1 * a.v1 + a.x2 * v;
  double velocity[6];
  dynamics::object_velocity(a.m, a.d, ObjectType::Site, 0, velocity, false);
  EXPECT_TRUE(near(velocity, {0, 0, v, vx, vy, 0}));
  const double c = std::cos(a.q1 + a.q2), s = std::sin(a.q1 + a.q2);
  dynamics::object_velocity(a.m, a.d, ObjectType::Site, 0, velocity, true);
  EXPECT_TRUE(near(velocity, {0, 0, v, c * vx + s * vy, -s * vx + c * vy, 0}));
}

// With no joint acceleration both links turn evenly: towards the elbow, and it towards the
// shoulder.
TEST(Jacobian, AccelerationOfAFrame) {
  Arm a;
  dynamics::rne_post_constraint(a.m, a.d);
  double acceleration[6];
  dynamics::object_acceleration(a.m, a.d, ObjectType::Site, 0, acceleration, false);
  const double w1 = a.v1 * a.v1, w2 = (a.v1 + a.v2) * (a.v1 + a.v2);
  EXPECT_TRUE(
      near(acceleration, {0, 0, 0, -w1 * a.x1 - w2 * a.x2, -w1 * a.y1 - w2 * a.y2 + a.g, 0}));
}

}  // namespace
}  // namespace thew
