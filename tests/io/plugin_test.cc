// Plugins that are distance fields in closed form.

#include "io/support.h"

namespace thew::io {
namespace {

std::string torus(const std::string& config, const std::string& geom,
                  const std::string& mesh = "<mesh name=\"m\"><plugin instance=\"i\"/></mesh>") {
  return "<mujoco><extension><plugin plugin=\"mujoco.sdf.torus\"><instance name=\"i\">" + config +
         "</instance></plugin></extension><asset>" + mesh + "</asset><worldbody><body>" + geom +
         "</body></worldbody></mujoco>";
}

const std::string kGeom = "<geom type=\"sdf\" mesh=\"m\"><plugin instance=\"i\"/></geom>";

TEST(Plugin, InstancesAndTheirUsers) {
  const auto spec = read(torus("<config key=\"radius1\" value=\"0.5\"/>", kGeom));
  ASSERT_EQ(spec.plugins.size(), 1u);
  EXPECT_EQ(spec.plugins[0].name, "i");
  EXPECT_EQ(spec.plugins[0].plugin, "mujoco.sdf.torus");
  ASSERT_EQ(spec.plugins[0].config.size(), 1u);
  EXPECT_EQ(spec.plugins[0].config[0].first, "radius1");
  EXPECT_EQ(spec.plugins[0].config[0].second, "0.5");
  ASSERT_TRUE(spec.meshes[0].plugin.has_value());
  EXPECT_EQ(spec.meshes[0].plugin->instance, "i");
  ASSERT_TRUE(spec.world.bodies[0].geoms[0].plugin.has_value());
  EXPECT_EQ(spec.world.bodies[0].geoms[0].plugin->instance, "i");
}

TEST(Plugin, OfOneElementAlone) {
  const auto spec =
      read(torus("",
                 "<geom type=\"sdf\" mesh=\"m\"><plugin plugin=\"mujoco.sdf.gear\"><config "
                 "key=\"teeth\" value=\"9\"/></plugin></geom>"));
  const auto& use = spec.world.bodies[0].geoms[0].plugin;
  ASSERT_TRUE(use.has_value());
  EXPECT_EQ(use->own.plugin, "mujoco.sdf.gear");
  EXPECT_EQ(use->own.config[0].second, "9");
}

TEST(Plugin, ModelHasItsSettings) {
  const std::string settings = "<config key=\"radius2\" value=\"0.1\"/>";
  const std::string mesh = "<mesh name=\"m\" inertia=\"exact\"><plugin instance=\"i\"/></mesh>";
  const Model m = load_string(torus(settings, kGeom, mesh), {}, "test.xml");
  ASSERT_EQ(m.nplugin, 1);
  EXPECT_EQ(m.geom_plugin[0], 0);
  EXPECT_EQ(m.mesh_octnum[0], 0);
  ASSERT_EQ(m.npluginattr, 5);  // "" and "0.1"
  EXPECT_EQ(m.plugin_attr[0], 0);
  EXPECT_EQ(m.plugin_attr[1], '0');
  EXPECT_NEAR(m.geom_size.values()[0], 0.45, 1e-3);  // the surface reaches as far as the radii say
  EXPECT_NEAR(m.geom_size.values()[2], 0.1, 1e-3);
  // The volume of a torus is 2 pi^2 R r^2.
  EXPECT_NEAR(m.body_mass.values()[1], 1000 * 2 * 9.8696044 * 0.35 * 0.01, 0.3);
}

TEST(Plugin, Faults) {
  EXPECT_CONTAINS(refused(torus("", kGeom, "<mesh name=\"m\"><plugin/></mesh>")).fault(),
                  "needs the name");
  const auto fault = [](const std::string& text) { return refused_model(text).fault(); };
  EXPECT_CONTAINS(fault(torus("<config key=\"radius\" value=\"1\"/>", kGeom)), "plugin:radius");
  EXPECT_CONTAINS(fault(torus("<config key=\"radius1\" value=\"wide\"/>", kGeom)),
                  "must be a number");
  EXPECT_CONTAINS(fault(torus("<config key=\"radius1\" value=\"-1\"/>", kGeom)), "no surface");
  EXPECT_CONTAINS(fault(torus("", kGeom, "<mesh name=\"m\"><plugin instance=\"j\"/></mesh>")),
                  "\"j\"");
  EXPECT_CONTAINS(
      fault(torus("", kGeom, "<mesh name=\"m\" scale=\"2 2 2\"><plugin instance=\"i\"/></mesh>")),
      "scaled");
}

// Names of instances get the prefix of the attached model, in meshes and in geoms.
TEST(Plugin, AttachedModelsKeepTheirs) {
  std::string sub = torus("", kGeom);
  sub.replace(sub.find("<body>"), 6, "<body name=\"b\">");
  const auto spec = read(
      "<mujoco><asset><model name=\"sub\" file=\"sub.xml\"/></asset><worldbody>"
      "<attach model=\"sub\" body=\"b\" prefix=\"p_\"/></worldbody></mujoco>",
      with_files({{"sub.xml", sub}}));
  ASSERT_EQ(spec.plugins.size(), 1u);
  EXPECT_EQ(spec.plugins[0].name, "p_i");
  EXPECT_EQ(spec.meshes[0].plugin->instance, "p_i");
  EXPECT_EQ(spec.world.bodies[0].geoms[0].plugin->instance, "p_i");
}

}  // namespace
}  // namespace thew::io
