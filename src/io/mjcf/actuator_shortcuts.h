#pragma once

// Shortcuts whose parameters take some arithmetic: they turn what was written into gain, bias and
// dynamics. `from` is what they inherit, or a plain actuator.

#include "io/mjcf/tables.h"
#include "io/mjcf/tree.h"

namespace thew::io::mjcf {

/// Fails if a number was given and is negative.
void refuse_negative(const Node& node, std::string_view name, const std::optional<double>& value);

/// A range and inheritrange exclude each other; one that is written wins over one that is
/// inherited.
void settle_range(const Node& node, ActuatorText& text, std::string_view name, Vec2& range);

/// What is inherited of lists that may be written in part.
void inherit_shortcut(const Node& node, ActuatorText& text, const compile::Actuator& from);

void set_muscle(const Node& node, ActuatorText& text, const compile::Actuator& from, bool inherits);
/// actuator_hill.cc
void set_hill(const Node& node, ActuatorText& text, const compile::Actuator& from, bool inherits);
void set_adhesion(const Node& node, ActuatorText& text, const compile::Actuator& from);
void set_pid(const Node& node, ActuatorText& text, const compile::Actuator& from, bool inherits);
void set_orientation(const Node& node, ActuatorText& text, const compile::Actuator& from);
void set_dcmotor(const Node& node, ActuatorText& text, const compile::Actuator& from);

}  // namespace thew::io::mjcf
