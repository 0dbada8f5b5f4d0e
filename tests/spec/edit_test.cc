// Classes, attached specs and states, as code uses them.

#include <gtest/gtest.h>

#include <thew/error.h>
#include <thew/spec_edit.h>

namespace thew::spec {
namespace {

// A spec with a root class, and a body "arm" with a joint "j" and a motor on it.
Spec arm() {
  Spec spec;
  spec.world.name = "world";
  spec.defaults.emplace_back().name = "main";
  const auto body = add<Body>(spec.world, spec);
  body->name = "arm";
  add<Joint>(*body, spec)->name = "j";
  const auto motor = add<Actuator>(spec);
  motor->name = "m";
  motor->target = "j";
  motor->trntype = Transmission::Joint;
  const auto key = add<Key>(spec);
  key->name = "up";
  key->qpos = {0.5};
  return spec;
}

TEST(Defaults, AClassBeginsAsItsParentAndGoesWithItsChildren) {
  Spec spec = arm();
  const auto heavy = add_default(spec, "heavy", spec.defaults[0]);
  heavy->geom.density = 5000;
  const auto inner = add_default(spec, "inner", *heavy);
  EXPECT_EQ(inner->geom.density, 5000);
  EXPECT_EQ(add_default(spec, "heavy", spec.defaults[0]), nullptr);
  const auto geom = add<Geom>(spec.world, spec, "inner");
  EXPECT_EQ(geom->density, 5000);
  EXPECT_EQ(geom->classname, "inner");
  EXPECT_TRUE(remove(spec, *heavy));
  EXPECT_TRUE(inner->removed);
  EXPECT_EQ(spec.defaults.size(), 1u);
  EXPECT_EQ(geom->classname, "main");
  EXPECT_FALSE(remove(spec, spec.defaults[0]));
}

TEST(AttachInCode, TheElementsThemselvesGo) {
  Spec spec = arm(), other = arm();
  other.compilers[0].degree = false;
  const auto part = find<Body>(other, "arm");
  const auto frame = add<Frame>(spec.world.bodies[0], spec);
  attach_body(spec, spec.world.bodies[0], frame.get(), other, *part, {"l_", "_r"});
  EXPECT_EQ(find<Body>(spec, "l_arm_r"), part);
  EXPECT_EQ(find<Body>(other, "l_arm_r"), part);
  EXPECT_EQ(parent_of(spec, *part), &spec.world.bodies[0]);
  EXPECT_EQ(part->frame, 0);
  EXPECT_EQ(part->compiler, 1);
  EXPECT_FALSE(spec.compilers[1].degree);
  ASSERT_EQ(spec.actuators.size(), 2u);
  EXPECT_EQ(spec.actuators[1].target, "l_j_r");
  ASSERT_EQ(spec.keys.size(), 2u);
  EXPECT_EQ(spec.keys[1].name, "l_up_r");
  EXPECT_EQ(spec.keys[1].qpos[1], 0.5);
  EXPECT_EQ(spec.keys[0].qpos[0], 0.5);
}

TEST(AttachInCode, AWorldStandsInAFrame) {
  Spec spec = arm(), other = arm();
  add<Geom>(other.world, other)->name = "floor";
  const auto around = attach_world(spec, spec.world, nullptr, other, {"x_", ""});
  EXPECT_EQ(spec.world.frames.share(0), around);
  EXPECT_EQ(spec.world.bodies[1].name, "x_arm");
  EXPECT_EQ(spec.world.bodies[1].frame, 0);
  EXPECT_EQ(spec.world.geoms[0].name, "x_floor");
}

TEST(AttachInCode, ACopyOfAPartOfTheSameSpec) {
  Spec spec = arm();
  const auto copy = attach_own(spec, spec.world, nullptr, spec.world.bodies[0], {"b_", ""});
  EXPECT_EQ(copy->name, "b_arm");
  EXPECT_EQ(spec.world.bodies[0].name, "arm");
  ASSERT_EQ(spec.actuators.size(), 2u);
  EXPECT_EQ(spec.actuators[1].target, "b_j");
}

TEST(ToFrame, TheFrameHoldsWhatTheBodyHeld) {
  Spec spec = arm();
  Body& body = spec.world.bodies[0];
  body.pos = {1, 2, 3};
  add<Geom>(body, spec)->name = "g";
  const auto inner = add<Body>(body, spec);
  const auto frame = to_frame(spec, body);
  EXPECT_EQ(frame->pos, (Vec3{1, 2, 3}));
  EXPECT_EQ(parent_of(spec, *inner), &spec.world);
  EXPECT_EQ(inner->frame, 0);
  EXPECT_EQ(spec.world.geoms[0].frame, 0);
  EXPECT_TRUE(spec.world.joints.empty());
}

TEST(Shortcut, ParametersByTheirNames) {
  Actuator actuator;
  set_shortcut(actuator, ActuatorType::Position, {{"kp", {3}}, {"kv", {0.5}}});
  EXPECT_EQ(actuator.gainprm[0], 3);
  EXPECT_EQ(actuator.biasprm[1], -3);
  EXPECT_EQ(actuator.biasprm[2], -0.5);
  EXPECT_THROW(set_shortcut(actuator, ActuatorType::Position, {{"area", {3}}, {"x", {1}}}), Error);
}

TEST(Dedup, EqualAssetsAreMerged) {
  Spec spec = arm();
  for (const char* name : {"a", "b", "c"}) add<Mesh>(spec)->name = name;
  spec.meshes[2].scale = {2, 2, 2};
  add<Geom>(spec.world, spec)->meshname = "b";
  EXPECT_EQ(dedup_assets(spec), 1);
  EXPECT_EQ(spec.world.geoms[0].meshname, "a");
  EXPECT_EQ(spec.meshes.size(), 2u);
}

}  // namespace
}  // namespace thew::spec
