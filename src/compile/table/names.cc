// Names: which object is meant, whether a name is taken, and the names as the Model stores them.

#include "model/names.h"

#include <algorithm>

#include "compile/stages.h"

namespace thew::compile {

namespace {

// Levenshtein distance, for suggestions.
int distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// Calls visit(type, element, its number) for everything that has a name, in the order of the Model.
template <class Visit>
void visit_elements(const Draft& draft, Visit visit) {
  const auto list = [&](ObjectType type, const auto& entries, auto element) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      visit(type, element(entries[i]), static_cast<int>(i));
  };
  const auto drafted = [](const auto& entry) -> const Element& { return *entry.spec; };
  const auto plain = [](const auto& entry) -> const Element& { return entry; };
  list(ObjectType::Body, draft.bodies, drafted);
  list(ObjectType::Joint, draft.joints, drafted);
  list(ObjectType::Geom, draft.geoms, drafted);
  list(ObjectType::Site, draft.sites, drafted);
  list(ObjectType::Camera, draft.cameras, drafted);
  list(ObjectType::Light, draft.lights, drafted);
  list(ObjectType::Flex, draft.flexes, drafted);
  list(ObjectType::Mesh, draft.meshes, drafted);
  list(ObjectType::Skin, draft.skins, drafted);
  list(ObjectType::Hfield, draft.hfields, drafted);
  list(ObjectType::Texture, draft.spec.textures, plain);
  list(ObjectType::Material, draft.spec.materials, plain);
  list(ObjectType::Pair, draft.pairs, drafted);
  list(ObjectType::Exclude, draft.excludes, drafted);
  list(ObjectType::Equality, draft.equalities, drafted);
  list(ObjectType::Tendon, draft.tendons, drafted);
  list(ObjectType::Actuator, draft.actuators, drafted);
  list(ObjectType::Sensor, draft.sensors, drafted);
  list(ObjectType::Numeric, draft.spec.numerics, plain);
  list(ObjectType::Text, draft.spec.texts, plain);
  list(ObjectType::Tuple, draft.spec.tuples, plain);
  list(ObjectType::Key, draft.keys, drafted);
  list(ObjectType::Plugin, draft.plugins, drafted);
}

Array<field::Int> addresses(const Model& model, ObjectType type) {
  switch (type) {
    case ObjectType::Body:
      return model.name_bodyadr;
    case ObjectType::Joint:
      return model.name_jntadr;
    case ObjectType::Geom:
      return model.name_geomadr;
    case ObjectType::Site:
      return model.name_siteadr;
    case ObjectType::Camera:
      return model.name_camadr;
    case ObjectType::Light:
      return model.name_lightadr;
    case ObjectType::Flex:
      return model.name_flexadr;
    case ObjectType::Mesh:
      return model.name_meshadr;
    case ObjectType::Skin:
      return model.name_skinadr;
    case ObjectType::Hfield:
      return model.name_hfieldadr;
    case ObjectType::Texture:
      return model.name_texadr;
    case ObjectType::Material:
      return model.name_matadr;
    case ObjectType::Pair:
      return model.name_pairadr;
    case ObjectType::Exclude:
      return model.name_excludeadr;
    case ObjectType::Equality:
      return model.name_eqadr;
    case ObjectType::Tendon:
      return model.name_tendonadr;
    case ObjectType::Actuator:
      return model.name_actuatoradr;
    case ObjectType::Sensor:
      return model.name_sensoradr;
    case ObjectType::Numeric:
      return model.name_numericadr;
    case ObjectType::Text:
      return model.name_textadr;
    case ObjectType::Tuple:
      return model.name_tupleadr;
    case ObjectType::Key:
      return model.name_keyadr;
    case ObjectType::Plugin:
      return model.name_pluginadr;
    default:
      return {};
  }
}

// A file's name without folder and ending.
std::string_view stem(std::string_view file) {
  file = file.substr(std::min(file.find_last_of("/\\") + 1, file.size()));
  return file.substr(0, file.find_last_of('.'));
}

template <class Asset>
std::string_view asset_name(const Element& element) {
  return element.name.empty() ? stem(static_cast<const Asset&>(element).file) : element.name;
}

// The world's name is fixed, and assets may take that of their file.
std::string_view name_of(ObjectType type, const Element& element, int id) {
  switch (type) {
    case ObjectType::Body:
      return id == 0 ? std::string_view("world") : element.name;
    case ObjectType::Mesh:
      return asset_name<Mesh>(element);
    case ObjectType::Skin:
      return asset_name<Skin>(element);
    case ObjectType::Hfield:
      return asset_name<HeightField>(element);
    case ObjectType::Texture:
      return asset_name<Texture>(element);
    default:
      return element.name;
  }
}

// Assets are of no use without one, but for the sky.
bool needs_name(ObjectType type, const Element& element) {
  if (type == ObjectType::Texture) {
    return static_cast<const Texture&>(element).type != TextureType::Skybox;
  }
  return type == ObjectType::Mesh || type == ObjectType::Hfield || type == ObjectType::Material;
}

// `the first is at robot.xml:3:5`, or "" where that is not known.
std::string tell_first(const Spec& spec, const Element& first) {
  const Source& source = first.source;
  if (&first == &spec.world) return "that is the name of the world";
  if (source.line == 0) return "";
  const bool known = source.file >= 0 && source.file < static_cast<int>(spec.files.size());
  const std::string file = known ? spec.files[source.file] : "";
  return "the first is at " + (file.empty() ? "line " : file + ":") + std::to_string(source.line) +
         ":" + std::to_string(source.column);
}

[[noreturn]] void fail_of_repetition(const Draft& draft, ObjectType type, const Element& element,
                                     std::string_view name) {
  const Element* first = nullptr;
  visit_elements(draft, [&](ObjectType other, const Element& candidate, int id) {
    const bool same = other == type && name_of(other, candidate, id) == name;
    if (same && first == nullptr) first = &candidate;
  });
  draft.fail(element, kind_name(type), "repeated name", tell_first(draft.spec, *first));
}

// Frames are no elements of the model, but their names too tell them apart.
void index_frames(Draft& draft) {
  std::vector<const Frame*> frames;
  for (const BodyDraft& body : draft.bodies) {
    for (const Frame& frame : body.spec->frames) {
      const int id = static_cast<int>(frames.size());
      frames.push_back(&frame);
      if (draft.names.add(ObjectType::Frame, frame.name, id)) continue;
      const Frame& first = *frames[draft.names.find(ObjectType::Frame, frame.name)];
      draft.fail(frame, "frame", "repeated name", tell_first(draft.spec, first));
    }
  }
}

}  // namespace

