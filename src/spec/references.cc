#include "spec/references.h"

#include "spec/edit.h"

namespace thew::spec {

namespace {

ObjectType target_type(Transmission transmission) {
  switch (transmission) {
    case Transmission::Tendon:
      return ObjectType::Tendon;
    case Transmission::Site:
    case Transmission::Slidercrank:
      return ObjectType::Site;
    case Transmission::Body:
      return ObjectType::Body;
    default:
      return ObjectType::Joint;
  }
}

ObjectType target_type(const Equality& equality) {
  switch (equality.type) {
    case EqualityType::Joint:
      return ObjectType::Joint;
    case EqualityType::Tendon:
      return ObjectType::Tendon;
    default:
      return equality.objtype;
  }
}

}  // namespace

void visit_references(Skin& skin, const VisitReference& visit) {
  for (SkinBone& bone : skin.bones) visit(ObjectType::Body, bone.bodyname);
}

void visit_references(Flex& flex, const VisitReference& visit) {
  for (std::string& body : flex.vertbody) visit(ObjectType::Body, body);
  for (std::string& body : flex.nodebody) visit(ObjectType::Body, body);
}

void visit_references(Pair& pair, const VisitReference& visit) {
  visit(ObjectType::Geom, pair.geomname1);
  visit(ObjectType::Geom, pair.geomname2);
}

void visit_references(Exclude& exclude, const VisitReference& visit) {
  visit(ObjectType::Body, exclude.bodyname1);
  visit(ObjectType::Body, exclude.bodyname2);
}

void visit_references(Equality& equality, const VisitReference& visit) {
  visit(target_type(equality), equality.name1);
  if (!equality.name2.empty()) visit(target_type(equality), equality.name2);
}

void visit_references(Tendon& tendon, const VisitReference& visit) {
  for (Wrap& wrap : tendon.path) {
    switch (wrap.type) {
      case WrapType::Joint:
        visit(ObjectType::Joint, wrap.target);
        break;
      case WrapType::Site:
        visit(ObjectType::Site, wrap.target);
        break;
      case WrapType::Sphere:
      case WrapType::Cylinder:
        visit(ObjectType::Geom, wrap.target);
        if (!wrap.sidesite.empty()) visit(ObjectType::Site, wrap.sidesite);
        break;
      default:
        break;
    }
  }
}

void visit_references(Actuator& actuator, const VisitReference& visit) {
  if (!actuator.target.empty()) visit(target_type(actuator.trntype), actuator.target);
  if (!actuator.refsite.empty()) visit(ObjectType::Site, actuator.refsite);
  if (!actuator.slidersite.empty()) visit(ObjectType::Site, actuator.slidersite);
}

void visit_references(Sensor& sensor, const VisitReference& visit) {
  if (sensor.objtype != ObjectType::Unknown) visit(sensor.objtype, sensor.objname);
  if (sensor.reftype != ObjectType::Unknown) visit(sensor.reftype, sensor.refname);
}

void visit_references(Tuple& tuple, const VisitReference& visit) {
  for (auto& entry : tuple.entries) visit(entry.type, entry.name);
}

void visit_references(Spec& spec, const VisitReference& visit) {
  for (Skin& skin : spec.skins) visit_references(skin, visit);
  for (Flex& flex : spec.flexes) visit_references(flex, visit);
  for (Pair& pair : spec.pairs) visit_references(pair, visit);
  for (Exclude& exclude : spec.excludes) visit_references(exclude, visit);
  for (Equality& equality : spec.equalities) visit_references(equality, visit);
  for (Tendon& tendon : spec.tendons) visit_references(tendon, visit);
  for (Actuator& actuator : spec.actuators) visit_references(actuator, visit);
  for (Sensor& sensor : spec.sensors) visit_references(sensor, visit);
  for (Tuple& tuple : spec.tuples) visit_references(tuple, visit);
  walk(spec.world, [&](Body& body) {
    for (Camera& camera : body.cameras) visit(ObjectType::Body, camera.targetbody);
    for (Light& light : body.lights) visit(ObjectType::Body, light.targetbody);
  });
}

}  // namespace thew::spec
