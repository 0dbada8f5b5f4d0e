// The list as a whole: geoms of the model, lights, cameras, planes without end.

#include <gtest/gtest.h>

#include <thew/error.h>

#include "scene/world.h"

namespace thew {
namespace {

using scene::Geom;
using test::Seen;

constexpr const char* kBall = R"(
    <visual><headlight active="0"/></visual>
    <asset><material name="red" rgba="1 0 0 1" specular="0.25"/></asset>
    <worldbody>
      <light name="sun" pos="0 0 3" dir="0 0 -1"/>
      <camera name="eye" pos="0 -2 1" xyaxes="1 0 0 0 0 1"/>
      <geom name="floor" type="plane" size="4 5 0.1"/>
      <body name="ball" pos="1 2 3">
        <freejoint name="float"/>
        <geom name="skin" type="capsule" size="0.2 0.5" material="red"/>
        <geom group="4" size="0.1"/>
        <site name="mark" pos="0 0 1" size="0.05"/>
      </body>
    </worldbody>)";

TEST(Scene, HasTheGeomsOfTheModelInTheirOrder) {
  Seen w(kBall);
  w.update();
  ASSERT_EQ(w.scene.geoms.size(), 3U);  // the small ball is in a group that is not shown
  const Geom& floor = w.scene.geoms[0];
  EXPECT_EQ(floor.type, static_cast<int>(GeomType::Plane));
  EXPECT_EQ(floor.category, static_cast<int>(CatBit::Static));
  EXPECT_EQ(floor.dataid, 0);
  EXPECT_FLOAT_EQ(floor.size[1], 5);
  const Geom& capsule = w.scene.geoms[1];
  EXPECT_EQ(capsule.category, static_cast<int>(CatBit::Dynamic));
  EXPECT_EQ(capsule.objid, 1);
  EXPECT_EQ(capsule.segid, 1);
  EXPECT_EQ(capsule.matid, 0);
  EXPECT_FLOAT_EQ(capsule.size[0], 0.2F);
  EXPECT_FLOAT_EQ(capsule.size[1], 0.2F);
  EXPECT_FLOAT_EQ(capsule.size[2], 0.5F);
  EXPECT_FLOAT_EQ(capsule.pos[2], 3);
  EXPECT_FLOAT_EQ(capsule.rgba[1], 0);
  EXPECT_FLOAT_EQ(capsule.specular, 0.25F);
  const Geom& site = w.scene.geoms[2];
  EXPECT_EQ(site.objtype, static_cast<int>(ObjectType::Site));
  EXPECT_FLOAT_EQ(site.pos[2], 4);
}

TEST(Scene, ShowsTheKindsThatAreAskedFor) {
  Seen w(kBall);
  w.update(static_cast<int>(CatBit::Static));
  EXPECT_EQ(w.scene.geoms.size(), 1U);
  w.update(static_cast<int>(CatBit::Dynamic));
  EXPECT_EQ(w.scene.geoms.size(), 2U);
  w.option.geomgroup[4] = 1;
  w.show(VisFlag::Static, false);
  w.update();
  EXPECT_EQ(w.scene.geoms.size(), 3U);
}

TEST(Scene, LeavesOutWhatHasNoRoom) {
  Seen w(kBall, 2);
  w.update();
  EXPECT_EQ(w.scene.geoms.size(), 2U);
  EXPECT_EQ(w.scene.status, 1);
}

TEST(Scene, NamesThingsOrNumbersThem) {
  Seen w(kBall);
  w.option.geomgroup[4] = 1;
  w.label(LabelType::Geom);
  w.update();
  EXPECT_STREQ(w.scene.geoms[1].label, "skin");
  EXPECT_STREQ(w.scene.geoms[2].label, "geom 2");
}

TEST(Scene, HasTheLightsThatShine) {
  Seen w(kBall);
  w.update();
  ASSERT_EQ(w.scene.lights.size(), 1U);
  EXPECT_EQ(w.scene.lights[0].id, 0);
  EXPECT_FLOAT_EQ(w.scene.lights[0].pos[2], 3);
  w.model.vis.headlight.active = 1;
  w.update();
  ASSERT_EQ(w.scene.lights.size(), 2U);
  EXPECT_EQ(w.scene.lights[0].headlight, 1);
  EXPECT_FLOAT_EQ(w.scene.lights[0].dir[2], w.scene.camera[0].forward[2]);
}

TEST(Scene, FixedCameraStandsWhereTheModelHasIt) {
  Seen w(kBall);
  w.camera.type = static_cast<int>(CameraType::Fixed);
  w.camera.fixedcamid = 0;
  w.update();
  const scene::GlCamera& eye = w.scene.camera[0];
  EXPECT_FLOAT_EQ(eye.pos[1], -2);
  EXPECT_FLOAT_EQ(eye.forward[1], 1);
  EXPECT_FLOAT_EQ(eye.up[2], 1);
  // The eyes are apart along x, and see half of 45 degrees up and down.
  EXPECT_FLOAT_EQ(w.scene.camera[1].pos[0] - eye.pos[0], 0.068F);
  EXPECT_NEAR(eye.frustum_top / eye.frustum_near, 0.41421356, 1e-6);
  w.camera.fixedcamid = 1;
  EXPECT_THROW(w.update(), Error);
}

TEST(Scene, PlanesWithoutEndFollowTheCamera) {
  Seen w(R"(<asset>
      <texture name="t" type="2d" builtin="checker" width="8" height="8"/>
      <material name="m" texture="t" texrepeat="2 2"/></asset>
    <worldbody><geom type="plane" size="0 0 1" material="m"/></worldbody>)");
  w.camera.lookat[0] = 10.3;
  w.camera.azimuth = 0;
  w.camera.elevation = -89;
  w.camera.distance = 1;
  w.update();
  w.update();
  // By whole pairs of squares, 2 m, of the 10.3 m.
  EXPECT_FLOAT_EQ(w.scene.geoms[0].pos[0], 10);
  EXPECT_FLOAT_EQ(w.scene.geoms[0].pos[1], 0);
}

}  // namespace
}  // namespace thew
