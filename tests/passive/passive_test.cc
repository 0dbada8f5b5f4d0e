// Springs, dampers and gravity compensation.

#include <thew/stages.h>
#include <thew/step.h>

#include "dynamics/two_link_arm.h"
#include "model/lane_types.h"

namespace thew {
namespace {

using test::near;

void run(test::World& w) {
  forward_position(w.m, w.d);
  forward_velocity(w.m, w.d);
  passive::passive(w.m, w.d);
}

struct OneDof {
  const char* joint;
  double position, velocity, spring, damper;
};

class SlideSpring : public testing::TestWithParam<OneDof> {};

TEST_P(SlideSpring, PullsBack) {
  const OneDof& p = GetParam();
  test::World w(std::string("<worldbody><body><joint type='slide' ") + p.joint +
                "/><geom size='1'/></body></worldbody>");
  w.d.qpos[0] = p.position;
  w.d.qvel[0] = p.velocity;
  run(w);
  EXPECT_TRUE(near(w.d.qfrc_spring[0], p.spring));
  EXPECT_TRUE(near(w.d.qfrc_damper[0], p.damper));
  EXPECT_TRUE(near(w.d.qfrc_passive[0], p.spring + p.damper));
}

// -k x - k1 x^2 - k2 x^3 from the rest, and -b v - b1 |v| v - b2 v^3.
INSTANTIATE_TEST_SUITE_P(All, SlideSpring,
                         testing::Values(OneDof{"stiffness='8'", 0.5, 2, -4, 0},
                                         OneDof{"stiffness='8' springref='1'", 0.5, 2, 4, 0},
                                         OneDof{"stiffness='8 6 4'", 0.5, 0, -(4 + 1.5 + 0.5), 0},
                                         OneDof{"damping='3'", 0.5, -2, 0, 6},
                                         OneDof{"damping='3 2 1'", 0, -2, 0, 6 + 8 + 8},
                                         OneDof{"stiffness='8' damping='3'", 0.5, 2, -4, -6}));

// By 0.6 about y, and a free body that is also 0.1, 0.2, 0.3 away.
TEST(Passive, SpringsOfBallsAndFreeJoints) {
  test::World w(
      "<worldbody><body><joint type='ball' stiffness='5'/><geom size='1'/></body>"
      "<body pos='9 0 0'><joint type='free' stiffness='5'/><geom size='1'/></body></worldbody>");
  for (const int adr : {0, 7}) w.d.qpos[adr] = std::cos(0.3), w.d.qpos[adr + 2] = std::sin(0.3);
  w.d.qpos[4] += 0.1, w.d.qpos[5] += 0.2, w.d.qpos[6] += 0.3;
  run(w);
  EXPECT_TRUE(near(w.d.qfrc_spring.data(), {0, -3, 0, -0.5, -1, -1.5, 0, -3, 0}));
}

TEST(Passive, TendonsHaveADeadBand) {
  test::World w(
      "<worldbody><body><joint name='s' type='slide'/><geom size='1'/></body></worldbody>"
      "<tendon><fixed stiffness='8' damping='3' springlength='1 2'>"
      "<joint joint='s' coef='2'/></fixed></tendon>");
  w.d.qvel[0] = 5;
  const double damper = -3 * 10 * 2.0;
  for (const auto& [position, spring] :
       {std::pair(0.25, 8 * 0.5 * 2), std::pair(0.75, 0.0), std::pair(1.5, -8 * 1 * 2.0)}) {
    w.d.qpos[0] = position;
    run(w);
    EXPECT_TRUE(near(w.d.qfrc_spring[0], spring)) << position;
    EXPECT_TRUE(near(w.d.qfrc_damper[0], damper)) << position;
  }
}

TEST(Passive, GravityCompensationHoldsItsShare) {
  test::TwoLinkArm a;
  a.m.body_gravcomp[1] = a.m.body_gravcomp[2] = 1;
  run(a);
  EXPECT_TRUE(near(a.d.qfrc_gravcomp.data(), {a.weight1, a.weight2}));
  EXPECT_TRUE(near(a.d.qfrc_passive.data(), {a.weight1, a.weight2}));
  a.m.body_gravcomp[1] = 0, a.m.body_gravcomp[2] = 0.5;  // half of the lower arm, at both joints
  run(a);
  const double lower1 = a.g * a.m2 * a.l1 * std::cos(a.q1) + a.weight2;
  EXPECT_TRUE(near(a.d.qfrc_gravcomp.data(), {0.5 * lower1, 0.5 * a.weight2}));
}

TEST(Passive, ActuatorsMayCarryTheCompensation) {
  test::World w(
      "<option gravity='0 0 -10'/><worldbody><body gravcomp='1'>"
      "<joint type='slide' axis='0 0 1' actuatorgravcomp='true'/><geom size='1' mass='2'/>"
      "</body></worldbody>");
  run(w);
  EXPECT_TRUE(near(w.d.qfrc_gravcomp[0], 20));
  EXPECT_EQ(w.d.qfrc_passive[0], 0);
}

TEST(Passive, CanBeDisabled) {
  test::World w(
      "<worldbody><body gravcomp='1'><joint type='slide' axis='0 0 1' stiffness='8' "
      "damping='3'/><geom size='1'/></body></worldbody>");
  w.d.qpos[0] = 0.5, w.d.qvel[0] = 2;
  w.m.opt.disableflags =
      static_cast<int>(DisableBit::Spring) | static_cast<int>(DisableBit::Gravity);
  run(w);
  EXPECT_EQ(w.d.qfrc_spring[0], 0);
  EXPECT_TRUE(near(w.d.qfrc_passive[0], -6));
  w.m.opt.disableflags =
      static_cast<int>(DisableBit::Spring) | static_cast<int>(DisableBit::Damper);
  run(w);
  EXPECT_EQ(w.d.qfrc_passive[0], 0);  // all passive forces are off, compensation too
}

TEST(Passive, LanesHaveTheirOwnForces) {
  const Model m = load_string(
      "<mujoco><worldbody><body><joint type='slide' stiffness='8'/>"
      "<geom size='1'/></body></worldbody></mujoco>");
  BasicData<Pack4> lanes(m);
  reset(m, lanes);
  for (int k = 0; k < 4; ++k) lanes.qpos[0].set(k, k);
  forward_position(m, lanes);
  forward_velocity(m, lanes);
  for (int k = 0; k < 4; ++k) EXPECT_TRUE(near(lanes.qfrc_spring[0][k], -8.0 * k)) << k;
}

}  // namespace
}  // namespace thew
