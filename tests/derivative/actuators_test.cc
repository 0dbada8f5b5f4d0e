// Every kind of actuator alone, in closed form, by all integrators.

#include <random>
#include <string>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/step.h>

#include "derivative/compare.h"
#include "support/worlds.h"

namespace thew::test {
namespace {

using derivative::Method;

// A hinge, a ball and a free body, with sites to pull between and a tendon.
std::string driven(const std::string& actuators, const std::string& tendon = "",
                   const std::string& hinge = "") {
  return R"(<mujoco><option timestep="0.005"/><compiler autolimits="true" angle="radian"/>
    <default><geom contype="0" conaffinity="0"/></default><worldbody><site name="base" pos=".1 .2 .3" euler=".3 -.2 .5"/>
    <body><joint name="a" axis="0 1 .2" damping=".1" )" +
         hinge +
         R"(/><geom type="box" size=".1 .15 .2" pos=".2 0 .1" mass="1"/><site name="s1" pos=".3 .1 .1" euler=".1 .2 .3"/>
      <body pos=".5 0 0"><joint name="b" axis="1 0 .3"/><geom type="capsule" size=".05 .2" mass=".7" euler=".2 .1 0"/>
        <body pos=".2 .1 .1"><joint name="ball" type="ball" damping=".05"/><geom type="ellipsoid" size=".1 .15 .2" mass=".5" pos=".1 0 0"/>
          <site name="s2" pos=".1 .1 -.2" euler="-.5 .2 .3"/></body></body></body></worldbody>
    <tendon><fixed name="t" )" +
         tendon +
         R"(><joint joint="a" coef=".7"/><joint joint="b" coef="-.4"/></fixed></tendon><actuator>)" +
         actuators + "</actuator></mujoco>";
}

void expect_closed_form(const std::string& text, const std::string& name, int trials = 2) {
  std::mt19937 random(5);
  for (const Integrator integrator : kAllIntegrators) {
    Model m = load_string(text);
    m.opt.integrator = static_cast<int>(integrator);
    Data d(m);
    for (int trial = 0; trial < trials; ++trial) {
      reset(m, d);
      test::randomize(m, d, random);
      for (int i = 0; i < m.nu; ++i) d.ctrl[i] = 0.33 + 0.21 * i + 0.1 * trial;
      for (int i = 0; i < m.na; ++i) d.act[i] = 0.417 - 0.1 * i + 0.05 * trial;
      const std::string where = name + " by integrator " + std::to_string(m.opt.integrator);
      EXPECT_EQ(exact(m, d).report.method, Method::Analytic) << where;
      compare(m, d, where, 1e-4, 1e-6);
    }
  }
}

TEST(Actuators, HillMusclesHaveClosedForms) {
  for (
      const char* kind :
      {R"(<hill joint="a" gear=".05" preset="biceps" rigid="true" offset=".4"/>)",
       R"(<hill joint="a" gear=".05" preset="biceps"/><hill joint="b" gear="-.05" preset="biceps"/>)",
       R"(<hill tendon="t" preset="soleus" offset=".33" gear=".02"/>)"})
    expect_closed_form(driven(kind), kind);
}

TEST(Actuators, PidControllersHaveClosedForms) {
  for (
      const char* kind :
      {R"(<pid joint="a" kp="2" kv=".4"/>)",
       R"(<pid joint="a" kp="2" dampratio=".5" ki="3" imax=".2" input="pos vel ff" velrange="-1 1" ffrange="-1 1"/>)",
       R"(<pid joint="a" kp="2" kv=".4" slewmax=".5" posrange="-1 1" input="pos ff"/>)",
       R"(<pid joint="a" kp="2" kv=".4" slewmax="500" ki="1" input="pos"/>)",
       R"(<pid joint="ball" gear=".5 -.3 .8" kp="2" kv=".4" ki="1" slewmax="500"/>)",
       R"(<general joint="a" gaintype="pid" biastype="affine" biasprm=".1 -2 -.3" gainprm="2" dyntype="pid" dynprm=".5" actearly="true"/>)"})
    expect_closed_form(driven(kind), kind);
}

