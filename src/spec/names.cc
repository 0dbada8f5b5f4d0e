#include "spec/names.h"

namespace thew::spec {

const char* kind_name(ObjectType type) {
  switch (type) {
    case ObjectType::Body:
    case ObjectType::Xbody:
      return "body";
    case ObjectType::Joint:
      return "joint";
    case ObjectType::Geom:
      return "geom";
    case ObjectType::Site:
      return "site";
    case ObjectType::Camera:
      return "camera";
    case ObjectType::Light:
      return "light";
    case ObjectType::Mesh:
      return "mesh";
    case ObjectType::Hfield:
      return "hfield";
    case ObjectType::Texture:
      return "texture";
    case ObjectType::Material:
      return "material";
    case ObjectType::Pair:
      return "pair";
    case ObjectType::Exclude:
      return "exclude";
    case ObjectType::Equality:
      return "equality";
    case ObjectType::Tendon:
      return "tendon";
    case ObjectType::Actuator:
      return "actuator";
    case ObjectType::Sensor:
      return "sensor";
    case ObjectType::Numeric:
      return "numeric";
    case ObjectType::Text:
      return "text";
    case ObjectType::Tuple:
      return "tuple";
    case ObjectType::Key:
      return "key";
    case ObjectType::Frame:
      return "frame";
    case ObjectType::Flex:
      return "flex";
    case ObjectType::Skin:
      return "skin";
    case ObjectType::Plugin:
      return "plugin";
    default:
      return "object";
  }
}

}  // namespace thew::spec
