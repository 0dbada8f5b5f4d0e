// Threads may share a model, and read one world: built by the preset tsan, ThreadSanitizer watches.

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include <thew/constraint.h>
#include <thew/thew.h>

#include "support/worlds.h"

namespace thew {
namespace {

// Runs work(0) and work(1) at the same time.
template <class Work>
void in_two_threads(const Work& work) {
  std::thread other([&] { work(1); });
  work(0);
  other.join();
}

// Shapes of all kinds that touch one another and the ground.
constexpr const char* kPile = R"(<mujoco><option timestep=".004"/>
<asset><mesh name="wedge" vertex="0 0 0  .2 0 0  0 .2 0  0 0 .2"/></asset>
<default><geom size=".1 .08 .06" type="box"/></default>
<worldbody><geom type="plane" size="2 2 .1"/>
  <body pos="0 0 .1"><freejoint/><geom/></body><body pos=".1 0 .2"><freejoint/><geom type="capsule"/></body>
  <body pos="0 .1 .3"><freejoint/><geom type="cylinder"/></body>
  <body pos="0 0 .45"><freejoint/><geom type="ellipsoid" condim="6"/></body>
  <body pos="-.1 0 .2"><freejoint/><geom type="mesh" mesh="wedge"/></body>
</worldbody></mujoco>)";

TEST(Threads, StepWorldsOfOneModel) {
  for (const std::string& xml : {std::string(kPile), std::string()}) {
    const Model m = xml.empty() ? test::load_own("humanoid") : load_string(xml);
    std::array<Data, 2> worlds{Data(m), Data(m)};
    in_two_threads([&](int k) {
      Data& d = worlds[static_cast<std::size_t>(k)];
      reset(m, d);
      for (int i = 0; i < 50; ++i) step(m, d);
    });
    EXPECT_GT(worlds[0].ncon, 0);
    EXPECT_EQ(first_difference(worlds[0], worlds[1]), nullptr);
  }
}

TEST(Threads, StepABatch) {
  const Model m = test::load_own("humanoid");
  Batch two(m, 24, {.threads = 2}), one(m, 24, {.threads = 1});
  for (int i = 0; i < 20; ++i) two.step(2);
  one.step(40);
  EXPECT_TRUE(std::ranges::equal(two.field<double>("qpos"), one.field<double>("qpos")));
  in_two_threads([&](int) { two.step(10); });  // one after the other
  one.step(20);
  EXPECT_TRUE(std::ranges::equal(two.field<double>("qpos"), one.field<double>("qpos")));
}

TEST(Threads, AskFunctionsOfWorlds) {
  const Model m = test::load_own("humanoid");
  BatchOptions options{.threads = 2};
  options.reward = [](const Model&, const Data& d) { return d.qpos[2]; };
  options.terminated = [](const Model&, const Data& d) { return d.time > 0.05; };
  options.begin = [](const Model&, Data& d, Random& random) { d.qvel[0] = random.normal(); };
  for (const bool whole : {false, true}) {
    options.whole = whole;
    options.threads = 2;
    Batch two(m, 10, options);
    options.threads = 1;
    Batch one(m, 10, options);
    two.go_on = [](double) { return true; };
    for (int i = 0; i < 4; ++i) {
      two.step(17);
      one.step(17);
    }
    EXPECT_TRUE(std::ranges::equal(two.field<double>("qpos"), one.field<double>("qpos")));
    EXPECT_TRUE(std::ranges::equal(two.rewards(), one.rewards()));
  }
}

TEST(Threads, StepBatchesOfOneModel) {
  const Model m = test::load_own("quadruped");
  std::vector<Batch> batches;
  for (int k = 0; k < 2; ++k) batches.emplace_back(m, 12, BatchOptions{.threads = 2});
  in_two_threads([&](int k) { batches[static_cast<std::size_t>(k)].step(30); });
  EXPECT_TRUE(
      std::ranges::equal(batches[0].field<double>("qpos"), batches[1].field<double>("qpos")));
}

// Everything that may be asked of a world without changing it.
std::vector<double> read(const Model& m, const Data& d) {
  std::vector<double> answers;
  const auto keep = [&](std::span<const double> x) {
    answers.insert(answers.end(), x.begin(), x.end());
  };
  double segment[6], force[6];
  for (int i = 0; i < m.ngeom; ++i) {
    for (int j = 0; j < i; ++j) {
      answers.push_back(collision::geom_distance(m, d, i, j, 1.0, segment));
      keep(segment);
    }
    const double point[3] = {0.1, 0.05, 0.2};
    answers.push_back(collision::point_distance(m, d, i, point));
  }
  for (int i = 0; i < d.ncon; ++i) {
    constraint::contact_force(m, d, i, force);
    keep(force);
  }
  for (int i = 0; i < 8; ++i) {
    const double origin[3] = {0.1 * i - 0.4, 0.02, 2}, down[3] = {0, 0, -1};
    answers.push_back(collision::ray(m, d, origin, down).distance);
  }
  std::vector<double> x(static_cast<std::size_t>(m.nv), 1.0), y = x;
  dynamics::solve_inertia(m, d, x.data());
  keep(x);
  dynamics::multiply_inertia(m, d, y.data(), x.data());
  keep(y);
  const auto all = static_cast<unsigned>(StateBit::Integration);
  std::vector<double> state(static_cast<std::size_t>(state_size(m, all)));
  get_state(m, d, state, all);
  keep(state);
  const Data copy = d;
  keep({copy.qpos.data(), static_cast<std::size_t>(copy.qpos.size())});
  return answers;
}

TEST(Threads, ReadOneWorld) {
  const Model m = load_string(kPile);
  Data d(m);
  reset(m, d);
  for (int i = 0; i < 50; ++i) step(m, d);
  ASSERT_GT(d.ncon, 0);
  const Data& world = d;
  std::vector<double> answers[2];
  in_two_threads([&](int k) { answers[k] = read(m, world); });
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_EQ(answers[0], read(m, world));
}

TEST(Threads, ShareOneWorld) {
  const Model m = load_string(R"(<mujoco><option timestep=".004"/><worldbody>
    <geom size=".2" pos="0 0 -.203"/>
    <flexcomp name="f" type="grid" dim="2" count="45 45 1" spacing=".01 .01 .01" radius=".004">
      <contact selfcollide="none"/><elasticity damping=".01"/><xpbd material="fabric/cotton"/>
    </flexcomp></worldbody></mujoco>)");
  std::array<Data, 2> worlds{Data(m), Data(m)};
  const Team team(3);
  for (std::size_t k = 0; k < 2; ++k) {
    const Team::Help help(k == 0 ? &team : nullptr);
    for (int i = 0; i < 8; ++i) step(m, worlds[k]);
  }
  EXPECT_GT(worlds[0].ncon, 100);
  EXPECT_EQ(first_difference(worlds[0], worlds[1]), nullptr);
}

TEST(Threads, Load) {
  for (const std::string& name : test::own_models()) {
    Model models[2];
    in_two_threads([&](int k) { models[k] = test::load_own(name); });
    EXPECT_EQ(first_difference(models[0], models[1]), nullptr) << name;
  }
  std::string errors[2];
  in_two_threads([&](int k) {
    try {
      load_string("<mujoco><worldbody><body><geom/></body></worldbody></mujoco>");
    } catch (const Error& error) {
      errors[k] = error.what();
    }
  });
  EXPECT_FALSE(errors[0].empty());
  EXPECT_EQ(errors[0], errors[1]);
}

}  // namespace
}  // namespace thew
