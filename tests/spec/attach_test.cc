// Parts of models put into others, without a file.

#include "spec/attach.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/fault.h"
#include "spec/edit.h"
#include "spec/keys.h"
#include "spec/replicate.h"

namespace thew::spec {
namespace {

// A body "arm" with a joint "j" and a motor "m" on it, tagged as a front end does.
Spec arm(Context& context) {
  Spec spec;
  Body& body = spec.world.bodies.emplace_back();
  body.name = "arm";
  body.tag = ++context.tags;
  Joint& joint = body.joints.emplace_back();
  joint.name = "j";
  joint.tag = ++context.tags;
  Actuator& motor = spec.actuators.emplace_back();
  motor.name = "m";
  motor.target = "j";
  motor.trntype = Transmission::Joint;
  motor.tag = ++context.tags;
  Key& key = spec.keys.emplace_back();
  key.name = "up";
  key.qpos = {0.5};
  key.ctrl = {2};
  return spec;
}

std::vector<std::string> bodies_of(const Spec& spec) {
  std::vector<std::string> names;
  walk(spec.world, [&](const Body& body) { names.push_back(body.name); });
  return names;
}

TEST(Attach, ThePartBringsWhoRefersToIt) {
  Context context;
  context.max_elements = 1000;
  Assembly model;
  Origin origin;
  origin.model.spec = arm(context);
  origin.size = size_of(origin.model.spec);
  attach_other(model, origin, {"arm", "", "left_"}, {model.spec.world}, context);
  attach_other(model, origin, {"arm", "", "right_"}, {model.spec.world}, context);
  EXPECT_EQ(bodies_of(model.spec), (std::vector<std::string>{"", "left_arm", "right_arm"}));
  ASSERT_EQ(model.spec.actuators.size(), 2u);
  EXPECT_EQ(model.spec.actuators[1].target, "right_j");
}

TEST(Attach, KeyframesFillTheirShareOfTheState) {
  Context context;
  context.max_elements = 1000;
  Assembly model;
  model.spec = arm(context);
  model.spec.keys.clear();
  Origin origin;
  origin.model.spec = arm(context);
  attach_other(model, origin, {"arm", "", "x_"}, {model.spec.world}, context);
  put_together(model);
  ASSERT_EQ(model.spec.keys.size(), 1u);
  const Key& key = model.spec.keys[0];
  EXPECT_EQ(key.name, "x_up");
  ASSERT_EQ(key.qpos.size(), 2u);
  EXPECT_TRUE(std::isnan(key.qpos[0]));
  EXPECT_EQ(key.qpos[1], 0.5);
  EXPECT_EQ(key.ctrl[1], 2);
}

TEST(Attach, AMissingBodyIsAFaultOfItsAttribute) {
  Context context;
  Assembly model;
  Origin origin;
  try {
    attach_other(model, origin, {"leg", "", "x_"}, {model.spec.world}, context);
    FAIL() << "accepted";
  } catch (const base::Fault& fault) {
    EXPECT_EQ(fault.attribute, "body");
    EXPECT_EQ(fault.what, "there is no body \"leg\"");
  }
}

TEST(Replicate, CopiesCountAgainstWhatAModelMayHold) {
  Context context;
  context.max_elements = 10;
  Assembly model;
  Relations relations(model.spec);
  Body part;
  part.frames.emplace_back();
  part.bodies.emplace_back();
  EXPECT_THROW(replicate(model, relations, part, 0, {100, "", {}, {}}, {model.spec.world}, context),
               base::Fault);
  context.elements = 0;
  replicate(model, relations, part, 0, {3, "", {1, 0, 0}, {}}, {model.spec.world}, context);
  ASSERT_EQ(model.spec.world.frames.size(), 3u);
  EXPECT_EQ(model.spec.world.frames[2].pos, (Vec3{2, 0, 0}));
}

}  // namespace
}  // namespace thew::spec
