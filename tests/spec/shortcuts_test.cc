// Shortcuts of actuators, without a file: what becomes of their parameters.

#include "spec/shortcuts.h"

#include <gtest/gtest.h>

#include "base/fault.h"

namespace thew::spec {
namespace {

Shortcut finish(ActuatorType type, const auto& write, const Actuator& base = {},
                const Actuator* inherited = nullptr) {
  Shortcut text;
  begin_shortcut(text, type, base, inherited);
  write(text);
  finish_shortcut(text, base, inherited);
  return text;
}

TEST(Shortcuts, APositionServoIsAnAffineBias) {
  const Shortcut servo = finish(ActuatorType::Position, [](Shortcut& text) {
    text.kp = 20;
    text.kv = 3;
  });
  EXPECT_EQ(servo.gainprm[0], 20);
  EXPECT_EQ(servo.biastype, Bias::Affine);
  EXPECT_EQ(servo.biasprm[1], -20);
  EXPECT_EQ(servo.biasprm[2], -3);
}

TEST(Shortcuts, ParametersComeFromTheNearestClassOfTheSameKind) {
  List<Default> defaults = {{}, {}, {}};
  defaults[0].actuator = finish(ActuatorType::Position, [](Shortcut& text) { text.kp = 7; });
  defaults[1].parent = 0;
  defaults[1].actuator.type = ActuatorType::Motor;
  defaults[2].parent = 1;
  defaults[2].actuator.type = ActuatorType::Velocity;
  const Actuator* const inherited = inherited_shortcut(defaults, ActuatorType::Position, 2);
  ASSERT_EQ(inherited, &defaults[0].actuator);
  EXPECT_EQ(inherited_shortcut(defaults, ActuatorType::Pid, 2), nullptr);
  const Shortcut servo =
      finish(ActuatorType::Position, [](Shortcut&) {}, defaults[2].actuator, inherited);
  EXPECT_EQ(servo.gainprm[0], 7);
}

TEST(Shortcuts, AFaultNamesTheAttribute) {
  try {
    finish(ActuatorType::Position, [](Shortcut& text) { text.kv = -1; });
    FAIL() << "accepted";
  } catch (const base::Fault& fault) {
    EXPECT_EQ(fault.attribute, "kv");
  }
}

TEST(Shortcuts, AWrittenRangeEndsAnInheritedOne) {
  Actuator inherited;
  inherited.type = ActuatorType::Position;
  inherited.inheritrange = 1;
  const Shortcut servo = finish(
      ActuatorType::Position,
      [](Shortcut& text) {
        text.given.insert("ctrlrange");
        text.ctrlrange = {-1, 1};
      },
      {}, &inherited);
  EXPECT_EQ(servo.inheritrange, 0);
  EXPECT_EQ(servo.ctrlrange, (Vec2{-1, 1}));
}

}  // namespace
}  // namespace thew::spec
