// Actuator shortcuts and their defaults; the numbers were measured on MuJoCo 4.0.0.

#include "io/support.h"

namespace thew::io {
namespace {

using spec::Actuator;

spec::List<spec::Actuator> actuators(const std::string& defaults, const std::string& text) {
  return read("<mujoco><default>" + defaults +
              "</default><worldbody><body><joint name=\"j\" range=\"-30 60\"/>"
              "<geom size=\".1\"/></body></worldbody><actuator>" +
              text + "</actuator></mujoco>")
      .actuators;
}

Actuator one(const std::string& defaults, const std::string& name,
             const std::string& attributes = "") {
  const auto list = actuators(defaults, "<" + name + " joint=\"j\" " + attributes + "/>");
  return list.empty() ? Actuator{} : list[0];
}

void expect_force(const Actuator& actuator, Gain gain, std::array<double, 3> gainprm, Bias bias,
                  std::array<double, 3> biasprm, Dynamics dynamics, double dynprm) {
  EXPECT_EQ(actuator.gaintype, gain);
  EXPECT_EQ(actuator.biastype, bias);
  EXPECT_EQ(actuator.dyntype, dynamics);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(actuator.gainprm[i], gainprm[i]) << i;
    EXPECT_DOUBLE_EQ(actuator.biasprm[i], biasprm[i]) << i;
  }
  EXPECT_DOUBLE_EQ(actuator.dynprm[0], dynprm);
}

TEST(Actuator, Plain) {
  expect_force(one("", "general"), Gain::Fixed, {1}, Bias::None, {}, Dynamics::None, 1);
  expect_force(one("", "motor"), Gain::Fixed, {1}, Bias::None, {}, Dynamics::None, 1);
  expect_force(one("", "position"), Gain::Fixed, {1}, Bias::Affine, {0, -1, 0}, Dynamics::None, 1);
  expect_force(one("", "velocity"), Gain::Fixed, {1}, Bias::Affine, {0, 0, -1}, Dynamics::None, 1);
  expect_force(one("", "intvelocity"), Gain::Fixed, {1}, Bias::Affine, {0, -1, 0},
               Dynamics::Integrator, 1);
  expect_force(one("", "damper", "ctrlrange=\"0 1\""), Gain::Affine, {}, Bias::None, {},
               Dynamics::None, 1);
  expect_force(one("", "cylinder"), Gain::Fixed, {1}, Bias::Affine, {}, Dynamics::Filter, 1);
}

TEST(Actuator, Parameters) {
  expect_force(one("", "position", "kp=\"5\" kv=\"2\" timeconst=\".3\""), Gain::Fixed, {5},
               Bias::Affine, {0, -5, -2}, Dynamics::Filterexact, .3);
  expect_force(one("", "position", "kp=\"5\" dampratio=\"1\" timeconst=\"0\""), Gain::Fixed, {5},
               Bias::Affine, {0, -5, 1}, Dynamics::None, 0);
  expect_force(one("", "damper", "kv=\"3\" ctrlrange=\"0 1\""), Gain::Affine, {0, 0, -3},
               Bias::None, {}, Dynamics::None, 1);
  expect_force(one("", "cylinder", "diameter=\"2\" area=\"7\" timeconst=\"4\" bias=\"1 2 3\""),
               Gain::Fixed, {3.14159265358979323846}, Bias::Affine, {1, 2, 3}, Dynamics::Filter, 4);
  EXPECT_EQ(one("", "damper", "ctrlrange=\"0 1\"").ctrllimited, Limited::True);
}

TEST(Actuator, DeclaredInput) {
  EXPECT_EQ(one("", "motor").ctrlspec, 0);
  EXPECT_EQ(one("", "position").ctrlspec, static_cast<int>(CtrlInput::Pos));
  EXPECT_EQ(one("", "velocity").ctrlspec, static_cast<int>(CtrlInput::Vel));
  EXPECT_EQ(one("", "intvelocity").ctrlspec, static_cast<int>(CtrlInput::Vel));
  EXPECT_EQ(one("", "cylinder").ctrlspec, static_cast<int>(CtrlInput::Pressure));
  EXPECT_EQ(one("", "general", "input=\"vel\"").ctrlspec, static_cast<int>(CtrlInput::Vel));
  EXPECT_EQ(one("<position/>", "general").ctrlspec, static_cast<int>(CtrlInput::Pos));
}

TEST(Actuator, MotorInAPositionClassIsAMotor) {
  const std::string defaults =
      "<position kp=\"10\" dampratio=\"1\" ctrlrange=\"-1 1\" gear=\"3\" timeconst=\".3\"/>";
  const Actuator motor = one(defaults, "motor");
  expect_force(motor, Gain::Fixed, {1}, Bias::None, {}, Dynamics::None, 1);
  EXPECT_EQ(motor.gear[0], 3);
  EXPECT_EQ(motor.ctrlrange[1], 1);
  expect_force(one(defaults, "velocity"), Gain::Fixed, {1}, Bias::Affine, {0, 0, -1},
               Dynamics::None, 1);
  expect_force(one(defaults, "intvelocity"), Gain::Fixed, {1}, Bias::Affine, {0, -1, 0},
               Dynamics::Integrator, 1);
  expect_force(one(defaults, "cylinder"), Gain::Fixed, {1}, Bias::Affine, {}, Dynamics::Filter, 1);
}

TEST(Actuator, GeneralInheritsAnyDefault) {
  expect_force(one("<position kp=\"10\" kv=\"2\"/>", "general"), Gain::Fixed, {10}, Bias::Affine,
               {0, -10, -2}, Dynamics::None, 1);
}

TEST(Actuator, ShortcutInheritsFromItsOwnKindUpTheTree) {
  const std::string defaults =
      "<position kp=\"10\" kv=\"2\"/><default class=\"c\"><velocity kv=\"3\"/></default>";
  expect_force(one(defaults, "position", "class=\"c\""), Gain::Fixed, {10}, Bias::Affine,
               {0, -10, -2}, Dynamics::None, 1);
  expect_force(one(defaults, "velocity", "class=\"c\""), Gain::Fixed, {3}, Bias::Affine, {0, 0, -3},
               Dynamics::None, 1);
  expect_force(one(defaults, "intvelocity", "class=\"c\""), Gain::Fixed, {1}, Bias::Affine,
               {0, -1, 0}, Dynamics::Integrator, 1);
}

TEST(Actuator, ShortcutInheritsFromGeneral) {
  const std::string defaults =
      "<general gainprm=\"400\" biasprm=\"1 2 3 4\" dynprm=\".5\" dyntype=\"filter\" "
      "actearly=\"true\"/>";
  expect_force(one(defaults, "motor"), Gain::Fixed, {1}, Bias::None, {}, Dynamics::None, 1);
  expect_force(one(defaults, "position"), Gain::Fixed, {400}, Bias::Affine, {0, -400, 3},
               Dynamics::None, 1);
  expect_force(one(defaults, "velocity"), Gain::Fixed, {400}, Bias::Affine, {0, 0, -400},
               Dynamics::None, 1);
  expect_force(one(defaults, "cylinder"), Gain::Fixed, {400}, Bias::Affine, {1, 2, 3},
               Dynamics::Filter, .5);
  EXPECT_FALSE(one(defaults, "position").actearly);
  EXPECT_TRUE(one(defaults, "general").actearly);
}

TEST(Actuator, GeneralOfAnotherGainTypeIsNoSource) {
  const std::string defaults =
      "<general gaintype=\"affine\" gainprm=\"9 0 -4\" biastype=\"affine\" biasprm=\"1 2 3\"/>";
  expect_force(one(defaults, "position"), Gain::Fixed, {1}, Bias::Affine, {0, -1, 0},
               Dynamics::None, 1);
  expect_force(one(defaults, "cylinder"), Gain::Fixed, {1}, Bias::Affine, {}, Dynamics::Filter, 1);
  expect_force(one(defaults, "damper", "ctrlrange=\"0 1\""), Gain::Affine, {0, 0, -4}, Bias::None,
               {}, Dynamics::None, 1);
}

TEST(Actuator, SeveralInOneClassAreReadInOrder) {
  expect_force(one("<position kp=\"5\" timeconst=\".2\"/><general gainprm=\"7\"/>", "position"),
               Gain::Fixed, {7}, Bias::Affine, {0, -7, 0}, Dynamics::Filterexact, .2);
  expect_force(one("<general gainprm=\"7\" biasprm=\"1 2 3\"/><position kp=\"5\"/>", "general"),
               Gain::Fixed, {5}, Bias::Affine, {0, -5, 3}, Dynamics::None, 1);
  expect_force(one("<position kp=\"10\"/><velocity kv=\"3\"/>", "position"), Gain::Fixed, {1},
               Bias::Affine, {0, -1, 0}, Dynamics::None, 1);
}

TEST(Actuator, InheritrangeAndCtrlrange) {
  EXPECT_EQ(one("<position inheritrange=\"1\"/>", "position").inheritrange, 1);
  EXPECT_EQ(one("<position inheritrange=\"1\"/>", "intvelocity").inheritrange, 0);
  // One that is written wins over one that is inherited.
  const Actuator range = one("<position inheritrange=\"1\"/>", "position", "ctrlrange=\"-1 1\"");
  EXPECT_EQ(range.inheritrange, 0);
  EXPECT_EQ(range.ctrlrange[1], 1);
  const Actuator inherit = one("<position ctrlrange=\"-1 1\"/>", "position", "inheritrange=\"1\"");
  EXPECT_EQ(inherit.inheritrange, 1);
  EXPECT_EQ(inherit.ctrlrange[1], 0);
}

TEST(Actuator, LastTransmissionHolds) {
  const auto list = read(
                        "<mujoco><actuator><motor joint=\"a\" tendon=\"t\"/><motor "
                        "jointinparent=\"b\" joint=\"a\"/>"
                        "</actuator></mujoco>")
                        .actuators;
  EXPECT_EQ(list[0].trntype, Transmission::Tendon);
  EXPECT_EQ(list[0].target, "t");
  EXPECT_EQ(list[1].trntype, Transmission::Jointinparent);
  EXPECT_EQ(list[1].target, "b");
}

TEST(Actuator, GeneralOfAMuscleClassIsNoMotor) {
  const auto spec = read(
      "<mujoco><default><muscle/></default><actuator><general joint=\"j\"/></actuator></mujoco>");
  EXPECT_EQ(spec.actuators[0].gaintype, Gain::Muscle);
  EXPECT_EQ(spec.actuators[0].gainprm[0], 0.75);
}

TEST(Actuator, NegativeDiameterIsNone) {
  EXPECT_EQ(one("", "cylinder", "diameter=\"-2\" area=\"7\"").gainprm[0], 7);
}

// As in the reference, where the range alone decides.
TEST(Actuator, RangeOfAnIntegratedVelocityDecides) {
  EXPECT_EQ(one("", "intvelocity", "actlimited=\"true\"").actlimited, Limited::Auto);
}

// Bad numbers begin the simulation anew, again and again; it once did so for ever.
TEST(Actuator, LengthRangeOfAnUnstableModelIsRefused) {
  EXPECT_CONTAINS(
      refused_model("<mujoco><worldbody><body name='upper' pos='0 0 1'>"
                    "<joint name='hinge' armature='-0.6'/><joint name='slide' type='slide'/>"
                    "<geom type='capsule' size='.05 .2'/><body pos='0 .1 .4'><joint type='ball'/>"
                    "<geom type='box' size='.1 .1 .1'/></body></body></worldbody>"
                    "<tendon><fixed name='sum'><joint joint='hinge' coef='1'/>"
                    "<joint joint='slide' coef='-2'/></fixed></tendon>"
                    "<equality><connect body1='upper' anchor='0 0 .1'/></equality>"
                    "<actuator><muscle tendon='sum'/></actuator></mujoco>")
          .fault(),
      "is unstable");
}

TEST(Actuator, PidInheritsFromAnyClassWithItsGain) {
  const auto pid = one("<general gaintype=\"pid\" gainprm=\"3\" dynprm=\"2\"/>", "pid", "");
  EXPECT_EQ(pid.dyntype, Dynamics::Pid);
  EXPECT_EQ(pid.gainprm[0], 3);
  EXPECT_EQ(pid.dynprm[0], 2);
}

}  // namespace
}  // namespace thew::io