TEST(Actuators, DcMotorsHaveClosedForms) {
  for (
      const char* kind :
      {R"(<dcmotor joint="a" motorconst=".5" resistance="2"/>)",
       R"(<dcmotor joint="a" motorconst=".5 .6" resistance="2" inductance=".1" saturation="0 2 3"/>)",
       R"(<dcmotor joint="a" motorconst="0" resistance="2" input="none" lugre="10 .2 1 1.5 .1" cogging=".4 7 .3"/>)",
       R"(<dcmotor joint="a" motorconst=".5" resistance="2" controller="3 1 .5 2 .1 4" input="pos vel ff voltage"/>)",
       R"(<dcmotor joint="a" motorconst=".5" resistance="2" thermal="1 2 0 .1 20 25" saturation=".1"/>)",
       R"(<dcmotor joint="a" motorconst=".5" resistance="2" inductance="0 .05" controller="3 2 .5 1 .1 6" input="pos vel"
           thermal="1 2 3 .1 20 25" saturation="2 0 5" lugre="10 .2 1 1.5 .1" cogging=".1 4 .3"/>)",
       R"(<dcmotor tendon="t" motorconst=".5" resistance="2" inductance="0 .05" input="voltage" lugre="10 .2 1 1.5 .1"/>)"})
    expect_closed_form(driven(kind), kind);
}

TEST(Actuators, OrientationServosAndAnglesHaveClosedForms) {
  for (
      const char* kind :
      {R"(<orientation joint="ball" kp="3" kv=".4"/>)",
       R"(<orientation joint="ball" kp="3" input="quat"/>)",
       R"(<orientation site="s2" refsite="base" kp="2" dampratio=".6" forcerange="0 .7"/>)",
       R"(<general joint="ball" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="2" biasprm=".1 -2 -.3"/>)",
       R"(<position joint="ball" gear=".5 -.3 .8" kp="3" kv=".5"/>)",
       R"(<position site="s2" refsite="s1" gear="0 0 0 .3 -.4 .5" kp="3" timeconst=".1"/>)"})
    expect_closed_form(driven(kind), kind);
}

TEST(Actuators, WhatArrivesLateOrIsSharedHasClosedForms) {
  const std::string pair =
      R"(<position tendon="t" kp="30" kv="2"/><motor tendon="t" gear="2"/><general joint="b" group="3" dyntype="filter" dynprm=".1" gainprm="3"/>)";
  expect_closed_form(driven(pair, R"(actuatorfrcrange="-.5 .4")"), "a range that two share");
  expect_closed_form(driven(pair, R"(actuatorfrcrange="-500 400")"), "a wide range that two share");
  expect_closed_form(
      driven(R"(<position joint="a" kp="30" kv="2"/>)", "", R"(actuatorfrcrange="-.5 .4")"),
      "a joint's range");
  expect_closed_form(
      driven(
          R"(<position joint="a" kp="3" nsample="4" delay=".012"/><motor joint="b" nsample="3" delay=".006" interp="linear"/>)"),
      "delays");
}

TEST(Actuators, ThoseThatAreSwitchedOffKeepTheirActivations) {
  Model m =
      load_string(driven(R"(<general joint="b" group="3" dyntype="filter" dynprm=".1" gainprm="3"/>
    <dcmotor joint="a" group="3" motorconst=".5" resistance="2" inductance="0 .05" lugre="10 .2 1 1.5 .1"/>)"));
  m.opt.disableactuator = 1 << 3;
  std::mt19937 random(5);
  for (const Integrator integrator : kAllIntegrators) {
    m.opt.integrator = static_cast<int>(integrator);
    Data d(m);
    test::randomize(m, d, random);
    for (int i = 0; i < m.na; ++i) d.act[i] = 0.4 - 0.1 * i;
    compare(m, d, "switched off");
  }
}

}  // namespace
}  // namespace thew::test
