// Potential energy of weights and springs, and kinetic energy.

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "dynamics/two_link_arm.h"

namespace thew {
namespace {

using test::near;

double potential(test::World& w) {
  dynamics::kinematics(w.m, w.d);
  dynamics::com_pos(w.m, w.d);
  tendon::position(w.m, w.d);
  dynamics::energy_pos(w.m, w.d);
  return w.d.energy[0];
}

TEST(Energy, OfAWeight) {
  test::TwoLinkArm a;
  const double height = a.l1 * std::sin(a.q1) + a.c2 * std::sin(a.q1 + a.q2);
  EXPECT_TRUE(near(potential(a), a.g * (a.m1 * a.c1 * std::sin(a.q1) + a.m2 * height)));
  a.m.opt.disableflags |= static_cast<int>(DisableBit::Gravity);
  EXPECT_EQ(potential(a), 0);
}

TEST(Energy, OfMotion) {
  test::TwoLinkArm a;
  potential(a);
  dynamics::make_inertia(a.m, a.d);
  dynamics::energy_vel(a.m, a.d);
  EXPECT_TRUE(near(a.d.energy[1],
                   0.5 * a.m11 * a.v1 * a.v1 + a.m12 * a.v1 * a.v2 + 0.5 * a.m22 * a.v2 * a.v2));
}

// k/2 x^2 + k1/3 x^3 + k2/4 x^4
TEST(Energy, OfASpringThatHardens) {
  test::World w(
      "<option gravity='0 0 0'/><worldbody><body>"
      "<joint type='slide' stiffness='8 6 4' springref='.5'/><geom size='1'/></body></worldbody>");
  w.d.qpos[0] = 1;
  EXPECT_TRUE(near(potential(w), 8 * 0.25 / 2 + 6 * 0.125 / 3 + 4 * 0.0625 / 4));
}

TEST(Energy, OfABallAndATendon) {
  test::World w(
      "<option gravity='0 0 0'/><worldbody>"
      "<body><joint type='ball' stiffness='3'/><geom size='1'/></body>"
      "<body pos='9 0 0'><joint name='s' type='slide'/><geom size='1'/></body></worldbody>"
      "<tendon><fixed stiffness='8' springlength='1 2'><joint joint='s' "
      "coef='2'/></fixed></tendon>");
  w.d.qpos[0] = std::cos(0.3), w.d.qpos[2] = std::sin(0.3);  // by 0.6 about y
  w.d.qpos[4] = 1.25;                                        // half a unit beyond the band
  EXPECT_TRUE(near(potential(w), 0.5 * 3 * 0.36 + 0.5 * 8 * 0.25));
}

}  // namespace
}  // namespace thew
