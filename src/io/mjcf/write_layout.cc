#include "io/mjcf/write_layout.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "spec/edit.h"

namespace thew::io::mjcf {

namespace {

template <class List>
void count_user(const List& list, int given, int& longest) {
  if (given >= 0) return;
  for (const auto& element : list) {
    const auto count = static_cast<int>(element.userdata.size());
    if (count > 0) longest = std::max(longest, count);
  }
}

// Whether compiling may drop elements, with their user values, that are written all the same.
bool takes_elements_away(const spec::Spec& spec) {
  return std::any_of(spec.compilers.begin(), spec.compilers.end(), [](const auto& compiler) {
    return compiler.fusestatic || compiler.discardvisual;
  });
}

bool is_angle(const pugi::xml_node& node, std::string_view attribute) {
  if (attribute == "euler" || attribute == "axisangle") return true;
  return std::string_view(node.name()) == "joint" &&
         (attribute == "range" || attribute == "ref" || attribute == "springref" ||
          attribute == "springyield");
}

// Whether a test holds for any attribute below an element.
template <class Test>
bool any_attribute(const pugi::xml_node& node, const Test& test) {
  for (const pugi::xml_attribute attribute : node.attributes()) {
    if (test(node, attribute.name())) return true;
  }
  const auto children = node.children();
  return std::any_of(children.begin(), children.end(),
                     [&](const pugi::xml_node& child) { return any_attribute(child, test); });
}

// Elements end without the space that pugixml puts there; in values ">" is written as "&gt;".
std::string without_spaces(const std::string& text) {
  std::string tight;
  tight.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, " />") != 0) tight.push_back(text[i]);
  }
  return tight;
}

}  // namespace

spec::Sizes with_user_sizes(const spec::Spec& spec) {
  const spec::Sizes& given = spec.sizes;
  if (takes_elements_away(spec)) return given;
  spec::Sizes sizes = given;
  spec::walk(spec.world, [&](const spec::Body& body) {
    if (given.nuser_body < 0 && !body.userdata.empty()) {
      sizes.nuser_body = std::max(sizes.nuser_body, static_cast<int>(body.userdata.size()));
    }
    count_user(body.joints, given.nuser_jnt, sizes.nuser_jnt);
    count_user(body.geoms, given.nuser_geom, sizes.nuser_geom);
    count_user(body.sites, given.nuser_site, sizes.nuser_site);
    count_user(body.cameras, given.nuser_cam, sizes.nuser_cam);
  });
  count_user(spec.tendons, given.nuser_tendon, sizes.nuser_tendon);
  count_user(spec.actuators, given.nuser_actuator, sizes.nuser_actuator);
  count_user(spec.sensors, given.nuser_sensor, sizes.nuser_sensor);
  return sizes;
}

void settle_angles(pugi::xml_node root) {
  if (any_attribute(root, is_angle)) return;
  pugi::xml_node compiler = root.child("compiler");
  if (!compiler) compiler = root.prepend_child("compiler");
  compiler.remove_attribute("eulerseq");
  compiler.remove_attribute("angle");
  compiler.prepend_attribute("angle") = "radian";
}

std::string lay_out(const pugi::xml_document& document) {
  std::ostringstream stream;
  document.save(stream, "  ", pugi::format_default | pugi::format_no_declaration);
  std::istringstream lines(without_spaces(std::move(stream).str()));
  std::string text;
  bool is_first = true;
  for (std::string line; std::getline(lines, line);) {
    const bool begins_section = line.starts_with("  <") && line[3] != '/';
    if (begins_section && !is_first) text += '\n';
    is_first = is_first && !begins_section;
    text += line + '\n';
  }
  return text;
}

}  // namespace thew::io::mjcf
