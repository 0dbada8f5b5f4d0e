// Elements in the lists that hold them.

#include <algorithm>
#include <type_traits>

#include <thew/spec_edit.h>

#include "spec/copy.h"
#include "spec/edit.h"
#include "spec/keys.h"
#include "spec/references.h"

namespace thew::spec {

// --- lists ---------------------------------------------------------------------------------------

// Who holds elements of which type, and what the list is called.
#define THEW_IN_BODIES(each)                                                      \
  each(Body, Body, bodies) each(Body, Frame, frames) each(Body, Joint, joints)    \
      each(Body, Geom, geoms) each(Body, Site, sites) each(Body, Camera, cameras) \
          each(Body, Light, lights) each(Body, Flexcomp, flexcomps)
#define THEW_IN_SPEC(each)                                                                      \
  each(Spec, PluginInstance, plugins) each(Spec, Texture, textures)                             \
      each(Spec, Material, materials) each(Spec, Mesh, meshes) each(Spec, HeightField, hfields) \
          each(Spec, Skin, skins) each(Spec, Flex, flexes) each(Spec, Pair, pairs)              \
              each(Spec, Exclude, excludes) each(Spec, Equality, equalities)                    \
                  each(Spec, Tendon, tendons) each(Spec, Actuator, actuators)                   \
                      each(Spec, Sensor, sensors) each(Spec, Numeric, numerics)                 \
                          each(Spec, Text, texts) each(Spec, Tuple, tuples) each(Spec, Key, keys)

#define THEW_LIST(Owner, type, name)         \
  template <>                                \
  List<type>& list_of<type>(Owner & owner) { \
    return owner.name;                       \
  }
THEW_IN_BODIES(THEW_LIST)
THEW_IN_SPEC(THEW_LIST)
#undef THEW_LIST

namespace {

// Calls visit(list) for every list that holds elements of type T.
template <class T, class Visit>
void each_list(Spec& spec, Visit visit) {
  if constexpr (kInBodies<T>) {
    walk(spec.world, [&](Body& body) { visit(list_of<T>(body)); });
  } else {
    visit(list_of<T>(spec));
  }
}

template <class T>
std::size_t place_of(const List<T>& list, const T& element) {
  std::size_t i = 0;
  while (i < list.size() && &list[i] != &element) ++i;
  return i;
}

// --- removal -------------------------------------------------------------------------------------

template <class T>
void mark_removed(T& element) {
  if constexpr (std::is_same_v<T, Body>) {
    walk(element, [](Body& body) {
      const auto mark = [](auto& list) {
        for (auto& inside : list) inside.removed = true, inside.id = -1;
      };
#define THEW_MARK(Owner, type, name) mark(body.name);
      THEW_IN_BODIES(THEW_MARK)
#undef THEW_MARK
    });
  }
  element.removed = true;
  element.id = -1;
}

template <class T>
void remove_referrers(List<T>& list, ObjectType type, NameSet& gone) {
  erase_if(list, [&](T& element) {
    bool lost = false;
    visit_references(element, [&](ObjectType target, std::string& name) {
      lost |= gone.has(target == ObjectType::Xbody ? ObjectType::Body : target, name);
    });
    if (!lost) return false;
    gone.add(type, element.name);
    element.removed = true;
    element.id = -1;
    return true;
  });
}

// What refers to something that is gone goes too, and so on.
void remove_referrers(Spec& spec, NameSet gone) {
  remove_referrers(spec.skins, ObjectType::Skin, gone);
  remove_referrers(spec.flexes, ObjectType::Flex, gone);
  remove_referrers(spec.pairs, ObjectType::Pair, gone);
  remove_referrers(spec.excludes, ObjectType::Exclude, gone);
  remove_referrers(spec.tendons, ObjectType::Tendon, gone);
  remove_referrers(spec.equalities, ObjectType::Equality, gone);
  remove_referrers(spec.actuators, ObjectType::Actuator, gone);
  remove_referrers(spec.sensors, ObjectType::Sensor, gone);
  remove_referrers(spec.tuples, ObjectType::Tuple, gone);
}

template <class T>
ObjectType object_type() {
  if constexpr (std::is_same_v<T, Joint>) return ObjectType::Joint;
  if constexpr (std::is_same_v<T, Geom>) return ObjectType::Geom;
  if constexpr (std::is_same_v<T, Site>) return ObjectType::Site;
  if constexpr (std::is_same_v<T, Camera>) return ObjectType::Camera;
  if constexpr (std::is_same_v<T, Light>) return ObjectType::Light;
  if constexpr (std::is_same_v<T, Skin>) return ObjectType::Skin;
  if constexpr (std::is_same_v<T, Flex> || std::is_same_v<T, Flexcomp>) return ObjectType::Flex;
  if constexpr (std::is_same_v<T, Tendon>) return ObjectType::Tendon;
  if constexpr (std::is_same_v<T, Actuator>) return ObjectType::Actuator;
  if constexpr (std::is_same_v<T, Sensor>) return ObjectType::Sensor;
  if constexpr (std::is_same_v<T, Equality>) return ObjectType::Equality;
  if constexpr (std::is_same_v<T, Tuple>) return ObjectType::Tuple;
  return ObjectType::Unknown;
}

// The contents of a frame go, those of enclosed ones too; the numbers of frames behind change.
void remove_frame(Body& body, std::size_t at) {
  const auto count = body.frames.size();
  std::vector<int> number(count);
  std::vector<char> gone(count, 0);
  int next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int outer = body.frames[i].frame;
    gone[i] = i == at || (outer >= 0 && gone[static_cast<std::size_t>(outer)] != 0);
    number[i] = gone[i] != 0 ? -1 : next++;
  }
  const auto take_out = [&](auto& list) {
    erase_if(list, [&](auto& element) {
      if (element.frame < 0) return false;
      const auto frame = static_cast<std::size_t>(element.frame);
      if (gone[frame] == 0) element.frame = number[frame];
      if (gone[frame] != 0) mark_removed(element);
      return gone[frame] != 0;
    });
  };
  mark_removed(body.frames[at]);
  body.frames.remove(at);
  gone[at] = 1;
#define THEW_TAKE(Owner, type, name) take_out(body.name);
  THEW_IN_BODIES(THEW_TAKE)
#undef THEW_TAKE
}

template <class T>
NameSet names_in(const T& element) {
  NameSet names;
  if constexpr (std::is_same_v<T, Body>) {
    Body part;
    part.bodies.push_back(element);
    names = collect_names(part);
  } else {
    names.add(object_type<T>(), element.name);
  }
  return names;
}

void collect_bodies(Body& body, std::vector<std::shared_ptr<Body>>& all) {
  for (std::size_t i = 0; i < body.bodies.size(); ++i) {
    all.push_back(body.bodies.share(i));
    collect_bodies(body.bodies[i], all);
  }
}

}  // namespace

