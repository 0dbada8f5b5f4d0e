#pragma once

// Elements and numbers as URDF writes them.

#include <array>
#include <optional>
#include <string_view>

#include "io/xml/node.h"
#include "spec/vector.h"

namespace thew::io::urdf {

using xml::fail;
using xml::fail_at;
using xml::Node;

/// An error: what a template for xacro is, and how to expand it.
[[noreturn]] void fail_of_xacro(const Node& node);

/// Whether the first of several such elements holds, with a warning. Two of others are an error.
bool may_repeat(std::string_view name);
/// The child of this name, or nullptr; an error if there are two that may not repeat.
const Node* find(const Node& node, std::string_view name);
/// The same, but an error if there is none.
const Node& need(const Node& node, std::string_view name);

/// The text of an attribute that must be there.
std::string need_text(const Node& node, std::string_view attribute);

/// A number that may be missing, and one that may not.
std::optional<double> number(const Node& node, std::string_view attribute);
double need_number(const Node& node, std::string_view attribute);

/// A number that may be infinite, or too large to mean anything else.
std::optional<double> limit_number(const Node& node, std::string_view attribute);

/// Three numbers.
std::optional<spec::Vec3> vector(const Node& node, std::string_view attribute);
spec::Vec3 need_vector(const Node& node, std::string_view attribute);

/// The `<origin>` of an element: a translation, then rotations about the fixed axes x, y, z [rad].
spec::Pose origin(const Node& node);

}  // namespace thew::io::urdf
