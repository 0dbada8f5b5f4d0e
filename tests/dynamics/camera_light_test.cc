// Cameras and lights that are fixed, follow or aim.

#include <thew/dynamics.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// A body that turns about z, with a camera and a light 3 m ahead of it and a mass 1 m to its left,
// which is as heavy as the body. The light shines down.
struct Watched : test::World {
  explicit Watched(const std::string& mode)
      : World(R"(
    <worldbody><body name="b"><joint axis="0 0 1"/>
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <camera pos="3 0 0" mode=)" +
              mode + R"(/>
      <light pos="3 0 0" dir="0 0 -2" mode=)" +
              mode + R"(/>
      <body name="t" pos="0 1 0"><inertial pos="0 1 0" mass="1" diaginertia="1 1 1"/></body>
    </body></worldbody>)") {
    d.qpos[0] = test::kPi / 2;
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    dynamics::camera_light(m, d);
  }
};

TEST(CameraLight, FixedTurnWithTheBody) {
  const Watched w("'fixed'");
  EXPECT_TRUE(near(w.d.cam_xpos.row(0), {0, 3, 0}));
  EXPECT_TRUE(near(w.d.cam_xmat.row(0), {0, -1, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(near(w.d.light_xpos.row(0), {0, 3, 0}));
  EXPECT_TRUE(near(w.d.light_xdir.row(0), {0, 0, -1}));
}

TEST(CameraLight, TrackingKeepsTheOffsetInTheWorld) {
  const Watched body("'track'");
  EXPECT_TRUE(near(body.d.cam_xpos.row(0), {3, 0, 0}));
  EXPECT_TRUE(near(body.d.cam_xmat.row(0), {1, 0, 0, 0, 1, 0, 0, 0, 1}));
  // The centre of mass was at (0, 1, 0) and is at (-1, 0, 0).
  const Watched com("'trackcom'");
  EXPECT_TRUE(near(com.d.cam_xpos.row(0), {2, -1, 0}));
  EXPECT_TRUE(near(com.d.light_xpos.row(0), {2, -1, 0}));
}

// The eye is at (0, 3, 0); the body at (-1, 0, 0), its centre of mass at (-2, 0, 0). A camera looks
// along its -z and has the world's z upwards: x = up x z.
TEST(CameraLight, Aiming) {
  for (const auto& [mode, away] :
       {std::pair("'targetbody' target='t'", 1.0), std::pair("'targetbodycom' target='t'", 2.0)}) {
    const Watched w(mode);
    const double length = std::hypot(away, 3), zx = away / length, zy = 3 / length;
    EXPECT_TRUE(near(w.d.cam_xmat.row(0), {-zy, 0, zx, zx, 0, zy, 0, 1, 0})) << mode;
    EXPECT_TRUE(near(w.d.light_xdir.row(0), {-zx, -zy, 0})) << mode;
  }
}

}  // namespace
}  // namespace thew
