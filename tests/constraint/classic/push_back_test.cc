// Springs and dampers of limits and equalities in the classic formulation, by hand. The default
// solref (0.02 s, ratio 1) makes k = 2500 and b = 100 on a unit mass; far from the surface the
// default solimp makes the impedance 0.95.

#include <cmath>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

constexpr double kK = 2500, kB = 100, kImp = 0.95, kStep = 0.002;

test::World classic(const std::string& rest, const std::string& options = "") {
  return test::World("<option formulation='classic' gravity='0 0 0' " + options + "/>" + rest);
}

test::World cart(const std::string& joint, const std::string& mass = "2") {
  return classic("<worldbody><body><joint type='slide' axis='1 0 0' " + joint +
                 "/><geom size='.1' mass='" + mass + "'/></body></worldbody>");
}

void expect(double got, double wanted) {
  EXPECT_NEAR(got, wanted, 1e-12 * std::max(1.0, std::abs(wanted)));
}

TEST(ClassicLimit, SpringAndDamperWithoutImpedance) {
  test::World w = cart("range='0 1'");
  w.d.qpos[0] = -0.01;
  w.d.qvel[0] = -0.1;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  expect(w.d.efc_force[0], kK * 0.01 + kB * 0.1);
  expect(w.d.qfrc_constraint[0], 35);
  expect(w.d.qacc[0], 17.5);
  w.d.qpos[0] = 1.02;  // the upper side
  w.d.qvel[0] = 0;
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[0], -kK * 0.02);
}

TEST(ClassicLimit, NeverPulls) {
  test::World w = cart("range='0 1'");
  w.d.qpos[0] = -0.01;
  w.d.qvel[0] = 1;  // 25 - 100
  forward(w.m, w.d);
  EXPECT_EQ(w.d.efc_force[0], 0);
  EXPECT_EQ(w.d.efc_state[0], static_cast<int>(ConstraintState::Satisfied));
}

TEST(ClassicLimit, StiffnessIsClampedByTheStep) {
  test::World w = cart("range='0 1' solreflimit='.001 1'");
  w.d.qpos[0] = -0.001;
  w.d.qvel[0] = -0.05;
  forward(w.m, w.d);
  expect(w.d.efc_force[0], 0.001 / (kStep * kStep) + 0.05 * 2 / kStep);
}

TEST(ClassicLimit, WithoutATimeConstant) {
  for (const char* ref : {"0 0", "-300 -20"}) {
    test::World w = cart(std::string("range='0 1' solreflimit='") + ref + "'");
    w.d.qpos[0] = -0.01;
    w.d.qvel[0] = -0.02;
    forward(w.m, w.d);
    expect(w.d.efc_force[0], 1e4 * 0.01 + 1e3 * 0.02);
  }
}

// 25 N would throw a gram across in a step; it gets what brings it to the limit, and stays.
TEST(ClassicLimit, DoesNotThrowWhatIsLight) {
  test::World w = cart("range='0 1'", ".001");
  w.d.qpos[0] = -0.01;
  forward(w.m, w.d);
  expect(w.d.efc_force[0], 0.001 * 0.01 / (kStep * kStep));
  step(w.m, w.d);
  EXPECT_NEAR(w.d.qpos[0], 0, 1e-15);
}

TEST(ClassicLimit, OfATendon) {
  test::World w =
      classic(R"(<worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="2"/>
    </body></worldbody><tendon><fixed range="0 1"><joint joint="j" coef="2"/></fixed></tendon>)");
  w.d.qpos[0] = -0.01;
  forward(w.m, w.d);
  expect(w.d.efc_force[0], kK * 0.02);
  expect(w.d.qfrc_constraint[0], 2 * kK * 0.02);
}

TEST(ClassicLimit, OfABall) {
  test::World w = classic(R"(<worldbody><body><joint type="ball" range="0 57.29577951308232"/>
    <geom size=".5" mass="10"/></body></worldbody>)");
  const double angle = 1.1;
  w.d.qpos[0] = std::cos(angle / 2);
  w.d.qpos[3] = std::sin(angle / 2);
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.qfrc_constraint[2], -kK * 0.1, 1e-9);
}

const char* const kTwoCarts = R"(<worldbody>
  <body><joint name="a" type="slide"/><geom size=".1" mass="2"/></body>
  <body pos="1 0 0"><joint name="b" type="slide"/><geom size=".1" mass="5"/></body></worldbody>)";

TEST(ClassicEquality, OfJoints) {
  test::World w =
      classic(std::string(kTwoCarts) +
              R"(<equality><joint joint1="a" joint2="b" polycoef="0 2 0 0 0"/></equality>)");
  w.d.qpos[0] = 0.1;
  w.d.qvel[1] = 0.05;
  forward(w.m, w.d);
  const double force = -kImp * (kK * 0.1 - kB * 2 * 0.05);
  expect(w.d.efc_force[0], force);
  expect(w.d.qfrc_constraint[0], force);
  expect(w.d.qfrc_constraint[1], -2 * force);
}

