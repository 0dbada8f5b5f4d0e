// Contacts of shapes without a closed form of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

// Every pair of such shapes falls into a bowl and onto one another.
constexpr const char* kPile = R"(<mujoco>
  <option timestep=".002"/>
  <asset>
    <mesh name="wedge" vertex="-.1 -.1 -.1  .1 -.1 -.1  .1 .1 -.1  -.1 .1 -.1  0 -.1 .1  0 .1 .1"/>
    <mesh name="gem" vertex=".12 0 0 -.12 0 0 0 .12 0 0 -.12 0 0 0 .12 0 0 -.12 .08 .08 0 -.08 .08 0 .08 -.08 0 -.08 -.08 0 0 .08 .08 0 -.08 .08 0 .08 -.08 0 -.08 -.08 .08 0 .08 -.08 0 .08 .08 0 -.08 -.08 0 -.08"/>
  </asset>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <geom type="box" size=".05 .5 .3" pos=".4 0 .2" euler="0 30 0"/><geom type="box" size=".05 .5 .3" pos="-.4 0 .2" euler="0 -30 0"/>
    <geom type="box" size=".5 .05 .3" pos="0 .4 .2" euler="-30 0 0"/><geom type="box" size=".5 .05 .3" pos="0 -.4 .2" euler="30 0 0"/>
    <body pos="0 0 .3"><freejoint/><geom type="mesh" mesh="wedge"/></body>
    <body pos=".05 .02 .6"><freejoint/><geom type="cylinder" size=".07 .1" euler="20 30 0" margin=".002"/></body>
    <body pos="-.05 .03 .9"><freejoint/><geom type="ellipsoid" size=".06 .08 .1"/></body>
    <body pos=".02 -.03 1.2"><freejoint/><geom type="mesh" mesh="gem" condim="4"/></body>
    <body pos=".04 .06 1.5"><freejoint/><geom type="capsule" size=".05 .08" euler="60 0 10"/></body>
    <body pos="-.04 -.06 1.8"><freejoint/><geom type="sphere" size=".09"/></body>
    <body pos=".01 .04 2.1"><freejoint/><geom type="cylinder" size=".08 .05" euler="70 10 0"/></body>
    <body pos="-.02 -.01 2.4"><freejoint/><geom type="box" size=".06 .07 .08" euler="10 50 0"/></body>
  </worldbody>
</mujoco>)";

TEST(Convex, ContactsEqualThoseOfTheProcessor) {
  const Model m = supported(kPile);
  int seen = 0;
  expect_contacts(m, 600, [&](const Data& d, int c) {
    seen |= 1 << m.geom_type[d.contact.geom1[c]] | 256 << m.geom_type[d.contact.geom2[c]];
  });
  const auto touched = [&](GeomType type) { return (seen >> static_cast<int>(type) & 257) != 0; };
  for (const GeomType type : {GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Mesh})
    EXPECT_TRUE(touched(type));
}

TEST(Convex, StepsEqualThoseOfTheProcessor) {
  expect_steps(supported(kPile), 300);
}

TEST(Convex, BitsDoNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kPile), 250, 10);
}

}  // namespace
}  // namespace thew::gpu
