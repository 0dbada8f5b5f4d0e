// Tendons with an inertia of their own.

#include "tendon/armature.h"

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// A ball of 2 kg in a plane, two metres from the origin, tied to it by a tendon of 3 kg. It moves
// across the tendon with 5 m/s, so that its length changes by v^2 / r at no acceleration.
struct Tied : test::World {
  Tied()
      : World(R"(<worldbody><site name="o"/>
    <body pos="2 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <geom size=".1" mass="2"/><site name="a"/></body></worldbody>
    <tendon><spatial armature="3"><site site="o"/><site site="a"/></spatial></tendon>)") {
    d.qvel[1] = 5;
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    tendon::position(m, d);
    dynamics::com_vel(m, d);
  }
};

TEST(TendonArmature, IsInertiaAlongTheTendon) {
  Tied w;
  double dense[4];
  dynamics::make_inertia(w.m, w.d);
  dynamics::full_inertia(w.m, w.d, dense);
  EXPECT_TRUE(near(dense, {2 + 3, 0, 0, 2}));
  dynamics::crba(w.m, w.d);  // without tendons
  dynamics::full_inertia(w.m, w.d, dense);
  EXPECT_TRUE(near(dense, {2, 0, 0, 2}));
}

TEST(TendonArmature, HasABiasForce) {
  const Tied w;
  EXPECT_TRUE(near(tendon::jacobian_drift(w.m, w.d, 0), 25 / 2.0));
  double force[2] = {1, 1};  // it adds
  tendon::add_armature_bias(w.m, w.d, static_cast<double*>(force));
  EXPECT_TRUE(near(force, {1 + 3 * 12.5, 1}));
}

// The same point on an arm of two metres: the tendon does not change.
TEST(TendonArmature, HasNoneOnACircleAboutItsEnd) {
  test::World w(R"(<worldbody><site name="o"/>
    <body><joint axis="0 0 1"/><geom size=".1" pos="2 0 0"/><site name="a" pos="2 0 0"/></body></worldbody>
    <tendon><spatial armature="3"><site site="o"/><site site="a"/></spatial></tendon>)");
  w.d.qvel[0] = 2.5;
  dynamics::kinematics(w.m, w.d);
  dynamics::com_pos(w.m, w.d);
  tendon::position(w.m, w.d);
  dynamics::com_vel(w.m, w.d);
  EXPECT_TRUE(near(tendon::jacobian_drift(w.m, w.d, 0), 0));
}

}  // namespace
}  // namespace thew
