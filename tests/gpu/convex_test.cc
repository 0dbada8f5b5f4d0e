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
  Data d(m);
  Emulated<double> emulated(m, 1, 256);
  const DeviceWorlds<double>& rows = emulated.worlds();
  int seen = 0;
  for (int i = 0; i < 600; ++i) {
    step(m, d);
    if (i % 10 != 0) continue;
    emulated.load(d, 0);
    forward(m, d);
    emulated.run(Kernel::Smooth);
    emulated.run(Kernel::Collide);
    ASSERT_EQ(rows.ncon.of(0)[0], d.ncon) << "after " << i;
    for (int c = 0; c < d.ncon; ++c) {
      const int pair = rows.contact_pair.of(0)[c];
      ASSERT_EQ(emulated.model().tables.pair_geom1[pair], d.contact.geom1[c]);
      ASSERT_EQ(emulated.model().tables.pair_geom2[pair], d.contact.geom2[c]);
      seen |= 1 << m.geom_type[d.contact.geom1[c]] | 256 << m.geom_type[d.contact.geom2[c]];
      EXPECT_NEAR(rows.contact_dist.of(0)[c], d.contact.dist[c], 1e-12);
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(rows.contact_pos.of(0)[3 * c + k], d.contact.pos.row(c)[k], 1e-12);
      for (int k = 0; k < 9; ++k)
        EXPECT_NEAR(rows.contact_frame.of(0)[9 * c + k], d.contact.frame.row(c)[k], 1e-12);
    }
  }
  const auto touched = [&](GeomType type) { return (seen >> static_cast<int>(type) & 257) != 0; };
  for (const GeomType type : {GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Mesh})
    EXPECT_TRUE(touched(type));
}

TEST(Convex, StepsEqualThoseOfTheProcessor) {
  expect_steps(supported(kPile), 300);
}

TEST(Convex, BitsDoNotDependOnTheOrderOfTheTeam) {
  const Model m = supported(kPile);
  Data d(m);
  for (int i = 0; i < 250; ++i) step(m, d);
  std::vector<std::vector<std::byte>> first;
  for (const Order order : {Order::Forwards, Order::Backwards, Order::Shuffled}) {
    Emulated<double> emulated(m, 1);
    emulated.load(d, 0);
    for (int i = 0; i < 10; ++i) emulated.step(order);
    if (first.empty()) first = emulated.bytes();
    EXPECT_EQ(emulated.bytes(), first);
  }
}

}  // namespace
}  // namespace thew::gpu
