// Hill muscles give the same bits in a lane as alone: the search for their equilibrium ends after a
// different number of steps in each.

#include <gtest/gtest.h>

#include <thew/load.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr int kSteps = 50;

TEST(HillLanes, EveryIntegratorIsBitEqual) {
  Model model = load_string(R"(<mujoco><worldbody><site name="o"/>
    <body><joint name="j"/><geom size=".1" pos=".3 0 0" contype="0"/><site name="e" pos=".3 0 .1"/></body></worldbody>
    <tendon><spatial name="t"><site site="o"/><site site="e"/></spatial></tendon>
    <actuator><hill tendon="t" preset="soleus"/><hill joint="j" gear=".05" preset="biceps"/>
    <hill joint="j" gear="-.05" preset="biceps" rigid="true"/></actuator></mujoco>)");
  for (const auto& integrator : test::kIntegrators) {
    model.opt.integrator = static_cast<int>(integrator.value);
    std::vector<Data> worlds(4, Data(model));
    BasicData<Pack4> batch(model);
    for (int w = 0; w < 4; ++w) {
      Data& world = worlds[static_cast<std::size_t>(w)];
      world.qpos[0] = 0.3 * w - 0.4;
      world.qvel[0] = 3 - 2 * w;
      for (int i = 0; i < model.nu; ++i) world.ctrl[i] = 0.3 * w + 0.1 * i;
      insert(world, batch, w);
    }
    for (int i = 0; i < kSteps; ++i) {
      for (Data& d : worlds) step(model, d);
      step(model, batch);
    }
    for (int w = 0; w < 4; ++w) {
      const Data& alone = worlds[static_cast<std::size_t>(w)];
      const char* field = test::lane_difference(model, batch, w, alone);
      EXPECT_EQ(field, nullptr) << integrator.name << ", world " << w << ": "
                                << (field ? field : "");
      EXPECT_GT(alone.time, 0) << integrator.name << " must not have been reset";
      EXPECT_NE(alone.act[0], 0) << "the fibre must have moved";
    }
  }
}

}  // namespace
}  // namespace thew
