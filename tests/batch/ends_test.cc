// Rewards, ends and beginnings of worlds, their random numbers, and work that is stopped.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

#include <thew/batch.h>
#include <thew/load.h>
#include <thew/step.h>

#include "batch/compare.h"
#include "support/worlds.h"

namespace thew {
namespace {

double height(const Model&, const Data& d) {
  return d.qpos[2];
}

TEST(Ends, FunctionsOfOneWorldSeeItsData) {
  const Model m = test::load_own("humanoid");
  BatchOptions options{.threads = 2, .outputs = {"xpos", "subtree_com"}};
  options.reward = [](const Model& model, const Data& d) {
    return d.xpos.row(3)[2] + d.subtree_com.row(1)[0] + d.ncon + model.body_mass.values()[1];
  };
  options.terminated = [](const Model&, const Data& d) { return d.qpos[2] < 0.88; };
  options.restart = false;
  Batch batch(m, 7, options);
  const BatchTable mass = batch.own("body_mass");
  for (int w = 0; w < 7; ++w) {
    reinterpret_cast<double*>(mass.data)[w * m.nbody + 1] += w;
    batch.field<double>("qpos")[static_cast<std::size_t>(w * m.nq + 2)] -= 0.005 * w;
  }
  Data alone(m);
  Model own = m;
  for (int s = 0; s < 3; ++s) {
    batch.step(2);
    for (int w = 0; w < 7; ++w) ASSERT_FALSE(batch.truncated()[static_cast<std::size_t>(w)]);
  }
  bool some = false, all = true;
  for (int w = 0; w < 7; ++w) {
    const auto i = static_cast<std::size_t>(w);
    own.body_mass[1] = m.body_mass.values()[1] + w;
    reset(own, alone);
    alone.qpos[2] -= 0.005 * w;
    bool over = false;
    for (int s = 0; s < 3; ++s) {
      EXPECT_EQ(over, s > 0 && over);
      if (over) continue;
      step(own, alone);
      step(own, alone);
      over = options.terminated(own, alone);
    }
    EXPECT_EQ(batch.terminated()[i], over) << w;
    EXPECT_EQ(batch.field<double>("time")[i], alone.time) << w;
    if (!over) EXPECT_EQ(batch.rewards()[i], options.reward(own, alone)) << w;
    some = some || over;
    all = all && over;
  }
  EXPECT_TRUE(some && !all);
}

TEST(Ends, AWorldThatIsOverBeginsAnew) {
  const Model m = test::load_own("humanoid");
  BatchOptions options{.threads = 1};
  options.reward = height;
  options.time_limit = 3 * m.opt.timestep;
  Batch batch(m, 5, options);
  for (int s = 1; s <= 3; ++s) {
    batch.step();
    EXPECT_EQ(batch.truncated()[4], s == 3);
    EXPECT_FALSE(batch.terminated()[4]);
    EXPECT_GT(batch.rewards()[4], 0.5);
  }
  batch.step();
  EXPECT_EQ(batch.field<double>("time")[4], 0);
  EXPECT_FALSE(batch.truncated()[4]);
  EXPECT_EQ(batch.rewards()[4], 0);
  batch.step();
  EXPECT_EQ(batch.field<double>("time")[4], m.opt.timestep);
}

TEST(Ends, AWorldThatFailsIsTerminated) {
  const Model m = test::load_own("humanoid");
  BatchOptions options{.threads = 1};
  options.reward = height;
  options.terminated = [](const Model&, const Data&) { return false; };
  Batch batch(m, 3, options);
  batch.field<double>("ctrl")[static_cast<std::size_t>(m.nu)] = std::nan("");
  batch.step();
  EXPECT_TRUE(batch.terminated()[1]);
  EXPECT_NE(batch.errors()[1], 0);
  EXPECT_EQ(batch.rewards()[1], 0);
  EXPECT_FALSE(batch.terminated()[0]);
}

TEST(Ends, WorldsBeginAsTheirStreamsSay) {
  const Model m = test::load_own("humanoid");
  BatchOptions options{.threads = 2, .seed = 7};
  options.begin = [](const Model& model, Data& d, Random& random) {
    for (int i = 0; i < model.nv; ++i) d.qvel[i] = 0.01 * random.normal();
  };
  Batch few(m, 3, options), many(m, 50, options);
  const auto a = few.field<double>("qvel"), b = many.field<double>("qvel");
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
  EXPECT_NE(a[0], a[static_cast<std::size_t>(m.nv)]);
  const std::vector<double> first(a.begin(), a.end());
  const bool mask[] = {true, false, false};
  few.reset(mask);
  EXPECT_NE(a[0], first[0]);  // the stream went on
  EXPECT_EQ(a[static_cast<std::size_t>(m.nv)], first[static_cast<std::size_t>(m.nv)]);
}

TEST(Ends, RandomNumbersAreOfTheirWorld) {
  const Model m = test::load_own("pendulum");
  Batch few(m, 2, {.threads = 1, .seed = 3}), many(m, 1000, {.threads = 1, .seed = 3});
  std::vector<double> a(8), b(4000), next(2);
  few.draw(4, a.data());
  many.draw(4, b.data());
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
  const bool second[] = {false, true};
  few.draw(2, next.data(), second);
  std::vector<double> all(2000);
  many.draw(2, all.data());
  EXPECT_EQ(next[0], all[2]);
  const double mean = std::accumulate(b.begin(), b.end(), 0.0) / 4000;
  EXPECT_NEAR(mean, 0.5, 4 * 0.2887 / std::sqrt(4000.0));
  EXPECT_TRUE(std::ranges::all_of(b, [](double x) { return x >= 0 && x < 1; }));
  std::ranges::sort(b);
  EXPECT_EQ(std::ranges::adjacent_find(b), b.end());
}

TEST(Ends, NormalNumbersHaveTheirMoments) {
  std::uint64_t drawn = 0;
  Random random(1, 2, drawn);
  double sum = 0, squares = 0, fourth = 0;
  constexpr int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  EXPECT_EQ(drawn, 2u * kCount);
  EXPECT_NEAR(sum / kCount, 0, 0.03);
  EXPECT_NEAR(squares / kCount, 1, 0.05);
  EXPECT_NEAR(fourth / kCount, 3, 0.3);
}

TEST(Ends, WhatAFunctionThrowsArrives) {
  const Model m = test::load_own("pendulum");
  BatchOptions options{.threads = 2};
  options.reward = [](const Model&, const Data& d) {
    if (d.time > 0.05) throw std::runtime_error("no reward");
    return 0.0;
  };
  Batch batch(m, 40, options);
  batch.step();
  EXPECT_THROW(batch.step(100), std::runtime_error);
}

TEST(Stopping, LongWorkOnOneWorldReportsAndStops) {
  const Model m = test::load_own("pendulum");
  Batch batch(m, 1, {.threads = 2});
  double last = 0;
  batch.go_on = [&](double done) {
    EXPECT_GE(done, last);
    last = done;
    return done < 0.5;
  };
  batch.step(2000000);
  EXPECT_GE(last, 0.5);
  EXPECT_LT(last, 1);  // how soon it is asked after the half depends on what else the machine does
  EXPECT_EQ(batch.field<double>("time")[0], 0);  // not done, so as it was
  batch.go_on = nullptr;
  batch.step(10);
  EXPECT_GT(batch.field<double>("time")[0], 0);
}

TEST(Whole, DataOfWorldsHaveWhatTheyHaveAlone) {
  const Model m = test::load_own("humanoid");
  Batch batch(m, 3, {.threads = 2, .whole = true});
  Data alone(m), whole(m);
  reset(m, alone);
  for (int i = 0; i < 100; ++i) step(m, alone);
  batch.step(100);
  batch.extract(1, whole);
  EXPECT_EQ(whole.ncon, alone.ncon);
  EXPECT_GT(whole.ncon, 0);
  EXPECT_EQ(whole.nefc, alone.nefc);
  EXPECT_TRUE(std::equal(whole.efc_force.begin(), whole.efc_force.begin() + whole.nefc,
                         alone.efc_force.begin()));
}

TEST(Stages, OutputsOfTheNewStateAreComputed) {
  const Model m = test::load_own("humanoid");
  Batch batch(m, 5, {.threads = 1, .outputs = {"xpos", "cvel", "qacc"}});
  batch.step(3, {}, Stage::Vel);
  Data alone(m);
  reset(m, alone);
  for (int i = 0; i < 3; ++i) step(m, alone);
  const std::vector<double> qacc(alone.qacc.begin(), alone.qacc.end());
  forward_to(m, alone, Stage::Vel);
  EXPECT_EQ(first_difference(batch, 2, alone), "");
  EXPECT_TRUE(std::ranges::equal(qacc, alone.qacc));  // of the step before
}

// Of a model with two trees each world is solved apart, and forces between bodies are found alone.
TEST(BodyForces, AreThoseOfWorldsAlone) {
  const Model m = load_string(R"(<mujoco><option integrator="RK4"/><worldbody>
      <geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos=".05 0 .32"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    </worldbody></mujoco>)");
  Batch batch(m, 6, {.threads = 2, .outputs = {"cfrc_ext", "cfrc_int", "cacc"}});
  Data alone(m);
  reset(m, alone);
  for (int i = 0; i < 100; ++i) step(m, alone);
  rne_post_constraint(m, alone);
  batch.step(100);
  for (int w = 0; w < 6; ++w) EXPECT_EQ(first_difference(batch, w, alone), "");
  EXPECT_GT(alone.cfrc_ext.row(1)[5], 1);
}

}  // namespace
}  // namespace thew
