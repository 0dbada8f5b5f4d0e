// Single precision: the same bits in lanes as alone, and worlds that stay near those in double.

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <thew/batch.h>
#include <thew/callback.h>
#include <thew/error.h>
#include <thew/load.h>

#include "batch/alone.h"
#include "support/worlds.h"

namespace thew {
namespace {

const BatchOptions kSingle = {.threads = 1, .precision = Precision::Single};

class EveryModelInSingle : public testing::TestWithParam<std::string> {};

TEST_P(EveryModelInSingle, HasTheBitsOfWorldsAlone) {
  const Model m = test::load_own(GetParam());
  for (const auto& [worlds, threads] : {std::pair{1, 1}, {7, 2}, {17, 3}}) {
    expect_same_bits<float>(m, worlds, threads, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(Single, EveryModelInSingle, testing::ValuesIn(test::own_models()),
                         [](const auto& name) { return name.param; });

TEST(Single, EveryIntegratorAndSolverHasTheBitsOfWorldsAlone) {
  for (const auto& integrator : test::kIntegrators) {
    Model m = test::load_own("humanoid");
    m.opt.integrator = static_cast<int>(integrator.value);
    SCOPED_TRACE(integrator.name);
    expect_same_bits<float>(m, 9, 1, 40);
  }
  for (const Solver solver : {Solver::Pgs, Solver::Cg, Solver::Newton}) {
    for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
      Model m = test::load_own("humanoid");
      m.opt.solver = static_cast<int>(solver);
      m.opt.cone = static_cast<int>(cone);
      m.opt.noslip_iterations = solver == Solver::Cg ? 3 : 0;
      SCOPED_TRACE(static_cast<int>(solver));
      expect_same_bits<float>(m, 9, 1, 40);
    }
  }
}

// Ten edges of a pyramid with torsion and rolling, in the widest lanes.
TEST(Single, ContactsOfSixDimensionsHaveTheBitsOfWorldsAlone) {
  const Model m = load_string(R"(<mujoco><worldbody>
      <geom type="plane" size="5 5 .1" condim="6" friction="1 .1 .1"/>
      <body pos="0 0 .1"><joint name="z" type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0"/>
        <joint name="turn"/><joint axis="0 1 0"/>
        <geom type="sphere" size=".1" condim="6" friction="1 .1 .1"/>
        <geom type="sphere" pos=".3 0 0" size=".1" condim="6" friction="1 .1 .1"/></body>
    </worldbody><actuator><motor joint="z"/><motor joint="turn"/></actuator></mujoco>)");
  expect_same_bits<float>(m, 11, 1, 100);
}

TEST(Single, NumbersAreFloatAndTimesDouble) {
  const Model m = test::load_own("humanoid");
  Batch batch(m, 3, {.threads = 1, .outputs = {"xpos"}, .precision = Precision::Single});
  EXPECT_EQ(batch.precision(), Precision::Single);
  EXPECT_EQ(batch.field("qpos").type, FieldType::Float);
  EXPECT_EQ(batch.field("xpos").type, FieldType::Float);
  EXPECT_EQ(batch.field("history").type, FieldType::Real);
  EXPECT_EQ(batch.field("time").type, FieldType::Real);
  EXPECT_EQ(batch.field("eq_active").type, FieldType::Bool);
  EXPECT_THROW(batch.field<double>("qpos"), Error);
  batch.step(3);
  Data data(m);
  batch.extract(1, data);
  EXPECT_EQ(data.time, 3 * m.opt.timestep);
  const auto qpos = batch.field<float>("qpos");
  for (int i = 0; i < m.nq; ++i) {
    EXPECT_EQ(data.qpos[i], static_cast<double>(qpos[static_cast<std::size_t>(m.nq + i)]));
  }
  data.qpos[2] = 0.1;
  batch.insert(data, 2);
  EXPECT_EQ(qpos[static_cast<std::size_t>(2 * m.nq + 2)], 0.1f);
}

// A million steps later a float could not hold the time any more.
TEST(Single, TimeAddsUp) {
  const Model m = test::load_own("pendulum");
  Batch batch(m, 1, kSingle);
  batch.field<double>("time")[0] = 1e6;
  batch.step(10);
  EXPECT_NEAR(batch.field<double>("time")[0] - 1e6, 10 * m.opt.timestep, 1e-9);
}

TEST(Single, WorldsThatSleepHaveTheirBits) {
  const Model m = load_string(R"(<mujoco><option><flag sleep="enable"/></option><worldbody>
      <geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="1 0 .4"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    </worldbody></mujoco>)");
  Batch batch(m, 2,
              {.threads = 2, .outputs = {"xpos", "tree_awake"}, .precision = Precision::Single});
  Alone<float> alone(m, 2);
  bool slept = false;
  for (int s = 0; s < 600; ++s) {
    batch.step();
    alone.step(m, s);
    slept = slept || alone.data[0]->ntree_awake < m.ntree;
    for (std::int64_t w = 0; w < 2; ++w) {
      ASSERT_EQ(first_difference(batch, w, *alone.data[static_cast<std::size_t>(w)]), "") << s;
    }
  }
  EXPECT_TRUE(slept);
}

TEST(Single, AWorldThatFailsHarmsNoOther) {
  const Model m = test::load_own("humanoid");
  Batch batch(m, 10, {.threads = 2, .outputs = {"xpos"}, .precision = Precision::Single});
  Alone<float> alone(m, 10);
  set_controls<float>(m, batch, 0);
  batch.field<float>("ctrl")[static_cast<std::size_t>(2 * m.nu)] =
      std::numeric_limits<float>::quiet_NaN();
  batch.step();
  alone.step(m, 0);
  EXPECT_EQ(batch.errors()[2], 1 + static_cast<int>(Warning::Badctrl));
  for (const std::int64_t w : {0, 1, 3, 4, 5, 6, 7, 8, 9}) {
    EXPECT_EQ(first_difference(batch, w, *alone.data[static_cast<std::size_t>(w)]), "") << w;
  }
}

TEST(Single, ReadsTheNumbersOfTheModelAnew) {
  Model m = test::load_own("pendulum");
  Batch batch(m, 2, kSingle);
  batch.field<float>("qvel")[0] = 1;
  batch.step();
  const float before = batch.field<float>("qvel")[0];
  for (int i = 0; i < m.nv; ++i) m.dof_damping[i] = 1e3;
  batch.step();
  EXPECT_LT(std::abs(batch.field<float>("qvel")[0]), 0.5f * before);
}

TEST(Single, DoesNotCallTheUser) {
  const Model m = test::load_own("pendulum");
  Batch batch(m, 2, kSingle);
  callbacks.control = [](const Model&, Data&) {};
  EXPECT_THROW(batch.step(), Error);
  callbacks.control = nullptr;
  batch.step();
}

TEST(Single, FunctionsOfTheUserSeeWorldsInDouble) {
  const Model m = test::load_own("humanoid");
  BatchOptions options = kSingle;
  options.reward = [](const Model&, const Data& d) { return d.qpos[2] + d.xpos[5]; };
  options.terminated = [](const Model&, const Data& d) { return d.qpos[2] < 0.5; };
  options.begin = [](const Model&, Data& d, Random&) { d.qpos[2] = 1.25; };
  options.outputs = {"xpos"};
  for (const bool whole : {false, true}) {
    options.whole = whole;
    Batch batch(m, 9, options);
    EXPECT_EQ(batch.field<float>("qpos")[2], 1.25f);
    batch.step();
    for (std::size_t w = 0; w < 9; ++w) {
      const double expected =
          double{batch.field<float>("qpos")[w * static_cast<std::size_t>(m.nq) + 2]} +
          double{batch.field<float>("xpos")[w * 3 * static_cast<std::size_t>(m.nbody) + 5]};
      EXPECT_EQ(batch.rewards()[w], expected) << w;
      EXPECT_FALSE(batch.terminated()[w]);
    }
  }
}

// --- long runs
// ------------------------------------------------------------------------------

// Boxes on one another come to rest where they do in double.
TEST(Single, APileRests) {
  std::string bodies;
  for (int i = 0; i < 6; ++i) {
    bodies += "<body pos='0 0 " + std::to_string(0.11 + 0.21 * i) +
              "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  }
  const Model m = load_string("<mujoco><worldbody><geom type='plane' size='5 5 .1'/>" + bodies +
                              "</worldbody></mujoco>");
  constexpr int kSteps = 3000;
  Batch rough(m, 2, kSingle), exact(m, 2, {.threads = 1});
  rough.step(kSteps);
  exact.step(kSteps);
  for (int i = 0; i < m.nq; ++i) {
    EXPECT_NEAR(rough.field<float>("qpos")[static_cast<std::size_t>(i)],
                exact.field<double>("qpos")[static_cast<std::size_t>(i)], 2e-4)
        << i;
  }
  for (const float v : rough.field<float>("qvel")) EXPECT_LT(std::abs(v), 1e-3);
}

// The quadruped stands where it stands in double.
TEST(Single, AQuadrupedStands) {
  const Model m = test::load_own("quadruped");
  constexpr int kSteps = 2000;
  Batch rough(m, 2, kSingle), exact(m, 2, {.threads = 1});
  rough.step(kSteps);
  exact.step(kSteps);
  EXPECT_EQ(rough.errors()[0], 0);
  EXPECT_NEAR(rough.field<float>("qpos")[2], exact.field<double>("qpos")[2], 1e-3);
}

}  // namespace
}  // namespace thew
