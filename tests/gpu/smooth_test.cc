// Kernels for devices, emulated, beside the engine on the processor.

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include <thew/error.h>

#include "gpu/emulated.h"
#include "gpu/supported.h"
#include "support/worlds.h"

namespace thew::gpu {
namespace {

// How far a row is from a field of Data, relative to the field's largest number.
template <class Field>
double error_of(const Field& expected, const Rows<double>& row) {
  double scale = 0, worst = 0;
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    scale = std::max(scale, std::abs(expected[i]));
    const double error = std::abs(row.of(0)[i] - expected[i]);
    worst = error <= worst ? worst : error;  // NaN counts
  }
  return worst / std::max(scale, 1.0);
}

class Smooth : public testing::TestWithParam<std::string> {};

TEST_P(Smooth, EqualsTheProcessor) {
  const Model m = test::load_own(GetParam());
  std::mt19937 random(1);
  Data d(m);
  Emulated<double> emulated(m, 1);
  const DeviceWorlds<double>& rows = emulated.worlds();
  for (int trial = 0; trial < 5; ++trial) {
    reset(m, d);
    test::randomize(m, d, random);
    emulated.load(d, 0);
    forward(m, d);
    emulated.run(Kernel::Smooth);
#define THEW_EXPECT(name) \
  if (rows.name) EXPECT_LT(error_of(d.name, rows.name), 1e-12) << #name
    THEW_EXPECT(xpos);
    THEW_EXPECT(xquat);
    THEW_EXPECT(xmat);
    THEW_EXPECT(xipos);
    THEW_EXPECT(ximat);
    THEW_EXPECT(xanchor);
    THEW_EXPECT(xaxis);
    THEW_EXPECT(geom_xpos);
    THEW_EXPECT(geom_xmat);
    THEW_EXPECT(site_xpos);
    THEW_EXPECT(site_xmat);
    THEW_EXPECT(subtree_com);
    THEW_EXPECT(cinert);
    THEW_EXPECT(cdof);
    THEW_EXPECT(crb);
    THEW_EXPECT(M);
    THEW_EXPECT(qLD);
    THEW_EXPECT(cvel);
    THEW_EXPECT(cdof_dot);
    THEW_EXPECT(qfrc_bias);
    THEW_EXPECT(qfrc_passive);
    THEW_EXPECT(actuator_length);
    THEW_EXPECT(actuator_velocity);
    THEW_EXPECT(actuator_force);
    THEW_EXPECT(qfrc_actuator);
    THEW_EXPECT(act_dot);
    THEW_EXPECT(qfrc_smooth);
    THEW_EXPECT(qacc_smooth);
#undef THEW_EXPECT
    EXPECT_EQ(rows.status.of(0)[0], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Smooth, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace thew::gpu
