// What the mouse selects, moves and pulls.

#include <gtest/gtest.h>

#include <thew/error.h>

#include "scene/world.h"

namespace thew {
namespace {

using test::Seen;

constexpr const char* kBall = R"(<option gravity="0 0 0"/><statistic extent="2" center="0 0 1"/>
  <worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 1"><freejoint/><geom size=".2" mass="2"/></body></worldbody>)";

TEST(Mouse, SelectsWhatIsInTheMiddle) {
  Seen w(kBall);
  w.update();
  const auto found = scene::select(w.model, w.data, w.option, 1.5, 0.5, 0.5, w.scene);
  EXPECT_EQ(found.body, 1);
  EXPECT_EQ(found.geom, 1);
  EXPECT_EQ(found.skin, -1);
  // The near side of the ball.
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(found.point[i], (i == 2) - 0.2 * w.scene.camera[0].forward[i], 1e-5);
  }
  w.camera.elevation = 45;  // from below there is nothing above
  w.show(VisFlag::Static, false);
  w.update();
  EXPECT_EQ(scene::select(w.model, w.data, w.option, 1.5, 0.02, 0.98, w.scene).body, -1);
}

TEST(Mouse, PullsWithASpring) {
  Seen w(kBall);
  w.update();
  w.perturb.select = 1;
  scene::init_perturb(w.model, w.data, w.scene, w.perturb);
  EXPECT_NEAR(w.perturb.localmass, 2, 1e-9);
  EXPECT_NEAR(w.perturb.refselpos[2], 1, 1e-12);
  w.perturb.active = static_cast<int>(PertBit::Translate);
  w.perturb.refselpos[0] += 0.1;
  scene::apply_perturb_force(w.model, w.data, w.perturb);
  EXPECT_NEAR(w.data.xfrc_applied.row(1)[0], 0.1 * 2 * w.model.vis.map.stiffness, 1e-6);
  for (int i = 0; i < 3000; ++i) {
    scene::apply_perturb_force(w.model, w.data, w.perturb);
    step(w.model, w.data);
  }
  EXPECT_NEAR(w.data.qpos[0], 0.1, 1e-3);
}

TEST(Mouse, PutsAPausedBody) {
  Seen w(kBall);
  w.update();
  w.perturb.select = 1;
  scene::init_perturb(w.model, w.data, w.scene, w.perturb);
  w.perturb.active = static_cast<int>(PertBit::Translate);
  scene::move_perturb(w.model, w.data, MouseAction::MoveV, 0, -0.1, w.scene, w.perturb);
  scene::apply_perturb_pose(w.model, w.data, w.perturb, false);
  EXPECT_EQ(w.data.qpos[2], 1);
  scene::apply_perturb_pose(w.model, w.data, w.perturb, true);
  EXPECT_NEAR(w.data.qpos[2], 1 + 0.1 * w.perturb.scale, 1e-9);
}

TEST(Mouse, DoesNothingToBodiesThatAreNotThere) {
  Seen w(kBall);
  w.update();
  for (const int body : {-1, 0, 2, 1 << 30}) {
    w.perturb.select = body;
    w.perturb.active = 3;
    scene::init_perturb(w.model, w.data, w.scene, w.perturb);
    scene::apply_perturb_force(w.model, w.data, w.perturb);
    scene::apply_perturb_pose(w.model, w.data, w.perturb, true);
    w.show(VisFlag::Select);
    w.update();
    EXPECT_EQ(w.scene.geoms.size(), 2U);
  }
  for (const double x : w.data.xfrc_applied) EXPECT_EQ(x, 0);
}

TEST(Mouse, TurnsAndZoomsTheCamera) {
  Seen w(kBall);
  w.camera.azimuth = 170;
  scene::move_camera(w.model, MouseAction::RotateH, -0.5, 0.2, w.camera);
  EXPECT_NEAR(w.camera.azimuth, 170 + 90 - 360, 1e-9);
  scene::move_camera(w.model, MouseAction::RotateH, 1e300, -9, w.camera);
  EXPECT_LE(w.camera.azimuth, 180);
  EXPECT_EQ(w.camera.elevation, 89);
  scene::move_camera(w.model, MouseAction::Zoom, 0, 1e3, w.camera);
  EXPECT_NEAR(w.camera.distance, 0.02, 1e-12);
  EXPECT_THROW(scene::move_camera(w.model, MouseAction::None, 0, 0, w.camera), Error);
}

}  // namespace
}  // namespace thew
