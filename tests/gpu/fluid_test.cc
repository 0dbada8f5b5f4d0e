// Forces of fluids of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"
#include "support/worlds.h"

namespace thew::gpu {
namespace {

// Boxes with the inertia of bodies, and geoms of all types as ellipsoids.
constexpr const char* kSwimmer = R"(<mujoco>
  <option timestep=".002" density="900" viscosity=".01" wind=".3 -.2 .1"/>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .05 .03" density="500"/>
      <body pos=".15 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .15 0 0" fluidshape="ellipsoid"/>
        <geom type="sphere" size=".03" pos=".15 0 0" fluidshape="ellipsoid" fluidcoef=".4 .2 1 .8 .5"/></body>
      <body pos="-.15 0 0"><joint axis="0 0 1"/><geom type="ellipsoid" size=".08 .04 .02" fluidshape="ellipsoid"/><geom type="sphere" size=".01"/>
        <body pos="-.1 0 0"><joint type="ball"/><geom type="cylinder" size=".03 .05" fluidshape="ellipsoid"/></body></body>
      <body pos="0 .15 0"><joint axis="1 0 0"/><geom type="capsule" size=".02 .05"/></body></body>
  </worldbody>
</mujoco>)";

TEST(Fluid, ForcesEqualThoseOfTheProcessor) {
  const Model m = supported(kSwimmer);
  std::mt19937 random(5);
  Data d(m);
  Emulated<double> emulated(m, 1);
  for (int trial = 0; trial < 10; ++trial) {
    reset(m, d);
    test::randomize(m, d, random);
    emulated.load(d, 0);
    forward(m, d);
    emulated.forward();
    EXPECT_LT(difference(d.qfrc_fluid, emulated.worlds().qfrc_fluid.of(0)), 1e-12);
    EXPECT_LT(difference(d.qfrc_passive, emulated.worlds().qfrc_passive.of(0)), 1e-12);
    EXPECT_LT(difference(d.qacc, emulated.worlds().qacc.of(0)), 1e-11);
  }
}

TEST(Fluid, StepsEqualThoseOfTheProcessor) {
  expect_steps(supported(kSwimmer), 300);
}

}  // namespace
}  // namespace thew::gpu
