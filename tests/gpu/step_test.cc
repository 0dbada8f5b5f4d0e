// Contacts, constraints and whole steps of kernels for devices, emulated, beside the processor.

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "gpu/expect.h"
#include "gpu/supported.h"
#include "support/worlds.h"

namespace thew::gpu {
namespace {

class Steps : public testing::TestWithParam<std::string> {};

Model whole(const std::string& name) {
  return as_one_problem(test::load_own(name));
}

TEST_P(Steps, ContactsEqualThoseOfTheProcessor) {
  expect_contacts(whole(GetParam()), 300, [](const Data&, int) {});
}

TEST_P(Steps, EqualThoseOfTheProcessor) {
  expect_steps(whole(GetParam()), 300);
}

TEST_P(Steps, EqualThoseOfTheProcessorWithEllipticCones) {
  Model m = whole(GetParam());
  m.opt.cone = static_cast<int>(Cone::Elliptic);
  m.opt.impratio = 3;
  expect_steps(m, 300);
}

TEST_P(Steps, DoNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(whole(GetParam()), 150, 20);
}

// A model with every kind of joint, spring, actuator and row that is supported.
constexpr const char* kMixed = R"(<mujoco>
  <option timestep=".002"/>
  <default><geom friction=".8 .02 .01" solref=".01 1"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1" condim="6" contype="1" conaffinity="3"/>
    <body name="puppet" mocap="true" pos="1 0 .3"><geom type="capsule" size=".1 .2" condim="4"/></body>
    <body pos="0 0 1"><freejoint name="free"/>
      <geom type="box" size=".2 .1 .05" condim="6"/>
      <body pos=".25 0 0"><joint name="ball" type="ball" limited="true" range="0 .6" stiffness="3" damping=".2" springdamper="0 0"/>
        <geom type="capsule" size=".04 .1" pos=".1 0 0" condim="1"/>
        <body pos=".25 0 0" gravcomp=".5"><joint name="hinge" axis="0 1 0" limited="true" range="-40 20" frictionloss=".3" armature=".01"/>
          <geom type="sphere" size=".08" condim="3" priority="1"/></body></body>
      <body pos="-.25 0 0"><joint name="slide" type="slide" axis="0 0 1" limited="true" range="-.1 .1" frictionloss="1" stiffness="50" damping="2"/>
        <geom type="cylinder" size=".06 .05" condim="4" contype="2" conaffinity="0"/>
        <body pos="-.1 0 0" gravcomp="1"><joint name="other" axis="1 0 0" actuatorgravcomp="true" actuatorfrcrange="-2 2"/>
          <geom type="ellipsoid" size=".05 .06 .07" contype="2" conaffinity="0"/><site name="tip" pos="0 0 -.1" euler="10 20 30"/></body></body>
    </body>
    <body pos="2 0 1"><joint name="swing" axis="0 1 0" pos="0 0 .2"/><geom type="box" size=".1 .1 .1" pos="0 0 -.2"/>
      <body pos=".3 0 0"><joint name="follow" axis="0 1 0"/><geom size=".05" pos=".1 0 0"/></body></body>
  </worldbody>
  <equality><joint joint1="follow" joint2="swing" polycoef=".1 1.5 .2 0 0"/><joint joint1="slide" active="false"/></equality>
  <actuator>
    <motor joint="hinge" gear="3" ctrlrange="-.2 .2" ctrllimited="true"/>
    <position joint="slide" kp="30" kv="3" forcerange="-4 4"/>
    <general joint="swing" dyntype="filter" dynprm=".05" gainprm="5" biastype="affine" biasprm="0 -2 -.3"/>
    <general joint="other" dyntype="integrator" gainprm="2" actlimited="true" actrange="-.5 .5"/>
    <general joint="other" dyntype="filterexact" dynprm=".03" gainprm="1" actearly="true"/>
    <muscle joint="follow" lengthrange="-1 1" force="4"/>
    <motor joint="ball" gear="1 .5 .2"/>
    <general jointinparent="ball" gear=".2 .1 1" gainprm=".5"/>
    <motor joint="free" gear="1 0 0 0 .2 0"/>
    <damper joint="hinge" kv=".4" ctrlrange="0 1"/>
  </actuator>
</mujoco>)";

TEST(Mixed, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = load_string(kMixed);
    refuse(m);
    m.opt.cone = static_cast<int>(cone);
    m.opt.disableflags |= static_cast<int>(DisableBit::Island);
    expect_steps(m, 600);
  }
}

// Bodies that are held together in every way, and one equality that nothing moves.
constexpr const char* kJoined = R"(<mujoco>
  <option timestep=".002"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <site name="hook" pos="1 .2 1.4" euler="20 0 10"/>
    <body name="still" pos="0 -3 0"><geom size=".1"/></body>
    <body name="one" pos="0 0 1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="edge" pos=".1 0 .05" euler="0 30 0"/>
      <body name="arm" pos=".2 0 0"><joint axis="0 1 0" damping=".1"/><geom name="ball" size=".06" pos=".1 0 0"/></body></body>
    <body name="two" pos=".5 0 1"><joint type="ball"/><joint type="slide" axis="1 0 0"/><geom type="capsule" size=".05 .15"/></body>
    <body name="three" pos="1 0 1.2"><freejoint/><geom name="pearl" size=".08"/><site name="top" pos="0 0 .08"/></body>
    <body name="four" pos="1.5 0 1"><freejoint/><geom type="box" size=".1 .05 .05"/></body>
  </worldbody>
  <equality>
    <connect body1="arm" body2="two" anchor=".15 0 0"/>
    <weld body1="two" body2="four" relpose=".9 0 0 1 .1 0 0" torquescale=".7"/>
    <weld site1="top" site2="hook"/>
    <connect site1="edge" site2="hook" active="false"/>
    <weld body1="still"/>
    <distance geom1="ball" geom2="pearl" distance="1"/>
  </equality>
