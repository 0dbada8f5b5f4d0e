// Surfaces that slide, of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

constexpr const char* kBelts = R"(<mujoco><option timestep=".002"/><worldbody>
  <geom type="box" size="2 .4 .1" euler="0 3 10" surfacevel=".6 .1 0 0 0 0"/>
  <geom type="cylinder" size=".5 .1" pos="0 1 0" condim="4" surfacevel="0 0 0 .1 0 2"/>
  <body pos="0 0 .25"><freejoint/><geom type="box" size=".1 .12 .1"/></body>
  <body pos=".3 .1 .3"><freejoint/><geom size=".08" condim="6" friction=".8 .01 .001" surfacevel="0 .2 0 1 0 .3"/></body>
  <body pos=".1 1.1 .2"><freejoint/><geom type="capsule" size=".06 .1" euler="0 80 0" condim="4"/></body>
  <body pos="-.4 0 .25"><freejoint/><geom type="box" size=".1 .1 .1" condim="1"/></body>
  </worldbody></mujoco>)";

TEST(Sliding, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = supported(kBelts);
    m.opt.cone = static_cast<int>(cone);
    expect_steps(m, 300);
    if (HasFatalFailure()) return;
  }
}

TEST(Sliding, MovesWhatLiesOnABelt) {
  const Model m = supported(kBelts);
  Data d(m);
  Emulated<double> emulated(m, 1);
  emulated.load(d, 0);
  for (int i = 0; i < 300; ++i) emulated.step();
  EXPECT_GT(emulated.worlds().qvel.of(0)[0], 0.2);
}

TEST(Sliding, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kBelts), 100, 10);
}

}  // namespace
}  // namespace thew::gpu
