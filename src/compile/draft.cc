#include "compile/draft.h"

#include <thew/error.h>

namespace thew::compile {

namespace {

std::string describe(const Element& element, std::string_view kind) {
  std::string text(kind);
  if (!element.name.empty()) text += " \"" + element.name + "\"";
  return text;
}

Error::Place place_of(const Spec& spec, const Element& element, std::string_view kind) {
  const Source& source = element.source;
  const bool known = source.file >= 0 && source.file < static_cast<int>(spec.files.size());
  return {known ? spec.files[source.file] : "", source.line, source.column,
          describe(element, kind)};
}

}  // namespace

void Draft::fail(const Element& element, std::string_view kind, std::string what,
                 std::string hint) const {
  throw Error(place_of(spec, element, kind), std::move(what), std::move(hint));
}

int Draft::refer(const Element& element, std::string_view kind, ObjectType type,
                 const std::string& name) const {
  const int id = names.find(type, name);
  if (id < 0) {
    fail(element, kind, std::string("there is no ") + kind_name(type) + " \"" + name + "\"",
         names.suggest(type, name));
  }
  return id;
}

void Draft::warn(const Element& element, std::string_view kind, const std::string& what) {
  // An Error already knows how to say where.
  warnings.push_back(Error(place_of(spec, element, kind), what).what());
}

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
    default:
      return "object";
  }
}

}  // namespace thew::compile
