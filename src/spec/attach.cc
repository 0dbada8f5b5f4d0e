#include "spec/attach.h"

#include <limits>
#include <utility>

#include <thew/error.h>
#include <thew/spec_edit.h>

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

// An element to change: a copy of its own, or the element itself.
template <class T>
std::shared_ptr<T> take(const List<T>& list, std::size_t i, bool share) {
  return share ? list.share(i) : std::make_shared<T>(list[i]);
}

// The body itself where it is shared; what stands in it then is shared, too.
Body contents_of(const Body& body, bool share) {
  if (!share) return body;
  Body part;
  part.compiler = body.compiler;
  part.frames = body.frames.shared();
  part.joints = body.joints.shared();
  part.geoms = body.geoms.shared();
  part.sites = body.sites.shared();
  part.cameras = body.cameras.shared();
  part.lights = body.lights.shared();
  part.flexcomps = body.flexcomps.shared();
  part.bodies = body.bodies.shared();
  return part;
}

// Elements of a list that refer into a part: all their references must be found, those outside of
// the part in the model it is attached to.
template <class T>
void adopt_list(const List<T>& from, List<T>& to, const Renaming& renaming, NameSet& names,
                ObjectType type, const NameSet& outside, bool share,
                const std::function<void(T&)>& change) {
  std::vector<std::string> added;
  for (std::size_t i = 0; i < from.size(); ++i) {
    T probe = from[i];
    // A sensor of nothing in particular, like a clock, always comes along, and so does a tuple of
    // the world, which both have.
    bool inside = std::is_same_v<T, Sensor> && is_of_nothing(probe), complete = true;
    visit_references(probe, [&](ObjectType target, std::string& name) {
      if (names.has(target, name)) {
        inside = true;
      } else if (std::is_same_v<T, Tuple> && outside.has(target, name)) {
        inside = true;
      } else if (!outside.has(target, name)) {
        complete = false;
      }
    });
    if (!inside || !complete) continue;
    const std::shared_ptr<T> element = take(from, i, share);
    visit_references(*element, [&](ObjectType target, std::string& name) {
      if (names.has(target, name)) name = renaming(name);
    });
    added.push_back(element->name);
    element->name = renaming(element->name);
    if (!element->classname.empty()) element->classname = renaming(element->classname);
    change(*element);
    to.push_back(element);
  }
  for (const std::string& name : added) names.add(type, name);
}

// Which part is meant; that of neither is the whole world.
struct Choice {
  const Body* body = nullptr;
  const Body* owner = nullptr;  // of the frame
  int frame = -1;
};

Choice choose(const Attach& attach, const Spec& spec) {
  Choice choice;
  if (!attach.body.empty()) {
    choice.body = find_body(spec.world, attach.body);
    if (choice.body == nullptr) refuse("body", attach.body);
  } else if (!attach.frame.empty()) {
    walk(spec.world, [&](const Body& body) {
      for (std::size_t i = 0; i < body.frames.size() && choice.owner == nullptr; ++i) {
        if (body.frames[i].name != attach.frame) continue;
        choice.owner = &body;
        choice.frame = static_cast<int>(i);
      }
    });
    if (choice.owner == nullptr) refuse("frame", attach.frame);
  }
  return choice;
}

std::shared_ptr<Body> held_by(const Spec& spec, const Body& wanted) {
  std::shared_ptr<Body> found;
  walk(spec.world, [&](const Body& body) {
    for (std::size_t i = 0; i < body.bodies.size(); ++i) {
      if (&body.bodies[i] == &wanted) found = body.bodies.share(i);
    }
  });
  return found;
}

Body take_part(const Choice& choice, const Spec& spec, bool share) {
  if (choice.body != nullptr) {
    Body part;
    part.bodies.push_back(share ? held_by(spec, *choice.body)
                                : std::make_shared<Body>(*choice.body));
    part.bodies.back().frame = -1;
    return part;
  }
  if (choice.frame >= 0) return part_of_frame(*choice.owner, choice.frame, share);
  return contents_of(spec.world, share);
}

// A part of one model that becomes a part of another.
class Attachment {
 public:
  Attachment(Spec& to, const Spec& from, Renaming renaming, Context& context, bool share)
      : to_(to), from_(from), renaming_(std::move(renaming)), context_(context), share_(share) {}

