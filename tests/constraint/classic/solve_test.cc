// Scenes of the classic formulation: at rest, on slopes, in a stack, and back from accelerations to
// forces.

#include <algorithm>
#include <cmath>

#include <thew/dynamics.h>
#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

constexpr double kGravity = 9.81;

class ClassicScene : public testing::TestWithParam<const char*> {
 protected:
  test::World world(const std::string& rest, const std::string& options = "") {
    // The gradient does not find how corners of one box share its weight to more digits.
    return test::World(
        std::string("<option formulation='classic' iterations='1000' tolerance='1e-6' solver='") +
        GetParam() + "' " + options + "/>" + rest);
  }
};

double normal_force(const Data& d) {
  double sum = 0;
  for (int i = 0; i < d.ncon; ++i) sum += d.efc_force[d.contact.efc_address[i]];
  return sum;
}

TEST_P(ClassicScene, BoxAtRestIsCarried) {
  test::World w =
      world(R"(<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .05"><freejoint/>
    <geom type="box" size=".1 .1 .05" mass="3"/></body></worldbody>)");
  for (int i = 0; i < 2000; ++i) step(w.m, w.d);
  EXPECT_NEAR(normal_force(w.d), 3 * kGravity, 1e-6 * 3 * kGravity);
  EXPECT_GT(w.d.qpos[2], 0.05 - 1e-4);
}

// The pin carries the weight, as far down as its spring is stretched by it.
TEST_P(ClassicScene, PendulumIsHeldByAConnect) {
  test::World w = world(R"(<worldbody><body name="b" pos="0 0 -.5"><freejoint/>
    <geom size=".05" mass="2"/></body></worldbody>
    <equality><connect body1="b" anchor="0 0 .5"/></equality>)");
  for (int i = 0; i < 5000; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.qfrc_constraint[2], 2 * kGravity, 1e-6 * 2 * kGravity);
  EXPECT_NEAR(w.d.qpos[2], -0.5 - 2 * kGravity / (0.95 * 2500), 1e-8);
}

TEST_P(ClassicScene, LimitAtRestCarries) {
  test::World w = world(R"(<worldbody><body><joint type="slide" range="0 1"/>
    <geom size=".05" mass="2"/></body></worldbody>)");
  for (int i = 0; i < 5000; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.qfrc_constraint[0], 2 * kGravity, 1e-6 * 2 * kGravity);
  EXPECT_NEAR(w.d.qpos[0], -2 * kGravity / 2500, 1e-8);
}

// Friction 0.5: holds what is steeper by less, and takes 0.5 g cos from what is steeper by more.
TEST_P(ClassicScene, Slopes) {
  for (const double tangent : {0.45, 0.55, 0.75}) {
    const double angle = std::atan(tangent);
    const std::string gravity = std::to_string(kGravity * std::sin(angle)) + " 0 " +
                                std::to_string(-kGravity * std::cos(angle));
    test::World w =
        world(R"(<worldbody><geom type="plane" size="9 9 1"/><body pos="0 0 .0499"><freejoint/>
      <geom type="box" size=".1 .1 .05" mass="3" friction=".5" priority="1"/></body></worldbody>)",
              "gravity='" + gravity + "'");
    for (int i = 0; i < 250; ++i) step(w.m, w.d);
    const double early = w.d.qvel[0], start = w.d.qpos[0];
    for (int i = 0; i < 500; ++i) step(w.m, w.d);
    if (tangent < 0.5) {
      EXPECT_LT(std::abs(w.d.qpos[0] - start), 1e-6) << "it creeps";
    } else {
      const double wanted = kGravity * (std::sin(angle) - 0.5 * std::cos(angle));
      EXPECT_NEAR((w.d.qvel[0] - early) / 1.0, wanted, 0.01 * wanted) << tangent;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ClassicScene, testing::Values("PGS", "CG", "CGStrict"));

// Three balls in a tube of four walls, 10 s: they rest, less than a millimetre deep.
TEST(ClassicStack, OfThreeSpheres) {
  for (const char* formulation : {"classic", "default"}) {
    const std::string ball = "<freejoint/><geom size='.1' mass='1'/></body>";
    test::World w("<option formulation='" + std::string(formulation) + "'/><worldbody>" + R"(
      <geom type="plane" size="1 1 1"/>)" +
                  "<body pos='0 0 .1'>" + ball + "<body pos='0 0 .3'>" + ball +
                  "<body pos='0 0 .5'>" + ball + "</worldbody>");
    for (int i = 0; i < 5000; ++i) step(w.m, w.d);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(w.d.qpos[7 * i + 2], 0.1 + 0.2 * i, 1e-3 * (1 + i)) << formulation;
      EXPECT_NEAR(w.d.qpos[7 * i], 0, 1e-6) << formulation;
    }
    for (int i = 0; i < w.d.ncon; ++i) EXPECT_GT(w.d.contact.dist[i], -1e-3) << formulation;
    for (int i = 0; i < w.m.nv; ++i) EXPECT_LT(std::abs(w.d.qvel[i]), 1e-6) << formulation;
  }
}

