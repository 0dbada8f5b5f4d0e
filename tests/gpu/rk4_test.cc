// The method of Runge and Kutta of kernels for devices, emulated, beside the processor.

#include <limits>

#include "gpu/expect.h"
#include "gpu/supported.h"

namespace thew::gpu {
namespace {

class Rk4 : public testing::TestWithParam<std::string> {};

TEST_P(Rk4, StepsEqualThoseOfTheProcessor) {
  Model m = as_one_problem(test::load_own(GetParam()));
  m.opt.integrator = static_cast<int>(Integrator::Rk4);
  expect_steps(m, 100);
}

INSTANTIATE_TEST_SUITE_P(Models, Rk4, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

TEST(Rk4, WorldsThatFailStayAsTheyWere) {
  Model m = test::load_own("humanoid");
  m.opt.integrator = static_cast<int>(Integrator::Rk4);
  Data d(m);
  Emulated<double> emulated(m, 2);
  for (int world = 0; world < 2; ++world) emulated.load(d, world);
  const DeviceWorlds<double>& rows = emulated.worlds();
  rows.qvel.of(1)[3] = std::numeric_limits<double>::quiet_NaN();
  emulated.step();
  EXPECT_EQ(rows.status.of(0)[0], 0);
  EXPECT_EQ(rows.status.of(1)[0], 1 + static_cast<int>(Warning::Badqvel));
  EXPECT_EQ(rows.warning_number.of(1)[static_cast<int>(Warning::Badqvel)], 1);
  EXPECT_GT(rows.time.of(0)[0], 0);
  EXPECT_EQ(rows.time.of(1)[0], 0);
  EXPECT_EQ(rows.qpos.of(1)[2], d.qpos[2]);
}

}  // namespace
}  // namespace thew::gpu
