// <sensor>: what is measured, and of which objects.

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

using Names = std::initializer_list<std::string_view>;

void require_one(const Node& node, Names attributes) {
  std::string list;
  for (const std::string_view attribute : attributes) {
    if (node.has(attribute)) return;
    list += (list.empty() ? "" : " or ") + std::string(attribute);
  }
  fail(node, "it needs " + list);
}

void require_together(const Node& node, std::string_view type, std::string_view name) {
  if (node.has(type) == node.has(name)) return;
  fail(node, std::string(type) + " and " + std::string(name) + " belong together");
}

void check(const Node& node, const spec::Sensor& sensor) {
  switch (sensor.type) {
    case SensorType::Rangefinder:
      require_one(node, {"site", "camera"});
      break;
    case SensorType::Geomdist:
    case SensorType::Geomnormal:
    case SensorType::Geomfromto:
      require_one(node, {"geom1", "body1"});
      require_one(node, {"geom2", "body2"});
      break;
    case SensorType::Contact:
      if (sensor.intprm[2] <= 0) fail_at(node, "num", "num must be positive");
      break;
    case SensorType::User:
      require_together(node, "objtype", "objname");
      break;
    default:
      require_together(node, "reftype", "refname");
      break;
  }
}

}  // namespace

void Reader::read_sensor(const Node& node) {
  static const Element& section = *schema().find_child("sensor")->element;
  const Element& element = *section.find_child(node.name())->element;
  spec::Sensor sensor;
  start(node, sensor);
  sensor.type = static_cast<SensorType>(to_keyword(node.name(), keywords_of<SensorType>()));
  sensor.intprm = usual_parameters(sensor.type);
  read_attributes(node, element, &sensor);
  check(node, sensor);
  if (sensor.type == SensorType::Plugin && !read_own_plugin(node, element, sensor.plugin)) {
    return leave_out(node, ObjectType::Sensor, "<plugin>");
  }
  model_.spec.sensors.push_back(std::move(sensor));
}

}  // namespace thew::io::mjcf
