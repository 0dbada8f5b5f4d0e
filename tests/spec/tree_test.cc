#include <gtest/gtest.h>

#include <thew/spec_edit.h>

namespace thew::spec {
namespace {

// world: frame f { body a { geom g, joint j }, geom w }, body b { geom h }; relations to j and h.
Spec scene() {
  Spec spec;
  spec.world.name = "world";
  spec.world.frames.emplace_back().name = "f";
  spec.world.frames.emplace_back().name = "inner";
  spec.world.frames[1].frame = 0;
  spec.world.frames.emplace_back().name = "last";
  Body& a = spec.world.bodies.emplace_back();
  a.name = "a";
  a.frame = 1;
  a.geoms.emplace_back().name = "g";
  a.joints.emplace_back().name = "j";
  Geom& w = spec.world.geoms.emplace_back();
  w.name = "w";
  w.frame = 2;
  Body& b = spec.world.bodies.emplace_back();
  b.name = "b";
  b.geoms.emplace_back().name = "h";
  Actuator& motor = spec.actuators.emplace_back();
  motor.name = "motor";
  motor.trntype = Transmission::Joint;
  motor.target = "j";
  Sensor& effort = spec.sensors.emplace_back();
  effort.name = "effort";
  effort.type = SensorType::Actuatorfrc;
  effort.objtype = ObjectType::Actuator;
  effort.objname = "motor";
  Pair& pair = spec.pairs.emplace_back();
  pair.geomname1 = "w";
  pair.geomname2 = "h";
  return spec;
}

TEST(List, ElementsStayWhereTheyAre) {
  List<Geom> list;
  list.emplace_back().name = "first";
  const Geom* const first = &list[0];
  for (int i = 0; i < 100; ++i) list.emplace_back();
  List<Geom> other;
  other.take(list, 0);
  EXPECT_EQ(first, &other[0]);
  EXPECT_TRUE(list.empty());
  const List<Geom> copy = other;
  EXPECT_NE(first, &copy[0]);
  EXPECT_EQ(copy[0].name, "first");
}

TEST(Tree, FindsByNameAndParent) {
  Spec spec = scene();
  const auto geom = find<Geom>(spec, "h");
  ASSERT_TRUE(geom);
  EXPECT_EQ(parent_of(spec, *geom)->name, "b");
  EXPECT_FALSE(find<Geom>(spec, "none"));
  EXPECT_EQ(all_of<Geom>(spec).size(), 3u);
  EXPECT_EQ(all_of<Body>(spec).size(), 2u);
  EXPECT_EQ(all_of<Actuator>(spec)[0]->name, "motor");
}

TEST(Tree, ABodyGoesWithAllThatRefersToIt) {
  Spec spec = scene();
  const auto body = find<Body>(spec, "a");
  const auto joint = find<Joint>(spec, "j");
  const auto sensor = find<Sensor>(spec, "effort");
  ASSERT_TRUE(remove(spec, *body));
  EXPECT_TRUE(body->removed && joint->removed && sensor->removed);
  EXPECT_TRUE(spec.actuators.empty());
  EXPECT_TRUE(spec.sensors.empty());  // of the actuator that went
  EXPECT_EQ(spec.pairs.size(), 1u);   // of geoms elsewhere
  EXPECT_FALSE(remove(spec, *body));
}

TEST(Tree, AFrameGoesWithItsContentsAndTheOthersKeepTheirs) {
  Spec spec = scene();
  const auto body = find<Body>(spec, "a");
  ASSERT_TRUE(remove(spec, *find<Frame>(spec, "f")));
  EXPECT_TRUE(body->removed);
  ASSERT_EQ(spec.world.frames.size(), 1u);
  EXPECT_EQ(spec.world.frames[0].name, "last");
  EXPECT_EQ(spec.world.geoms[0].frame, 0);
  EXPECT_TRUE(spec.actuators.empty());
  ASSERT_EQ(spec.world.bodies.size(), 1u);
  EXPECT_EQ(spec.world.bodies[0].name, "b");
}

TEST(Tree, KeyframesKeepWhatTheySayAboutTheRest) {
  Spec spec = scene();
  find<Body>(spec, "b")->joints.emplace_back().type = JointType::Free;
  const auto key = [&]() -> Key& { return spec.keys.at(0); };
  spec.keys.emplace_back().qpos = {9, 1, 2, 3, 4, 5, 6, 7};
  key().ctrl = {8};
  const Key* const before = &key();
  ASSERT_TRUE(remove(spec, *find<Body>(spec, "a")));
  EXPECT_EQ(before, &key());
  EXPECT_EQ(key().qpos, (std::vector<double>{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(key().ctrl.empty());
  EXPECT_TRUE(key().qvel.empty());
}

TEST(Tree, AGeomGoesAlone) {
  Spec spec = scene();
  ASSERT_TRUE(remove(spec, *find<Geom>(spec, "h")));
  EXPECT_EQ(find<Body>(spec, "b")->geoms.size(), 0u);
  EXPECT_EQ(spec.pairs.size(), 1u);  // another geom may get the name
  EXPECT_EQ(spec.actuators.size(), 1u);
}

}  // namespace
}  // namespace thew::spec
