// Sensors measure what they should when they should, and nothing where there are none.

#include <cmath>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/stages.h>
#include <thew/thew.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr const char* kPendulum = R"(<mujoco><option timestep=".01"/><worldbody>
  <body><joint name="j" axis="0 1 0"/><geom size=".1" pos="1 0 0"/><site name="s" pos="1 0 0"/></body>
  </worldbody><sensor>
  <jointpos joint="j"/><jointvel joint="j"/><accelerometer site="s"/><clock cutoff=".015"/>
  <user dim="2"/></sensor></mujoco>)";

TEST(Sensors, EachStageWritesItsOwn) {
  const Model m = load_string(kPendulum);
  Data d(m);
  d.qpos[0] = 0.5;
  d.qvel[0] = 2;
  forward(m, d);
  for (double& x : d.sensordata) x = 7;
  sensor::position(m, d);
  EXPECT_EQ(d.sensordata[0], 0.5);
  EXPECT_EQ(d.sensordata[1], 7);
  sensor::velocity(m, d);
  EXPECT_EQ(d.sensordata[1], 2);
  EXPECT_EQ(d.sensordata[2], 7);
  sense_acceleration(m, d);
  // A point at radius 1 that turns at 2 rad/s falls towards the centre with 4 m/s^2.
  EXPECT_NEAR(d.sensordata[2], -4 + 9.81 * -std::sin(0.5), 1e-9);
  EXPECT_EQ(d.sensordata[6], 0);  // of the user
}

TEST(Sensors, BelongToTheStateBeforeTheStep) {
  const Model m = load_string(kPendulum);
  Data d(m);
  d.qvel[0] = 1;
  step(m, d);
  EXPECT_EQ(d.sensordata[0], 0);
  EXPECT_EQ(d.sensordata[5], 0);
  step(m, d);
  EXPECT_EQ(d.sensordata[5], 0.01);
  step(m, d);
  EXPECT_EQ(d.sensordata[5], 0.015) << "the cutoff";
}

TEST(Sensors, AreSilentWhenDisabledOrSkipped) {
  Model m = load_string(kPendulum);
  Data d(m);
  d.qpos[0] = 0.5;
  forward_skip_sensors(m, d);
  EXPECT_EQ(d.sensordata[0], 0);
  EXPECT_FALSE(d.flg_rnepost);
  m.opt.disableflags |= static_cast<int>(DisableBit::Sensor);
  forward(m, d);
  EXPECT_EQ(d.sensordata[0], 0);
  EXPECT_FALSE(d.flg_rnepost) << "nobody asked for the forces between bodies";
  m.opt.disableflags = 0;
  forward(m, d);
  EXPECT_EQ(d.sensordata[0], 0.5);
  EXPECT_TRUE(d.flg_rnepost);
}

TEST(Sensors, AskForNothingThatNoneNeeds) {
  const Model m = load_string(
      "<mujoco><worldbody><body><joint name=\"j\"/><geom size=\".1\"/></body></worldbody>"
      "<sensor><jointpos joint=\"j\"/><jointactuatorfrc joint=\"j\"/></sensor></mujoco>");
  EXPECT_FALSE(sensor::needs_body_forces(m));
  EXPECT_FALSE(sensor::needs_constraints(m));
  Data d(m);
  step(m, d);
  EXPECT_FALSE(d.flg_rnepost);
  EXPECT_FALSE(d.flg_subtreevel);
  EXPECT_FALSE(d.flg_energypos);
}

TEST(Sensors, EnergiesAreThoseOfTheState) {
  for (const char* flag : {"enable", "disable"}) {
    const Model m = load_string(
        std::string("<mujoco><option gravity=\"0 0 0\"><flag energy=\"") + flag +
        "\"/></option><worldbody><body><joint type=\"slide\"/><geom size=\".1\" mass=\"2\"/></body>"
        "</worldbody><sensor><e_kinetic/></sensor></mujoco>");
    Data d(m);
    for (const double v : {1.0, 3.0}) {
      d.qvel[0] = v;
      step(m, d);
      EXPECT_NEAR(d.sensordata[0], v * v, 1e-12) << flag;
    }
  }
}

// A sensor that measures every 20 ms and reports 30 ms later.
TEST(Sensors, ReportThePast) {
  const Model m = load_string(R"(<mujoco><option timestep=".01"/><sensor>
    <clock nsample="5" delay=".03"/><clock nsample="2" interval=".02"/></sensor></mujoco>)");
  Data d(m);
  const double late[] = {0, 0, 0, 0, 0.01, 0.02}, held[] = {0, 0, 0.02, 0.02, 0.04, 0.04};
  for (int i = 0; i < 6; ++i) {
    step(m, d);
    EXPECT_NEAR(d.sensordata[0], late[i], 1e-12) << i;
    EXPECT_NEAR(d.sensordata[1], held[i], 1e-12) << i;
  }
  reset(m, d);
  step(m, d);
  EXPECT_EQ(d.sensordata[0], 0);
}

TEST(Sensors, InLanesHaveTheBitsOfOneWorld) {
  const Model m = load_string(R"(<mujoco><option timestep=".01"/><worldbody>
    <geom type="plane" size="1 1 1"/><site name="anchor" pos="0 0 1"/>
    <body pos="0 0 .15"><freejoint/><geom size=".1" name="g"/><site name="s" size=".2"/></body></worldbody>
    <tendon><spatial name="t" stiffness="50" range="0 .9" limited="true"><site site="anchor"/><site site="s"/></spatial></tendon>
    <sensor><force site="s" nsample="4" delay=".02" interp="linear"/><touch site="s" nsample="3" interval=".03"/>
    <torque site="s"/><tendonlimitfrc tendon="t" nsample="2" delay=".01"/>
    <contact data="found pos" num="2" nsample="3" delay=".015" interp="cubic"/><accelerometer site="s"/>
    <framelinvel objtype="site" objname="s" nsample="3" interval=".025 -.01"/></sensor></mujoco>)");
  std::mt19937 random(3);
  std::vector<Data> worlds(4, Data(m));
  BasicData<Pack4> batch(m);
  for (int w = 0; w < 4; ++w) {
    Data& world = worlds[static_cast<std::size_t>(w)];
    for (int i = 0; i < m.nv; ++i) world.qvel[i] = 0.3 * w - 0.2 * i;
    world.time = 0.013 * w;
    insert(world, batch, w);
  }
  for (int i = 0; i < 30; ++i) {
    for (Data& d : worlds) step(m, d);
    step(m, batch);
  }
  Data lane(m);
  for (int w = 0; w < 4; ++w) {
    extract(batch, w, lane);
    Data alone = worlds[static_cast<std::size_t>(w)];
    test::drop_rows(alone);
    const char* field = first_difference(lane, alone);
    EXPECT_EQ(field, nullptr) << "world " << w << ": " << (field ? field : "");
    EXPECT_GT(alone.sensordata[0] * alone.sensordata[0] + alone.sensordata[2] * alone.sensordata[2],
              0);
  }
}

}  // namespace
}  // namespace thew
