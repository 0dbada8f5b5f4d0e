// One lane of a batch gives the same bits as the world alone: the whole forward pass and every
// integrator.

#include <random>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr int kWorlds = 8, kSteps = 25;

class Lanes : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    model_ = test::load_own(GetParam());
    std::mt19937 random(7);
    for (int w = 0; w < kWorlds; ++w) {
      worlds_.emplace_back(model_);
      test::randomize(model_, worlds_.back(), random);
    }
    for (int b = 0; b < kWorlds / 4; ++b) {
      batches_.emplace_back(model_);
      for (int k = 0; k < 4; ++k)
        insert(worlds_[static_cast<std::size_t>(4 * b + k)], batches_.back(), k);
    }
  }

  void expect_equal(const char* when) {
    for (int w = 0; w < kWorlds; ++w) {
      const char* field = test::lane_difference(model_, batches_[static_cast<std::size_t>(w / 4)],
                                                w % 4, worlds_[static_cast<std::size_t>(w)]);
      EXPECT_EQ(field, nullptr) << when << ", world " << w << ": first different field "
                                << (field ? field : "");
    }
  }

  Model model_;
  std::vector<Data> worlds_;
  std::vector<BasicData<Pack4>> batches_;
};

TEST_P(Lanes, ForwardIsBitEqual) {
  model_.opt.enableflags |= static_cast<int>(EnableBit::Energy);
  const auto run = [&](auto& d) {
    forward(model_, d);
    dynamics::subtree_vel(model_, d);
    dynamics::applied_force(model_, d);
    dynamics::rne_post_constraint(model_, d);
    inverse(model_, d);
  };
  for (Data& d : worlds_) run(d);
  for (auto& d : batches_) run(d);
  expect_equal("forward");
}

TEST_P(Lanes, EveryIntegratorIsBitEqual) {
  const std::vector<Data> start = worlds_;
  const std::vector<BasicData<Pack4>> batch_start = batches_;
  for (const auto& integrator : test::kIntegrators) {
    model_.opt.integrator = static_cast<int>(integrator.value);
    worlds_ = start;
    batches_ = batch_start;
    for (int i = 0; i < kSteps; ++i) {
      for (Data& d : worlds_) step(model_, d);
      for (auto& d : batches_) step(model_, d);
    }
    expect_equal(integrator.name);
    for (const Data& d : worlds_)
      EXPECT_GT(d.time, 0) << integrator.name << " must not have been reset";
  }
}

TEST_P(Lanes, BadLaneIsResetAlone) {
  if (model_.nv == 0) GTEST_SKIP();
  worlds_[1].qvel[0] = std::numeric_limits<double>::quiet_NaN();
  insert(worlds_[1], batches_[0], 1);
  for (Data& d : worlds_) step(model_, d);
  for (auto& d : batches_) step(model_, d);
  EXPECT_EQ(worlds_[1].warning_number[static_cast<int>(Warning::Badqvel)], 1);
  EXPECT_EQ(worlds_[0].warning_number[static_cast<int>(Warning::Badqvel)], 0);
  expect_equal("after a bad velocity in world 1");
}