TEST(ClassicEquality, OfTendons) {
  test::World w = classic(std::string(kTwoCarts) + R"(<tendon>
    <fixed name="s"><joint joint="a" coef="1"/></fixed><fixed name="t"><joint joint="b" coef="3"/></fixed>
    </tendon><equality><tendon tendon1="s" tendon2="t"/></equality>)");
  w.d.qpos[0] = 0.02;
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[0], -kImp * kK * 0.02);
  expect(w.d.qfrc_constraint[1], 3 * kImp * kK * 0.02);
}

std::string free_ball(const std::string& equality) {
  return R"(<worldbody><body name="b" pos="0 0 .5"><freejoint/><geom name="g" size=".5" mass="10"/>
    </body></worldbody><equality>)" +
         equality + "</equality>";
}

// Within the width of 1 mm the impedance goes from 0.9 to 0.95: half way, 0.925.
TEST(ClassicEquality, OfPoints) {
  test::World w = classic(free_ball("<connect body1='b' anchor='0 0 0'/>"));
  for (const auto& [apart, imp] : {std::pair{0.01, 0.95}, {0.0005, 0.925}}) {
    reset(w.m, w.d);
    w.d.qpos[0] = apart;
    w.d.qvel[0] = 0.1;
    forward(w.m, w.d);
    ASSERT_EQ(w.d.nefc, 3);
    expect(w.d.qfrc_constraint[0], -imp * (kK * apart + kB * 0.1));
    expect(w.d.qfrc_constraint[1], 0);
  }
}

TEST(ClassicEquality, OfFrames) {
  for (const char* scale : {"1", "3"}) {
    test::World w =
        classic(free_ball(std::string("<weld body1='b' torquescale='") + scale + "'/>"));
    const double angle = 0.1, speed = 0.2;
    w.d.qpos[3] = std::cos(angle / 2);
    w.d.qpos[6] = std::sin(angle / 2);
    w.d.qvel[5] = speed;
    forward(w.m, w.d);
    const double half = std::cos(angle / 2);
    EXPECT_NEAR(w.d.qfrc_constraint[5], -kImp * (kK * std::sin(angle) + kB * speed * half * half),
                1e-10)
        << scale;
  }
}

// The spring of a weld is stretched to half a radian at most: 2 sin(1/2) is 0.96 of it.
TEST(ClassicEquality, AngleOfAWeldIsBounded) {
  test::World w = classic(free_ball("<weld body1='b'/>"), "max_constraint_angvel='1e6'");
  w.d.qpos[3] = std::cos(0.5);
  w.d.qpos[6] = std::sin(0.5);
  forward(w.m, w.d);
  const double stretch = 2 * std::sin(0.5);
  EXPECT_NEAR(w.d.qfrc_constraint[5], -kImp * kK * std::sin(1.0) * 0.5 / stretch, 1e-9);
}

TEST(ClassicEquality, OfADistance) {
  test::World w = classic(free_ball("<distance geom1='g' distance='.48'/>"));
  w.d.qvel[2] = 0.1;  // 0.5 above the origin
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[2], -kImp * (kK * 0.02 + kB * 0.1));
}

TEST(ClassicEquality, ChangesVelocitiesByTheMostAllowed) {
  test::World w = classic(free_ball("<connect body1='b' anchor='0 0 0'/>"));
  w.d.qpos[0] = 10;  // 23750 N
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[0], -10 * 1 / kStep);
  w.m.opt.max_constraint_vel = 0.01;
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[0], -10 * 0.01 / kStep);
}

TEST(ClassicEquality, HeldByManyRowsStaysBounded) {
  test::World w = classic(R"(<worldbody><body name="b" pos="0 0 .5"><freejoint/>
    <geom type="box" size=".01 .01 .01" mass=".001"/></body></worldbody><equality>
    <weld body1="b"/><connect body1="b" anchor=".01 0 0"/><connect body1="b" anchor="0 .01 .01"/></equality>)");
  w.d.qpos[0] += 0.02;
  w.d.qvel[4] = 5;
  for (int i = 0; i < 2000; ++i) step(w.m, w.d);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(w.d.qvel[i], 0, 1e-6);
  EXPECT_NEAR(w.d.qpos[0], 0, 1e-6);
}

// Contacts and equalities do not see one another. When both stopped the same motion whole, it was
// turned round and grew with the depth that contacts take out: random scenes exploded.
TEST(ClassicEquality, AgainstAContactComesToRest) {
  for (const char* ref : {".02 1", ".002 1", ".002 .1", ".0001 2"}) {
    for (const char* contact : {".02 1", ".0001 1"}) {
      test::World w("<option formulation='classic'/><default><geom solref='" +
                    std::string(contact) + R"('/></default><worldbody>
        <geom type="plane" size="1 1 1"/><body name="b" pos="0 0 .019"><freejoint/>
        <geom size=".02" mass=".02" condim="6"/></body></worldbody><equality>
        <weld body1="b" relpose="0 0 .015 1 0 0 0" solref=")" +
                    ref + R"("/></equality>)");
      w.d.qvel[0] = 0.1;
      w.d.qvel[4] = 1;
      for (int i = 0; i < 3000; ++i) step(w.m, w.d);
      for (int i = 0; i < 6; ++i) EXPECT_NEAR(w.d.qvel[i], 0, 1e-6) << ref << "; " << contact;
    }
  }
}

}  // namespace
}  // namespace thew