  /// `compiler` is the place of the other model's first compiler here.
  void put_into(const Spot& spot, const Choice& choice, int compiler);
  void adopt_assets();
  void adopt_relations();
  /// What a keyframe of the other model says about the part.
  AttachedKey translate(AttachedKey key) const;

 private:
  Spec& to_;
  const Spec& from_;
  Renaming renaming_;
  Context& context_;
  bool share_;
  int compiler_ = 0;
  NameSet names_;            // of what is attached
  std::map<int, int> tags_;  // of what is attached, in the other model and here
};

int adopt_compilers(Spec& to, const Spec& from) {
  const int place = static_cast<int>(to.compilers.size());
  to.compilers.insert(to.compilers.end(), from.compilers.begin(), from.compilers.end());
  return place;
}

void Attachment::put_into(const Spot& spot, const Choice& choice, int compiler) {
  compiler_ = compiler;
  Body part = take_part(choice, from_, share_);
  names_ = collect_names(part);
  context_.count(count_elements(part));
  convert_angles(part, to_.compilers[static_cast<std::size_t>(compiler + part.compiler)],
                 to_.compilers[static_cast<std::size_t>(spot.body.compiler)]);
  walk(part, [&](Body& body) { body.compiler += compiler; });
  retag(part, context_, tags_);
  rename(part, renaming_, names_);
  put(std::move(part), spot.body, spot.frame);
}

// Materials, textures, meshes, height fields, custom fields and classes come along whole, used or
// not.
void Attachment::adopt_assets() {
  const std::size_t count = from_.textures.size() + from_.materials.size() + from_.meshes.size() +
                            from_.hfields.size() + from_.plugins.size() + from_.numerics.size() +
                            from_.texts.size() + from_.defaults.size();
  context_.count(static_cast<std::int64_t>(count));
  const auto adopt = [&](const auto& list, auto& target, ObjectType type) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto held = take(list, i, share_);
      auto& element = *held;
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
      if constexpr (requires { element.located; }) element.compiler += compiler_;
      target.push_back(held);
    }
  };
  adopt(from_.plugins, to_.plugins, ObjectType::Plugin);
  adopt(from_.textures, to_.textures, ObjectType::Texture);
  adopt(from_.materials, to_.materials, ObjectType::Material);
  adopt(from_.meshes, to_.meshes, ObjectType::Mesh);
  adopt(from_.hfields, to_.hfields, ObjectType::Hfield);
  adopt(from_.numerics, to_.numerics, ObjectType::Numeric);
  adopt(from_.texts, to_.texts, ObjectType::Text);
  const int offset = static_cast<int>(to_.defaults.size());
  for (std::size_t i = 0; i < from_.defaults.size(); ++i) {
    const std::shared_ptr<Default> defaults = take(from_.defaults, i, share_);
    defaults->name = renaming_(defaults->name.empty() ? "main" : defaults->name);
    defaults->parent = defaults->parent < 0 ? 0 : defaults->parent + offset;
    to_.defaults.push_back(defaults);
  }
}

