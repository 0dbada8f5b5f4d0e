// replicate and attach: names, places, and who comes along; compared with what MuJoCo 4.0.0 makes
// of the same text.

#include <cmath>

#include "io/support.h"
#include "spec/copy.h"

namespace thew::io {
namespace {

using spec::Spec;
using Names = std::vector<std::string>;

template <class T>
Names names_of(const spec::List<T>& list) {
  Names names;
  for (const auto& element : list) names.push_back(element.name);
  return names;
}

Names bodies_of(const Spec& spec) {
  Names names;
  spec::walk(spec.world, [&](const spec::Body& body) { names.push_back(body.name); });
  return names;
}

const std::string kPart =
    "<body name=\"b\"><joint name=\"j\"/><geom name=\"g\" size=\".1\"/></body>";
const std::string kRest =
    "<contact><pair name=\"p\" geom1=\"g\" geom2=\"floor\"/><exclude name=\"e\" body1=\"b\" "
    "body2=\"world\"/></contact>"
    "<tendon><fixed name=\"t\"><joint joint=\"j\" coef=\"1\"/><joint joint=\"k\" "
    "coef=\"2\"/></fixed></tendon>"
    "<actuator><motor name=\"x\" joint=\"k\"/><motor name=\"a\" joint=\"j\"/><motor name=\"at\" "
    "tendon=\"t\"/>"
    "<motor name=\"z\" joint=\"k\"/></actuator>"
    "<custom><tuple name=\"tu\"><element objtype=\"body\" objname=\"b\"/></tuple>"
    "<tuple name=\"ta\"><element objtype=\"actuator\" objname=\"a\"/></tuple></custom>";
const std::string kWorld =
    "<geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/><body name=\"c\"><joint name=\"k\"/><geom "
    "size=\".1\"/></body>";

TEST(Replicate, UnknownAttributesOfFramesAndInThemAreAWarning) {
  const auto spec =
      read(world("<replicate count=\"1\" prefix=\"p\"><frame mine=\"1\"><geom size=\"1\" "
                 "more=\"1\"/></frame></replicate>"));
  EXPECT_EQ(spec.warnings.size(), 3u);
  refused(world("<geom mine=\"1\"/>"));
}

TEST(Replicate, NamesGetNumbers) {
  const auto spec = read(world(kWorld + "<replicate count=\"2\" sep=\"-\" offset=\"1 0 0\">" +
                               kPart + "</replicate>"));
  EXPECT_EQ(bodies_of(spec), (Names{"world", "c", "b-0", "b-1"}));
}

TEST(Replicate, NumbersAreAsWideAsTheCount) {
  const auto spec =
      read(world("<replicate count=\"10\"><geom name=\"g\" size=\".1\"/></replicate>"));
  EXPECT_EQ(spec.world.geoms.front().name, "g00");
  EXPECT_EQ(spec.world.geoms.back().name, "g09");
}

TEST(Replicate, NestedNumbersStartInside) {
  const auto spec =
      read(world("<replicate count=\"2\" sep=\"_\"><replicate count=\"2\" sep=\"-\">" + kPart +
                 "</replicate></replicate>"));
  EXPECT_EQ(bodies_of(spec), (Names{"world", "b-0_0", "b-1_0", "b-0_1", "b-1_1"}));
}

TEST(Replicate, WhoRefersIsCopiedToo) {
  const auto spec = read(world(kWorld + "<replicate count=\"2\">" + kPart + "</replicate>", kRest));
  EXPECT_EQ(names_of(spec.actuators), (Names{"x", "z", "a0", "at0", "a1", "at1"}));
  EXPECT_EQ(names_of(spec.tendons), (Names{"t0", "t1"}));
  EXPECT_EQ(names_of(spec.pairs), (Names{"p0", "p1"}));
  EXPECT_EQ(names_of(spec.excludes), (Names{"e0", "e1"}));
  EXPECT_EQ(names_of(spec.tuples), (Names{"tu0", "ta0", "tu1", "ta1"}));
  EXPECT_EQ(spec.actuators[3].target, "t0");
  EXPECT_EQ(spec.tendons[1].path[0].target, "j1");
  EXPECT_EQ(spec.tendons[1].path[1].target, "k");
  EXPECT_EQ(spec.pairs[1].geomname1, "g1");
  EXPECT_EQ(spec.pairs[1].geomname2, "floor");
  EXPECT_EQ(spec.excludes[0].bodyname2, "world");
}

TEST(Replicate, TuplesOfTuplesAreCopiedInAnyOrder) {
  const auto entry = [](const std::string& type, const std::string& name) {
    return "<element objtype=\"" + type + "\" objname=\"" + name + "\"/>";
  };
  const auto tuple = [](const std::string& name, const std::string& entries) {
    return "<tuple name=\"" + name + "\">" + entries + "</tuple>";
  };
  const std::string part = tuple("t", entry("body", "b"));
  const std::string of_part = tuple("u", entry("tuple", "t") + entry("geom", "g"));
  const std::string of_both = tuple("v", entry("tuple", "u"));
  for (const std::string& custom : {part + of_part + of_both, of_both + of_part + part}) {
    const auto spec = read(world("<replicate count=\"2\">" + kPart + "</replicate>",
                                 "<custom>" + custom + "</custom>"));
    ASSERT_EQ(spec.tuples.size(), 6u);
    for (const auto& copy : spec.tuples) {
      const std::string number = copy.name.substr(1);
      for (const auto& named : copy.entries) EXPECT_EQ(named.name.substr(1), number) << copy.name;
    }
  }
}

TEST(Replicate, ATupleOfAReplicatedTupleAndSomethingElseIsLeftOut) {
  const auto spec =
      read(world(kWorld + "<replicate count=\"2\">" + kPart + "</replicate>",
                 "<custom><tuple name=\"t\"><element objtype=\"body\" "
                 "objname=\"b\"/></tuple><tuple name=\"u\"><element objtype=\"tuple\" "
                 "objname=\"t\"/><element objtype=\"body\" objname=\"c\"/></tuple></custom>"));
  EXPECT_EQ(names_of(spec.tuples), (Names{"t0", "t1"}));
  ASSERT_EQ(spec.warnings.size(), 1u);
  EXPECT_NE(spec.warnings[0].find("\"u\""), std::string::npos);
}

TEST(Replicate, KeyframesAreNot) {
  const auto spec = read(world("<replicate count=\"2\">" + kPart + "</replicate>",
                               "<keyframe><key name=\"k\" qpos=\"1 2\"/></keyframe>"));
  EXPECT_EQ(names_of(spec.keys), (Names{"k"}));
}

TEST(Replicate, EachCopyIsPlacedInTheFrameOfTheOneBefore) {
  const auto spec = read(
      world("<replicate count=\"3\" offset=\"1 0 0\" euler=\"0 0 30\">" + kPart + "</replicate>"));
  const auto& frames = spec.world.frames;
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_NEAR(frames[1].pos[0], 1, 1e-15);
  EXPECT_NEAR(frames[2].pos[0], 1 + std::cos(std::acos(-1) / 6), 1e-15);
  EXPECT_NEAR(frames[2].pos[1], .5, 1e-15);
  EXPECT_NEAR(frames[2].orientation.quat[3], .5, 1e-15);
  EXPECT_EQ(spec.world.bodies[2].frame, 2);
}

TEST(Replicate, LinearTime) {
  // 200000 geoms with a pair each.
  const auto spec =
      read(world("<geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/><replicate count=\"100000\">"
                 "<geom name=\"g\" size=\".1\"/></replicate>",
                 "<contact><pair geom1=\"g\" geom2=\"floor\"/></contact>"));
  EXPECT_EQ(spec.pairs.size(), 100'000u);
}

const std::string kKid =
    "<mujoco model=\"kid\"><compiler angle=\"radian\"/><option timestep=\".003\"/>"
    "<default><default class=\"k\"><geom size=\".2\"/></default></default>"
    "<asset><texture name=\"tx\" type=\"2d\" builtin=\"flat\" width=\"4\" height=\"4\"/>"
    "<material name=\"mt\" texture=\"tx\"/></asset>"
    "<worldbody><geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>"
    "<frame name=\"fr\" euler=\"0 0 1\"><body name=\"arm\"><freejoint/><geom name=\"ga\" "
    "class=\"k\" material=\"mt\"/>"
    "<body name=\"fore\"><joint name=\"jf\" range=\"-1 1\"/><geom "
    "size=\".1\"/></body></body></frame>"
    "<body name=\"leg\"><joint name=\"jl\"/><geom name=\"gl\" size=\".1\"/></body></worldbody>"
    "<contact><pair name=\"p2\" geom1=\"ga\" geom2=\"gl\"/><exclude name=\"ew\" body1=\"fore\" "
    "body2=\"world\"/></contact>"
    "<tendon><fixed name=\"tn\"><joint joint=\"jf\" coef=\"1\"/></fixed></tendon>"
    "<actuator><motor name=\"mo\" joint=\"jf\"/><motor name=\"ml\" joint=\"jl\"/><motor "
    "name=\"mt\" tendon=\"tn\"/>"
    "</actuator><keyframe><key name=\"key\" time=\"2\" qpos=\"1 2 3 1 0 0 0 .5 .7\" ctrl=\"1 2 "
    "3\"/></keyframe></mujoco>";

Spec attach(const std::string& contents, const std::string& rest = "") {
  return read(world(contents, "<asset><model name=\"kid\" file=\"kid.xml\"/></asset>" + rest),
              with_files({{"kid.xml", kKid}}));
}

TEST(Attach, Body) {
  const auto spec = attach(
      "<body name=\"own\"><joint/><geom size=\".1\"/></body>"
      "<attach model=\"kid\" body=\"arm\" prefix=\"x_\"/>");
  EXPECT_EQ(bodies_of(spec), (Names{"world", "own", "x_arm", "x_fore"}));
  EXPECT_EQ(names_of(spec.actuators), (Names{"x_mo", "x_mt"}));
  EXPECT_EQ(spec.actuators[1].target, "x_tn");
  EXPECT_EQ(names_of(spec.excludes), (Names{"x_ew"}));
  EXPECT_TRUE(spec.pairs.empty());  // the other geom did not come along
  EXPECT_EQ(names_of(spec.materials), (Names{"x_mt"}));
  EXPECT_EQ(spec.materials[0].textures[1], "x_tx");
  EXPECT_EQ(spec.world.bodies[1].geoms[0].material, "x_mt");
}

TEST(Attach, AnglesKeepTheirRules) {
  const auto spec = attach("<attach model=\"kid\" body=\"arm\" prefix=\"x_\"/>");
  ASSERT_EQ(spec.compilers.size(), 2u);
  EXPECT_TRUE(spec.compilers[0].degree);
  EXPECT_FALSE(spec.compilers[1].degree);
  EXPECT_EQ(spec.world.bodies[0].compiler, 1);
  EXPECT_EQ(spec.world.bodies[0].bodies[0].compiler, 1);
  EXPECT_EQ(spec.actuators[0].compiler, 1);
}

TEST(Attach, AFrameIsRewrittenInTheUnitsOfItsNewBody) {
  const auto spec = attach("<attach model=\"kid\" frame=\"fr\" prefix=\"x_\"/>");
  ASSERT_EQ(spec.world.frames.size(), 1u);
  EXPECT_EQ(spec.world.frames[0].name, "x_fr");
  EXPECT_EQ(spec.world.frames[0].orientation.form, spec::Orientation::Form::Quat);
  EXPECT_NEAR(spec.world.frames[0].orientation.quat[3], std::sin(.5), 1e-15);
}

TEST(Attach, WholeModel) {
  const auto spec = attach("<attach model=\"kid\" prefix=\"x_\"/>");
  EXPECT_EQ(bodies_of(spec), (Names{"world", "x_arm", "x_fore", "x_leg"}));
  EXPECT_EQ(names_of(spec.world.geoms), (Names{"x_floor"}));
  EXPECT_EQ(names_of(spec.pairs), (Names{"x_p2"}));
}

TEST(Attach, KeyframesSpeakOfWhatWasAttached) {
  const auto spec = attach(
      "<body name=\"own\"><joint/><geom size=\".1\"/></body>"
      "<attach model=\"kid\" body=\"arm\" prefix=\"x_\"/>",
      "<keyframe><key name=\"own\" qpos=\"7\"/></keyframe>");
  EXPECT_EQ(names_of(spec.keys), (Names{"own", "x_key"}));
  const auto& key = spec.keys[1];
  ASSERT_EQ(key.qpos.size(), 9u);
  EXPECT_TRUE(std::isnan(key.qpos[0]));
  EXPECT_EQ(key.qpos[3], 3);
  EXPECT_EQ(key.qpos[8], .5);
  EXPECT_EQ(key.ctrl, (std::vector<double>{1, 3}));
  EXPECT_EQ(key.time, 2);
}

TEST(Attach, InAReplicateTheKeyframeSetsTheFirst) {
  const auto spec = attach(
      "<replicate count=\"3\" sep=\"-\"><attach model=\"kid\" body=\"leg\" "
      "prefix=\"x_\"/></replicate>");
  EXPECT_EQ(bodies_of(spec), (Names{"world", "x_leg-0", "x_leg-1", "x_leg-2"}));
  EXPECT_EQ(names_of(spec.actuators), (Names{"x_ml-0", "x_ml-1", "x_ml-2"}));
  ASSERT_EQ(names_of(spec.keys), (Names{"x_key"}));
  EXPECT_EQ(spec.keys[0].qpos[0], .7);
  EXPECT_TRUE(std::isnan(spec.keys[0].qpos[1]));
  EXPECT_EQ(spec.keys[0].ctrl[0], 2);
}

TEST(Attach, WithinTheModel) {
  const auto spec =
      read(world("<body name=\"b\"><joint name=\"j\"/><geom size=\".1\"/></body>"
                 "<body name=\"d\"><geom size=\".1\"/><attach body=\"b\" prefix=\"z_\"/></body>",
                 "<actuator><motor name=\"m\" joint=\"j\"/></actuator>"));
  EXPECT_EQ(bodies_of(spec), (Names{"world", "b", "d", "z_b"}));
  EXPECT_EQ(names_of(spec.actuators), (Names{"m", "z_m"}));
}

TEST(Attach, ConflictPolicies) {
  const std::string part = "<attach model=\"kid\" body=\"leg\" prefix=\"x_\"/>";
  const auto warned = attach(part);
  EXPECT_EQ(warned.option.timestep, .002);
  ASSERT_EQ(warned.warnings.size(), 1u);
  EXPECT_CONTAINS(warned.warnings[0], "timestep");
  EXPECT_EQ(attach(part, "<compiler conflict=\"merge\"/>").option.timestep, .003);
  EXPECT_EQ(
      attach(part, "<compiler conflict=\"merge\"/><option timestep=\".001\"/>").option.timestep,
      .001);
  const std::string text = world(part,
                                 "<compiler conflict=\"error\"/><option timestep=\".001\"/>"
                                 "<asset><model name=\"kid\" file=\"kid.xml\"/></asset>");
  EXPECT_CONTAINS(refused(text, with_files({{"kid.xml", kKid}})).fault(), "timestep");
}

}  // namespace
}  // namespace thew::io
