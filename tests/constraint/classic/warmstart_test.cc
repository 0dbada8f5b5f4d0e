// What the classic formulation remembers of contacts: by geoms, cell of 1 cm and dimension.

#include <algorithm>
#include <vector>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

test::World box(const std::string& options = "") {
  return test::World("<option formulation='classic' " + options + R"(/><worldbody>
    <geom type="plane" size="1 1 1"/><body pos=".2 .2 .0499"><freejoint/>
    <geom type="box" size=".1 .1 .05" mass="1" condim="3" priority="1"/></body></worldbody>)");
}

std::vector<double> memory(const Data& d) {
  return {d.contact_warmstart.begin(), d.contact_warmstart.end()};
}

TEST(ClassicWarmstart, HoldsContactsAndForcesOfTheStep) {
  test::World w = box();
  ASSERT_EQ(w.m.nwarmstart, 8);  // four for each of two geoms
  step(w.m, w.d);
  for (int i = 0; i < 4; ++i) {
    const double* row = w.d.contact_warmstart.row(i);
    EXPECT_EQ(row[0], 0);
    EXPECT_EQ(row[1], 1);
    for (int k = 0; k < 2; ++k) {  // corners at 10 and 30 cm
      EXPECT_TRUE(row[2 + k] == 10 || row[2 + k] == 30) << row[2 + k];
    }
    EXPECT_EQ(row[5], 3);
    for (int k = 0; k < 3; ++k) EXPECT_EQ(row[6 + k], w.d.efc_force[3 * i + k]);
    EXPECT_EQ(row[9], 0);
  }
  EXPECT_EQ(w.d.contact_warmstart.row(4)[5], 0);
}

// Cells have whole centimetres in their middle, where corners of boxes often are.
TEST(ClassicWarmstart, KnowsCornersAtWholeCentimetres) {
  test::World w = box();
  for (int i = 0; i < 200; ++i) step(w.m, w.d);
  for (int i = 0; i < 100; ++i) {
    const std::vector<double> before = memory(w.d);
    step(w.m, w.d);
    for (std::size_t k = 0; k < before.size(); k += 12) {
      for (std::size_t j = k; j < k + 6; ++j) ASSERT_EQ(memory(w.d)[j], before[j]) << i;
    }
  }
}

TEST(ClassicWarmstart, SavesSweeps) {
  const std::string stack =
      R"(<option formulation="classic"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 .1"><freejoint/><geom size=".1"/></body><body pos="0 0 .3"><freejoint/><geom size=".1"/></body>
    <body pos="0 0 .5"><freejoint/><geom size=".1"/></body></worldbody>)";
  test::World warm(stack), cold(stack);
  cold.m.opt.disableflags |= static_cast<int>(DisableBit::Warmstart);
  for (int i = 0; i < 500; ++i) {
    step(warm.m, warm.d);
    step(cold.m, cold.d);
  }
  EXPECT_LT(2 * warm.d.solver_niter[0], cold.d.solver_niter[0]);
}

TEST(ClassicWarmstart, OfAnotherDimensionIsDropped) {
  test::World w = box("tolerance='0' iterations='1'");
  for (int i = 0; i < 50; ++i) step(w.m, w.d);
  forward(w.m, w.d);
  const double warm = w.d.efc_force[0];
  for (int i = 0; i < w.m.nwarmstart; ++i) w.d.contact_warmstart.row(i)[5] = 4;
  forward(w.m, w.d);
  EXPECT_NE(w.d.efc_force[0], warm);
  const double cold = w.d.efc_force[0];
  std::fill(w.d.contact_warmstart.begin(), w.d.contact_warmstart.end(), 0);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.efc_force[0], cold);
}

TEST(ClassicWarmstart, OfAnotherCellIsDropped) {
  test::World w = box("tolerance='0' iterations='1'");
  for (int i = 0; i < 50; ++i) step(w.m, w.d);
  w.d.qpos[0] += 0.02;
  forward(w.m, w.d);
  const double moved = w.d.efc_force[0];
  std::fill(w.d.contact_warmstart.begin(), w.d.contact_warmstart.end(), 0);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.efc_force[0], moved);
}

TEST(ClassicWarmstart, IsWrittenByStepsAlone) {
  test::World w = box();
  for (int i = 0; i < 3; ++i) step(w.m, w.d);
  const std::vector<double> before = memory(w.d);
  forward(w.m, w.d);
  EXPECT_EQ(memory(w.d), before);
  const Data copy = w.d;
  EXPECT_EQ(memory(copy), before);
  reset(w.m, w.d);
  EXPECT_EQ(memory(w.d), std::vector<double>(before.size()));
}

// RK4 ends with the forces of its first stage, as a step of Euler from there does.
TEST(ClassicWarmstart, OfRungeKuttaIsThatOfTheFirstStage) {
  test::World euler = box(), rk4 = box("integrator='RK4'");
  euler.d.qvel[0] = rk4.d.qvel[0] = 0.3;
  step(euler.m, euler.d);
  step(rk4.m, rk4.d);
  EXPECT_EQ(memory(rk4.d), memory(euler.d));
}

TEST(ClassicWarmstart, IsAPartOfTheState) {
  test::World w = box();
  for (int i = 0; i < 20; ++i) step(w.m, w.d);
  const auto spec = static_cast<unsigned>(StateBit::Integration);
  std::vector<double> state(static_cast<std::size_t>(state_size(w.m, spec)));
  get_state(w.m, w.d, state, spec);
  Data other(w.m);
  reset(w.m, other);
  set_state(w.m, other, state, spec);
  for (int i = 0; i < 20; ++i) {
    step(w.m, w.d);
    step(w.m, other);
  }
  for (int i = 0; i < w.m.nq; ++i) EXPECT_EQ(w.d.qpos[i], other.qpos[i]);
}

// More contacts than there are places: the first ones are kept.
TEST(ClassicWarmstart, WhenFull) {
  test::World w(R"(<option formulation="classic"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 .0499"><freejoint/>
    <geom type="box" size=".1 .1 .05" mass="1"/><geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body></worldbody>
    <asset><mesh name="m" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/></asset>)");
  EXPECT_EQ(w.m.nwarmstart, 8);
  test::World standard(R"(<worldbody><body><freejoint/><geom size=".1"/></body></worldbody>)");
  EXPECT_EQ(standard.m.nwarmstart, 0);
}

}  // namespace
}  // namespace thew
