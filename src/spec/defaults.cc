// Default classes, and elements made from them.

#include <algorithm>
#include <set>

#include <thew/spec_edit.h>

#include "spec/edit.h"
#include "spec/keys.h"

namespace thew::spec {

namespace {

// Calls visit with the prototype of each kind that has one.
template <class D, class Visit>
void visit_prototypes(D& defaults, Visit visit) {
  visit(defaults.joint), visit(defaults.geom), visit(defaults.site), visit(defaults.camera);
  visit(defaults.light), visit(defaults.pair), visit(defaults.equality), visit(defaults.tendon);
  visit(defaults.actuator), visit(defaults.texture), visit(defaults.material);
  visit(defaults.mesh);
}

}  // namespace

std::shared_ptr<Default> find_default(const Spec& spec, std::string_view name) {
  for (std::size_t i = 0; i < spec.defaults.size(); ++i) {
    const std::string& own = spec.defaults[i].name;
    if (own == name || (i == 0 && (name.empty() || (own.empty() && name == "main")))) {
      return spec.defaults.share(i);
    }
  }
  return nullptr;
}

std::shared_ptr<Default> add_default(Spec& spec, const std::string& name, const Default& parent) {
  if (find_default(spec, name)) return nullptr;
  Default made = parent;
  made.name = name;
  made.shortcuts.clear();
  made.parent = 0;
  for (std::size_t i = 0; i < spec.defaults.size(); ++i) {
    if (&spec.defaults[i] == &parent) made.parent = static_cast<int>(i);
  }
  spec.defaults.push_back(std::move(made));
  return spec.defaults.share(spec.defaults.size() - 1);
}

template <>
bool remove(Spec& spec, const Default& element) {
  std::vector<char> gone(spec.defaults.size(), 0);
  for (std::size_t i = 1; i < gone.size(); ++i) {
    const int parent = spec.defaults[i].parent;
    gone[i] =
        &spec.defaults[i] == &element || (parent >= 0 && gone[static_cast<std::size_t>(parent)]);
  }
  if (std::find(gone.begin(), gone.end(), 1) == gone.end()) return false;
  std::set<std::string> names;
  std::vector<int> number(gone.size(), 0);
  int next = 0;
  for (std::size_t i = 0; i < gone.size(); ++i) {
    if (gone[i] != 0) names.insert(spec.defaults[i].name);
    spec.defaults[i].removed = gone[i] != 0;
    number[i] = gone[i] != 0 ? 0 : next++;
  }
  erase_if(spec.defaults, [](const Default& one) { return one.removed; });
  for (Default& one : spec.defaults) {
    if (one.parent >= 0) one.parent = number[static_cast<std::size_t>(one.parent)];
  }
  // What was made from them stays as it is, as of the root class.
  const std::string& root = spec.defaults[0].name;
  const auto forget = [&](std::string& name) {
    if (names.contains(name)) name = root;
  };
  const auto forget_in = [&](auto& list) {
    for (auto& one : list) forget(one.classname);
  };
  walk(spec.world, [&](Body& body) {
    if (names.contains(body.childclass)) body.childclass.clear();
    for (Frame& frame : body.frames) {
      if (names.contains(frame.childclass)) frame.childclass.clear();
    }
    forget_in(body.joints), forget_in(body.geoms), forget_in(body.sites);
    forget_in(body.cameras), forget_in(body.lights), forget_in(body.bodies);
  });
  forget_in(spec.pairs), forget_in(spec.equalities), forget_in(spec.tendons);
  forget_in(spec.actuators), forget_in(spec.textures), forget_in(spec.materials);
  forget_in(spec.meshes);
  return true;
}

template <class T>
T prototype(const Spec& spec, std::string_view classname) {
  T made;
  if (spec.defaults.empty()) return made;
  std::shared_ptr<Default> found = find_default(spec, classname);
  if (!found) found = spec.defaults.share(0);
  visit_prototypes(*found, [&](const auto& from) {
    if constexpr (std::is_same_v<T, std::remove_cvref_t<decltype(from)>>) made = from;
  });
  made.name.clear();
  made.classname = found->name;
  return made;
}

template <class T>
std::shared_ptr<T> add(Body& body, const Spec& spec, std::string_view classname) {
  List<T>& list = list_of<T>(body);
  list.push_back(prototype<T>(spec, classname));
  return list.share(list.size() - 1);
}

template <class T>
std::shared_ptr<T> add(Spec& spec, std::string_view classname) {
  List<T>& list = list_of<T>(spec);
  const auto made = std::make_shared<T>(prototype<T>(spec, classname));
  std::size_t place = list.size();
  if constexpr (std::is_same_v<T, Key>) {
    while (place > 0 && list[place - 1].tag == kAttachedKey) --place;
  }
  list.insert(place, made);
  return made;
}

#define THEW_IN_BODY(type)                                \
  template type prototype(const Spec&, std::string_view); \
  template std::shared_ptr<type> add(Body&, const Spec&, std::string_view);
THEW_IN_BODY(Body)
THEW_IN_BODY(Frame)
THEW_IN_BODY(Joint)
THEW_IN_BODY(Geom)
THEW_IN_BODY(Site)
THEW_IN_BODY(Camera)
THEW_IN_BODY(Light)
THEW_IN_BODY(Flexcomp)
#define THEW_IN_SPEC(type)                                \
  template type prototype(const Spec&, std::string_view); \
  template std::shared_ptr<type> add(Spec&, std::string_view);
THEW_IN_SPEC(PluginInstance)
THEW_IN_SPEC(Texture)
THEW_IN_SPEC(Material)
THEW_IN_SPEC(Mesh)
THEW_IN_SPEC(HeightField)
THEW_IN_SPEC(Skin)
THEW_IN_SPEC(Flex)
THEW_IN_SPEC(Pair)
THEW_IN_SPEC(Exclude)
THEW_IN_SPEC(Equality)
THEW_IN_SPEC(Tendon)
THEW_IN_SPEC(Actuator)
THEW_IN_SPEC(Sensor)
THEW_IN_SPEC(Numeric)
THEW_IN_SPEC(Text)
THEW_IN_SPEC(Tuple)
THEW_IN_SPEC(Key)

}  // namespace thew::spec
