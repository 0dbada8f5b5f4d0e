// A world in a batch has the bits that it has alone.

#include <algorithm>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include <thew/batch.h>
#include <thew/callback.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

#include "batch/alone.h"
#include "support/worlds.h"

namespace thew {
namespace {

class EveryModel : public testing::TestWithParam<std::string> {};

TEST_P(EveryModel, HasTheBitsOfWorldsAlone) {
  const Model m = test::load_own(GetParam());
  for (const auto& [worlds, threads] : {std::pair{1, 1}, {3, 2}, {7, 3}, {16, 2}}) {
    expect_same_bits<double>(m, worlds, threads, 100);
    if (worlds > 1) expect_same_bits<double>(m, worlds, threads, 100, 4);
  }
}

INSTANTIATE_TEST_SUITE_P(Batch, EveryModel, testing::ValuesIn(test::own_models()),
                         [](const auto& name) { return name.param; });

// Four in any processor that runs at all; more where its registers are wider.
TEST(Batch, HasAsManyLanesAsFit) {
  const Model m = test::load_own("pendulum");
  EXPECT_EQ(Batch(m, 1, {.lanes = 4}).lanes(), 4);
  EXPECT_EQ(Batch(m, 1, {.lanes = 8, .precision = Precision::Single}).lanes(), 8);
  EXPECT_EQ(Batch(m, 4).lanes(), 4);  // more would be empty
  EXPECT_GE(Batch(m, 5).lanes(), 4);
  EXPECT_THROW(Batch(m, 1, {.lanes = 5}), Error);
}

TEST(Batch, SeveralStepsAtOnceAreTheSame) {
  const Model m = test::load_own("quadruped");
  Batch at_once(m, 5, {.threads = 2}), one_by_one(m, 5, {.threads = 1});
  set_controls<double>(m, at_once, 0);
  set_controls<double>(m, one_by_one, 0);
  at_once.step(20);
  for (int i = 0; i < 20; ++i) one_by_one.step();
  const auto a = at_once.field<double>("qpos"), b = one_by_one.field<double>("qpos");
  EXPECT_TRUE(std::ranges::equal(a, b));
}

// Forces of contacts are remembered with the state of each world.
TEST(Batch, WorldsOfTheClassicFormulationHaveTheirBits) {
  for (const char* options : {"", "solver='CG' integrator='RK4'"}) {
    const Model m = load_string(std::string("<mujoco><option formulation='classic' ") + options +
                                R"(/><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/>
        <body pos=".1 0 .1"><joint name="j" axis="0 1 0" range="-20 20" frictionloss=".1"/>
          <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/></body></body>
      <body pos=".05 0 .5"><freejoint/><geom type="box" size=".1 .1 .1" condim="6"/></body>
      </worldbody><actuator><motor joint="j" gear="20" ctrlrange="-1 1"/></actuator></mujoco>)");
    ASSERT_EQ(m.nwarmstart, 16);
    expect_same_bits<double>(m, 7, 2, 150);
    expect_same_bits<float>(m, 9, 2, 150);
  }
}

TEST(Batch, WorldsThatSleepHaveTheirBits) {
  Model m = load_string(R"(<mujoco><option><flag sleep="enable"/></option><worldbody>
      <geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="1 0 .4"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    </worldbody></mujoco>)");
  Batch batch(m, 3, {.threads = 2, .outputs = {"xpos", "tree_awake"}});
  Alone<double> alone(m, 3);
  for (std::size_t w = 0; w < 3; ++w) {  // one falls deeper
    batch.field<double>("qpos")[w * 14 + 9] += 0.3 * static_cast<double>(w);
    alone.data[w]->qpos[9] += 0.3 * static_cast<double>(w);
  }
  bool slept = false;
  for (int s = 0; s < 600; ++s) {
    batch.step();
    alone.step(m, s);
    slept = slept || alone.data[0]->ntree_awake < m.ntree;
    for (std::int64_t w = 0; w < 3; ++w) {
      ASSERT_EQ(first_difference(batch, w, *alone.data[static_cast<std::size_t>(w)]), "") << s;
    }
  }
  EXPECT_TRUE(slept);
}

TEST(Batch, CallsTheUsersControl) {
  const Model m = test::load_own("pendulum");
  callbacks.control = [](const Model&, Data& d) { d.qfrc_applied[0] = d.time; };
  Batch batch(m, 2, {.threads = 1});
  batch.step(50);
  callbacks.control = nullptr;
  EXPECT_NEAR(batch.field<double>("qfrc_applied")[1], 49 * m.opt.timestep, 1e-12);
}

TEST(Batch, StepsOnlyTheWorldsOfTheMask) {
  const Model m = test::load_own("pendulum");
  Batch batch(m, 6, {.threads = 2});
  const bool mask[] = {true, false, false, true, false, true};
  batch.step(3, mask);
  for (std::size_t w = 0; w < 6; ++w) {
    EXPECT_EQ(batch.field<double>("time")[w], mask[w] ? 3 * m.opt.timestep : 0) << w;
  }
  const bool last[] = {false, false, false, false, false, true};
  batch.reset(last);
  EXPECT_EQ(batch.field<double>("time")[5], 0);
  EXPECT_GT(batch.field<double>("time")[3], 0);
}

// --- worlds that fail
// ------------------------------------------------------------------------------

TEST(Batch, AWorldThatFailsStaysAsItWasAndHarmsNoOther) {
  const Model m = test::load_own("humanoid");
  Batch batch(m, 6, {.threads = 2, .outputs = {"xpos"}});
  Alone<double> alone(m, 6);
  for (int s = 0; s < 10; ++s) {
    set_controls<double>(m, batch, s);
    batch.step();
    alone.step(m, s);
  }
  const auto ctrl = batch.field<double>("ctrl");
  set_controls<double>(m, batch, 10);
  ctrl[static_cast<std::size_t>(2 * m.nu + 1)] = std::numeric_limits<double>::quiet_NaN();
  batch.step();
  Data before = *alone.data[2];
  alone.step(m, 10);
  EXPECT_EQ(batch.errors()[2], 1 + static_cast<int>(Warning::Badctrl));
  EXPECT_EQ(batch.warnings()[2 * kNWARNING + static_cast<int>(Warning::Badctrl)], 1);
  EXPECT_EQ(std::memcmp(batch.field("qpos").data + 2 * m.nq * 8, before.qpos.data(),
                        static_cast<std::size_t>(m.nq) * 8),
            0);
  for (const std::int64_t w : {0, 1, 3, 4, 5}) {
    EXPECT_EQ(first_difference(batch, w, *alone.data[static_cast<std::size_t>(w)]), "") << w;
  }
  set_controls<double>(m, batch, 11);
  batch.step();  // it begins anew
  EXPECT_EQ(batch.errors()[2], 0);
  EXPECT_EQ(batch.field<double>("time")[2], 0);
  EXPECT_EQ(batch.warnings()[2 * kNWARNING + static_cast<int>(Warning::Badctrl)], 0);
}

TEST(Batch, AWorldThatFailedWaitsForItsReset) {
  const Model m = test::load_own("pendulum");
  Batch batch(m, 2, {.threads = 1, .restart = false});
  batch.field<double>("qvel")[1] = 1e300;
  batch.step();
  EXPECT_EQ(batch.errors()[1], 1 + static_cast<int>(Warning::Badqvel));
  batch.step();
  EXPECT_NE(batch.errors()[1], 0);
  EXPECT_EQ(batch.field<double>("time")[1], 0);
  const bool mask[] = {false, true};
  batch.reset(mask);
  batch.step();
  EXPECT_EQ(batch.errors()[1], 0);
  EXPECT_EQ(batch.field<double>("time")[1], m.opt.timestep);
}

TEST(Batch, RefusesWhatItCannotDo) {
  const Model m = test::load_own("pendulum");
  EXPECT_THROW(Batch(m, 0), Error);
  EXPECT_THROW(Batch(m, 2, {.threads = -1}), Error);
  EXPECT_THROW(Batch(m, 2, {.outputs = {"efc_force"}}), Error);
  EXPECT_THROW(Batch(m, 2, {.outputs = {"nonsense"}}), Error);
  Batch batch(m, 2, {.threads = 1});
  EXPECT_THROW(batch.field("xpos"), Error);
  EXPECT_THROW(batch.field<float>("qpos"), Error);
  EXPECT_THROW(batch.own("nonsense"), Error);
  EXPECT_THROW(batch.own("body_parentid"), Error);
  EXPECT_THROW(batch.reset({}, 99), Error);
  const bool mask[] = {true};
  EXPECT_THROW(batch.step(1, mask), Error);
  Data data(m), foreign(test::load_own("arm"));
  EXPECT_THROW(batch.extract(2, data), Error);
  EXPECT_THROW(batch.extract(-1, data), Error);
  EXPECT_THROW(batch.extract(0, foreign), Error);
  EXPECT_THROW(batch.insert(foreign, 0), Error);
}

TEST(Batch, StopsWhenToldTo) {
  const Model m = test::load_own("pendulum");
  Batch batch(m, 4000, {.threads = 2});
  batch.go_on = [](double) { return false; };
  batch.step(1000);
  const auto time = batch.field<double>("time");
  EXPECT_LT(std::ranges::count(time, 1000 * m.opt.timestep), 2000);
}

}  // namespace
}  // namespace thew
