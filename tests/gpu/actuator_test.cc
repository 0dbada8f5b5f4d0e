// Actuators of kinds that few models have, of kernels for devices, emulated, beside the processor:
// each kind on everything that it can act on.

#include <string>
#include <vector>

#include "gpu/expect.h"
#include "support/worlds.h"

namespace thew::gpu {
namespace {

constexpr const char* kWorld = R"(<mujoco><option timestep=".002"/>
  <compiler autolimits="true"/><default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <site name="base" pos=".1 .2 .3" euler="17 -11 28"/>
    <body name="arm"><joint name="hinge" axis="0 1 .2" damping=".1" actuatorfrcrange="-4 4"/>
      <geom type="box" size=".1 .15 .2" pos=".2 0 .1" mass="1"/><site name="s1" pos=".3 .1 .1" euler="5 11 17"/>
      <body pos=".5 0 0"><joint name="slide" type="slide" axis="1 0 .3"/>
        <geom type="capsule" size=".05 .2" mass=".7" euler="11 5 0"/><site name="s2" pos=".1 .1 .2" euler="57 11 -17"/>
        <body pos=".2 .1 .1"><joint name="ball" type="ball" damping=".05"/>
          <geom type="ellipsoid" size=".1 .15 .2" mass=".5" pos=".1 0 0"/>
          <site name="s3" pos=".1 .1 -.2" euler="-28 11 17"/></body></body>
      <body pos="0 .5 0"><joint name="elbow" axis="1 0 .1" armature=".02"/>
        <geom type="box" size=".1 .05 .2" pos="0 .2 .1" mass=".8"/><site name="s4" pos=".1 .2 .1" euler="22 11 5"/></body></body>
    <body pos="1 1 1"><freejoint name="free"/><geom type="box" size=".2 .1 .05" mass=".6"/>
      <site name="s5" pos=".1 .1 0" euler="5 -17 11"/></body>
  </worldbody>
  <tendon><fixed name="tendon" actuatorfrcrange="-2 2"><joint joint="hinge" coef=".7"/><joint joint="elbow" coef="-.4"/></fixed></tendon>
  <actuator>%s</actuator></mujoco>)";

Model with(const std::string& actuators) {
  std::string text = kWorld;
  Model m = load_string(text.replace(text.find("%s"), 2, actuators));
  refuse(m);
  return as_one_problem(std::move(m));
}

// `text` with the target in each place of an @.
std::string on(const char* target, const char* text) {
  std::string result;
  for (const char* c = text; *c != '\0'; ++c) *c == '@' ? result += target : result += *c;
  return result;
}

constexpr const char* kTargets[] = {
    R"(joint="hinge" gear="1.3")",
    R"(joint="slide" gear="-.8")",
    R"(joint="ball" gear=".5 -.3 .8")",
    R"(jointinparent="ball" gear=".5 -.3 .8")",
    R"(jointinparent="free" gear="1 .5 -.3 .2 .1 .4")",
    R"(tendon="tendon" gear="1.5")",
    R"(site="s3" gear="1 .2 -.5 .3 .2 .1")",
    R"(site="s3" refsite="s1" gear="1 .2 -.5 0 0 0")",
    R"(site="s3" refsite="s4" gear="1 .2 -.5 .3 .2 .1")",
    R"(site="s5" refsite="s2" gear="1 .2 -.5 0 0 .1")",
    R"(site="s2" refsite="base" gear="1 .2 -.5 .1 0 .1")",
    R"(site="s3" refsite="s4" gear="0 0 0 .3 -.4 .5")",
    R"(cranksite="s4" slidersite="s2" cranklength="2.5" gear="1.2")",
    R"(cranksite="s4" slidersite="s2" cranklength=".05" gear="1.2")",
    R"(cranksite="s3" slidersite="base" cranklength="3")",
};

// Of what a target is driven by, a few at a time.
constexpr const char* kKinds[] = {
    R"(<motor @/><motor @ ctrlrange="-.3 .4" forcerange="-.2 .25"/>
    <general @ gaintype="affine" gainprm="1 -.5 -.3" biastype="affine" biasprm=".2 -1 -.4"/>
    <general @ dyntype="integrator" gaintype="affine" gainprm="1 -.5 -.3" actrange="-.5 .5"/>
    <general @ dyntype="filter" dynprm=".1" gaintype="affine" gainprm="1 .5 -.3" actearly="true"/>
    <general @ dyntype="filterexact" dynprm=".05" biastype="affine" biasprm=".2 1 .3"/>
    <general @ biastype="muscle" biasprm=".7 1.5 9 200 .5 1.6 1.5 1.3 1.2" lengthrange="-1 1"/>)",
    R"(<position @ kp="3" kv=".5"/><position @ kp="3" dampratio=".7" timeconst=".1"/>
    <intvelocity @ kp="2" kv=".3"/><intvelocity @ kp="2" kv=".3" actrange="-1 1"/>
    <damper @ kv=".7" ctrlrange="0 1"/><cylinder @ timeconst=".2" diameter=".8" bias=".1 -.2 -.3"/>)",
    R"(<pid @ kp="2" kv=".4"/><pid @ kp="2" kv=".4" slewmax=".5" posrange="-1 1" input="pos ff"/>
    <pid @ kp="2" dampratio=".5" ki="3" imax=".2" input="pos vel ff" velrange="-1 1" ffrange="-.1 .2"/>
    <pid @ kp="2" kv=".4" ki="1" slewmax="2" input="pos"/><pid @ kp="2" kv=".4" input="ff"/>
    <general @ gaintype="pid" biastype="affine" biasprm=".1 -2 -.3" gainprm="2" dyntype="pid" dynprm=".5" actearly="true"/>)",
    R"(<dcmotor @ motorconst=".5" resistance="2"/>
    <dcmotor @ motorconst=".5 .6" resistance="2" inductance=".1" saturation="0 2 3"/>
    <dcmotor @ motorconst="0" resistance="2" input="none" lugre="10 .2 1 1.5 .1" cogging=".4 7 .3"/>
    <dcmotor @ nominal="12 2 100" input="none"/>
    <dcmotor @ motorconst=".5" resistance="2" controller="3 1 .5 2 .1 4" input="pos vel ff voltage"/>
    <dcmotor @ motorconst=".5" resistance="2" thermal="1 2 0 .1 20 25" saturation=".1"/>
    <dcmotor @ motorconst=".5" resistance="2" inductance="0 .05" controller="3 2 .5 1 .1 6" input="pos vel"
      thermal="1 2 3 .1 20 25" saturation="2 0 5" lugre="10 .2 1 1.5 .1" cogging=".1 4 .3"/>)",
};

