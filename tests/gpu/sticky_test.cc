// Surfaces that stick, of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

// By geoms, by one that comes first, and by an explicit pair; some hang, and some are pulled from
// beyond their margins.
constexpr const char* kBurs = R"(<mujoco><option timestep=".002"/><worldbody>
  <geom name="ceiling" type="box" size="2 2 .1" pos="0 0 1" adhesion="4"/>
  <geom name="floor" type="plane" size="5 5 .1" euler="0 10 0"/>
  <body pos="0 0 .82"><freejoint/><geom size=".08" adhesion="3" margin=".01" gap=".01"/></body>
  <body pos=".5 0 .835"><freejoint/><geom type="box" size=".06 .05 .06" density="300" margin=".01" gap=".02" condim="4"/></body>
  <body name="bur" pos="0 .6 .2"><freejoint/>
    <geom name="bur" type="capsule" size=".05 .1" euler="0 70 0" adhesion="6" priority="1" condim="6"/><site name="bur" size=".2"/>
    <body pos=".2 0 0"><joint name="flap" axis="0 1 0" damping=".01"/><geom size=".05" pos=".1 0 0"/><site name="flap" pos=".1 0 0"/></body></body>
  <body pos="-.5 0 .3"><freejoint/><geom name="one" size=".1" condim="1"/></body>
  <body pos="-.5 .03 .51"><freejoint/><geom name="two" size=".1"/></body>
  </worldbody>
  <contact><pair geom1="one" geom2="two" condim="3" margin=".03" gap=".03" adhesion="2"/></contact>
  <sensor><touch site="bur"/><force site="flap"/><accelerometer site="flap"/>
    <contact geom1="bur" num="2" data="found force dist" reduce="mindist"/></sensor></mujoco>)";

Model stuck(Cone cone) {
  Model m = supported(kBurs, {"sensordata"});
  m.opt.cone = static_cast<int>(cone);
  return m;
}

TEST(Sticky, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    expect_steps(stuck(cone), 300);
    if (HasFatalFailure()) return;
  }
}

TEST(Sticky, StepsEqualThoseOfTheProcessorWhateverSolves) {
  for (const Solver solver : {Solver::Newton, Solver::Pgs}) {
    for (const Integrator integrator : {Integrator::Implicitfast, Integrator::Discrete}) {
      for (const bool exact : {false, true}) {
        Model m = stuck(Cone::Elliptic);
        m.opt.solver = static_cast<int>(solver);
        m.opt.integrator = static_cast<int>(integrator);
        if (exact) m.opt.enableflags |= static_cast<int>(EnableBit::Diagexact);
        expect_steps(m, 100);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// In the gap, too, where a contact has one row.
TEST(Sticky, PullsAndIsFeltAsOnTheProcessor) {
  const Model m = stuck(Cone::Pyramidal);
  Data d(m), before(m);
  Emulated<double> emulated(m, 1);
  const auto& rows = emulated.worlds();
  bool beyond = false;
  for (int i = 0; i < 200; ++i) {
    emulated.load(d, 0);
    before = d;
    step(m, d);
    emulated.step();
    forward(m, before);
    for (int c = 0; c < before.ncon; ++c)
      beyond = beyond || (before.contact.dist[c] >= before.contact.includemargin[c] &&
                          before.contact.efc_address[c] >= 0);
    ASSERT_LT(difference(before.qfrc_passive, rows.qfrc_passive.of(0)), 1e-12) << i;
    ASSERT_LT(difference(before.sensordata, rows.sensordata.of(0)), 1e-8) << i;
  }
  EXPECT_TRUE(beyond);
}

TEST(Sticky, HoldsABallAtTheCeiling) {
  const Model m = stuck(Cone::Pyramidal);
  Data d(m);
  Emulated<double> emulated(m, 1);
  emulated.load(d, 0);
  for (int i = 0; i < 500; ++i) emulated.step();
  EXPECT_GT(emulated.worlds().qpos.of(0)[9], 0.8) << "the box that hangs";
}

TEST(Sticky, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(stuck(Cone::Elliptic), 60, 5);
}

}  // namespace
}  // namespace thew::gpu