void Attachment::adopt_relations() {
  for (const Skin& skin : from_.skins) context_.look(count_numbers(skin));
  const std::size_t count = from_.skins.size() + from_.flexes.size() + from_.pairs.size() +
                            from_.excludes.size() + from_.tendons.size() + from_.equalities.size() +
                            from_.actuators.size() + from_.sensors.size() + from_.tuples.size();
  context_.count(static_cast<std::int64_t>(count));
  NameSet outside;
  if (!from_.pairs.empty() || !from_.excludes.empty() || !from_.tendons.empty() ||
      !from_.sensors.empty()) {
    context_.look(context_.elements);
    outside = collect_names(to_.world);
  }
  outside.add(ObjectType::Body, "world");
  outside.add(ObjectType::Xbody, "world");
  NameSet nothing, only_world;
  only_world.add(ObjectType::Body, "world");
  const auto as_is = [](auto&) {};
  adopt_list<Skin>(from_.skins, to_.skins, renaming_, names_, ObjectType::Skin, nothing, share_,
                   [&](Skin& skin) {
                     skin.material = renaming_(skin.material);
                     skin.compiler += compiler_;
                   });
  adopt_list<Flex>(from_.flexes, to_.flexes, renaming_, names_, ObjectType::Flex, nothing, share_,
                   [&](Flex& flex) {
                     for (std::string& name : flex.material) name = renaming_(name);
                   });
  adopt_list<Pair>(from_.pairs, to_.pairs, renaming_, names_, ObjectType::Pair, outside, share_,
                   as_is);
  adopt_list<Exclude>(from_.excludes, to_.excludes, renaming_, names_, ObjectType::Exclude, outside,
                      share_, as_is);
  adopt_list<Tendon>(from_.tendons, to_.tendons, renaming_, names_, ObjectType::Tendon, outside,
                     share_, [&](Tendon& tendon) {
                       tendon.compiler += compiler_;
                       tendon.material = renaming_(tendon.material);
                     });
  adopt_list<Equality>(from_.equalities, to_.equalities, renaming_, names_, ObjectType::Equality,
                       only_world, share_, as_is);
  adopt_list<Actuator>(from_.actuators, to_.actuators, renaming_, names_, ObjectType::Actuator,
                       nothing, share_, [&](Actuator& actuator) {
                         actuator.compiler += compiler_;
                         if (actuator.plugin)
                           actuator.plugin->instance = renaming_(actuator.plugin->instance);
                         if (actuator.tag > 0) actuator.tag = tags_[actuator.tag] = ++context_.tags;
                       });
  adopt_list<Sensor>(from_.sensors, to_.sensors, renaming_, names_, ObjectType::Sensor, outside,
                     share_, [&](Sensor& sensor) {
                       if (sensor.plugin) {
                         sensor.plugin->instance = renaming_(sensor.plugin->instance);
                       }
                     });
  only_world.add(ObjectType::Xbody, "world");
  adopt_list<Tuple>(from_.tuples, to_.tuples, renaming_, names_, ObjectType::Tuple, only_world,
                    share_, as_is);
}

AttachedKey Attachment::translate(AttachedKey key) const {
  for (auto* const values : {&key.qpos, &key.qvel, &key.act, &key.ctrl, &key.mpos, &key.mquat}) {
    std::map<int, std::vector<double>> mapped;
    for (auto& [tag, numbers] : *values) {
      const auto entry = tags_.find(tag);
      if (entry != tags_.end()) mapped[entry->second] = std::move(numbers);
    }
    *values = std::move(mapped);
  }
  return key;
}

}  // namespace

std::int64_t size_of(const Spec& spec) {
  return count_elements(spec.world) + static_cast<std::int64_t>(spec.actuators.size());
}

namespace {

void copy_part(Spec& spec, Relations& relations, const Choice& choice, const Renaming& renaming,
               const Spot& spot, Context& context) {
  Body part = take_part(choice, spec, false);
  const NameSet names = collect_names(part);
  context.count(count_elements(part));
  rename(part, renaming, names);
  walk(part, forget_tags);
  put(std::move(part), spot.body, spot.frame);
  relations.copy(names, {renaming}, false, context);
}

}  // namespace

void attach_own(Assembly& model, Relations& relations, const Attach& attach, const Spot& spot,
                Context& context) {
  if (attach.body.empty() && attach.frame.empty()) {
    throw base::Fault{"a body or a frame must be named", "or the model to attach from"};
  }
  context.look(context.elements);
  copy_part(model.spec, relations, choose(attach, model.spec), {attach.prefix, "", false}, spot,
            context);
}

void attach_other(Assembly& model, Origin& origin, const Attach& attach, const Spot& spot,
                  Context& context) {
  const Spec& from = origin.model.spec;
  const Renaming renaming{attach.prefix, "", true};
  if (origin.compiler < 0) origin.compiler = adopt_compilers(model.spec, from);
  context.look(origin.size * (1 + static_cast<std::int64_t>(from.keys.size())));
  Attachment attachment(model.spec, from, renaming, context, false);
  attachment.put_into(spot, choose(attach, from), origin.compiler);
  context.count(static_cast<std::int64_t>(origin.model.left_out.size()));
  attachment.adopt_assets();
  attachment.adopt_relations();
  // Only the keyframes that the model itself wrote get the prefix: those it attached have theirs.
  for (const Key& key : from.keys) {
    AttachedKey parts = attachment.translate(take_apart(key, from, context));
    parts.name = renaming(key.name);
    model.attached_keys.push_back(std::move(parts));
  }
  for (const AttachedKey& key : origin.model.attached_keys) {
    model.attached_keys.push_back(attachment.translate(key));
  }
  for (const auto& [type, name] : origin.model.left_out.all())
    model.left_out.add(type, renaming(name));
}

// --- attach in code ------------------------------------------------------------------------------

