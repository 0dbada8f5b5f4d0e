// What the builder makes of its words, without compiling. That built models equal written ones is
// shown by tests/conformance/test_builder.py.

#include <gtest/gtest.h>

#include <thew/builder.h>
#include <thew/error.h>

namespace thew {
namespace {

TEST(Builder, BodiesStandInOneAnother) {
  ModelBuilder machine("crane", {.timestep = 0.01});
  auto mast = machine.world().add_body("mast", {.pos = {0, 0, 1}}).hinge({.damping = 2});
  mast.add_body("jib").slide({.name = "trolley", .axis = {{1, 0, 0}}});
  const spec::Spec& spec = machine.spec();
  EXPECT_EQ(spec.modelname, "crane");
  EXPECT_EQ(spec.option.timestep, 0.01);
  ASSERT_EQ(spec.world.bodies.size(), 1u);
  const spec::Body& body = spec.world.bodies[0];
  EXPECT_EQ(body.pos[2], 1);
  EXPECT_EQ(body.joints[0].name, "mast");
  EXPECT_EQ(body.joints[0].damping[0], 2);
  EXPECT_EQ(body.bodies[0].joints[0].type, JointType::Slide);
  EXPECT_EQ(machine.body("jib").name(), "jib");
}

TEST(Builder, HelpersAreOrdinaryJoints) {
  ModelBuilder machine;
  machine.world().add_body("u").universal({.name = "knee"}, {.axis = {{0, 0, 1}}});
  machine.world().add_body("c").cylindrical({.axis = {{0, 1, 0}}}, {.range = {{0, 1}}});
  machine.world().add_body("p").planar();
  const auto& bodies = machine.spec().world.bodies;
  EXPECT_EQ(bodies[0].joints[0].name, "knee_1");
  EXPECT_EQ(bodies[0].joints[1].name, "knee_2");
  EXPECT_EQ(bodies[0].joints[1].axis[2], 1);
  EXPECT_EQ(bodies[1].joints[0].type, JointType::Hinge);
  EXPECT_EQ(bodies[1].joints[1].type, JointType::Slide);
  EXPECT_EQ(bodies[1].joints[1].axis[1], 1);
  EXPECT_EQ(bodies[1].joints[1].range[1], 1);
  ASSERT_EQ(bodies[2].joints.size(), 3u);
  EXPECT_EQ(bodies[2].joints[2].name, "p_angle");
}

TEST(Builder, APositionMotorIsDampedByItself) {
  ModelBuilder machine;
  machine.world().add_body("arm").hinge().sphere(0.1).position_motor(25, {.force_limit = 3});
  const spec::Actuator& motor = machine.spec().actuators[0];
  EXPECT_EQ(motor.gainprm[0], 25);
  EXPECT_EQ(motor.biasprm[1], -25);
  EXPECT_EQ(motor.biasprm[2], -10);  // 2 sqrt(25)
  EXPECT_EQ(motor.forcerange[0], -3);
}

TEST(Builder, AnErrorNamesTheElementAndLeavesTheModelAlone) {
  ModelBuilder machine;
  auto arm = machine.world().add_body("arm").hinge();
  try {
    arm.universal({.name = "x"}, {.axis = {{0, 0, 0}}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.element(), "joint \"x_2\"");
    EXPECT_EQ(error.fault(), "axis is zero");
  }
  EXPECT_THROW(machine.differential("arm", "x_1", "none"), Error);
  EXPECT_TRUE(machine.spec().tendons.empty());
}

TEST(Builder, BodiesOutliveAMovedBuilder) {
  ModelBuilder first;
  auto arm = first.world().add_body("arm");
  ModelBuilder second = std::move(first);
  arm.sphere(0.5);
  EXPECT_EQ(second.spec().world.bodies[0].geoms.size(), 1u);
}

}  // namespace
}  // namespace thew