constexpr const char* kOrientations = R"(
    <orientation joint="ball"/><orientation joint="ball" kp="2" dampratio=".6" forcerange="0 .7"/>
    <orientation joint="ball" kp="3" input="quat"/>
    <orientation site="s3" refsite="s4" kp="3" kv=".4"/><orientation site="s5" refsite="base" input="quat" kv=".1"/>
    <orientation site="s2" refsite="s1" kp="4" kv=".2" ctrlrange="-.4 .4"/>
    <general joint="ball" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="2" biasprm=".1 -2 -.3"/>
    <general site="s3" refsite="s1" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="2" biasprm=".1 -2 -.3"/>)";

constexpr const char* kLate = R"(
    <motor joint="hinge" nsample="5" delay=".007" interp="cubic"/>
    <motor joint="elbow" nsample="3" delay=".004" interp="linear" ctrlrange="-1 1"/>
    <position joint="slide" nsample="3" delay=".01" timeconst=".1"/>
    <pid joint="hinge" kp="2" kv=".4" nsample="4" delay=".003" input="pos ff"/>
    <orientation joint="ball" nsample="4" delay=".005" interp="linear" input="quat"/>)";

constexpr const char* kMuscles = R"(
    <hill tendon="tendon" force="20" fibre=".3" slack=".4" offset=".75" rigid="true"/>
    <hill joint="hinge" force="15" fibre=".3" slack=".4" pennation=".2" offset=".7" tausmooth=".2"/>
    <hill joint="elbow" force="15" fibre=".3" slack=".4"/>
    <hill joint="slide" preset="biceps" gear=".05" force="60"/>)";

