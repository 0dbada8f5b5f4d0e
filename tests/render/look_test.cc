// How things look: light, shadow, mirrors, textures, glass, fog and sky.
#include <cmath>

#include "render/studio.h"

namespace thew::render {
namespace {

const std::string kNoHeadlight = R"(<visual><headlight active="0"/></visual>)";

// A directional light from above with diffuse light alone; a wall that faces it has its colour.
TEST_F(Pictures, HaveTheLightOfTheFormula) {
  const std::string lamp = R"(<light directional="true" dir="0 0 -1" pos="0 0 4" castshadow="false"
      ambient="0.1 0.1 0.1" diffuse="0.5 0.25 1" specular="0 0 0"/>)";
  Studio s(world(lamp + R"(<geom type="plane" size="5 5 1" rgba="1 0.8 0.4 1"/>)", kNoHeadlight));
  s.draw();
  EXPECT_NEAR(s.middle()[0], 255 * 0.6 * 1, 1);
  EXPECT_NEAR(s.middle()[1], 255 * 0.35 * 0.8, 1);
  EXPECT_NEAR(s.middle()[2], 255 * 1.1 * 0.4, 1);
}

TEST_F(Pictures, HaveSpotsWithConeAndAttenuation) {
  const std::string lamp =
      R"(<light pos="0 0 2" dir="0 0 -1" cutoff="10" exponent="0" castshadow="false"
      attenuation="0.5 0.25 0.125" ambient="0 0 0" diffuse="1 1 1" specular="0 0 0"/>)";
  Studio s(world(lamp + R"(<geom type="plane" size="5 5 1" rgba="1 1 1 1"/>)", kNoHeadlight));
  s.draw();
  EXPECT_NEAR(s.middle()[0], 255 / (0.5 + 0.25 * 2 + 0.125 * 4), 2);
  // 3 m above, 40 degrees are 2.18 m high: 10 degrees from 2 m are 0.353 m, 10.3 pixels.
  EXPECT_GT(s.at(32 + 9, 32)[0], 100);
  EXPECT_EQ(s.at(32 + 12, 32)[0], 0);
}

TEST_F(Pictures, AreDimWithoutAnyLight) {
  Studio s(world(R"(<geom type="plane" size="5 5 1" rgba="1 0.5 0 1"/>)", kNoHeadlight));
  s.draw();
  EXPECT_NEAR(s.middle()[0], 255 * 0.3, 1);
  EXPECT_NEAR(s.middle()[1], 255 * 0.15, 1);
}

TEST_F(Pictures, HaveShadowsWhereALightIsHidden) {
  const std::string lamp =
      R"(<light directional="true" dir="0.6 0 -0.8" pos="-2 0 3" ambient="0 0 0"
      diffuse="1 1 1" specular="0 0 0"/>)";
  Studio s(world(lamp + R"(<geom type="plane" size="5 5 1" rgba="1 1 1 1"/>
                           <geom type="box" pos="0 0 0.8" size="0.1 0.1 0.1"/>)",
                 kNoHeadlight));
  s.draw();
  // The box is 0.8 m above: its shadow is 0.6 m to the right, 17.6 pixels.
  EXPECT_EQ(s.at(32 + 17, 32)[0], 0);
  EXPECT_NEAR(s.at(32 - 17, 32)[0], 255 * 0.8, 2);
  s.set(RndFlag::Shadow, false);
  s.draw();
  EXPECT_NEAR(s.at(32 + 17, 32)[0], 255 * 0.8, 2);
}

// Only the part of the map is drawn that shadows need: what was there before must not stay.
TEST_F(Pictures, HaveShadowsThatMove) {
  const std::string lamp = R"(<light directional="true" dir="0 0 -1" pos="0 0 3" ambient="0 0 0"
      diffuse="1 1 1" specular="0 0 0"/>)";
  Studio s(world(lamp + R"(<geom type="plane" size="0 0 1" rgba="1 1 1 1"/>
                           <geom type="box" pos="0.5 0 0.3" size="0.1 0.1 0.1"/>)",
                 kNoHeadlight));
  const auto shade = [&](float x) {
    s.scene.geoms.back().pos[0] = x;
    s.scene.geoms.back().rgba[3] = 0;  // seen is only its shadow
    s.draw();
    return std::array{s.at(32 + 14, 32)[0], s.at(32 - 14, 32)[0]};
  };
  EXPECT_EQ(shade(0.5f), (std::array{0, 255}));
  EXPECT_EQ(shade(-0.5f), (std::array{255, 0}));
  EXPECT_EQ(shade(5), (std::array{255, 255}));
}

