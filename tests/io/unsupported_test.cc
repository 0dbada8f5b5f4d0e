// What cannot be simulated yet: an error that names it, or a warning and a model without it and
// what refers to it.

#include <cstdlib>

#include "io/support.h"

namespace thew::io {
namespace {

TEST(Unsupported, IsAnErrorWithAPlace) {
  const Error error =
      refused("<mujoco>\n <sensor>\n  <plugin name=\"g\" plugin=\"mine\"/>\n </sensor>\n</mujoco>");
  EXPECT_EQ(error.fault(), "there is no plugin \"mine\"");
  EXPECT_EQ(error.line(), 3);
  EXPECT_EQ(error.column(), 3);
  EXPECT_EQ(error.element(), "plugin \"g\"");
}

TEST(Unsupported, Plugins) {
  const std::string plugin = "<plugin plugin=\"mine\"/>";
  for (const std::string& text :
       {world("<geom type=\"sdf\" mesh=\"m\">" + plugin + "</geom>"),
        world("<geom size=\"1\">" + plugin + "</geom>"),
        "<mujoco><extension>" + plugin + "</extension></mujoco>",
        std::string("<mujoco><actuator><plugin plugin=\"mine\" joint=\"s\"/></actuator></mujoco>"),
        world("<body>" + plugin + "</body>")}) {
    EXPECT_CONTAINS(refused(text).fault(), "there is no plugin \"mine\"");
  }
}

TEST(Unsupported, PluginsThatAreGoneSayWhatReplacedThem) {
  const auto hint = [](const std::string& name) {
    return refused("<mujoco><extension><plugin plugin=\"" + name + "\"/></extension></mujoco>")
        .hint();
  };
  EXPECT_CONTAINS(hint("mujoco.elasticity.cable"), "<flexcomp>");
  EXPECT_CONTAINS(hint("mujoco.sensor.touch_stress"), "<tactile>");
}

TEST(Unsupported, EmptySectionsAreFine) {
  read("<mujoco><sensor/><equality/><deformable/><extension/></mujoco>");
}

TEST(Unsupported, AttributesAreCheckedAllTheSame) {
  EXPECT_CONTAINS(
      refused("<mujoco><sensor><plugin instancee=\"s\"/></sensor></mujoco>", ignoring()).hint(),
      "\"instance\"");
  EXPECT_CONTAINS(
      refused("<mujoco><asset><mesh scale=\"1 2\"/></asset></mujoco>", ignoring()).fault(),
      "too few");
}

TEST(Unsupported, GoesWithAWarningForEach) {
  const auto spec = read(
      "<mujoco><asset><mesh name=\"m\"><plugin plugin=\"p\"/></mesh></asset><worldbody><geom "
      "name=\"keep\" "
      "size=\".1\"/>"
      "<geom name=\"gone\" type=\"sdf\" mesh=\"m\"><plugin plugin=\"p\"/></geom><body><joint "
      "name=\"j\"/><geom "
      "size=\".1\"/></body></worldbody>"
      "<contact><pair geom1=\"keep\" geom2=\"gone\"/></contact>"
      "<tendon><spatial name=\"s\"><site site=\"x\"/><geom geom=\"gone\"/></spatial></tendon>"
      "<actuator><motor name=\"a\" tendon=\"s\"/><motor name=\"b\" joint=\"j\"/></actuator>"
      "<custom><tuple name=\"t\"><element objtype=\"actuator\" objname=\"a\"/>"
      "<element objtype=\"actuator\" objname=\"b\"/></tuple></custom>"
      "<keyframe><key ctrl=\"1 2\"/></keyframe></mujoco>",
      ignoring());
  EXPECT_TRUE(spec.ignore_unsupported);
  EXPECT_EQ(spec.world.geoms.size(), 1u);
  EXPECT_TRUE(spec.pairs.empty());
  EXPECT_TRUE(spec.tendons.empty());
  ASSERT_EQ(spec.actuators.size(), 1u);
  EXPECT_EQ(spec.actuators[0].name, "b");
  EXPECT_EQ(spec.tuples[0].entries.size(), 1u);
  EXPECT_EQ(spec.keys[0].ctrl, std::vector<double>{2});
  EXPECT_EQ(spec.warnings.size(), 6u);  // mesh, geom, spatial; pair, actuator, entry
  for (const std::string& warning : spec.warnings) EXPECT_CONTAINS(warning, "test.xml:1:");
}

TEST(Unsupported, CopiesGoToo) {
  const auto spec = read(
      world("<replicate count=\"2\"><body><geom name=\"m\" type=\"sdf\"><plugin "
            "plugin=\"p\"/></geom><geom name=\"g\" "
            "size=\".1\"/>"
            "</body></replicate>",
            "<contact><pair geom1=\"g\" geom2=\"m\"/><pair geom1=\"g0\" geom2=\"m1\"/></contact>"),
      ignoring());
  EXPECT_TRUE(spec.pairs.empty());
  EXPECT_EQ(spec.world.bodies.size(), 2u);
}

TEST(Unsupported, WarningsReachTheModel) {
  const Model model = load_string("<mujoco><sensor><plugin plugin=\"mine\"/></sensor></mujoco>",
                                  ignoring(), "test.xml");
  ASSERT_FALSE(model.warnings.empty());
  EXPECT_CONTAINS(model.warnings[0], "<plugin>");
}

TEST(Unsupported, EnvironmentAllowsIt) {
  setenv("THEW_IGNORE_UNSUPPORTED", "1", 1);
  EXPECT_EQ(read("<mujoco><sensor><plugin plugin=\"mine\"/></sensor></mujoco>").warnings.size(),
            1u);
  unsetenv("THEW_IGNORE_UNSUPPORTED");
  refused("<mujoco><sensor><plugin plugin=\"mine\"/></sensor></mujoco>");
}

}  // namespace
}  // namespace thew::io
