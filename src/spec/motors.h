#pragma once

#include <thew/builder.h>

namespace thew::spec {

/// Adds a motor: `gain` is the kp of a position motor and the kv of a velocity motor. Throws Error.
void add_motor(Spec& spec, ActuatorType type, double gain, const build::Motor& motor);

}  // namespace thew::spec
