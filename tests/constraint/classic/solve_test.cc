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
    return test::World(std::string("<option formulation='classic' solver='") + GetParam() + "' " +
                       options + "/>" + rest);
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
  for (int i = 0; i < 2000; ++i) {
    step(w.m, w.d);
    ASSERT_TRUE(w.d.nefc == 0 || w.d.solver_converged[0] == 1) << i;
  }
  EXPECT_NEAR(normal_force(w.d), 3 * kGravity, 1e-6 * 3 * kGravity);
  EXPECT_GT(w.d.qpos[2], 0.05 - 1e-4);
  EXPECT_EQ(w.d.solver_fallback[0], 0);
}

// At rest a force is what it must be, however it is found.
TEST_P(ClassicScene, AgreesAtRestWithTheDefaultFormulation) {
  for (const char* scene : {
           R"(<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .05"><freejoint/>
             <geom type="box" size=".1 .1 .05" mass="3"/></body></worldbody>)",
           R"(<worldbody><body name="b" pos="0 0 -.5"><freejoint/><geom size=".05" mass="2"/></body>
             </worldbody><equality><connect body1="b" anchor="0 0 .5"/></equality>)",
           R"(<worldbody><body><joint axis="0 1 0" range="-10 20"/>
             <geom pos=".3 0 0" size=".05" mass="2"/></body></worldbody>)"}) {
    test::World classic = world(scene), standard(scene);
    for (test::World* w : {&classic, &standard}) {
      for (int i = 0; i < 5000; ++i) step(w->m, w->d);
    }
    for (int i = 0; i < classic.m.nv; ++i) {
      const double force = standard.d.qfrc_constraint[i];
      // A hinge rests a little further in: its weight pulls at another lever.
      const double lever =
          classic.m.nv == 1 ? std::cos(classic.d.qpos[0]) / std::cos(standard.d.qpos[0]) : 1;
      EXPECT_NEAR(classic.d.qfrc_constraint[i], force * lever, 1e-6 * 3 * kGravity) << scene << i;
    }
  }
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
      EXPECT_NEAR((w.d.qvel[0] - early) / 1.0, wanted, 1e-4 * wanted) << tangent;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ClassicScene, testing::Values("PGS", "CG", "CGStrict"));

// Three balls on one another, 10 s: they rest, less than a millimetre deep.
TEST(ClassicStack, OfThreeSpheres) {
  for (const char* formulation : {"classic", "default"}) {
    const std::string ball = "<freejoint/><geom size='.1' mass='1'/></body>";
    test::World w("<option formulation='" + std::string(formulation) + "'/><worldbody>" + R"(
      <geom type="plane" size="1 1 1"/>)" +
                  "<body pos='0 0 .1'>" + ball + "<body pos='0 0 .3'>" + ball +
                  "<body pos='0 0 .5'>" + ball + "</worldbody>");
    for (int i = 0; i < 5000; ++i) {
      step(w.m, w.d);
      for (int c = 0; c < w.d.ncon; ++c) ASSERT_GT(w.d.contact.dist[c], -1e-3) << formulation;
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(w.d.qpos[7 * i + 2], 0.1 + 0.2 * i, 1e-3 * (1 + i)) << formulation;
      EXPECT_NEAR(w.d.qpos[7 * i], 0, 1e-6) << formulation;
    }
    for (int i = 0; i < w.m.nv; ++i) EXPECT_LT(std::abs(w.d.qvel[i]), 1e-6) << formulation;
  }
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
