// Sections that hold settings, and custom fields.

#include "io/support.h"

namespace thew::io {
namespace {

TEST(Settings, Integrators) {
  const auto integrator = [](const std::string& word) {
    return static_cast<Integrator>(
        read("<mujoco><option integrator=\"" + word + "\"/></mujoco>").option.integrator);
  };
  EXPECT_EQ(integrator("RK4"), Integrator::Rk4);
  EXPECT_EQ(integrator("implicitfast"), Integrator::Implicitfast);
  EXPECT_EQ(integrator("implicitspringdamper"), Integrator::ImplicitSpringDamper);
  EXPECT_EQ(integrator("impliciteuler"), Integrator::ImplicitSpringDamper);
}

TEST(Settings, Flags) {
  const auto option = read(
                          "<mujoco><option><flag contact=\"disable\" energy=\"enable\"/></option>"
                          "<option actuatorgroupdisable=\"0 3\"><flag contact=\"enable\" "
                          "limit=\"disable\"/></option>"
                          "</mujoco>")
                          .option;
  EXPECT_EQ(option.disableflags, static_cast<int>(DisableBit::Limit));
  EXPECT_EQ(option.enableflags, static_cast<int>(EnableBit::Energy));
  EXPECT_EQ(option.disableactuator, 9);
}

TEST(Settings, Compiler) {
  const auto compiler =
      read(
          "<mujoco><compiler angle=\"radian\" eulerseq=\"ZYX\" meshdir=\"m\" assetdir=\"a\">"
          "<lengthrange mode=\"none\"/></compiler></mujoco>")
          .compilers[0];
  EXPECT_FALSE(compiler.degree);
  EXPECT_EQ(compiler.eulerseq, "ZYX");
  EXPECT_EQ(compiler.meshdir, "m");
  EXPECT_EQ(compiler.texturedir, "a");
  EXPECT_EQ(compiler.lengthrange.mode, LRMode::None);
}

TEST(Settings, Visual) {
  const auto visual =
      read(
          "<mujoco><visual><global orthographic=\"true\" fovy=\"30\"/><headlight active=\"false\"/>"
          "<rgba fog=\"1 0 0 1\"/><map zfar=\"7\"/></visual></mujoco>")
          .visual;
  EXPECT_EQ(visual.global_.orthographic, 1);
  EXPECT_EQ(visual.global_.fovy, 30);
  EXPECT_EQ(visual.headlight.active, 0);
  EXPECT_EQ(visual.rgba.fog[0], 1);
  EXPECT_EQ(visual.map.zfar, 7);
  EXPECT_EQ(read("<mujoco/>").visual.headlight.active, 2);
}

TEST(Settings, Custom) {
  const auto spec = read(
      "<mujoco><custom><numeric name=\"a\" size=\"3\" data=\"1 2\"/><numeric name=\"b\" data=\"1 "
      "2\"/>"
      "<text name=\"t\" data=\"hi\"/><text name=\"c\"><![CDATA[<x> & "
      "y]]></text></custom></mujoco>");
  EXPECT_EQ(spec.numerics[0].size, 3);
  EXPECT_EQ(spec.numerics[1].size, 2);
  EXPECT_EQ(spec.texts[0].data, "hi");
  EXPECT_EQ(spec.texts[1].data, "<x> & y");
  EXPECT_CONTAINS(refused("<mujoco><custom><text name=\"t\"/></custom></mujoco>").fault(), "empty");
  EXPECT_CONTAINS(refused("<mujoco><custom><numeric name=\"n\"/></custom></mujoco>").fault(),
                  "positive");
  EXPECT_CONTAINS(
      refused("<mujoco><custom><numeric name=\"n\" size=\"1\" data=\"1 2\"/></custom></mujoco>")
          .fault(),
      "more numbers");
}

TEST(Settings, Materials) {
  const auto spec = read(
      "<mujoco><asset><texture name=\"t\" type=\"2d\" builtin=\"checker\" width=\"8\" "
      "height=\"8\"/>"
      "<material name=\"m\" texture=\"t\"/><material name=\"l\"><layer role=\"orm\" texture=\"t\"/>"
      "</material></asset></mujoco>");
  EXPECT_EQ(spec.materials[0].textures[static_cast<int>(TextureRole::Rgb)], "t");
  EXPECT_EQ(spec.materials[1].textures[static_cast<int>(TextureRole::Orm)], "t");
  refused(
      "<mujoco><asset><material name=\"m\" texture=\"t\"><layer role=\"rgb\" "
      "texture=\"t\"/></material></asset></mujoco>");
}

TEST(Settings, FramesNest) {
  const auto spec = read(world(
      "<frame name=\"o\" pos=\"1 0 0\"><frame name=\"i\"><geom name=\"a\" size=\".1\"/></frame>"
      "<geom name=\"b\" size=\".1\"/></frame><geom name=\"c\" size=\".1\"/>"));
  EXPECT_EQ(spec.world.frames[1].frame, 0);
  EXPECT_EQ(spec.world.geoms[0].frame, 1);
  EXPECT_EQ(spec.world.geoms[1].frame, 0);
  EXPECT_EQ(spec.world.geoms[2].frame, -1);
}

TEST(Settings, TendonSpringlength) {
  const auto spec = read(
      "<mujoco><tendon><fixed springlength=\".5\"><joint joint=\"j\" coef=\"2\"/></fixed>"
      "<fixed springlength=\".1 .2\"/><fixed/></tendon></mujoco>");
  EXPECT_EQ(spec.tendons[0].springlength, (spec::Vec2{.5, .5}));
  EXPECT_EQ(spec.tendons[0].path[0].coef, 2);
  EXPECT_EQ(spec.tendons[1].springlength, (spec::Vec2{.1, .2}));
  EXPECT_EQ(spec.tendons[2].springlength, (spec::Vec2{-1, -1}));
}

TEST(Settings, LightTypes) {
  const auto spec = read(
      world("<light directional=\"true\"/><light type=\"point\"/><light directional=\"false\"/>"));
  EXPECT_EQ(spec.world.lights[0].type, LightType::Directional);
  EXPECT_EQ(spec.world.lights[1].type, LightType::Point);
  EXPECT_EQ(spec.world.lights[2].type, LightType::Spot);
}

}  // namespace
}  // namespace thew::io