</mujoco>)";

TEST(Joined, StepsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = load_string(kJoined);
    refuse(m);
    m.opt.cone = static_cast<int>(cone);
    m.opt.disableflags |= static_cast<int>(DisableBit::Island);
    expect_steps(m, 400);
  }
}

TEST(Mixed, SmoothForcesOfTheUserCount) {
  const Model m = load_string(kMixed);
  std::mt19937 random(3);
  Data d(m);
  Emulated<double> emulated(m, 1);
  for (int trial = 0; trial < 10; ++trial) {
    reset(m, d);
    test::randomize(m, d, random);
    emulated.load(d, 0);
    forward(m, d);
    emulated.run(Kernel::Smooth);
    EXPECT_LT(difference(d.qfrc_smooth, emulated.worlds().qfrc_smooth.of(0)), 1e-12);
    EXPECT_LT(difference(d.qacc_smooth, emulated.worlds().qacc_smooth.of(0)), 1e-12);
    EXPECT_LT(difference(d.act_dot, emulated.worlds().act_dot.of(0)), 1e-12);
    EXPECT_LT(difference(d.site_xmat, emulated.worlds().site_xmat.of(0)), 1e-12);
  }
}

TEST(Single, TimeIsThatOfTheProcessor) {
  const Model m = test::load_own("pendulum");
  Data d(m);
  Emulated<float> emulated(m, 1);
  emulated.load(d, 0);
  for (int i = 0; i < 1000; ++i) {
    step(m, d);
    emulated.step();
  }
  EXPECT_EQ(emulated.worlds().time.of(0)[0], d.time);
  EXPECT_LT(std::abs(emulated.worlds().qpos.of(0)[0] - d.qpos[0]), 1e-3);
}

TEST(Failing, WorldsStayAsTheyWere) {
  const Model m = test::load_own("humanoid");
  Data d(m);
  Emulated<double> emulated(m, 3);
  for (int world = 0; world < 3; ++world) emulated.load(d, world);
  const DeviceWorlds<double>& rows = emulated.worlds();
  rows.qpos.of(1)[9] = std::numeric_limits<double>::quiet_NaN();
  rows.ctrl.of(2)[0] = 1e20;
  emulated.step();
  EXPECT_EQ(rows.status.of(0)[0], 0);
  EXPECT_EQ(rows.status.of(1)[0], 1 + static_cast<int>(Warning::Badqpos));
  EXPECT_EQ(rows.status.of(2)[0], 1 + static_cast<int>(Warning::Badctrl));
  EXPECT_EQ(rows.warning_number.of(1)[static_cast<int>(Warning::Badqpos)], 1);
  EXPECT_GT(rows.time.of(0)[0], 0);
  EXPECT_EQ(rows.time.of(1)[0], 0);
  EXPECT_EQ(rows.qpos.of(2)[2], d.qpos[2]);
}

TEST(Full, TheDeepestContactsStay) {
  const Model m = test::load_own("humanoid");
  Data d(m);
  for (int i = 0; i < 200; ++i) step(m, d);
  Data now = d;
  forward(m, now);
  constexpr int kRoom = 3;
  ASSERT_GT(now.ncon, kRoom);
  Emulated<double> emulated(m, 1, kRoom);
  emulated.load(d, 0);
  emulated.step();
  const DeviceWorlds<double>& rows = emulated.worlds();
  EXPECT_EQ(rows.ncon.of(0)[0], kRoom);
  EXPECT_EQ(rows.warning_number.of(0)[static_cast<int>(Warning::Contactfull)], 1);
  std::vector<double> sorted(now.contact.dist.begin(), now.contact.dist.begin() + now.ncon);
  std::ranges::sort(sorted);
  for (int c = 0; c < kRoom; ++c) EXPECT_LE(rows.contact_dist.of(0)[c], sorted[kRoom - 1] + 1e-12);
}

// One body on thirty feet: more rows than are near, and no whole number of contacts near. The rows
// of the contact at the border once had no room.
TEST(Full, ThirtyContactsOfOneBodyHaveRoom) {
  std::string feet;
  for (int i = 0; i < 30; ++i) {
    feet += "<geom size='.05' pos='" + std::to_string(0.15 * (i % 6)) + " " +
            std::to_string(0.15 * (i / 6)) + " 0'/>";
  }
  const std::string xml =
      "<mujoco><worldbody><geom type='plane' size='5 5 .1'/><body pos='0 0 .049'>"
      "<freejoint/>" +
      feet + "</body></worldbody></mujoco>";
  const Model m = supported(xml.c_str());
  const Tables tables = make_tables(m);
  ASSERT_GT(tables.nrows, tables.nnear);
  ASSERT_NE(tables.nnear % 3, 0);
  expect_steps(m, 50);
}

INSTANTIATE_TEST_SUITE_P(Models, Steps, testing::ValuesIn(supported_models()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace thew::gpu