std::string_view asset_name(ObjectType type, const Element& element) {
  return name_of(type, element, 1);
}

bool NameIndex::add(ObjectType type, std::string_view name, int id) {
  return name.empty() || of(type).emplace(name, id).second;
}

int NameIndex::find(ObjectType type, std::string_view name) const {
  if (type == ObjectType::Xbody) type = ObjectType::Body;
  const Ids& ids = of(type);
  const auto found = ids.find(name);
  return found == ids.end() ? -1 : found->second;
}

std::string NameIndex::suggest(ObjectType type, std::string_view name) const {
  std::string_view best;
  int least = std::max(2, static_cast<int>(name.size()) / 3) + 1;
  for (const auto& [known, id] : of(type)) {
    const int d = distance(name, known);
    if (d < least || (d == least && !best.empty() && known < best)) {
      least = d;
      best = known;
    }
  }
  return best.empty() ? "" : "did you mean \"" + std::string(best) + "\"?";
}

void index_names(Draft& draft) {
  visit_elements(draft, [&](ObjectType type, const Element& element, int id) {
    const std::string_view name = name_of(type, element, id);
    if (name.empty() && needs_name(type, element)) {
      draft.fail(element, kind_name(type), "it needs a name");
    }
    if (!draft.names.add(type, name, id)) fail_of_repetition(draft, type, element, name);
  });
  index_frames(draft);
}

std::int64_t names_size(const Draft& draft) {
  std::size_t size = draft.spec.modelname.size() + 1;
  visit_elements(draft, [&](ObjectType type, const Element& element, int id) {
    size += name_of(type, element, id).size() + 1;
  });
  return static_cast<std::int64_t>(size);
}

void write_names(const Draft& draft, Model& model) {
  model.modelname = draft.spec.modelname;
  char* out = std::copy(model.modelname.begin(), model.modelname.end(), model.names.data()) + 1;
  visit_elements(draft, [&](ObjectType type, const Element& element, int id) {
    addresses(model, type)[id] = static_cast<int>(out - model.names.data());
    const std::string_view name = name_of(type, element, id);
    out = std::copy(name.begin(), name.end(), out) + 1;
  });
  model::make_names_map(model);
}

}  // namespace thew::compile
