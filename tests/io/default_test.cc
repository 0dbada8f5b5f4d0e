// Default classes: what they give, and to whom.

#include "io/support.h"

namespace thew::io {
namespace {

using spec::Vec3;
using Form = spec::Orientation::Form;

TEST(Default, ShortArraysKeepTheRest) {
  const auto spec =
      read(world("<geom size=\".1\" friction=\".7\" solimp=\".8\" solref=\".01\"/>"
                 "<geom class=\"c\" size=\".3\" friction=\".5\"/>",
                 "<default><default class=\"c\"><geom friction=\"1 2 3\" size=\".1 .2 .4\"/>"
                 "</default></default>"));
  const auto& geoms = spec.world.geoms;
  EXPECT_EQ(geoms[0].friction, (Vec3{.7, .005, .0001}));
  EXPECT_EQ(geoms[0].solref, (spec::SolRef{.01, 1}));
  EXPECT_EQ(geoms[0].solimp, (spec::SolImp{.8, .95, .001, .5, 2}));
  EXPECT_EQ(geoms[1].friction, (Vec3{.5, 2, 3}));
  EXPECT_EQ(geoms[1].size, (Vec3{.3, .2, .4}));
}

TEST(Default, SizeComesFromTheClass) {
  const auto spec =
      read(world("<geom/>", "<default><geom type=\"box\" size=\"1 2 3\"/></default>"));
  EXPECT_EQ(spec.world.geoms[0].type, GeomType::Box);
  EXPECT_EQ(spec.world.geoms[0].size, (Vec3{1, 2, 3}));
}

TEST(Default, NearestClassHolds) {
  const auto spec = read(
      world("<geom name=\"main\"/><body childclass=\"a\"><geom name=\"a\"/>"
            "<frame childclass=\"b\"><geom name=\"b\"/><body><geom name=\"b2\"/></body></frame>"
            "<geom name=\"own\" class=\"main\"/></body>",
            "<default><geom size=\"1\"/><default class=\"a\"><geom size=\"2\"/>"
            "<default class=\"b\"><geom size=\"3\"/></default></default></default>"));
  const auto& body = spec.world.bodies[0];
  EXPECT_EQ(spec.world.geoms[0].size[0], 1);
  EXPECT_EQ(body.geoms[0].size[0], 2);
  EXPECT_EQ(body.geoms[1].size[0], 3);
  EXPECT_EQ(body.geoms[2].size[0], 1);
  EXPECT_EQ(body.bodies[0].geoms[0].size[0], 3);
}

TEST(Default, ClassesInheritWhatIsWrittenLater) {
  // All elements of a class count before the classes inside of it, whatever their order in the
  // file.
  const auto spec = read(
      world("<geom class=\"a\"/>", "<default><default class=\"a\"/><geom size=\"5\"/></default>"));
  EXPECT_EQ(spec.world.geoms[0].size[0], 5);
}

TEST(Default, LastOrientationHolds) {
  const auto spec = read(world(
      "<geom/><geom quat=\"1 0 0 0\"/><geom class=\"c\"/><geom class=\"c\" euler=\"0 0 45\"/>",
      "<default><geom size=\"1\" euler=\"0 0 90\"/><default class=\"c\">"
      "<geom quat=\"1 1 0 0\"/></default></default>"));
  const auto& geoms = spec.world.geoms;
  EXPECT_EQ(geoms[0].orientation.form, Form::Euler);
  EXPECT_EQ(geoms[1].orientation.form, Form::Quat);
  EXPECT_EQ(geoms[2].orientation.form, Form::Quat);
  EXPECT_EQ(geoms[2].orientation.quat[1], 1);
  EXPECT_EQ(geoms[3].orientation.form, Form::Euler);
  EXPECT_EQ(geoms[3].orientation.euler[2], 45);
}

TEST(Default, DoNotReachFreejoint) {
  const auto spec =
      read(world("<body><freejoint/></body><body><joint type=\"free\"/></body>",
                 "<default><joint damping=\"3\" armature=\"1\" group=\"2\"/></default>"));
  const auto& free = spec.world.bodies[0].joints[0];
  EXPECT_EQ(free.type, JointType::Free);
  EXPECT_EQ(free.damping[0], 0);
  EXPECT_EQ(free.armature, 0);
  EXPECT_EQ(free.group, 0);
  EXPECT_EQ(spec.world.bodies[1].joints[0].damping[0], 3);
}

TEST(Default, PairsAreCompletedFromTheDocumentedValues) {
  const auto spec = read(
      "<mujoco><default><default class=\"c\"><pair friction=\"2 2 3 4 5\"/></default></default>"
      "<contact><pair geom1=\"a\" geom2=\"b\" friction=\".7\"/>"
      "<pair geom1=\"a\" geom2=\"b\"/><pair class=\"c\" geom1=\"a\" geom2=\"b\" friction=\".7\"/>"
      "</contact></mujoco>");
  EXPECT_EQ(spec.pairs[0].friction, (spec::Vec5{.7, 1, .005, .0001, .0001}));
  EXPECT_FALSE(spec.pairs[1].friction.has_value());
  EXPECT_EQ(spec.pairs[2].friction, (spec::Vec5{.7, 2, 3, 4, 5}));
}

TEST(Default, MayHoldWhatIsNotSimulated) {
  const auto spec = read(
      "<mujoco><default><mesh scale=\"2 2 2\"/><muscle force=\"3\"/>"
      "<default class=\"v\"><geom type=\"mesh\" mesh=\"m\"/></default></default></mujoco>");
  EXPECT_TRUE(spec.warnings.empty());
  EXPECT_EQ(spec.defaults.size(), 2u);
}

TEST(Default, SectionsMayBeRepeated) {
  const auto spec = read(
      "<mujoco><option timestep=\".1\"/><default><geom size=\"1\"/></default>"
      "<default class=\"main\"><geom rgba=\"1 0 0 1\"/></default>"
      "<option gravity=\"0 0 -1\" timestep=\".2\"/><worldbody><geom/></worldbody></mujoco>");
  EXPECT_EQ(spec.option.timestep, .2);
  EXPECT_EQ(spec.option.gravity[2], -1);
  EXPECT_EQ(spec.world.geoms[0].size[0], 1);
  EXPECT_EQ(spec.world.geoms[0].rgba[0], 1);
}

}  // namespace
}  // namespace thew::io
