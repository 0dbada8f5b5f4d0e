// Actuators in lanes have the bits of single worlds, with every integrator.

#include <random>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr int kSteps = 25;

// Steps four worlds with controls of their own, alone and in lanes.
void expect_equal_bits(Model& model) {
  for (const auto& integrator : test::kIntegrators) {
    model.opt.integrator = static_cast<int>(integrator.value);
    std::mt19937 random(7);
    std::vector<Data> worlds(4, Data(model));
    BasicData<Pack4> batch(model);
    for (int w = 0; w < 4; ++w) {
      test::randomize(model, worlds[static_cast<std::size_t>(w)], random);
      worlds[static_cast<std::size_t>(w)].time = 0.37 * w;
      insert(worlds[static_cast<std::size_t>(w)], batch, w);
    }
    for (int i = 0; i < kSteps; ++i) {
      for (int w = 0; w < 4; ++w) {
        for (int u = 0; u < model.nu; ++u) {
          const double ctrl = std::uniform_real_distribution<double>(-1.5, 1.5)(random);
          worlds[static_cast<std::size_t>(w)].ctrl[u] = ctrl;
          batch.ctrl[u].set(w, ctrl);
        }
      }
      for (Data& d : worlds) step(model, d);
      step(model, batch);
    }
    Data lane(model);
    for (int w = 0; w < 4; ++w) {
      extract(batch, w, lane);
      Data alone = worlds[static_cast<std::size_t>(w)];
      test::drop_rows(alone);
      const char* field = first_difference(lane, alone);
      EXPECT_EQ(field, nullptr) << integrator.name << ", world " << w << ": "
                                << (field ? field : "");
      EXPECT_EQ(alone.warning_number[static_cast<int>(Warning::Badqacc)], 0) << integrator.name;
    }
  }
}

TEST(ActuatorLanes, Delays) {
  Model model = load_string(R"(<mujoco><worldbody>
    <body><joint name="h" damping="1"/><geom size=".1" pos="0 0 .3"/></body></worldbody>
    <actuator><motor joint="h" nsample="5" delay=".007" interp="cubic"/>
    <motor joint="h" nsample="3" delay=".004" interp="linear" ctrlrange="-1 1"/>
    <position joint="h" nsample="3" delay=".01" timeconst=".1"/></actuator></mujoco>)");
  expect_equal_bits(model);
}

}  // namespace
}  // namespace thew
