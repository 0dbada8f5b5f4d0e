// <sensor>: what is measured, and of which objects.

#include <map>

#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

using Names = std::initializer_list<std::string_view>;

SensorType type_of(std::string_view name) {
  static const std::map<std::string_view, SensorType> types = {
      {"touch", SensorType::Touch},
      {"accelerometer", SensorType::Accelerometer},
      {"velocimeter", SensorType::Velocimeter},
      {"gyro", SensorType::Gyro},
      {"force", SensorType::Force},
      {"torque", SensorType::Torque},
      {"magnetometer", SensorType::Magnetometer},
      {"rangefinder", SensorType::Rangefinder},
      {"camprojection", SensorType::Camprojection},
      {"jointpos", SensorType::Jointpos},
      {"jointvel", SensorType::Jointvel},
      {"tendonpos", SensorType::Tendonpos},
      {"tendonvel", SensorType::Tendonvel},
      {"actuatorpos", SensorType::Actuatorpos},
      {"actuatorvel", SensorType::Actuatorvel},
      {"actuatorfrc", SensorType::Actuatorfrc},
      {"jointactuatorfrc", SensorType::Jointactfrc},
      {"tendonactuatorfrc", SensorType::Tendonactfrc},
      {"ballquat", SensorType::Ballquat},
      {"ballangvel", SensorType::Ballangvel},
      {"jointlimitpos", SensorType::Jointlimitpos},
      {"jointlimitvel", SensorType::Jointlimitvel},
      {"jointlimitfrc", SensorType::Jointlimitfrc},
      {"tendonlimitpos", SensorType::Tendonlimitpos},
      {"tendonlimitvel", SensorType::Tendonlimitvel},
      {"tendonlimitfrc", SensorType::Tendonlimitfrc},
      {"framepos", SensorType::Framepos},
      {"framequat", SensorType::Framequat},
      {"framexaxis", SensorType::Framexaxis},
      {"frameyaxis", SensorType::Frameyaxis},
      {"framezaxis", SensorType::Framezaxis},
      {"framelinvel", SensorType::Framelinvel},
      {"frameangvel", SensorType::Frameangvel},
      {"framelinacc", SensorType::Framelinacc},
      {"frameangacc", SensorType::Frameangacc},
      {"subtreecom", SensorType::Subtreecom},
      {"subtreelinvel", SensorType::Subtreelinvel},
      {"subtreeangmom", SensorType::Subtreeangmom},
      {"insidesite", SensorType::Insidesite},
      {"distance", SensorType::Geomdist},
      {"normal", SensorType::Geomnormal},
      {"fromto", SensorType::Geomfromto},
      {"contact", SensorType::Contact},
      {"e_potential", SensorType::EPotential},
      {"e_kinetic", SensorType::EKinetic},
      {"clock", SensorType::Clock},
      {"tactile", SensorType::Tactile},
      {"user", SensorType::User}};
  return types.at(name);
}

// What is reported where the file does not say.
std::array<int, kNSENS> usual_parameters(SensorType type) {
  if (type == SensorType::Rangefinder) return {1, 0, 0};
  if (type == SensorType::Contact) return {1, 0, 1};
  return {};
}

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
  if (!element.is_supported) return read_later(node, ObjectType::Sensor);
  spec::Sensor sensor;
  start(node, sensor);
  sensor.type = type_of(node.name());
  sensor.intprm = usual_parameters(sensor.type);
  read_attributes(node, element, &sensor);
  check(node, sensor);
  model_.spec.sensors.push_back(std::move(sensor));
}

}  // namespace thew::io::mjcf
