// Worlds in lanes have the bits that they have alone.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/field_table.h>
#include <thew/lane_worlds.h>
#include <thew/load.h>
#include <thew/step.h>

#include "support/worlds.h"

namespace thew {
namespace {

class LaneWorldsTest : public testing::TestWithParam<const char*> {
 protected:
  static Model load() {
    LoadOptions options;
    options.ignore_unsupported = true;
    return load_file(std::string(THEW_ROOT) + "/models/" + GetParam() + ".xml", options);
  }

  // Different in every world, control and chunk of steps.
  static std::vector<double> controls(const Model& model, int world, int chunk) {
    std::vector<double> ctrl(static_cast<std::size_t>(model.nu));
    for (std::size_t i = 0; i < ctrl.size(); ++i) {
      ctrl[i] = 0.1 * (static_cast<int>(i * 5 + 3) * (world + 1) * (chunk + 2) % 13 - 6);
    }
    return ctrl;
  }
};

TEST_P(LaneWorldsTest, EqualSingleWorldsBitByBit) {
  const Model model = load();
  LaneWorlds worlds(model);
  std::vector<Data> alone(LaneWorlds::kCount, Data(model));
  for (Data& data : alone) reset(model, data);
  for (int chunk = 0; chunk < 5; ++chunk) {
    for (int world = 0; world < LaneWorlds::kCount; ++world) {
      const std::vector<double> ctrl = controls(model, world, chunk);
      worlds.set_ctrl(world, ctrl);
      Data& data = alone[static_cast<std::size_t>(world)];
      std::copy(ctrl.begin(), ctrl.end(), data.ctrl.begin());
      for (int i = 0; i < 20; ++i) step(model, data);
    }
    for (int i = 0; i < 20; ++i) worlds.step(model);
  }
  Data copy(model);
  for (int world = 0; world < LaneWorlds::kCount; ++world) {
    worlds.extract(world, copy);
    test::drop_rows(alone[static_cast<std::size_t>(world)]);
    const char* field = first_difference(copy, alone[static_cast<std::size_t>(world)]);
    EXPECT_EQ(field, nullptr) << "world " << world << " differs in " << field;
  }
}

TEST_P(LaneWorldsTest, ResetRestoresTheStart) {
  const Model model = load();
  LaneWorlds worlds(model);
  Data before(model), after(model);
  worlds.extract(2, before);
  for (int i = 0; i < 10; ++i) worlds.step(model);
  worlds.extract(2, after);
  ASSERT_NE(first_difference(before, after), nullptr);
  worlds.reset(model);
  worlds.extract(2, after);
  const char* field = first_difference(before, after);
  EXPECT_EQ(field, nullptr) << field;
}

INSTANTIATE_TEST_SUITE_P(Models, LaneWorldsTest,
                         testing::Values("pendulum", "chain15", "humanoid", "tree60"),
                         [](const auto& model) { return std::string(model.param); });

}  // namespace
}  // namespace thew
