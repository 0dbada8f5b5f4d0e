#include "spec/attach.h"

#include <utility>

#include "base/fault.h"
#include "spec/copy.h"
#include "spec/keys.h"

namespace thew::spec {

namespace {

[[noreturn]] void refuse(const std::string& kind, const std::string& name) {
  throw base::Fault{"there is no " + kind + " \"" + name + "\"", "", 0, kind};
}

const Body* find_body(const Body& world, const std::string& name) {
  const Body* found = nullptr;
  walk(world, [&](const Body& body) {
    if (found == nullptr && &body != &world && body.name == name) found = &body;
  });
  return found;
}

// New tags for all that a keyframe can speak of, and who had which.
void retag(Body& part, Context& context, std::map<int, int>& tags) {
  const auto change = [&](Element& element) {
    if (element.tag > 0) element.tag = tags[element.tag] = ++context.tags;
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
void adopt_list(const List<T>& from, List<T>& to, const Renaming& renaming, NameSet& names,
                ObjectType type, const NameSet& outside, const std::function<void(T&)>& change) {
  std::vector<std::string> added;
  for (const T& original : from) {
    T element = original;
    // A sensor of nothing in particular, like a clock, always comes along.
    bool inside = std::is_same_v<T, Sensor> && is_of_nothing(element), complete = true;
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

Body find_part(const Attach& attach, const Spec& spec) {
  Body part;
  if (!attach.body.empty()) {
    const Body* const found = find_body(spec.world, attach.body);
    if (found == nullptr) refuse("body", attach.body);
    part.bodies.push_back(*found);
    part.bodies.back().frame = -1;
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
    if (owner == nullptr) refuse("frame", attach.frame);
    return part_of_frame(*owner, number);
  }
  return spec.world;
}

// One copy of a part of another model.
class Attachment {
 public:
  Attachment(Assembly& model, Origin& origin, const Attach& attach, Context& context)
      : model_(model),
        origin_(origin),
        attach_(attach),
        context_(context),
        renaming_{attach.prefix, "", true} {}

  void put_into(const Spot& spot);

 private:
  void adopt_assets();
  void adopt_relations();
  void adopt_keys();

  Assembly& model_;
  Origin& origin_;
  const Attach& attach_;
  Context& context_;
  Renaming renaming_;
  NameSet names_;            // of what is copied
  std::map<int, int> tags_;  // of what is copied, in the other model and here
};

void Attachment::put_into(const Spot& spot) {
  auto& compilers = model_.spec.compilers;
  if (origin_.compiler < 0) {
    origin_.compiler = static_cast<int>(compilers.size());
    const auto& theirs = origin_.model.spec.compilers;
    compilers.insert(compilers.end(), theirs.begin(), theirs.end());
  }
  const auto keys = static_cast<std::int64_t>(origin_.model.spec.keys.size());
  context_.look(origin_.size * (1 + keys));
  Body part = find_part(attach_, origin_.model.spec);
  names_ = collect_names(part);
  context_.count(count_elements(part));
  convert_angles(part, compilers[static_cast<std::size_t>(origin_.compiler + part.compiler)],
                 compilers[static_cast<std::size_t>(spot.body.compiler)]);
  walk(part, [&](Body& body) { body.compiler += origin_.compiler; });
  retag(part, context_, tags_);
  rename(part, renaming_, names_);
  put(std::move(part), spot.body, spot.frame);
  adopt_assets();
  adopt_relations();
  adopt_keys();
  for (const auto& [type, name] : origin_.model.left_out.all())
    model_.left_out.add(type, renaming_(name));
}

// Materials, textures, meshes, height fields, custom fields and classes come along whole, used or
// not.
void Attachment::adopt_assets() {
  const Spec& from = origin_.model.spec;
  Spec& to = model_.spec;
  const std::size_t count = from.textures.size() + from.materials.size() + from.meshes.size() +
                            from.hfields.size() + from.plugins.size() + from.numerics.size() +
                            from.texts.size() + from.defaults.size() +
                            origin_.model.left_out.size();
  context_.count(static_cast<std::int64_t>(count));
  const auto adopt = [&](const auto& list, auto& target, ObjectType type) {
    for (auto element : list) {
      names_.add(type, element.name);
      element.name = renaming_(element.name);
      element.classname = renaming_(element.classname);
      if constexpr (requires { element.textures; }) {
        for (std::string& texture : element.textures) texture = renaming_(texture);
      }
      if constexpr (requires { element.material; }) element.material = renaming_(element.material);
      if constexpr (requires { element.plugin->instance; }) {
        if (element.plugin) element.plugin->instance = renaming_(element.plugin->instance);
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
  for (Default defaults : from.defaults) {
    defaults.name = renaming_(defaults.name);
    defaults.parent = defaults.parent < 0 ? 0 : defaults.parent + offset;
    to.defaults.push_back(std::move(defaults));
  }
}

void Attachment::adopt_relations() {
  const Spec& from = origin_.model.spec;
  Spec& to = model_.spec;
  for (const Skin& skin : from.skins) context_.look(count_numbers(skin));
  const std::size_t count = from.skins.size() + from.pairs.size() + from.excludes.size() +
                            from.tendons.size() + from.equalities.size() + from.actuators.size() +
                            from.sensors.size() + from.tuples.size();
  context_.count(static_cast<std::int64_t>(count));
  NameSet outside;
  if (!from.pairs.empty() || !from.excludes.empty() || !from.tendons.empty() ||
      !from.sensors.empty()) {
    context_.look(context_.elements);
    outside = collect_names(to.world);
  }
  outside.add(ObjectType::Body, "world");
  outside.add(ObjectType::Xbody, "world");
  NameSet nothing, only_world;
  only_world.add(ObjectType::Body, "world");
  adopt_list<Skin>(from.skins, to.skins, renaming_, names_, ObjectType::Skin, nothing,
                   [&](Skin& skin) { skin.material = renaming_(skin.material); });
  adopt_list<Pair>(from.pairs, to.pairs, renaming_, names_, ObjectType::Pair, outside,
                   [](auto&) {});
  adopt_list<Exclude>(from.excludes, to.excludes, renaming_, names_, ObjectType::Exclude, outside,
                      [](auto&) {});
  adopt_list<Tendon>(from.tendons, to.tendons, renaming_, names_, ObjectType::Tendon, outside,
                     [&](Tendon& tendon) {
                       tendon.compiler += origin_.compiler;
                       tendon.material = renaming_(tendon.material);
                     });
  adopt_list<Equality>(from.equalities, to.equalities, renaming_, names_, ObjectType::Equality,
                       only_world, [](auto&) {});
  adopt_list<Actuator>(from.actuators, to.actuators, renaming_, names_, ObjectType::Actuator,
                       nothing, [&](Actuator& actuator) {
                         actuator.compiler += origin_.compiler;
                         if (actuator.tag > 0) actuator.tag = tags_[actuator.tag] = ++context_.tags;
                       });
  adopt_list<Sensor>(from.sensors, to.sensors, renaming_, names_, ObjectType::Sensor, outside,
                     [](auto&) {});
  adopt_list<Tuple>(from.tuples, to.tuples, renaming_, names_, ObjectType::Tuple, nothing,
                    [](auto&) {});
}

// Only the keyframes that the model itself wrote get the prefix: those it attached have theirs.
void Attachment::adopt_keys() {
  std::vector<AttachedKey> keys;
  for (const Key& key : origin_.model.spec.keys) {
    keys.push_back(take_apart(key, origin_.model.spec, context_));
    keys.back().name = renaming_(key.name);
  }
  keys.insert(keys.end(), origin_.model.attached_keys.begin(), origin_.model.attached_keys.end());
  for (AttachedKey& key : keys) {
    for (auto* const values : {&key.qpos, &key.qvel, &key.act, &key.ctrl, &key.mpos, &key.mquat}) {
      std::map<int, std::vector<double>> mapped;
      for (auto& [tag, numbers] : *values) {
        const auto entry = tags_.find(tag);
        if (entry != tags_.end()) mapped[entry->second] = std::move(numbers);
      }
      *values = std::move(mapped);
    }
    model_.attached_keys.push_back(std::move(key));
  }
}

}  // namespace

std::int64_t size_of(const Spec& spec) {
  return count_elements(spec.world) + static_cast<std::int64_t>(spec.actuators.size());
}

void attach_own(Assembly& model, Relations& relations, const Attach& attach, const Spot& spot,
                Context& context) {
  if (attach.body.empty() && attach.frame.empty()) {
    throw base::Fault{"a body or a frame must be named", "or the model to attach from"};
  }
  context.look(context.elements);
  Body part = find_part(attach, model.spec);
  const NameSet names = collect_names(part);
  context.count(count_elements(part));
  const Renaming renaming{attach.prefix, "", false};
  rename(part, renaming, names);
  walk(part, forget_tags);
  put(std::move(part), spot.body, spot.frame);
  relations.copy(names, {renaming}, false, context);
}

void attach_other(Assembly& model, Origin& origin, const Attach& attach, const Spot& spot,
                  Context& context) {
  Attachment(model, origin, attach, context).put_into(spot);
}

}  // namespace thew::spec
