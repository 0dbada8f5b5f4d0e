// <attach>: copies a body, a frame or the whole world of a model, with the assets of that model and
// with all that refers to the copy. The names of the copy get a prefix; its angles keep the rules
// of their own file.

#include <algorithm>
#include <utility>

#include "io/mjcf/conflicts.h"
#include "io/mjcf/keys.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"
#include "io/nearest.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

struct Reader::Origin {
  ReadModel model;
  std::int64_t size = 0;  // how many elements it has
  int compiler = -1;      // of its first compiler in this model's list; -1: not attached yet
};

namespace {

using compile::Body;

const Body* find_body(const Body& world, const std::string& name) {
  const Body* found = nullptr;
  walk(world, [&](const Body& body) {
    if (found == nullptr && &body != &world && body.name == name) found = &body;
  });
  return found;
}

// New tags for all that a keyframe can speak of, and who had which.
void retag(Body& part, Session& session, std::map<int, int>& tags) {
  const auto change = [&](compile::Element& element) {
    if (element.tag > 0) element.tag = tags[element.tag] = ++session.tags;
  };
  walk(part, [&](Body& body) {
    change(body);
    for (auto& joint : body.joints) change(joint);
  });
}

template <class T>
bool is_of_nothing(T& element) {
  bool refers = false;
  visit_references(element, [&](ObjectType, std::string&) { refers = true; });
  return !refers;
}

// Copies of the elements of a list that refer into a part: all their references must be found,
// those outside of the part in the model it is attached to.
template <class T>
void adopt_list(const std::vector<T>& from, std::vector<T>& to, const Renaming& renaming,
                NameSet& names, ObjectType type, const NameSet& outside,
                const std::function<void(T&)>& change) {
  std::vector<std::string> added;
  for (const T& original : from) {
    T element = original;
    // A sensor of nothing in particular, like a clock, always comes along.
    bool inside = std::is_same_v<T, compile::Sensor> && is_of_nothing(element), complete = true;
    visit_references(element, [&](ObjectType target, std::string& name) {
      if (names.has(target, name)) {
        inside = true;
        name = renaming(name);
      } else if (!outside.has(target, name)) {
        complete = false;
      }
    });
    if (!inside || !complete) continue;
    added.push_back(element.name);
    element.name = renaming(element.name);
    if constexpr (requires { element.classname; }) {
      if (!element.classname.empty()) element.classname = renaming(element.classname);
    }
    change(element);
    to.push_back(std::move(element));
  }
  for (const std::string& name : added) names.add(type, name);
}

}  // namespace

void Reader::read_model_asset(const Node& node) {
  static const Element& element =
      *schema().find_child("asset")->element->find_child("model")->element;
  ModelAsset asset;
  read_attributes(node, element, &asset);
  std::optional<File> file;
  try {
    file = session_.files.read(folder_ / asset.file);
    if (!file) file = session_.files.read(asset.file);
  } catch (const Fault& fault) {
    fail_at(node, "file", fault.what, fault.hint);
  }
  if (!file) fail_at(node, "file", "file \"" + asset.file + "\" was not found");
  auto& models = session_.models;
  if (std::find(models.begin(), models.end(), file->path) != models.end()) {
    fail_at(node, "file", "\"" + asset.file + "\" attaches itself");
  }
  models.push_back(file->path);
  auto origin = std::make_shared<Origin>();
  origin->model = read_model(session_, *file, file->path.string(),
                             (written_folder_ / asset.file).parent_path());
  models.pop_back();
  origin->size = count_elements(origin->model.spec.world) +
                 static_cast<std::int64_t>(origin->model.spec.actuators.size());
  if (!asset.name.empty()) origin->model.spec.modelname = asset.name;
  const std::string name = origin->model.spec.modelname;
  if (!models_.emplace(name, std::move(origin)).second)
    fail(node, "model \"" + name + "\" exists already");
}

void Reader::read_attach(const Node& node, const Place& place) {
  static const Element& element =
      *schema().find_child("worldbody")->element->find_child("attach")->element;
  Attach attach;
  read_attributes(node, element, &attach);
  if (node.has("model")) {
    attach_other(node, attach, place);
  } else {
    attach_own(node, attach, place);
  }
}