template <class T>
std::vector<std::shared_ptr<T>> all_of(Spec& spec) {
  std::vector<std::shared_ptr<T>> all;
  const auto add = [&](List<T>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) all.push_back(list.share(i));
  };
  if constexpr (std::is_same_v<T, Body>) {
    collect_bodies(spec.world, all);
  } else {
    each_list<T>(spec, add);
  }
  return all;
}

template <class T>
std::shared_ptr<T> find(Spec& spec, std::string_view name) {
  std::shared_ptr<T> found;
  each_list<T>(spec, [&](List<T>& list) {
    for (std::size_t i = 0; i < list.size() && !found; ++i) {
      if (list[i].name == name) found = list.share(i);
    }
  });
  return found;
}

template <class T>
Body* parent_of(Spec& spec, const T& element) {
  Body* parent = nullptr;
  if constexpr (kInBodies<T>) {
    walk(spec.world, [&](Body& body) {
      const List<T>& list = list_of<T>(body);
      if (place_of(list, element) < list.size()) parent = &body;
    });
  }
  return parent;
}

namespace {

template <class T>
bool take_out(Spec& spec, const T& element) {
  bool found = false;
  NameSet gone;
  const auto take_from = [&](List<T>& list) {
    const std::size_t i = place_of(list, element);
    if (found || i == list.size()) return;
    found = true;
    const std::shared_ptr<T> held = list.share(i);  // `element` may be nobody else's
    gone = names_in(*held);
    mark_removed(*held);
    list.remove(i);
  };
  if constexpr (std::is_same_v<T, Frame>) {
    Body* const body = parent_of(spec, element);
    if (body == nullptr) return false;
    const std::size_t at = place_of(body->frames, element);
    gone = collect_names(part_of_frame(*body, static_cast<int>(at)));
    remove_frame(*body, at);
    found = true;
  } else if constexpr (kInBodies<T>) {
    Body* const body = parent_of(spec, element);
    if (body != nullptr) take_from(list_of<T>(*body));
  } else {
    take_from(list_of<T>(spec));
  }
  // What stands in a body or a frame cannot be reached any more; a single element may be replaced
  // by another one of its name.
  if (found && (std::is_same_v<T, Body> || std::is_same_v<T, Frame>)) {
    remove_referrers(spec, std::move(gone));
  }
  return found;
}

}  // namespace

