// The largest value and the noise of a sensor are in the units of what it measures, and follow
// them.

#include "compile/scale/scale.h"

namespace thew::compile {

namespace {

template <class T>
T find(const std::unordered_map<std::string, T>& map, const std::string& name) {
  const auto found = map.find(name);
  return found == map.end() ? T{} : found->second;
}

Scale scale_of(const ScaledTree& tree, ObjectType type, const std::string& name) {
  switch (type) {
    case ObjectType::Site:
      return find(tree.sites, name);
    case ObjectType::Geom:
      return find(tree.geoms, name);
    case ObjectType::Camera:
      return find(tree.cameras, name);
    case ObjectType::Body:
    case ObjectType::Xbody:
      return find(tree.bodies, name);
    default:
      return {};
  }
}

CoordinateScale coordinate_of(const ScaledTree& tree, const Coordinates& tendons,
                              const Coordinates& actuators, const Sensor& sensor) {
  switch (sensor.objtype) {
    case ObjectType::Joint:
      return find(tree.joints, sensor.objname).coordinate;
    case ObjectType::Tendon:
      return find(tendons, sensor.objname);
    case ObjectType::Actuator:
      return find(actuators, sensor.objname);
    default:
      return {};
  }
}

// How the numbers that a sensor delivers change; `by` is the coordinate of its joint, tendon or
// actuator.
double value_scale(const Sensor& sensor, const ScaledTree& tree, const CoordinateScale& by) {
  const Scale scale = scale_of(tree, sensor.objtype, sensor.objname);
  switch (sensor.type) {
    case SensorType::Touch:
    case SensorType::Force:
      return scale.unit_mass * scale.unit_length;
    case SensorType::Torque:
    case SensorType::Subtreeangmom:
      return scale.unit_mass * scale.unit_length * scale.unit_length;
    case SensorType::Accelerometer:
    case SensorType::Velocimeter:
    case SensorType::Rangefinder:
    case SensorType::Framepos:
    case SensorType::Framelinvel:
    case SensorType::Framelinacc:
    case SensorType::Subtreecom:
    case SensorType::Subtreelinvel:
      return scale.length;
    case SensorType::Geomdist:
    case SensorType::Geomnormal:
    case SensorType::Geomfromto:
      return mean(scale, scale_of(tree, sensor.reftype, sensor.refname)).length;
    case SensorType::Insidesite:
      if (sensor.intprm[0] == 0) return 1;  // yes or no
      return mean(scale, scale_of(tree, sensor.reftype, sensor.refname)).length;
    case SensorType::Jointactfrc:
    case SensorType::Jointlimitfrc:
    case SensorType::Tendonactfrc:
    case SensorType::Tendonlimitfrc:
    case SensorType::Actuatorfrc:
      return by.force;
    case SensorType::Jointpos:
    case SensorType::Jointvel:
    case SensorType::Jointlimitpos:
    case SensorType::Jointlimitvel:
    case SensorType::Tendonpos:
    case SensorType::Tendonvel:
    case SensorType::Tendonlimitpos:
    case SensorType::Tendonlimitvel:
    case SensorType::Actuatorpos:
    case SensorType::Actuatorvel:
      return by.coordinate;
    default:
      return 1;
  }
}

}  // namespace

void scale_sensors(Spec& spec, const Draft& draft, const ScaledTree& tree,
                   const Coordinates& tendons, const Coordinates& actuators) {
  for (Sensor& sensor : spec.sensors) {
    const bool tactile = sensor.type == SensorType::Tactile;
    if (tactile && !find(tree.geoms, sensor.refname).same_units({})) {
      draft.fail(sensor, "sensor", "a tactile sensor does not scale");
    }
    const double factor =
        value_scale(sensor, tree, coordinate_of(tree, tendons, actuators, sensor));
    sensor.cutoff *= factor;
    if (sensor.type != SensorType::Geomnormal) sensor.noise *= factor;
  }
}

}  // namespace thew::compile