Body Reader::find_part(const Node& node, const Attach& attach, const compile::Spec& spec) const {
  Body part;
  if (!attach.body.empty()) {
    const Body* const found = find_body(spec.world, attach.body);
    if (found == nullptr) fail_at(node, "body", "there is no body \"" + attach.body + "\"");
    part.bodies.push_back(std::make_unique<Body>(*found));
    part.bodies.back()->frame = -1;
    return part;
  }
  if (!attach.frame.empty()) {
    const Body* owner = nullptr;
    int number = -1;
    walk(spec.world, [&](const Body& body) {
      for (std::size_t i = 0; i < body.frames.size() && owner == nullptr; ++i) {
        if (body.frames[i].name == attach.frame) owner = &body, number = static_cast<int>(i);
      }
    });
    if (owner == nullptr) fail_at(node, "frame", "there is no frame \"" + attach.frame + "\"");
    return part_of_frame(*owner, number);
  }
  return spec.world;
}

void Reader::attach_own(const Node& node, const Attach& attach, const Place& place) {
  if (attach.body.empty() && attach.frame.empty()) {
    fail(node, "a body or a frame must be named", "or the model to attach from");
  }
  session_.look(session_.elements, node.source(), node.label());
  Body part = find_part(node, attach, model_.spec);
  const NameSet names = collect_names(part);
  session_.count(count_elements(part), node.source(), node.label());
  const Renaming renaming{attach.prefix, "", false};
  rename(part, renaming, names);
  walk(part, forget_tags);
  put(std::move(part), place.body, place.frame);
  const auto count = [&](std::size_t more) {
    session_.count(static_cast<std::int64_t>(more), node.source(), node.label());
  };
  relations_.copy(names, {renaming}, false, count, session_.warnings);
}

void Reader::attach_other(const Node& node, const Attach& attach, const Place& place) {
  const auto entry = models_.find(attach.model);
  if (entry == models_.end()) {
    std::vector<std::string_view> candidates;
    for (const auto& [name, origin] : models_) candidates.push_back(name);
    fail_at(node, "model", "there is no model \"" + attach.model + "\"",
            did_you_mean(attach.model, candidates));
  }
  Origin& origin = *entry->second;
  if (origin.compiler < 0) {
    resolve_conflicts(node, origin);
    origin.compiler = static_cast<int>(model_.spec.compilers.size());
    const auto& compilers = origin.model.spec.compilers;
    model_.spec.compilers.insert(model_.spec.compilers.end(), compilers.begin(), compilers.end());
  }
  const auto keys = static_cast<std::int64_t>(origin.model.spec.keys.size());
  session_.look(origin.size * (1 + keys), node.source(), node.label());
  Body part = find_part(node, attach, origin.model.spec);
  NameSet names = collect_names(part);
  session_.count(count_elements(part), node.source(), node.label());
  const auto& compilers = model_.spec.compilers;
  convert_angles(part, compilers[static_cast<std::size_t>(origin.compiler + part.compiler)],
                 compilers[static_cast<std::size_t>(place.body.compiler)]);
  walk(part, [&](Body& body) { body.compiler += origin.compiler; });
  std::map<int, int> tags;
  retag(part, session_, tags);
  const Renaming renaming{attach.prefix, "", true};
  rename(part, renaming, names);
  put(std::move(part), place.body, place.frame);
  adopt_assets(node, origin, renaming, names);
  adopt_relations(node, origin, renaming, names, tags);
  adopt_keys(origin, renaming, tags);
  for (const auto& [type, name] : origin.model.left_out.all())
    model_.left_out.add(type, renaming(name));
}

// Materials, textures, meshes, height fields, custom fields and classes come along whole, used or
// not.
void Reader::adopt_assets(const Node& node, const Origin& origin, const Renaming& renaming,
                          NameSet& names) {
  const compile::Spec& from = origin.model.spec;
  compile::Spec& to = model_.spec;
  const std::size_t count = from.textures.size() + from.materials.size() + from.meshes.size() +
                            from.hfields.size() + from.plugins.size() + from.numerics.size() +
                            from.texts.size() + from.defaults.size() + origin.model.left_out.size();
  session_.count(static_cast<std::int64_t>(count), node.source(), node.label());
  const auto adopt = [&](const auto& list, auto& target, ObjectType type) {
    for (auto element : list) {
      names.add(type, element.name);
      element.name = renaming(element.name);
      if constexpr (requires { element.textures; }) {
        for (std::string& texture : element.textures) texture = renaming(texture);
      }
      if constexpr (requires { element.material; }) element.material = renaming(element.material);
      if constexpr (requires { element.plugin->instance; }) {
        if (element.plugin) element.plugin->instance = renaming(element.plugin->instance);
      }
      target.push_back(std::move(element));
    }
  };
  adopt(from.plugins, to.plugins, ObjectType::Plugin);
  adopt(from.textures, to.textures, ObjectType::Texture);
  adopt(from.materials, to.materials, ObjectType::Material);
  adopt(from.meshes, to.meshes, ObjectType::Mesh);
  adopt(from.hfields, to.hfields, ObjectType::Hfield);
  adopt(from.numerics, to.numerics, ObjectType::Numeric);
  adopt(from.texts, to.texts, ObjectType::Text);
  const int offset = static_cast<int>(to.defaults.size());
  for (compile::Default defaults : from.defaults) {
    defaults.name = renaming(defaults.name);
    defaults.parent = defaults.parent < 0 ? 0 : defaults.parent + offset;
    classes_.emplace(defaults.name, static_cast<int>(to.defaults.size()));
    to.defaults.push_back(std::move(defaults));
  }
}

