// Transmissions: which motor drives which joint. They are read where the caller asks for it.

#include "io/mjcf/value.h"
#include "io/urdf/reader.h"

namespace thew::io::urdf {

namespace {

// The reduction stands in the actuator, or in the joint; written as text of an element.
double reduction(const Node& transmission, const Node& actuator) {
  const Node* node = find(actuator, "mechanicalReduction");
  if (node == nullptr) node = find(transmission, "mechanicalReduction");
  if (node == nullptr) return 1;
  double value = 1;
  xml::at(*node,
          [&] { mjcf::read_value(node->xml.child_value(), mjcf::form_of<double>(), value); });
  return value;
}

}  // namespace

void Reader::read_transmission(const Node& node) {
  const Node& joint = need(node, "joint");
  const std::string target = need_text(joint, "name");
  if (!is_scalar(target)) {
    warn(joint, "left out: a motor drives a revolute, continuous or prismatic joint");
    return;
  }
  const Node& motor = need(node, "actuator");
  spec::Actuator& actuator = model_.spec.actuators.emplace_back();
  start(motor, actuator);
  actuator.type = ActuatorType::Motor;
  actuator.name = need_text(motor, "name");
  actuator.trntype = Transmission::Joint;
  actuator.target = target;
  actuator.gear[0] = reduction(node, motor);
}

}  // namespace thew::io::urdf