// A body that nobody drives never gains energy: limits, equalities and contacts only take it.
TEST(ClassicEnergy, NeverRises) {
  test::World w(
      R"(<option formulation="classic" timestep=".001"><flag energy="enable"/></option><worldbody>
    <geom type="plane" size="9 9 1"/>
    <body pos="0 0 .4" euler="20 30 0"><freejoint/><geom type="box" size=".1 .05 .03" mass="1"/>
      <body pos=".1 0 0"><joint axis="0 1 0" range="-40 40" damping=".01"/>
        <geom type="capsule" fromto="0 0 0 .2 0 0" size=".02" mass=".3"/></body></body></worldbody>)");
  w.d.qvel[4] = 6;
  w.d.qvel[6] = 8;
  forward(w.m, w.d);
  double last = w.d.energy[0] + w.d.energy[1];
  const double first = last;
  for (int i = 0; i < 3000; ++i) {
    step(w.m, w.d);
    forward(w.m, w.d);
    const double now = w.d.energy[0] + w.d.energy[1];
    // Semi-implicit Euler itself swings by a share of the kinetic energy per step.
    ASSERT_LE(now, last + 1e-3 * std::max(1.0, first)) << i;
    last = now;
  }
  EXPECT_LT(last, first);
}

TEST(ClassicInverse, FindsTheForcesOfContacts) {
  for (const double push : {0.5, 30.0}) {  // sticks, slides
    test::World w(
        R"(<option formulation="classic" tolerance="1e-15" iterations="100000"/><worldbody>
      <geom type="plane" size="1 1 1"/><body pos="0 0 .0499"><freejoint/>
      <geom type="sphere" size=".05" mass="3" condim="4" friction=".4 .1"/></body>
      <body pos="1 0 1"><joint type="slide" range="0 1"/><geom size=".05" mass="2"/></body></worldbody>)");
    w.d.qfrc_applied[0] = push;
    w.d.qfrc_applied[1] = push / 3;
    w.d.qpos[7] = -0.01;
    forward(w.m, w.d);
    ASSERT_EQ(w.d.nefc, 5);
    const std::vector<double> force(w.d.efc_force.begin(), w.d.efc_force.begin() + 5);
    inverse(w.m, w.d);
    for (int i = 0; i < 5; ++i) {
      EXPECT_NEAR(w.d.efc_force[i], force[static_cast<std::size_t>(i)], 1e-6) << i;
    }
    EXPECT_NEAR(w.d.qfrc_inverse[0], push, 1e-6);
    EXPECT_NEAR(w.d.qfrc_inverse[1], push / 3, 1e-6);
    EXPECT_NEAR(w.d.qfrc_inverse[2], 0, 1e-6);
  }
}

TEST(ClassicFriction, OfJointsAndTendonsIsPassive) {
  test::World w(
      R"(<option formulation="classic" gravity="0 0 0" friction_smoothing="50"/><worldbody>
    <body><joint name="a" type="slide" frictionloss=".7"/><geom size=".1" mass="2"/></body></worldbody>
    <tendon><fixed frictionloss=".2"><joint joint="a" coef="3"/></fixed></tendon>)");
  for (const double v : {-2.0, -0.01, 0.0, 0.003, 0.2}) {
    w.d.qvel[0] = v;
    forward(w.m, w.d);
    EXPECT_EQ(w.d.nefc, 0);
    EXPECT_NEAR(w.d.qfrc_passive[0], -0.7 * std::tanh(50 * v) - 3 * 0.2 * std::tanh(150 * v),
                1e-14);
  }
  w.m.opt.disableflags |= static_cast<int>(DisableBit::Frictionloss);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.qfrc_passive[0], 0);
}

TEST(ClassicEuler, DampsExplicitly) {
  test::World w(R"(<option formulation="classic" gravity="0 0 0"/><worldbody><body>
    <joint type="slide" damping="3"/><geom size=".1" mass="2"/></body></worldbody>)");
  w.d.qvel[0] = 1;
  step(w.m, w.d);
  EXPECT_NEAR(w.d.qvel[0], 1 - 0.002 * 3 / 2, 1e-15);
}

TEST(ClassicMuscle, ActivationStaysBetweenNoneAndAll) {
  for (const char* integrator : {"Euler", "RK4"}) {
    test::World w(std::string("<option formulation='classic' integrator='") + integrator + R"('/>
      <worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="2"/></body></worldbody>
      <actuator><muscle joint="j" lengthrange="-1 1"/></actuator>)");
    w.d.act[0] = 1.3;
    w.d.ctrl[0] = 1;
    step(w.m, w.d);
    EXPECT_EQ(w.d.act[0], 1);
    w.d.act[0] = -0.5;
    w.d.ctrl[0] = 0;
    step(w.m, w.d);
    EXPECT_GE(w.d.act[0], 0);
  }
}

}  // namespace
}  // namespace thew
