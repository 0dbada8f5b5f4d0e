#include "key_track.h"

#include <gtest/gtest.h>

#include <thew/load.h>

#include "controller.h"
#include "world.h"

namespace thew::viewer {
namespace {

Model with_keys(const std::string& keys) {
  return load_string(
      R"(<mujoco><worldbody><body><joint name="j"/><geom size="0.1"/></body></worldbody>
      <actuator><motor joint="j"/></actuator><keyframe>)" +
      keys + "</keyframe></mujoco>");
}

TEST(KeyTrack, IsAtLeastTwoKeyframesAtLaterAndLaterTimes) {
  EXPECT_TRUE(is_key_track(with_keys(R"(<key time="0" ctrl="1"/><key time="1" ctrl="2"/>)")));
  EXPECT_FALSE(is_key_track(with_keys(R"(<key time="0" ctrl="1"/>)")));
  EXPECT_FALSE(is_key_track(with_keys(R"(<key ctrl="1"/><key ctrl="2"/>)")));
  EXPECT_FALSE(is_key_track(load_string("<mujoco/>")));
}

TEST(KeyTrack, GoesSmoothlyFromKeyToKeyAndBeginsAnew) {
  const Model model =
      with_keys(R"(<key time="1" ctrl="1"/><key time="2" ctrl="3"/><key time="4" ctrl="1"/>)");
  Data data(model);
  const auto at = [&](double time) {
    data.time = time;
    follow_key_track(model, data);
    return data.ctrl[0];
  };
  EXPECT_DOUBLE_EQ(at(1), 1);
  EXPECT_DOUBLE_EQ(at(1.5), 2);
  EXPECT_NEAR(at(1.01), 1 + 2 * 3e-4, 1e-5) << "at rest at the keys";
  EXPECT_DOUBLE_EQ(at(2), 3);
  EXPECT_DOUBLE_EQ(at(3), 2);
  EXPECT_DOUBLE_EQ(at(4), 1) << "and from the beginning";
  EXPECT_DOUBLE_EQ(at(4.5), 2);
  EXPECT_DOUBLE_EQ(at(0), 2) << "before the first one it is as a period later";
}

TEST(KeyTrack, LetsTheArmPutTheBoxIntoTheTray) {
  const auto model = std::make_shared<const Model>(load_file(THEW_ROOT "/models/gripper_arm.xml"));
  World world(model);
  const Controller* track = find_controller(*model, "keyframes");
  ASSERT_NE(track, nullptr);
  world.apply({0, track});
  world.reset(0);
  const int box = name_to_id(*model, ObjectType::Body, "box");
  while (world.data().time < 6.2) world.advance();
  world.refresh();
  const double* place = world.data().xpos.row(box);
  EXPECT_NEAR(place[0], 0.5, 0.02);
  EXPECT_NEAR(place[1], 0.25, 0.02);
  EXPECT_NEAR(place[2], 0.225, 0.005);
}

}  // namespace
}  // namespace thew::viewer