template <class T>
bool remove(Spec& spec, const T& element) {
  if constexpr (std::is_same_v<T, Key>) {
    return take_out(spec, element);
  } else {
    bool found = false;
    keep_keys(spec, [&] {
      found = take_out(spec, element);
      return std::vector<AttachedKey>();
    });
    return found;
  }
}

std::shared_ptr<Frame> to_frame(Spec& spec, const Body& body) {
  Body* const parent = parent_of(spec, body);
  if (parent == nullptr) return nullptr;
  const std::size_t at = place_of(parent->bodies, body);
  const std::shared_ptr<Body> held = parent->bodies.share(at);
  keep_keys(spec, [&] {
    parent->bodies.remove(at);
    held->removed = true;
    held->id = -1;
    const auto frame = std::make_shared<Frame>();
    frame->name = held->name;
    frame->source = held->source;
    frame->pos = held->pos;
    frame->orientation = held->orientation;
    frame->childclass = held->childclass;
    frame->frame = held->frame;
    parent->frames.push_back(frame);
    Body part;
    part.compiler = held->compiler;
    part.frames = held->frames.shared();
    part.geoms = held->geoms.shared();
    part.sites = held->sites.shared();
    part.cameras = held->cameras.shared();
    part.lights = held->lights.shared();
    part.flexcomps = held->flexcomps.shared();
    part.bodies = held->bodies.shared();
    const auto rules = [&](const Body& one) {
      return spec.compilers[static_cast<std::size_t>(one.compiler)];
    };
    convert_angles(part, rules(part), rules(*parent));
    put(std::move(part), *parent, static_cast<int>(parent->frames.size()) - 1, at);
    return std::vector<AttachedKey>();
  });
  return parent->frames.share(parent->frames.size() - 1);
}

void number_elements(Spec& spec) {
  spec.world.id = 0;
#define THEW_NUMBER(Owner, type, name)                                   \
  {                                                                      \
    int next = std::is_same_v<type, Body> ? 1 : 0;                       \
    for (const auto& element : all_of<type>(spec)) element->id = next++; \
  }
  THEW_IN_BODIES(THEW_NUMBER)
  THEW_IN_SPEC(THEW_NUMBER)
#undef THEW_NUMBER
}

StateOwners state_owners(Spec& spec) {
  StateOwners owners;
  for (const auto& joint : all_of<Joint>(spec)) owners.joints.emplace_back(joint);
  for (const auto& actuator : all_of<Actuator>(spec)) owners.actuators.emplace_back(actuator);
  for (const auto& body : all_of<Body>(spec)) {
    owners.bodies.emplace_back(body);
    if (body->mocap) owners.mocaps.emplace_back(body);
  }
  return owners;
}

#define THEW_INSTANTIATE(Owner, type, name)                     \
  template std::vector<std::shared_ptr<type>> all_of(Spec&);    \
  template std::shared_ptr<type> find(Spec&, std::string_view); \
  template Body* parent_of(Spec&, const type&);                 \
  template bool remove(Spec&, const type&);
THEW_IN_BODIES(THEW_INSTANTIATE)
THEW_IN_SPEC(THEW_INSTANTIATE)

}  // namespace thew::spec