// What is zero in the model, and its frames that are another's, differ in some lanes.
TEST(LanesInline, NumbersThatBeginInSomeLanesAreBitEqual) {
  const Model model = load_string(R"(<mujoco><option density="1.2" viscosity=".1"/><worldbody>
    <body><freejoint/><geom type="box" size=".1 .2 .3" contype="0" conaffinity="0"/><site name="s"/>
    <body pos=".3 0 0"><joint name="h"/><geom type="ellipsoid" size=".1 .2 .1" fluidshape="ellipsoid"
    contype="0" conaffinity="0"/></body></body></worldbody><tendon><fixed name="t"><joint joint="h"
    coef="1"/></fixed></tendon><actuator><motor joint="h"/><motor tendon="t"/><motor site="s"/>
    </actuator></mujoco>)");
  std::vector<Model> models(4, model);
  BasicData<Pack4> lanes(model);
  std::vector<std::vector<Pack4>> own;
  const auto change = [&](ParameterId id, auto field, double by) {
    auto& values = own.emplace_back(static_cast<std::size_t>((model.*field).size()));
    for (std::size_t w = 0; w < 4; ++w) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        double& x = (models[w].*field)[static_cast<std::int64_t>(i)];
        x += w % 2 == 1 ? by * static_cast<double>(w) : 0;
        values[i].set(static_cast<int>(w), x);
      }
    }
    lanes.own[static_cast<std::size_t>(id)] = values.data();
  };
  own.reserve(16);
  change(ParameterId::geom_pos, &Model::geom_pos, 0.1);
  change(ParameterId::site_pos, &Model::site_pos, 0.1);
  change(ParameterId::body_ipos, &Model::body_ipos, 0.01);
  change(ParameterId::geom_fluid, &Model::geom_fluid, 0.2);
  change(ParameterId::body_gravcomp, &Model::body_gravcomp, 0.1);
  change(ParameterId::actuator_armature, &Model::actuator_armature, 0.1);
  change(ParameterId::actuator_damping, &Model::actuator_damping, 0.1);
  std::vector<Data> alone(4, Data(model));
  for (int w = 0; w < 4; ++w) {
    Data& d = alone[static_cast<std::size_t>(w)];
    for (int i = 0; i < model.nv; ++i) d.qvel[i] = 0.3 * w - 0.2 * i;
    for (int i = 0; i < model.nu; ++i) d.ctrl[i] = 0.5 + i;
    insert(d, lanes, w);
  }
  for (int i = 0; i < kSteps; ++i) {
    for (std::size_t w = 0; w < 4; ++w) step(models[w], alone[w]);
    step(model, lanes);
  }
  // Moments have a place where they are not zero in any lane: what follows from them is compared.
  Data lane(model);
  const auto same = [](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  };
  for (int w = 0; w < 4; ++w) {
    const Data& world = alone[static_cast<std::size_t>(w)];
    extract(lanes, w, lane);
    EXPECT_TRUE(same(lane.qpos, world.qpos)) << w;
    EXPECT_TRUE(same(lane.qvel, world.qvel)) << w;
    EXPECT_TRUE(same(lane.qacc, world.qacc)) << w;
    EXPECT_TRUE(same(lane.qfrc_actuator, world.qfrc_actuator)) << w;
    EXPECT_TRUE(same(lane.qfrc_passive, world.qfrc_passive)) << w;
    EXPECT_TRUE(same(lane.qfrc_bias, world.qfrc_bias)) << w;
  }
}

// Springs of a slide, a ball and a tendon yield by different amounts in each world.
TEST(LanesInline, YieldingSpringsAreBitEqual) {
  Model model = load_string(R"(<mujoco><worldbody>
    <body><joint type="ball" stiffness="9" springyield="3"/><geom size=".1" pos="0 0 .3"/>
    <body><joint name="s" type="slide" stiffness="9" springyield=".01"/><geom size=".1"/></body></body>
    </worldbody><tendon><fixed stiffness="5" springlength="0 .1" springyield=".02">
    <joint joint="s" coef="2"/></fixed></tendon></mujoco>)");
  for (const auto& integrator : test::kIntegrators) {
    model.opt.integrator = static_cast<int>(integrator.value);
    std::vector<Data> worlds(4, Data(model));
    BasicData<Pack4> batch(model);
    for (int w = 0; w < 4; ++w) {
      for (int i = 0; i < model.nv; ++i) worlds[static_cast<std::size_t>(w)].qvel[i] = w - 1.3 * i;
      insert(worlds[static_cast<std::size_t>(w)], batch, w);
    }
    for (int i = 0; i < kSteps; ++i) {
      for (Data& d : worlds) step(model, d);
      step(model, batch);
    }
    for (int w = 0; w < 4; ++w) {
      const char* field =
          test::lane_difference(model, batch, w, worlds[static_cast<std::size_t>(w)]);
      EXPECT_EQ(field, nullptr) << integrator.name << ", world " << w << ": "
                                << (field ? field : "");
    }
    EXPECT_NE(worlds[0].plastic[1], 0) << integrator.name << ": the ball must have yielded";
  }
}

INSTANTIATE_TEST_SUITE_P(OwnModels, Lanes, testing::ValuesIn(test::own_models()),
                         [](const auto& p) { return p.param; });

}  // namespace
}  // namespace thew
