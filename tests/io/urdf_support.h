#pragma once

#include <string>

#include "io/support.h"

namespace thew::io::urdf {

inline const std::string kInertial =
    "<inertial><mass value=\"2\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" "
    "iyz=\"0\"/></inertial>";

inline std::string robot(const std::string& contents) {
  return "<robot name=\"r\">" + contents + "</robot>";
}

inline std::string link(const std::string& name, const std::string& contents = kInertial) {
  return "<link name=\"" + name + "\">" + contents + "</link>";
}

inline std::string joint(const std::string& type, const std::string& contents = "",
                         const std::string& name = "j", const std::string& parent = "a",
                         const std::string& child = "b") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + contents + "</joint>";
}

/// Two links with a joint between them.
inline std::string pair(const std::string& type, const std::string& contents = "") {
  return robot(link("a") + link("b") + joint(type, contents));
}

/// The second link of a robot.
inline const spec::Body& child(const spec::Spec& spec) {
  return spec.world.bodies[0].bodies[0];
}

inline std::string warnings(const spec::Spec& spec) {
  std::string all;
  for (const std::string& warning : spec.warnings) all += warning + "\n";
  return all;
}

}  // namespace thew::io::urdf