// Texels of the map are looked up where they were drawn, at its edges too.
TEST_F(Pictures, HaveNoSpecksWhereTheMapOfShadowsEnds) {
  Studio s(
      world(R"(<light directional="true" dir="0.29 0.29 -0.91" pos="0.32 0.32 1.92" ambient="0 0 0"
      diffuse="1 1 1" specular="0 0 0"/><geom type="box" size="1 1 0.1" rgba="1 1 1 1"/>)",
            R"(<visual><headlight active="0"/><quality shadowsize="512"/></visual>
                    <statistic extent="1.4" center="0 0 0"/>)"));
  s.draw();
  int dark = 0;
  for (int x = 10; x < 54; ++x) {
    for (int y = 10; y < 54; ++y) dark += s.at(x, y)[0] < 150 ? 1 : 0;
  }
  EXPECT_EQ(dark, 0);
}

TEST_F(Pictures, AddUpLightsWithShadows) {
  const auto lamp = [](const char* dir, const char* pos) {
    return std::string(
               R"(<light directional="true" ambient="0 0 0" diffuse="0.4 0.4 0.4" specular="0 0 0" dir=")") +
           dir + R"(" pos=")" + pos + R"("/>)";
  };
  Studio s(world(lamp("0.6 0 -0.8", "-2 0 3") + lamp("-0.6 0 -0.8", "2 0 3") +
                     R"(<geom type="plane" size="5 5 1" rgba="1 1 1 1"/>
                        <geom type="box" pos="0 0 0.8" size="0.1 0.1 0.1"/>)",
                 kNoHeadlight));
  s.draw();
  EXPECT_NEAR(s.at(32 + 17, 32)[0], 255 * 0.32, 2);  // one of the two
  EXPECT_NEAR(s.at(32 - 17, 32)[0], 255 * 0.32, 2);
  EXPECT_NEAR(s.at(32, 10)[0], 255 * 0.64, 3);
}

TEST_F(Pictures, MirrorTheSceneInAReflectingPlane) {
  // Seen from the side: the ball above the floor, and below it in the floor.
  const std::string xml =
      R"(<mujoco><asset><material name="m" reflectance="0.5" rgba="0.1 0.1 0.1 1"/></asset>
    <worldbody><camera name="eye" pos="0 -3 1" xyaxes="1 0 0 0 0.32 0.95" fovy="50"/>
    <geom type="plane" size="5 5 1" material="m"/><geom type="sphere" size="0.3" pos="0 0 0.5" rgba="1 0 0 1"/>
    </worldbody></mujoco>)";
  Studio s(xml, 100, 100);
  s.draw();
  int red_below = 0;
  for (int y = 0; y < 40; ++y) red_below += s.at(50, y)[0] > s.at(50, y)[1] + 30 ? 1 : 0;
  EXPECT_GT(red_below, 5);
  s.set(RndFlag::Reflection, false);
  s.draw();
  red_below = 0;
  for (int y = 0; y < 40; ++y) red_below += s.at(50, y)[0] > s.at(50, y)[1] + 30 ? 1 : 0;
  EXPECT_EQ(red_below, 0);
}

// What was clipped for the mirror was missing from the scene itself, too.
TEST_F(Pictures, ShowWhatIsBelowAMirror) {
  const std::string xml = R"(<mujoco><asset><material name="m" reflectance="0.5"/></asset>
    <worldbody><camera name="eye" pos="0 0 3" fovy="40"/>
    <geom type="plane" size="0.3 0.3 1" material="m"/><geom type="box" size="1 1 0.1" pos="0 0 -0.5" rgba="0 1 0 1"/>
    </worldbody></mujoco>)";
  Studio s(xml);
  s.draw();
  EXPECT_GT(s.at(50, 32)[1], 50);
}

TEST_F(Pictures, LayTexturesOnPlanes) {
  const std::string assets =
      R"(<asset><texture name="t" type="2d" builtin="checker" width="64" height="64"
    rgb1="1 0 0" rgb2="0 0 1"/><material name="m" texture="t" texrepeat="1 1" emission="1"/></asset>)";
  Studio s(world(R"(<geom type="plane" size="1 1 1" material="m"/>)", assets));
  s.draw();
  // Two squares by two: neighbours differ, across the corner they are the same.
  const Pixel a = s.at(24, 24), b = s.at(40, 24), c = s.at(40, 40), d = s.at(24, 40);
  EXPECT_NE(a[0] > a[2], b[0] > b[2]);
  EXPECT_NE(b[0] > b[2], c[0] > c[2]);
  EXPECT_EQ(a[0] > a[2], c[0] > c[2]);
  EXPECT_EQ(b[0] > b[2], d[0] > d[2]);
}

TEST_F(Pictures, WrapCubesAroundShapes) {
  const std::string assets =
      R"(<asset><texture name="t" type="cube" builtin="gradient" width="64" height="64"
    rgb1="1 1 1" rgb2="0 0 0"/><material name="m" texture="t" emission="1" specular="0"/></asset>)";
  Studio s(world(R"(<geom type="sphere" size="0.5" material="m"/>)", assets));
  s.draw();
  EXPECT_GT(s.middle()[0], 10);
}