namespace {

int place_of(const Body& body, const Frame* frame) {
  if (frame == nullptr) return -1;
  for (std::size_t i = 0; i < body.frames.size(); ++i) {
    if (&body.frames[i] == frame) return static_cast<int>(i);
  }
  throw Error({"", 0, 0, "frame \"" + frame->name + "\""}, "it does not stand in this body");
}

// What code asks for may be as large as it likes; keyframes that do not fit are told of by the
// compiler.
Context unlimited() {
  Context context;
  context.max_elements = std::numeric_limits<std::int64_t>::max() / 2000;
  context.ignore_unsupported = true;
  return context;
}

void copy_own(Spec& spec, const Spot& spot, const Choice& choice, const Affixes& affixes) {
  Context context = unlimited();
  keep_keys(spec, [&] {
    Relations relations(spec);
    relations.update();
    copy_part(spec, relations, choice, {affixes.prefix, affixes.suffix, false}, spot, context);
    return std::vector<AttachedKey>();
  });
}

// The elements themselves move; their keyframes are put together with those that are there.
void attach_part(Spec& to, const Spot& spot, Spec& from, const Choice& choice,
                 const Affixes& affixes) {
  Context context = unlimited();
  const Renaming renaming{affixes.prefix, affixes.suffix, true};
  keep_keys(to, [&] {
    context.tags = number_owners(from, number_owners(to, 0));
    std::vector<AttachedKey> keys;
    for (const Key& key : from.keys) {
      keys.push_back(take_apart(key, from, context));
      keys.back().name = renaming(key.name);
    }
    Attachment attachment(to, from, renaming, context, true);
    attachment.put_into(spot, choice, adopt_compilers(to, from));
    attachment.adopt_assets();
    attachment.adopt_relations();
    for (AttachedKey& key : keys) key = attachment.translate(std::move(key));
    return keys;
  });
  if (renaming.prefix.empty() && renaming.suffix.empty()) {
    to.warnings.push_back(
        "a model was attached without prefix and suffix: the same names of classes in both may "
        "prevent the model from being saved correctly");
  }
}

}  // namespace

std::shared_ptr<Body> attach_own(Spec& spec, Body& parent, const Frame* frame, const Body& body,
                                 const Affixes& affixes) {
  Choice choice;
  choice.body = &body;
  copy_own(spec, {parent, place_of(parent, frame)}, choice, affixes);
  return parent.bodies.share(parent.bodies.size() - 1);
}

std::shared_ptr<Frame> attach_own(Spec& spec, Body& parent, const Frame* frame, const Frame& part,
                                  const Affixes& affixes) {
  Choice choice;
  choice.owner = parent_of(spec, part);
  if (choice.owner == nullptr) throw Error({}, "the frame does not stand in its model");
  choice.frame = place_of(*choice.owner, &part);
  const std::size_t at = parent.frames.size();
  copy_own(spec, {parent, place_of(parent, frame)}, choice, affixes);
  return parent.frames.share(at);
}

void attach_body(Spec& to, Body& parent, const Frame* frame, Spec& from, const Body& body,
                 const Affixes& affixes) {
  Choice choice;
  choice.body = &body;
  attach_part(to, {parent, place_of(parent, frame)}, from, choice, affixes);
}

void attach_frame(Spec& to, Body& parent, const Frame* frame, Spec& from, const Frame& part,
                  const Affixes& affixes) {
  Choice choice;
  choice.owner = parent_of(from, part);
  if (choice.owner == nullptr) throw Error({}, "the frame does not stand in its model");
  choice.frame = place_of(*choice.owner, &part);
  attach_part(to, {parent, place_of(parent, frame)}, from, choice, affixes);
}

std::shared_ptr<Frame> attach_world(Spec& to, Body& parent, const Frame* frame, Spec& from,
                                    const Affixes& affixes) {
  // All that stands in the world stands in one frame now, in its own model too.
  const auto around = std::make_shared<Frame>();
  const auto enclose = [](auto& list) {
    for (auto& element : list) ++element.frame;
  };
  Body& world = from.world;
  enclose(world.frames), enclose(world.joints), enclose(world.geoms), enclose(world.sites);
  enclose(world.cameras), enclose(world.lights), enclose(world.flexcomps), enclose(world.bodies);
  world.frames.insert(0, around);
  Choice choice;
  choice.owner = &world;
  choice.frame = 0;
  attach_part(to, {parent, place_of(parent, frame)}, from, choice, affixes);
  return around;
}

}  // namespace thew::spec
