// Sensors of kernels for devices, emulated, beside the processor.

#include "gpu/expect.h"
#include "gpu/supported.h"

namespace thew::gpu {
namespace {

// What all sensors say along a walk with noise, each time beside the processor. `least` is the
// share of them that must measure something at some time.
void expect_measurements(const Model& m, int steps, double least) {
  Data d(m);
  std::mt19937 random(2);
  std::uniform_real_distribution<double> noise(-0.5, 0.5);
  Emulated<double> emulated(m, 1);
  const DeviceWorlds<double>& rows = emulated.worlds();
  std::vector<bool> spoke(static_cast<std::size_t>(m.nsensordata));
  for (int i = 0; i < steps; ++i) {
    for (int u = 0; u < m.nu; ++u) d.ctrl[u] = noise(random);
    if (m.nbody > 2) d.xfrc_applied.row(2)[1] = 0.1 * noise(random);
    emulated.load(d, 0);
    step(m, d);
    emulated.step();
    ASSERT_LT(difference(d.history, rows.history.of(0)), 1e-9) << "step " << i;
    for (int s = 0; s < m.nsensor; ++s) {
      double scale = 1;
      const int begin = m.sensor_adr[s], end = begin + m.sensor_dim[s];
      for (int k = begin; k < end; ++k) scale = std::max(scale, std::abs(d.sensordata[k]));
      for (int k = begin; k < end; ++k) {
        ASSERT_LT(std::abs(rows.sensordata.of(0)[k] - d.sensordata[k]), 1e-9 * scale)
            << "step " << i << ", sensor " << s << " of type " << m.sensor_type[s];
        if (d.sensordata[k] != 0) spoke[static_cast<std::size_t>(k)] = true;
      }
    }
  }
  int loud = 0;
  std::string silent;
  for (int s = 0; s < m.nsensor; ++s) {
    const auto begin = spoke.begin() + m.sensor_adr[s];
    const bool speaks = std::find(begin, begin + m.sensor_dim[s], true) != begin + m.sensor_dim[s];
    loud += speaks ? 1 : 0;
    if (!speaks) silent += " " + std::to_string(s);
  }
  EXPECT_GE(loud, least * static_cast<double>(m.nsensor)) << "silent:" << silent;
}

// A robot with every kind of sensor, that touches, hangs, pulls and comes to its limits.
constexpr const char* kRobot = R"(<mujoco>
  <option timestep=".002" magnetic=".1 .2 -.4"/>
  <default><joint damping=".05"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <site name="zone" type="box" size=".6 .6 .4" pos="0 0 .4"/><site name="hook" pos="0 0 1.5"/>
    <camera name="still" pos="2 0 1" xyaxes="0 1 0 -.3 0 1"/>
    <camera name="watcher" mode="targetbody" target="trunk" pos="-1 -2 1.5" resolution="640 480" sensorsize=".02 .015" focal=".02 .02"/>
    <body name="trunk" pos="0 0 .45"><freejoint name="root"/><geom name="hull" type="box" size=".15 .1 .05"/>
      <site name="imu" pos=".05 .02 .03" euler="10 20 30"/><camera name="eye" pos=".15 0 0" euler="0 -90 0"/><camera name="drone" mode="trackcom" pos="0 -1 1"/>
      <body name="arm" pos=".2 0 0"><joint name="shoulder" type="ball" limited="true" range="0 20" stiffness="1"/><geom name="upper" type="capsule" size=".03" fromto="0 0 0 .15 0 0"/>
        <site name="wrist" pos=".15 0 0"/>
        <body name="hand" pos=".15 0 0"><joint name="elbow" axis="0 1 0" limited="true" range="-20 10" stiffness="2" springref="5"/><geom name="fist" type="sphere" size=".05" pos=".05 0 0" condim="4"/>
          <site name="pad" type="sphere" size=".07" pos=".05 0 0"/></body></body>
      <body name="leg" pos="-.2 0 0"><joint name="slide" type="slide" axis="0 0 1" limited="true" range="-.05 .05"/><geom name="foot" type="capsule" size=".04 .1" condim="6"/>
        <site name="sole" type="box" size=".1 .1 .1" pos="0 0 -.1"/><site name="beam" pos="0 0 -.05" euler="170 10 0"/></body>
    </body>
    <body name="ball" pos="0 .5 .3"><freejoint/><geom name="pearl" size=".08"/><site name="core"/></body>
    <body name="bob" pos=".5 .5 1"><freejoint/><geom name="weight" type="box" size=".05 .05 .05"/><site name="top" pos="0 0 .05"/></body>
  </worldbody>
  <equality><connect body1="bob" body2="ball" anchor="-.2 0 0"/><weld body1="trunk" body2="bob" active="false"/></equality>
  <tendon><spatial name="rope" limited="true" range="0 .7" stiffness="3"><site site="hook"/><site site="top"/></spatial>
    <fixed name="both" limited="true" range="-.05 .05"><joint joint="elbow" coef="1"/><joint joint="slide" coef="2"/></fixed></tendon>
  <actuator><motor name="turn" joint="elbow"/><position name="lift" joint="slide" kp="20"/><motor name="pull" tendon="both"/><motor name="winch" tendon="rope" gear="3"/></actuator>
  <sensor>
    <touch site="sole"/><touch site="pad"/><accelerometer site="imu"/><velocimeter site="imu"/><gyro site="imu" cutoff="2"/>
    <force site="wrist"/><torque site="wrist"/><force site="core"/><torque site="top"/><magnetometer site="imu"/>
    <rangefinder site="imu"/><rangefinder site="beam" cutoff=".3"/><rangefinder site="hook" data="dist dir origin point normal depth"/>
    <camprojection site="wrist" camera="watcher"/><camprojection site="top" camera="still"/>
    <jointpos joint="elbow"/><jointvel joint="slide"/><tendonpos tendon="rope"/><tendonvel tendon="rope"/><tendonvel tendon="both"/>
    <actuatorpos actuator="lift"/><actuatorvel actuator="turn"/><actuatorfrc actuator="lift"/><jointactuatorfrc joint="elbow"/><tendonactuatorfrc tendon="both"/>
    <ballquat joint="shoulder"/><ballangvel joint="shoulder"/>
    <jointlimitpos joint="elbow"/><jointlimitvel joint="elbow"/><jointlimitfrc joint="elbow"/><jointlimitpos joint="slide"/><jointlimitfrc joint="slide"/>
    <tendonlimitpos tendon="both"/><tendonlimitvel tendon="both"/><tendonlimitfrc tendon="both"/><tendonlimitfrc tendon="rope"/>
    <framepos objtype="body" objname="hand"/><framepos objtype="xbody" objname="hand" reftype="site" refname="imu"/><framepos objtype="camera" objname="eye" reftype="camera" refname="watcher"/>
    <framequat objtype="geom" objname="upper"/><framequat objtype="site" objname="imu" reftype="body" refname="hand"/><framequat objtype="camera" objname="eye"/><framequat objtype="xbody" objname="leg" reftype="geom" refname="hull"/>
    <framexaxis objtype="site" objname="imu"/><frameyaxis objtype="geom" objname="hull" reftype="camera" refname="drone"/><framezaxis objtype="body" objname="arm"/>
    <framelinvel objtype="site" objname="wrist"/><framelinvel objtype="geom" objname="fist" reftype="xbody" refname="trunk"/><frameangvel objtype="body" objname="hand" reftype="site" refname="imu"/><framelinvel objtype="camera" objname="still"/>
    <framelinacc objtype="site" objname="wrist"/><frameangacc objtype="body" objname="hand"/>
    <subtreecom body="trunk"/><subtreelinvel body="trunk"/><subtreeangmom body="trunk"/><subtreeangmom body="arm"/>
    <insidesite site="zone" objtype="body" objname="ball"/><insidesite site="zone" objtype="site" objname="top"/>
    <contact geom1="floor" body2="leg" num="2" data="found force torque dist pos normal tangent" reduce="maxforce"/><contact body1="trunk" num="3" data="found force" reduce="mindist"/>
    <contact subtree1="trunk" data="found force torque pos" reduce="netforce"/><contact site="sole" num="2" data="force"/>
    <e_potential/><e_kinetic/><clock/>
  </sensor>
</mujoco>)";

TEST(Sense, MeasurementsEqualThoseOfTheProcessor) {
  for (const Cone cone : {Cone::Pyramidal, Cone::Elliptic}) {
    Model m = supported(kRobot, {"sensordata"});
    m.opt.cone = static_cast<int>(cone);
    expect_measurements(m, 500, 0.9);
  }
}

// Cameras that measure how far things are: at rest, moving, turning towards a body, by parallel
// rays, and with a lens whose middle is not that of the image.
constexpr const char* kDepthCameras = R"(<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 .1"/><geom type="box" size=".2 .2 .3" pos="1 .3 .3"/>
    <geom type="ellipsoid" size=".2 .1 .3" pos="1 -.4 .3"/><geom type="cylinder" size=".1 .2" pos=".5 .6 .2" rgba="1 1 1 0"/>
    <camera name="still" pos="-1 0 .8" xyaxes="0 -1 0 .3 0 1" resolution="9 7"/>
    <camera name="watcher" mode="targetbody" target="ball" pos="-1 -1 1" resolution="6 4" sensorsize=".02 .015" focal=".02 .02" principal=".001 -.002"/>
    <camera name="parallel" projection="orthographic" fovy="1.5" pos="1 0 2" resolution="5 5"/>
    <body name="ball" pos=".5 0 .5"><freejoint/><geom size=".1"/><geom type="capsule" size=".03 .1" pos=".1 0 .05"/>
      <camera name="eye" pos=".05 0 0" xyaxes="0 -1 0 0 0 1" resolution="8 6" fovy="70"/></body>
  </worldbody>
  <sensor>
    <rangefinder camera="still" data="dist dir origin point normal depth"/><rangefinder camera="watcher" data="normal depth"/>
    <rangefinder camera="parallel"/><rangefinder camera="eye" data="dist depth" cutoff="1"/>
  </sensor>
</mujoco>)";