TEST_F(Pictures, LetLightThroughWhatIsTransparent) {
  const std::string glow = R"(<asset><material name="g" emission="1" specular="0" rgba="0 1 0 1"/>
                              <material name="r" emission="1" specular="0" rgba="1 0 0 0.5"/></asset>)";
  Studio s(world(R"(<geom type="box" size="1 1 0.1" material="g"/>
                    <geom type="box" size="0.2 0.2 0.1" pos="0 0 1" material="r"/>)",
                 glow));
  s.draw();
  // Twice half: a quarter of what is behind remains.
  EXPECT_NEAR(s.middle()[1], 255 * 0.25, 3);
  EXPECT_NEAR(s.middle()[0], 255 * 0.75, 3);
}

TEST_F(Pictures, FadeInFog) {
  const std::string fog =
      R"(<visual><map fogstart="1" fogend="3"/><rgba fog="0 0 1 1"/></visual><statistic extent="1"/>)";
  Studio s(world(R"(<geom type="plane" size="5 5 1" pos="0 0 1"/>)", fog));  // 2 m away: half
  s.set(RndFlag::Fog, true);
  s.draw();
  EXPECT_NEAR(s.middle()[2] - s.middle()[0], 127, 3);
}

TEST_F(Pictures, HaveASkyWhereThereIsNothing) {
  const std::string sky = R"(<asset><texture type="skybox" builtin="gradient" width="32" height="32"
    rgb1="0.2 0.4 0.8" rgb2="0 0 0"/></asset>)";
  Studio s(R"(<mujoco>)" + sky +
           R"(<worldbody><camera name="eye" xyaxes="1 0 0 0 0 1"/></worldbody></mujoco>)");
  s.draw();
  EXPECT_GT(s.at(32, 60)[2], s.at(32, 4)[2]);  // light above, dark below
  EXPECT_GT(s.middle()[2], 10);
  s.set(RndFlag::Skybox, false);
  s.draw();
  EXPECT_EQ(s.middle(), (Pixel{0, 0, 0}));
}

TEST_F(Pictures, SmoothEdgesBySamples) {
  const std::string xml =
      world(R"(<geom type="box" size="0.5 0.5 0.1" euler="0 0 20" material="m"/>)",
            R"(<asset><material name="m" emission="1"/></asset>)");
  const auto shades = [&](int samples) {
    Studio s(xml, 64, 64, samples);
    s.draw();
    int between = 0;
    for (std::size_t i = 0; i < s.rgb.size(); i += 3) {
      between += s.rgb[i] > 20 && s.rgb[i] < 235 ? 1 : 0;
    }
    return between;
  };
  EXPECT_EQ(shades(0), 0);
  EXPECT_GT(shades(4), 40);  // four edges of 30 pixels
}

TEST_F(Pictures, AreLinesInWireframe) {
  Studio s(world(R"(<geom type="box" size="0.5 0.5 0.1"/>)"));
  s.set(RndFlag::Wireframe, true);
  s.draw();
  EXPECT_EQ(s.at(32, 26), (Pixel{0, 0, 0}));
  int drawn = 0;
  for (std::size_t i = 0; i < s.rgb.size(); i += 3) drawn += s.rgb[i] > 0 ? 1 : 0;
  EXPECT_GT(drawn, 40);
}

TEST_F(Pictures, ShowTwoEyesSideBySide) {
  Studio s(world(R"(<geom type="sphere" size="0.4"/>)"), 128, 64);
  s.scene.stereo = static_cast<int>(Stereo::Sidebyside);
  s.draw();
  EXPECT_GT(s.at(32, 32)[0], 30);
  EXPECT_GT(s.at(96, 32)[0], 30);
  EXPECT_EQ(s.at(64, 32), (Pixel{0, 0, 0}));
}

// A cloth of 1 m and a rope beside it: the skin of the one, the edges of the other.
TEST_F(Pictures, ShowFlexes) {
  const std::string content = R"(
    <flexcomp type="grid" dim="2" count="3 3 1" spacing="0.5 0.5 1" radius="0.05" name="cloth"
      mass="1" rgba="1 0 0 1"/>
    <flexcomp type="grid" dim="1" count="3 1 1" pos="0.8 0 0" axisangle="0 0 1 90" radius="0.05"
      spacing="0.3 1 1" name="rope" mass="1" rgba="0 1 0 1"/>)";
  Studio s(world(content));
  s.draw();
  EXPECT_GT(s.middle()[0], s.middle()[1] + 50);  // red, but for a highlight
  // 3 m above, 40 degrees are 2.18 m high: 0.8 m are 23.4 pixels.
  EXPECT_GT(s.at(32 + 23, 32)[1], s.at(32 + 23, 32)[0] + 50);
  EXPECT_EQ(s.at(32 + 19, 32)[1], 0);
  EXPECT_NEAR(s.depth_in_the_middle(), 2.95, 1e-3);
  const std::array<int, 2> object = s.object_in_the_middle();
  EXPECT_EQ(object[0], 0);
  EXPECT_EQ(object[1], static_cast<int>(ObjectType::Flex));
}

}  // namespace
}  // namespace thew::render
