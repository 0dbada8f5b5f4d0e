// Contacts of height fields of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"

namespace thew::gpu {
namespace {

// Shapes of all kinds fall onto hills and roll down; the ground below does not touch the field.
constexpr const char* kHills = R"(<mujoco>
  <option timestep=".002"/>
  <asset>
    <hfield name="hills" nrow="5" ncol="6" size=".8 .7 .2 .1"
      elevation="3 2 0 1 2 3  2 1 1 0 1 2  1 0 2 1 0 1  2 1 1 0 1 2  3 2 0 1 2 3"/>
    <mesh name="wedge" vertex="-.1 -.1 -.1  .1 -.1 -.1  .1 .1 -.1  -.1 .1 -.1  0 -.1 .1  0 .1 .1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="5 5 .1" pos="0 0 -.2"/>
    <geom type="hfield" hfield="hills" euler="3 4 5" pos=".05 0 0"/>
    <body pos="0 0 .35"><freejoint/><geom type="sphere" size=".08"/></body>
    <body pos=".3 .1 .4"><freejoint/><geom type="capsule" size=".05 .1" euler="60 0 10" margin=".004"/></body>
    <body pos="-.3 .1 .45"><freejoint/><geom type="ellipsoid" size=".06 .08 .1" condim="4"/></body>
    <body pos=".1 -.4 .4"><freejoint/><geom type="cylinder" size=".07 .08" euler="20 30 0"/></body>
    <body pos="-.35 -.35 .5"><freejoint/><geom type="box" size=".06 .07 .08" euler="10 50 0"/></body>
    <body pos=".1 .4 .45"><freejoint/><geom type="mesh" mesh="wedge" euler="15 0 40"/></body>
  </worldbody>
</mujoco>)";

TEST(HeightField, ContactsEqualThoseOfTheProcessor) {
  const Model m = supported(kHills);
  int seen = 0;
  expect_contacts(m, 500, [&](const Data& d, int c) {
    if (m.geom_type[d.contact.geom1[c]] == static_cast<int>(GeomType::Hfield))
      seen |= 1 << m.geom_type[d.contact.geom2[c]];
  });
  for (GeomType type : {GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid,
                        GeomType::Cylinder, GeomType::Box, GeomType::Mesh}) {
    EXPECT_TRUE(seen >> static_cast<int>(type) & 1) << "type " << static_cast<int>(type);
  }
}

TEST(HeightField, StepsEqualThoseOfTheProcessor) {
  expect_steps(supported(kHills), 300);
}

TEST(HeightField, BitsDoNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kHills), 200, 10);
}

}  // namespace
}  // namespace thew::gpu
