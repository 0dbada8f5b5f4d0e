// Joints of URDF: every type, limits, dynamics, and joints that follow others.

#include <cmath>

#include "io/urdf_support.h"

namespace thew::io::urdf {
namespace {

using spec::Vec2;
using spec::Vec3;

TEST(UrdfJoint, FixedHasNone) {
  const auto spec = read(pair("fixed", "<origin xyz=\"1 2 3\"/>"));
  EXPECT_TRUE(child(spec).joints.empty());
  EXPECT_EQ(child(spec).pos, (Vec3{1, 2, 3}));
}

TEST(UrdfJoint, RevoluteIsAHingeAboutItsAxis) {
  const auto spec =
      read(pair("revolute", "<axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"2\" effort=\"3\"/>"));
  const spec::Joint& joint = child(spec).joints.at(0);
  EXPECT_EQ(joint.type, JointType::Hinge);
  EXPECT_EQ(joint.name, "j");
  EXPECT_EQ(joint.axis, (Vec3{0, 1, 0}));
  EXPECT_EQ(joint.range, (Vec2{-1, 2}));
  EXPECT_EQ(joint.limited, Limited::Auto);
  EXPECT_EQ(joint.actfrcrange, (Vec2{-3, 3}));
  EXPECT_FALSE(spec.compilers[0].degree);
}

TEST(UrdfJoint, TheAxisIsXUnlessGiven) {
  EXPECT_EQ(child(read(pair("continuous"))).joints[0].axis, (Vec3{1, 0, 0}));
}

TEST(UrdfJoint, ContinuousHasNoLimits) {
  const auto spec = read(pair("continuous", "<limit lower=\"-1\" upper=\"2\" effort=\"3\"/>"));
  EXPECT_EQ(child(spec).joints[0].range, Vec2{});
  EXPECT_EQ(child(spec).joints[0].actfrcrange, (Vec2{-3, 3}));
}

TEST(UrdfJoint, PrismaticIsASlide) {
  const auto spec = read(pair("prismatic", "<limit lower=\"0\" upper=\".5\"/>"));
  EXPECT_EQ(child(spec).joints[0].type, JointType::Slide);
  EXPECT_EQ(child(spec).joints[0].range, (Vec2{0, .5}));
}

TEST(UrdfJoint, FloatingIsFree) {
  EXPECT_EQ(child(read(pair("floating"))).joints[0].type, JointType::Free);
}

TEST(UrdfJoint, SphericalIsABall) {
  EXPECT_EQ(child(read(pair("spherical"))).joints[0].type, JointType::Ball);
}

TEST(UrdfJoint, PlanarIsTwoSlidesAndAHinge) {
  const auto spec = read(pair("planar", "<axis xyz=\"0 0 2\"/><dynamics damping=\"4\"/>"));
  const auto& joints = child(spec).joints;
  ASSERT_EQ(joints.size(), 3u);
  EXPECT_EQ(joints[0].name, "j_TX");
  EXPECT_EQ(joints[1].name, "j_TY");
  EXPECT_EQ(joints[2].name, "j_RZ");
  EXPECT_EQ(joints[0].axis, (Vec3{1, 0, 0}));
  EXPECT_EQ(joints[1].axis, (Vec3{0, 1, 0}));
  EXPECT_EQ(joints[2].axis, (Vec3{0, 0, 2}));
  EXPECT_EQ(joints[0].type, JointType::Slide);
  EXPECT_EQ(joints[1].type, JointType::Slide);
  EXPECT_EQ(joints[2].type, JointType::Hinge);
  for (const auto& joint : joints) EXPECT_EQ(joint.damping[0], 4);
}

TEST(UrdfJoint, Dynamics) {
  const auto spec = read(pair("continuous", "<dynamics damping=\".5\" friction=\".25\"/>"));
  EXPECT_EQ(child(spec).joints[0].damping[0], .5);
  EXPECT_EQ(child(spec).joints[0].frictionloss, .25);
}

TEST(UrdfJoint, RollPitchYawTurnAboutFixedAxes) {
  // A quarter about x, then one about z: y goes to z and stays, x goes to y.
  const auto spec =
      read(pair("fixed", "<origin rpy=\"1.5707963267948966 0 1.5707963267948966\"/>"));
  const auto& q = child(spec).orientation.quat;
  for (const double x : q) EXPECT_NEAR(x, .5, 1e-15);
}

TEST(UrdfJoint, LimitsThatAreNone) {
  for (const char* const limit :
       {"lower=\"1\" upper=\"-1\"", "lower=\"1\" upper=\"1\"", "lower=\"1\"", "upper=\"1\""}) {
    const auto spec = read(pair("revolute", "<limit " + std::string(limit) + "/>"));
    EXPECT_EQ(child(spec).joints[0].limited, Limited::False) << limit;
    EXPECT_CONTAINS(warnings(spec), "no limits");
  }
  EXPECT_CONTAINS(warnings(read(pair("revolute"))), "<limit> is missing");
}

TEST(UrdfJoint, InfiniteLimitsAreNone) {
  for (const char* const far : {"inf", "1e999", "1e100", "+inf", "Infinity"}) {
    const std::string up = far, down = "-" + std::string(far[0] == '+' ? far + 1 : far);
    const auto spec = read(pair(
        "revolute", "<limit lower=\"" + down + "\" upper=\"" + up + "\" effort=\"" + up + "\"/>"));
    EXPECT_EQ(child(spec).joints[0].limited, Limited::False) << far;
    EXPECT_EQ(child(spec).joints[0].actfrcrange, Vec2{}) << far;
  }
  EXPECT_CONTAINS(refused(pair("revolute", "<limit lower=\"nan\" upper=\"1\"/>")).fault(), "lower");
}

TEST(UrdfJoint, WhatIsNotSimulatedIsTold) {
  const auto spec = read(pair("continuous",
                              "<limit effort=\"1\" velocity=\"2\"/><safety_controller "
                              "k_velocity=\"1\"/>"));
  EXPECT_CONTAINS(warnings(spec), "safety_controller");
  EXPECT_CONTAINS(warnings(spec), "velocity");
  EXPECT_EQ(spec.warnings.size(), 2u);
}

std::string two(const std::string& mimic, const std::string& type = "revolute") {
  return robot(link("a") + link("b") + link("c") + joint(type, mimic, "k", "a", "c") +
               joint("continuous"));
}

TEST(UrdfMimic, IsAnEqualityOfJoints) {
  const auto spec = read(two("<mimic joint=\"j\" multiplier=\"2\" offset=\".3\"/>"));
  ASSERT_EQ(spec.equalities.size(), 1u);
  EXPECT_EQ(spec.equalities[0].type, EqualityType::Joint);
  EXPECT_EQ(spec.equalities[0].name1, "k");
  EXPECT_EQ(spec.equalities[0].name2, "j");
  EXPECT_EQ(spec.equalities[0].data[0], .3);
  EXPECT_EQ(spec.equalities[0].data[1], 2);
}

TEST(UrdfMimic, OneToOneUnlessGiven) {
  const auto spec = read(two("<mimic joint=\"j\"/>"));
  EXPECT_EQ(spec.equalities.at(0).data[0], 0);
  EXPECT_EQ(spec.equalities.at(0).data[1], 1);
}

TEST(UrdfMimic, NeedsTwoJointsOfOneNumber) {
  for (const auto& [mimic, type] : {std::pair{"<mimic joint=\"nobody\"/>", "revolute"},
                                    {"<mimic joint=\"j\"/>", "planar"},
                                    {"<mimic joint=\"j\"/>", "floating"}}) {
    const auto spec = read(two(mimic, type));
    EXPECT_TRUE(spec.equalities.empty());
    EXPECT_CONTAINS(warnings(spec), "left out");
  }
  EXPECT_CONTAINS(refused(two("<mimic joint=\"k\"/>")).fault(), "itself");
  EXPECT_CONTAINS(refused(two("<mimic/>")).fault(), "\"joint\" is missing");
}

TEST(UrdfJoint, ErrorsNameThePlace) {
  const Error error =
      refused("<robot>\n<link name=\"a\"/>\n<link name=\"b\"/>\n" + joint("revolut") + "</robot>");
  EXPECT_EQ(error.file(), "test.xml");
  EXPECT_EQ(error.line(), 4);
  EXPECT_EQ(error.column(), 17);
  EXPECT_EQ(error.element(), "joint \"j\"");
  EXPECT_EQ(error.hint(), "did you mean \"revolute\"?");
}

TEST(UrdfJoint, BadTrees) {
  EXPECT_CONTAINS(refused(robot(link("a") + joint("fixed"))).fault(), "no link \"b\"");
  EXPECT_CONTAINS(refused(robot(link("a") + link("a"))).fault(), "taken already, in line 1");
  EXPECT_CONTAINS(
      refused(robot(link("a") + link("b") + joint("fixed") + joint("fixed", "", "k"))).fault(),
      "child of two joints");
  EXPECT_CONTAINS(
      refused(robot(link("a") + link("b") + joint("fixed") + joint("fixed", "", "k", "b", "a")))
          .fault(),
      "loop");
  EXPECT_CONTAINS(refused(robot(link("a") + joint("fixed", "", "k", "a", "a"))).fault(), "loop");
  EXPECT_CONTAINS(refused(robot("<link/>")).fault(), "\"name\" is missing");
  EXPECT_CONTAINS(
      refused(robot(link("a") + link("world") + joint("fixed", "", "k", "a", "world"))).fault(),
      "world");
}

TEST(UrdfJoint, LongChainsEndInAnError) {
  std::string chain = link("0");
  for (int i = 1; i < 2000; ++i) {
    chain += link(std::to_string(i)) + joint("continuous", "", "j" + std::to_string(i),
                                             std::to_string(i - 1), std::to_string(i));
  }
  EXPECT_CONTAINS(refused(robot(chain)).fault(), "at most 500");
}

TEST(UrdfJoint, ARepeatedNameIsNone) {
  const auto spec = read(robot(link("a") + link("b") + link("c") + joint("continuous") +
                               joint("continuous", "", "j", "b", "c")));
  EXPECT_EQ(child(spec).joints[0].name, "j");
  EXPECT_EQ(child(spec).bodies[0].joints[0].name, "");
  EXPECT_CONTAINS(warnings(spec), "taken already");
}

TEST(UrdfJoint, BodiesInTheOrderOfTheLinksAndJoints) {
  const auto spec = read(robot(link("b") + link("a") + link("c") +
                               joint("continuous", "", "k", "a", "c") + joint("continuous")));
  ASSERT_EQ(spec.world.bodies.size(), 1u);
  EXPECT_EQ(spec.world.bodies[0].name, "a");
  EXPECT_EQ(spec.world.bodies[0].bodies[0].name, "c");
  EXPECT_EQ(spec.world.bodies[0].bodies[1].name, "b");
}

TEST(UrdfJoint, TheLinkWorldIsTheWorld) {
  const auto spec =
      read(robot(link("world", "") + link("b") + joint("floating", "", "j", "world", "b")));
  EXPECT_EQ(spec.world.bodies.at(0).name, "b");
}

}  // namespace
}  // namespace thew::io::urdf