// Fields of actuation, at states of a motion, to 1e-12; then whole steps, with each integrator.
void expect_actuation(Model m, int steps) {
  for (const Integrator integrator :
       {Integrator::Euler, Integrator::Implicitfast, Integrator::Implicit, Integrator::Rk4}) {
    m.opt.integrator = static_cast<int>(integrator);
    SCOPED_TRACE(m.opt.integrator);
    expect_steps(m, steps);
    if (testing::Test::HasFatalFailure()) return;
  }
  Data d(m);
  Emulated<double> emulated(m, 1);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1, 1);
  const DeviceWorlds<double>& rows = emulated.worlds();
  for (int i = 0; i < 5; ++i) {
    test::randomize(m, d, random);
    for (int u = 0; u < m.nu; ++u) d.ctrl[u] = noise(random);
    emulated.load(d, 0);
    forward(m, d);
    emulated.forward();
    EXPECT_LT(difference(d.actuator_length, rows.actuator_length.of(0)), 1e-12);
    EXPECT_LT(difference(d.actuator_velocity, rows.actuator_velocity.of(0)), 1e-12);
    EXPECT_LT(difference(d.actuator_force, rows.actuator_force.of(0)), 1e-12);
    EXPECT_LT(difference(d.act_dot, rows.act_dot.of(0)), 1e-12);
    EXPECT_LT(difference(d.qfrc_actuator, rows.qfrc_actuator.of(0)), 1e-12);
  }
}

TEST(Actuators, OfEveryKindOnEverything) {
  for (const char* target : kTargets) {
    for (const char* kind : kKinds) {
      SCOPED_TRACE(std::string(target) + kind);
      expect_actuation(with(on(target, kind)), 40);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Actuators, AtTheirLimits) {
  for (const char* limit : {R"( forcerange="-.03 .05")", R"( actrange="-.05 .1")"}) {
    for (const char* target : kTargets) {
      const std::string where = target + std::string(limit);
      const bool acts = std::string(limit).find("act") != std::string::npos;
      SCOPED_TRACE(where);
      expect_actuation(
          with(on(where.c_str(),
                  acts ? R"(<general @ dyntype="integrator" biastype="affine" biasprm="0 -1 -.2"/>)"
                       : R"(<position @ kv=".1"/><pid @ kv=".4" ki="1"/>)")),
          30);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Actuators, Orientations) {
  expect_actuation(with(kOrientations), 200);
}

TEST(Actuators, ThatAreLate) {
  expect_actuation(with(kLate), 200);
}

TEST(Actuators, HillMuscles) {
  Model m = with(kMuscles);
  m.actuator_actlimited[2] = m.actuator_actearly[2] = true;
  m.actuator_actrange.values()[5] = 0.4;
  expect_actuation(std::move(m), 200);
}

TEST(Actuators, OfGroupsThatAreOff) {
  Model m =
      with(on(kTargets[0],
              R"(<pid @ ki="1" group="1"/><dcmotor @ motorconst=".5" resistance="2" inductance=".1"
      lugre="10 .2 1 1.5 .1" group="1"/><orientation joint="ball" group="1"/><motor @/>)"));
  m.opt.disableactuator = 1 << 1;
  expect_actuation(std::move(m), 30);
}

TEST(Actuators, DoNotDependOnTheOrderOfTheTeam) {
  std::string all = std::string(kOrientations) + kLate + kMuscles;
  for (const char* kind : kKinds) all += on(kTargets[8], kind) + on(kTargets[5], kind);
  expect_same_bits_in_any_order(with(all), 50, 5);
}

constexpr const char* kSticky =
    R"(<mujoco><option timestep=".002"/><worldbody><geom type="plane" size="5 5 .1"/>
  <body name="a" pos="0 0 .2"><freejoint/><geom type="box" size=".1 .15 .2"/>
    <body name="b" pos=".2 0 .1"><joint axis="0 1 0" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .2 0 0"/></body></body>
  <body name="c" pos="0 .05 .5"><freejoint/><geom size=".1" gap=".05" margin=".06"/></body></worldbody>
  <actuator><adhesion body="a" ctrlrange="0 1" gain="6"/><adhesion body="c" ctrlrange="0 1" gain="3" forcerange="0 2"/>
    <adhesion body="b" ctrlrange="0 2"/></actuator></mujoco>)";

TEST(Sticking, StepsEqualThoseOfTheProcessor) {
  for (const Integrator integrator :
       {Integrator::Euler, Integrator::Implicitfast, Integrator::Implicit, Integrator::Rk4}) {
    Model m = supported(kSticky);
    m.opt.integrator = static_cast<int>(integrator);
    expect_steps(m, 250);
  }
}

TEST(Sticking, DoesNotDependOnTheOrderOfTheTeam) {
  expect_same_bits_in_any_order(supported(kSticky), 100, 10);
}

}  // namespace
}  // namespace thew::gpu
