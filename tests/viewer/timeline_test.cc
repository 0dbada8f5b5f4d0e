// Any moment of a run is found again bit by bit, whatever was done to it meanwhile.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "player.h"

namespace thew::viewer {
namespace {

std::shared_ptr<const Model> model_of(const std::string& name) {
  return std::make_shared<const Model>(
      load_file(std::string(THEW_ROOT) + "/models/" + name + ".xml"));
}

const auto kNothing = [](World&) {};

std::vector<double> qpos(const World& world) {
  return {world.data().qpos.begin(), world.data().qpos.end()};
}

// Runs with pushes, edits of controls, of the state and of the model, and keeps every state.
std::vector<std::vector<double>> run(Player& player, int steps) {
  const Model& model = player.world().model();
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<std::vector<double>> states{player.world().state()};
  for (int i = 0; i < steps; ++i) {
    const auto last = static_cast<int>(model.nbody) - 1;
    if (i % 97 == 10) {
      Push push{Push::Kind::Force, last, {0, 0, 0.01}, {uniform(random), uniform(random), 1, 0}};
      player.input(0, push);
    }
    if (i % 97 == 40) player.input(0, Push{});
    if (i == 131) player.input(0, Push{Push::Kind::Torque, last, {}, {0.8, 0.6, 0, 0}});
    if (i == 150) player.input(0, Input::Edit{find_field("opt.gravity"), 2, {-3}});
    if (i == 170) player.input(0, Input::Edit{find_field("qvel"), 0, {uniform(random)}});
    if (i % 50 == 20 && model.nu > 0)
      player.input(0, Input::Edit{find_field("ctrl"), 0, {uniform(random)}});
    states.back() = player.world().state();  // with what was done at this step
    player.step(1, kNothing);
    states.push_back(player.world().state());
  }
  return states;
}

class EveryModel : public testing::TestWithParam<const char*> {};

TEST_P(EveryModel, SeekFindsEveryStateBitByBit) {
  Player player(model_of(GetParam()), std::size_t{1} << 26);
  const auto controllers = controllers_for(player.world().model());
  if (!controllers.empty()) player.input(0, controllers.front());
  const auto states = run(player, 300);
  std::mt19937 random(2);
  for (int i = 0; i < 40; ++i) {
    const auto step = static_cast<std::int64_t>(random() % 300);
    player.seek(step);
    player.refresh_shown();
    ASSERT_EQ(player.shown().step(), step);
    EXPECT_EQ(player.shown().state(), states[static_cast<std::size_t>(step)]) << step;
  }
  player.seek(300);
  EXPECT_FALSE(player.shows_past());
  EXPECT_EQ(player.world().state(), states.back());
}

TEST_P(EveryModel, ReplayFromThePastReachesThePresent) {
  Player player(model_of(GetParam()), std::size_t{1} << 26);
  const auto states = run(player, 200);
  player.seek(60);
  for (int i = 61; i < 200; ++i) {
    player.step(1, kNothing);
    ASSERT_EQ(player.shown().state(), states[static_cast<std::size_t>(i)]) << i;
  }
  player.step(1, kNothing);
  EXPECT_FALSE(player.shows_past());
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel,
                         testing::Values("humanoid", "quadruped", "arm", "tendon_arm",
                                         "free_bodies", "sensors"));

TEST(Timeline, ContinuingKeepsTheOldFutureAsAGhost) {
  Player player(model_of("humanoid"), std::size_t{1} << 26);
  const auto states = run(player, 200);
  player.seek(80);
  player.go_on(0);
  player.pause();
  EXPECT_EQ(player.timeline().branches().size(), 2u);
  EXPECT_EQ(player.world().state(), states[80]);
  player.input(0, Input::Edit{find_field("qvel"), 2, {3}});
  player.step(50, kNothing);
  EXPECT_NE(player.world().state(), states[130]);
  const World* ghost = player.ghost_shown();
  ASSERT_NE(ghost, nullptr);
  EXPECT_EQ(ghost->state(), states[130]);
  // Back on the old branch, all of it is there.
  ASSERT_TRUE(player.show_branch(0, player.ghost()));
  EXPECT_EQ(player.world().state(), states[200]);
  player.seek(120);
  EXPECT_EQ(player.shown().state(), states[120]);
}

TEST(Timeline, StaysBelowItsCapAndStillFindsEverything) {
  constexpr std::size_t kCap = 100'000;
  Player player(model_of("humanoid"), kCap);
  std::vector<std::vector<double>> poses{qpos(player.world())};
  for (int i = 0; i < 6000; ++i) {
    player.step(1, kNothing);
    poses.push_back(qpos(player.world()));
  }
  EXPECT_LE(player.timeline().bytes(), kCap);
  EXPECT_GT(player.timeline().interval(), 50);
  for (const std::int64_t step : {0, 1, 777, 3333, 5999}) {
    player.seek(step);
    EXPECT_EQ(qpos(player.shown()), poses[static_cast<std::size_t>(step)]) << step;
  }
}

TEST(Timeline, FindsTheStepOfATime) {
  Player player(model_of("pendulum"), std::size_t{1} << 20);
  player.step(500, kNothing);
  const double timestep = player.world().model().opt.timestep;
  for (const std::int64_t step : {0, 1, 49, 50, 51, 300, 500}) {
    EXPECT_EQ(player.timeline().step_at(static_cast<double>(step) * timestep), step);
  }
  EXPECT_EQ(player.timeline().step_at(-1), 0);
  EXPECT_EQ(player.timeline().step_at(1e9), 500);
}

TEST(Timeline, ModelsWhoseTreesSleepAreFoundAgainToo) {
  const std::string xml = R"(<mujoco><option><flag sleep="enable"/></option><worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 0.2"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
    <body pos="1 0 1.2"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>)";
  Player player(std::make_shared<const Model>(load_string(xml)), std::size_t{1} << 28);
  std::vector<std::vector<double>> poses{qpos(player.world())};
  bool slept = false;
  for (int i = 0; i < 1500; ++i) {
    player.step(1, kNothing);
    poses.push_back(qpos(player.world()));
    slept = slept || player.world().data().ntree_awake < 2;
  }
  ASSERT_TRUE(slept);
  for (const std::int64_t step : {1420, 30, 1201, 700}) {
    player.seek(step);
    EXPECT_EQ(qpos(player.shown()), poses[static_cast<std::size_t>(step)]) << step;
  }
}

TEST(Pace, FollowsTheClockAndTellsTheTruth) {
  Pace pace;
  pace.start(10, 0, 2);
  EXPECT_EQ(pace.due(10.0625, 0.0625), 0.125);
  // Two seconds too late: a tenth of a second is made up for, the rest is lost.
  EXPECT_DOUBLE_EQ(pace.due(12, 0.1), 0.1 + Pace::kPatience * 2);
  Pace measured;
  for (int i = 0; i <= 200; ++i) measured.advanced(i * 0.01, 0.005, 5);
  EXPECT_NEAR(measured.factor(2), 0.5, 0.02);
  EXPECT_NEAR(measured.rate(2), 500, 20);
  measured.stop();
  EXPECT_EQ(measured.factor(3), 0);
}

TEST(Controller, QuadrupedTrotsRoundAndIsNotPushedOver) {
  Player player(model_of("quadruped"), std::size_t{1} << 24);
  const Controller* trot = find_controller(player.world().model(), "trot");
  ASSERT_NE(trot, nullptr);
  player.reset(0, 0);
  player.input(0, trot);
  double path = 0, x = 0, y = 0;
  for (int i = 0; i < 10000; ++i) {
    World& world = player.world();
    double* push = world.data().xfrc_applied.row(1);
    const double angle = 2.4 * (i / 1500);
    push[0] = push[1] = 0;
    if (i > 1000 && i % 1500 < 100)
      push[0] = 60 * std::cos(angle), push[1] = 60 * std::sin(angle);  // 12 N s
    world.advance();
    const double* q = world.data().qpos.data();
    path += std::hypot(q[0] - x, q[1] - y);
    x = q[0], y = q[1];
    ASSERT_GT(1 - 2 * (q[4] * q[4] + q[5] * q[5]), 0.7) << "fell at step " << i;
    ASSERT_GT(q[2], 0.2) << i;
  }
  EXPECT_GT(path, 3);
  EXPECT_LT(std::hypot(x, y), 1.5);
}

TEST(Controller, HumanoidWavesAndIsNotPushedOver) {
  Player player(model_of("humanoid"), std::size_t{1} << 24);
  const Model& model = player.world().model();
  ASSERT_EQ(controllers_for(model).front()->name, std::string_view("wave"));
  const int torso = name_to_id(model, ObjectType::Body, "torso");
  const int hand = name_to_id(model, ObjectType::Site, "right grip");
  player.reset(0, 0);
  player.input(0, find_controller(model, "wave"));
  double lowest = 2, highest = 0, apart = 0, before = 0;
  for (int i = 0; i < 4000; ++i) {
    World& world = player.world();
    double* push = world.data().xfrc_applied.row(torso);
    const double angle = 2.4 * (i / 600);
    push[0] = push[1] = 0;
    if (i > 600 && i % 600 < 40)
      push[0] = 50 * std::cos(angle), push[1] = 50 * std::sin(angle);  // 10 N s
    world.advance();
    const double* q = world.data().qpos.data();
    ASSERT_GT(q[2], 0.8) << "fell at step " << i;
    ASSERT_LT(std::hypot(q[0], q[1]), 0.3) << i;
    if (i < 800) continue;
    world.refresh();
    const double side = world.data().site_xpos.row(hand)[1];
    apart += i > 800 ? std::abs(side - before) : 0;
    before = side;
    lowest = std::min(lowest, world.data().site_xpos.row(hand)[2]);
    highest = std::max(highest, world.data().site_xpos.row(hand)[2]);
  }
  EXPECT_GT(lowest, 1.1) << "the hand is as high as the shoulder";
  EXPECT_GT(highest - lowest + apart, 2) << "and moves";
}

}  // namespace
}  // namespace thew::viewer
