// Actuators in lanes have the bits of single worlds, with every integrator.

#include <random>
#include <string>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "model/lane_types.h"
#include "support/worlds.h"

namespace thew {
namespace {

constexpr int kSteps = 25;

// Steps four worlds with controls of their own, alone and in lanes.
void expect_equal_bits(Model& model) {
  for (const auto& integrator : test::kIntegrators) {
    model.opt.integrator = static_cast<int>(integrator.value);
    std::mt19937 random(7);
    std::vector<Data> worlds(4, Data(model));
    BasicData<Pack4> batch(model);
    for (int w = 0; w < 4; ++w) {
      test::randomize(model, worlds[static_cast<std::size_t>(w)], random);
      worlds[static_cast<std::size_t>(w)].time = 0.37 * w;
      insert(worlds[static_cast<std::size_t>(w)], batch, w);
    }
    for (int i = 0; i < kSteps; ++i) {
      for (int w = 0; w < 4; ++w) {
        for (int u = 0; u < model.nu; ++u) {
          const double ctrl = std::uniform_real_distribution<double>(-1.5, 1.5)(random);
          worlds[static_cast<std::size_t>(w)].ctrl[u] = ctrl;
          batch.ctrl[u].set(w, ctrl);
        }
      }
      for (Data& d : worlds) step(model, d);
      step(model, batch);
    }
    for (int w = 0; w < 4; ++w) {
      const Data& alone = worlds[static_cast<std::size_t>(w)];
      const char* field = test::lane_difference(model, batch, w, alone);
      EXPECT_EQ(field, nullptr) << integrator.name << ", world " << w << ": "
                                << (field ? field : "");
      EXPECT_EQ(alone.warning_number[static_cast<int>(Warning::Badqacc)], 0) << integrator.name;
    }
  }
}

TEST(ActuatorLanes, Delays) {
  Model model = load_string(R"(<mujoco><worldbody>
    <body><joint name="h" damping="1"/><geom size=".1" pos="0 0 .3"/></body></worldbody>
    <actuator><motor joint="h" nsample="5" delay=".007" interp="cubic"/>
    <motor joint="h" nsample="3" delay=".004" interp="linear" ctrlrange="-1 1"/>
    <position joint="h" nsample="3" delay=".01" timeconst=".1"/></actuator></mujoco>)");
  expect_equal_bits(model);
}

constexpr const char* kTree = R"(<mujoco><worldbody><site name="o" pos=".1 .2 .3"/>
  <body><joint name="h" axis="0 1 .2" damping=".1" actuatorfrcrange="-3 3"/>
    <geom type="box" size=".1 .15 .2" pos=".2 0 .1" contype="0"/><site name="a" pos=".3 .1 .1" euler="9 20 30"/>
    <body pos=".5 0 0"><joint name="b" type="ball" damping=".05"/>
      <geom type="box" size=".1 .1 .2" contype="0"/><site name="c" pos=".1 .1 .2" euler="50 20 -30"/></body>
    <body pos="0 .5 0"><joint name="e" axis="1 0 .1" damping=".1"/>
      <geom type="box" size=".1 .05 .2" pos="0 .2 .1" contype="0"/><site name="d" pos=".1 .2 .1"/></body></body>
  </worldbody><tendon><fixed name="t"><joint joint="h" coef="1"/><joint joint="e" coef="-.5"/></fixed></tendon>
  <actuator>%s</actuator></mujoco>)";

Model tree(const std::string& actuators) {
  std::string text = kTree;
  return load_string(text.replace(text.find("%s"), 2, actuators));
}

TEST(ActuatorLanes, Transmissions) {
  Model model = tree(R"(<velocity site="c" gear="1 .2 -.5 .3 .2 .1"/>
    <position site="c" refsite="d" gear="1 .2 -.5 .3 .2 .1" kv=".1"/>
    <position site="c" refsite="d" gear="0 0 0 .3 .2 .1" kv=".1"/>
    <position cranksite="d" slidersite="c" cranklength="2" kv=".1"/>
    <position cranksite="d" slidersite="o" cranklength=".1"/>
    <orientation joint="b" kp="2" kv=".1" forcerange="0 1"/>
    <orientation site="c" refsite="d" input="quat" kv=".1"/>
    <general joint="b" gaintype="so3" biastype="so3" dyntype="integrator" biasprm="0 -1 -.1"/>
    <position jointinparent="b" gear=".3 .4 .5" dampratio="1"/><motor tendon="t"/>)");
  expect_equal_bits(model);
}

TEST(ActuatorLanes, Kinds) {
  Model model = tree(R"(<muscle tendon="t" force="9" lengthrange="-1 1" tausmooth=".3"/>
    <muscle joint="h" lengthrange="-1 1" scale="3" range=".6 1.5" forcerange="-4 4"/>
    <pid joint="h" ki="1" imax=".1" slewmax="2" input="pos vel ff" kv=".2"/>
    <pid joint="b" gear="1 .1 .2" ki="1" kv=".2"/>
    <dcmotor joint="h" motorconst=".5" resistance="2" inductance="0 .05" controller="3 2 .5 1 .1 6"
      input="pos vel" thermal="1 2 3 .1 20 25" saturation="2 0 5" lugre="10 .2 1 1.5 .1" cogging=".1 4 .3"/>
    <dcmotor joint="e" nominal="12 2 100" lugre="10 .2 1 1.5 .1"/>
    <dcmotor joint="e" motorconst=".5" resistance="2" input="none"/>
    <general joint="e" dyntype="user" gaintype="user" biastype="user"/>
    <intvelocity joint="b" gear=".2 0 .4" kp="2"/><position joint="b" gear=".2 .1 0" timeconst=".1"/>)");
  expect_equal_bits(model);
}

TEST(ActuatorLanes, Adhesion) {
  Model model = load_string(R"(<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .2"><freejoint/><geom type="box" size=".1 .15 .2" gap="50"/></body></worldbody>
    <actuator><adhesion body="a" ctrlrange="0 1" gain="3"/></actuator></mujoco>)");
  expect_equal_bits(model);
}

// One world finds the forces and rates of muscles, and ways around geoms, four at a time; lanes do
// not. Runs of four are broken by another actuator and by a disabled one, and paths are of all
// kinds.
TEST(ActuatorLanes, MusclesOnPathsThatWrap) {
  std::string sites, paths, muscles;
  for (int i = 0; i < 11; ++i) {
    const std::string n = std::to_string(i), x = std::to_string(0.01 * i - 0.05);
    sites += "<site name='a" + n + "' pos='.12 " + x + " .01'/>";
    const std::string side = i % 4 < 2 ? "" : i % 4 == 2 ? " sidesite='top'" : " sidesite='inside'";
    const std::string geom = i % 3 == 0 ? "ball" : "roll";
    paths += "<spatial name='t" + n + "'><site site='a" + n + "'/><geom geom='" + geom + "'" +
             side + "/><site site='b" + n + "'/><site site='o'/></spatial>";
    muscles += i == 5 ? "<motor tendon='t5'/>"
                      : "<muscle tendon='t" + n + "' group='" + (i == 8 ? "3" : "0") +
                            "' timeconst='.01 .04' tausmooth='" + (i % 2 ? "0" : ".3") + "'/>";
  }
  std::string far = sites;
  for (std::size_t at = 0; (at = far.find("name='a", at)) != std::string::npos; ++at) {
    far.replace(at, 7, "name='b");
  }
  Model model = load_string(
      "<mujoco><option actuatorgroupdisable='3'/><worldbody><site name='o' pos='-.2 .1 0'/>"
      "<site name='top' pos='0 0 .2'/><site name='inside' pos='0 0 .001'/>" +
      sites +
      "<geom name='ball' size='.03' contype='0' conaffinity='0'/>"
      "<body><joint axis='0 1 .2' damping='.1'/><geom name='roll' type='cylinder' size='.04 .1' "
      "euler='90 0 0' mass='1' contype='0' conaffinity='0'/><body pos='-.25 0 0'>"
      "<joint axis='0 1 0' damping='.1'/><geom size='.02' mass='.5' contype='0' conaffinity='0'/>" +
      far + "</body></body></worldbody><tendon>" + paths + "</tendon><actuator>" + muscles +
      "</actuator></mujoco>");
  expect_equal_bits(model);
}

}  // namespace
}  // namespace thew