TEST(Sense, CamerasMeasureDistancesAsOnTheProcessor) {
  const Model m = supported(kDepthCameras, {"sensordata"});
  EXPECT_GT(m.nsensordata, 900);
  expect_measurements(m, 150, 1);
}

// Sensors that are late, and that measure now and then.
constexpr const char* kLateSensors = R"(<mujoco><option timestep=".005"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .4"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <site name="s" type="box" size=".1 .1 .1"/>
      <camera name="eye" xyaxes="0 -1 0 0 0 1" resolution="3 2"/>
      <body pos=".2 0 0"><joint name="h" axis="0 1 0" damping=".01"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body></body>
    <geom type="box" size=".1 1 1" pos="2 0 0"/>
  </worldbody>
  <actuator><motor joint="h" gear=".5" nsample="3" delay=".01"/></actuator>
  <sensor>
    <clock nsample="5" delay=".03"/><clock nsample="2" interval=".02"/><clock/>
    <accelerometer site="s" nsample="4" delay=".02" interp="linear"/><touch site="s" nsample="3" interval=".03"/>
    <framelinvel objtype="site" objname="s" nsample="3" interval=".025 -.01"/>
    <jointpos joint="h" nsample="6" delay=".012" interval=".01" interp="cubic"/><jointvel joint="h" cutoff=".1" nsample="3" delay=".01"/>
    <rangefinder camera="eye" nsample="3" delay=".01"/><jointvel joint="h"/>
  </sensor></mujoco>)";

