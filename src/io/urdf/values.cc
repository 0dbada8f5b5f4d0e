#include "io/urdf/values.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>

#include "io/mjcf/value.h"
#include "spec/edit.h"

namespace thew::io::urdf {

using spec::Vec3;

namespace {

constexpr const char* kExpand = "expand it first: xacro robot.urdf.xacro > robot.urdf";

// Reads numbers into a list of any form that mjcf/value.h knows.
template <class T>
std::optional<T> read(const Node& node, std::string_view attribute) {
  const char* const text = node.get(attribute);
  if (text == nullptr) return std::nullopt;
  T value = {};
  try {
    mjcf::read_value(text, mjcf::form_of<T>(), value);
  } catch (const base::Fault& fault) {
    const bool is_template = std::string_view(text).find("${") != std::string_view::npos;
    fail_at(node, attribute, std::string(attribute) + ": " + fault.what,
            is_template ? kExpand : fault.hint);
  }
  return value;
}

template <class T>
T required(const Node& node, std::string_view attribute, const std::optional<T>& value) {
  if (!value) fail(node, "attribute \"" + std::string(attribute) + "\" is missing");
  return *value;
}

}  // namespace

void fail_of_xacro(const Node& node) {
  fail(node, "this is a template for xacro, not a robot yet", kExpand);
}

bool may_repeat(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames = {
      "axis", "color", "dynamics", "inertia", "inertial", "limit", "mass", "material", "origin"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

const Node* find(const Node& node, std::string_view name) {
  const Node* found = nullptr;
  for (const Node& child : node.children) {
    if (child.name() != name) continue;
    if (may_repeat(name)) return &child;
    if (found != nullptr) {
      fail(child, "<" + std::string(name) + "> occurs twice in <" + std::string(node.name()) + ">");
    }
    found = &child;
  }
  return found;
}

const Node& need(const Node& node, std::string_view name) {
  const Node* const found = find(node, name);
  if (found == nullptr) fail(node, "element <" + std::string(name) + "> is missing");
  return *found;
}

std::string need_text(const Node& node, std::string_view attribute) {
  const char* const text = node.get(attribute);
  if (text == nullptr) fail(node, "attribute \"" + std::string(attribute) + "\" is missing");
  return text;
}

std::optional<double> number(const Node& node, std::string_view attribute) {
  return read<double>(node, attribute);
}

double need_number(const Node& node, std::string_view attribute) {
  return required(node, attribute, number(node, attribute));
}

std::optional<double> limit_number(const Node& node, std::string_view attribute) {
  const char* const text = node.get(attribute);
  if (text == nullptr) return std::nullopt;
  const auto list = mjcf::words(text);
  std::string word(list.size() == 1 ? list[0] : "");
  const bool negative = word.starts_with('-');
  if (negative || word.starts_with('+')) word.erase(0, 1);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_number = end == word.data() + word.size() && !word.empty();
  const bool is_infinite =
      is_number && (error == std::errc::result_out_of_range || value > mjcf::kLargestNumber);
  if (is_infinite) return negative ? -kInfinity : kInfinity;
  return number(node, attribute);
}

std::optional<Vec3> vector(const Node& node, std::string_view attribute) {
  return read<Vec3>(node, attribute);
}

Vec3 need_vector(const Node& node, std::string_view attribute) {
  return required(node, attribute, vector(node, attribute));
}

spec::Pose origin(const Node& node) {
  spec::Pose pose;
  const Node* const place = find(node, "origin");
  if (place == nullptr) return pose;
  pose.pos = vector(*place, "xyz").value_or(Vec3{});
  if (const auto angles = vector(*place, "rpy")) {
    spec::Compiler rules;
    rules.degree = false;
    rules.eulerseq = "XYZ";
    pose.quat = spec::euler_rotation(*angles, rules);
  }
  return pose;
}

}  // namespace thew::io::urdf
