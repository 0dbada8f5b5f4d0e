#include "spec/motors.h"

#include <cmath>
#include <utility>

#include "spec/build_checks.h"
#include "spec/shortcuts.h"

namespace thew::spec {

namespace {

void set_target(Spec& spec, const build::Motor& motor, Shortcut& made) {
  if (motor.joint.empty() == motor.tendon.empty()) {
    throw base::Fault{"a motor drives a joint or a tendon", "name one of them"};
  }
  if (!motor.tendon.empty()) {
    made.trntype = Transmission::Tendon;
    made.target = need<Tendon>(spec, motor.tendon).name;
    return;
  }
  const Joint& joint = need<Joint>(spec, motor.joint);
  if (joint.type != JointType::Hinge && joint.type != JointType::Slide) {
    throw base::Fault{"it cannot drive \"" + joint.name + "\"",
                      "motors drive hinges, slides and tendons"};
  }
  made.trntype = Transmission::Joint;
  made.target = joint.name;
}

// Without kd a position motor is critically damped for an inertia of 1.
void set_gains(ActuatorType type, double gain, const build::Motor& motor, Shortcut& made) {
  if (motor.kd && type != ActuatorType::Position) {
    throw base::Fault{"only a position motor has kd"};
  }
  if (type == ActuatorType::Velocity) {
    check_not_negative("kv", gain);
    made.kv = gain;
  } else if (type == ActuatorType::Position) {
    check_not_negative("kp", gain);
    made.kp = gain;
    made.kv = motor.kd.value_or(2 * std::sqrt(gain));
    check_not_negative("kd", *made.kv);
  }
}

void set_limits(const build::Motor& motor, Shortcut& made) {
  check_finite("gear", motor.gear);
  if (motor.gear == 0) throw base::Fault{"gear cannot be zero"};
  made.gear[0] = motor.gear;
  if (motor.force_limit) {
    check_positive("force_limit", *motor.force_limit);
    made.forcerange = {-*motor.force_limit, *motor.force_limit};
  }
  if (motor.range) {
    check_range("range", *motor.range);
    made.ctrlrange = *motor.range;
  }
}

}  // namespace

void add_motor(Spec& spec, ActuatorType type, double gain, const build::Motor& motor) {
  const std::string& target = motor.joint.empty() ? motor.tendon : motor.joint;
  const std::string name = motor.name.empty() ? target : motor.name;
  building(label("motor", name), [&] {
    const Actuator plain;
    Shortcut made;
    begin_shortcut(made, type, plain, nullptr);
    check_free<Actuator>(spec, name);
    made.name = name;
    set_target(spec, motor, made);
    set_gains(type, gain, motor, made);
    set_limits(motor, made);
    finish_shortcut(made, plain, nullptr);
    if (!motor.on) {
      made.group = build::kOffGroup;
      spec.option.disableactuator |= 1 << build::kOffGroup;
    }
    spec.actuators.push_back(std::move(made));
  });
}

}  // namespace thew::spec