void Reader::adopt_relations(const Node& node, const Origin& origin, const Renaming& renaming,
                             NameSet& names, std::map<int, int>& tags) {
  const compile::Spec& from = origin.model.spec;
  compile::Spec& to = model_.spec;
  const std::size_t count = from.pairs.size() + from.excludes.size() + from.tendons.size() +
                            from.equalities.size() + from.actuators.size() + from.sensors.size() +
                            from.tuples.size();
  session_.count(static_cast<std::int64_t>(count), node.source(), node.label());
  NameSet outside;
  if (!from.pairs.empty() || !from.excludes.empty() || !from.tendons.empty() ||
      !from.sensors.empty()) {
    session_.look(session_.elements, node.source(), node.label());
    outside = collect_names(to.world);
  }
  outside.add(ObjectType::Body, "world");
  outside.add(ObjectType::Xbody, "world");
  NameSet nothing, only_world;
  only_world.add(ObjectType::Body, "world");
  adopt_list<compile::Pair>(from.pairs, to.pairs, renaming, names, ObjectType::Pair, outside,
                            [](auto&) {});
  adopt_list<compile::Exclude>(from.excludes, to.excludes, renaming, names, ObjectType::Exclude,
                               outside, [](auto&) {});
  adopt_list<compile::Tendon>(from.tendons, to.tendons, renaming, names, ObjectType::Tendon,
                              outside, [&](compile::Tendon& tendon) {
                                tendon.compiler += origin.compiler;
                                tendon.material = renaming(tendon.material);
                              });
  adopt_list<compile::Equality>(from.equalities, to.equalities, renaming, names,
                                ObjectType::Equality, only_world, [](auto&) {});
  adopt_list<compile::Actuator>(from.actuators, to.actuators, renaming, names, ObjectType::Actuator,
                                nothing, [&](compile::Actuator& actuator) {
                                  actuator.compiler += origin.compiler;
                                  if (actuator.tag > 0)
                                    actuator.tag = tags[actuator.tag] = ++session_.tags;
                                });
  adopt_list<compile::Sensor>(from.sensors, to.sensors, renaming, names, ObjectType::Sensor,
                              outside, [](auto&) {});
  adopt_list<compile::Tuple>(from.tuples, to.tuples, renaming, names, ObjectType::Tuple, nothing,
                             [](auto&) {});
}

// Only the keyframes that the model itself wrote get the prefix: those it attached have theirs.
void Reader::adopt_keys(const Origin& origin, const Renaming& renaming,
                        const std::map<int, int>& tags) {
  std::vector<AttachedKey> keys;
  for (const compile::Key& key : origin.model.spec.keys) {
    keys.push_back(take_apart(key, origin.model.spec, session_));
    keys.back().name = renaming(key.name);
  }
  keys.insert(keys.end(), origin.model.attached_keys.begin(), origin.model.attached_keys.end());
  for (AttachedKey& key : keys) {
    for (auto* const values : {&key.qpos, &key.qvel, &key.act, &key.ctrl, &key.mpos, &key.mquat}) {
      std::map<int, std::vector<double>> mapped;
      for (auto& [tag, numbers] : *values) {
        const auto entry = tags.find(tag);
        if (entry != tags.end()) mapped[entry->second] = std::move(numbers);
      }
      *values = std::move(mapped);
    }
    model_.attached_keys.push_back(std::move(key));
  }
}

void Reader::resolve_conflicts(const Node& node, const Origin& origin) {
  try {
    for (const std::string& warning : settle_conflicts(model_, origin.model)) {
      session_.warnings.push_back(describe(node, warning));
    }
  } catch (const Fault& fault) {
    fail(node, fault.what, fault.hint);
  }
}

}  // namespace thew::io::mjcf