TEST(Sense, WhatIsLateEqualsThatOfTheProcessor) {
  for (const Integrator integrator : {Integrator::Euler, Integrator::Implicit, Integrator::Rk4}) {
    Model m = supported(kLateSensors, {"sensordata"});
    m.opt.integrator = static_cast<int>(integrator);
    expect_measurements(m, 200, 0);
    if (HasFatalFailure()) return;
  }
  expect_same_bits_in_any_order(supported(kLateSensors), 50, 10);
}

TEST(Sense, MeasurementsOfOwnModelsEqualThoseOfTheProcessor) {
  int sensors = 0;
  for (const std::string& name : supported_models()) {
    const Model m = as_one_problem(test::load_own(name));
    if (m.nsensor == 0 || !Emulated<double>::can_sense(m)) continue;
    SCOPED_TRACE(name);
    sensors += static_cast<int>(m.nsensor);
    expect_measurements(m, 100, 0);
  }
  EXPECT_GT(sensors, 10);
}

TEST(Sense, BodyForcesEqualThoseOfTheProcessor) {
  const Model m = supported(kRobot, {"cfrc_int"});
  Data d(m);
  Emulated<double> emulated(m, 1);
  for (int i = 0; i < 200; ++i) step(m, d);
  emulated.load(d, 0);
  step(m, d);
  emulated.step();
  const DeviceWorlds<double>& rows = emulated.worlds();
  EXPECT_LT(difference(d.subtree_linvel, rows.subtree_linvel.of(0)), 1e-11);
  EXPECT_LT(difference(d.subtree_angmom, rows.subtree_angmom.of(0)), 1e-11);
  rne_post_constraint(m, d);
  EXPECT_LT(difference(d.cacc, rows.cacc.of(0)), 1e-9);
  EXPECT_LT(difference(d.cfrc_ext, rows.cfrc_ext.of(0)), 1e-9);
  EXPECT_LT(difference(d.cfrc_int, rows.cfrc_int.of(0)), 1e-9);
}

TEST(Sense, BitsDoNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kRobot), 150, 10);
}

TEST(Sense, WhatIsMissingIsRefusedOnlyWhereItIsAskedFor) {
  const Model m = load_string(
      R"(<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 .1 .1" elevation="0 0 1 0"/></asset>
      <worldbody><geom type="hfield" hfield="h"/><body pos="0 0 1"><freejoint/><geom size=".1"/><site name="s"/></body></worldbody>
      <sensor><rangefinder name="gap" site="s"/></sensor></mujoco>)");
  EXPECT_NO_THROW(refuse(m));
  EXPECT_NO_THROW(refuse(m, {"qacc"}));
  try {
    refuse(m, {"sensordata"});
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("sensor \"gap\""), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace thew::gpu
