#pragma once

// Changes to a Spec in place. An element that was removed is marked, so that whoever still holds it
// can tell.

#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include <thew/spec.h>

namespace thew::spec {

/// Where elements of type T stand: the list of a body, or that of the Spec.
template <class T>
List<T>& list_of(Body& body);
template <class T>
List<T>& list_of(Spec& spec);

/// Whether elements of type T stand in bodies.
template <class T>
inline constexpr bool kInBodies =
    std::is_same_v<T, Body> || std::is_same_v<T, Frame> || std::is_same_v<T, Joint> ||
    std::is_same_v<T, Geom> || std::is_same_v<T, Site> || std::is_same_v<T, Camera> ||
    std::is_same_v<T, Light> || std::is_same_v<T, Flexcomp>;

/// All elements of a type, in the order in which they are compiled; of bodies, without the world.
template <class T>
std::vector<std::shared_ptr<T>> all_of(Spec& spec);

/// The first element with this name; null if there is none.
template <class T>
std::shared_ptr<T> find(Spec& spec, std::string_view name);

/// The body that an element stands in; null if it is not in the tree.
template <class T>
Body* parent_of(Spec& spec, const T& element);

/// A new element at the end of its list, made from a default class (an unknown name: the root
/// class), which its name is then to be given.
template <class T>
std::shared_ptr<T> add(Body& body, const Spec& spec, std::string_view classname = "");
template <class T>
std::shared_ptr<T> add(Spec& spec, std::string_view classname = "");

/// What an element of a class begins with; the root class where there is none of this name.
template <class T>
T prototype(const Spec& spec, std::string_view classname);

/// The class of this name; null if there is none. The root class is called "main".
std::shared_ptr<Default> find_default(const Spec& spec, std::string_view name);

/// A new class, which begins as its parent is; null if the name is taken.
std::shared_ptr<Default> add_default(Spec& spec, const std::string& name, const Default& parent);

/// Takes an element out; a body or a frame with all that stands in it, and all that refers by name
/// to any of that. False where the Spec does not hold it; the world and the root class cannot be
/// removed.
template <class T>
bool remove(Spec& spec, const T& element);

/// Turns a body into a frame of its parent that holds what the body held; null for the world. Its
/// joints and its inertia go.
std::shared_ptr<Frame> to_frame(Spec& spec, const Body& body);

/// Makes an actuator one of the shortcuts of MJCF, by the names of its parameters there ("kp",
/// "timeconst"...). Throws Error.
void set_shortcut(Actuator& actuator, ActuatorType type,
                  const std::map<std::string, std::vector<double>>& parameters);

/// Merges textures, and meshes, that are the same but for their names into the first of them; how
/// many are gone.
int dedup_assets(Spec& spec);

/// Gives every element its number in the order of the model (Element::id).
void number_elements(Spec& spec);

/// What goes before and after the names of a part that is attached.
struct Affixes {
  std::string prefix, suffix;
};

/// Puts a body, a frame or the whole world of another model into a body, inside of one of its
/// frames unless that is null. The elements themselves go: both models hold them then, `from` only
/// to look at. Attach from a copy to keep it. Its assets and classes come along, and all that
/// refers to the part; keyframes too, which say nothing about the rest. Angles and files keep the
/// rules of their model. Throws Error.
void attach_body(Spec& to, Body& parent, const Frame* frame, Spec& from, const Body& body,
                 const Affixes& affixes);
void attach_frame(Spec& to, Body& parent, const Frame* frame, Spec& from, const Frame& part,
                  const Affixes& affixes);
/// The frame that holds the contents of the other world.
std::shared_ptr<Frame> attach_world(Spec& to, Body& parent, const Frame* frame, Spec& from,
                                    const Affixes& affixes);

/// Puts a copy of a body or a frame of the same model there, with copies of all that refers to it.
std::shared_ptr<Body> attach_own(Spec& spec, Body& parent, const Frame* frame, const Body& body,
                                 const Affixes& affixes);
std::shared_ptr<Frame> attach_own(Spec& spec, Body& parent, const Frame* frame, const Frame& part,
                                  const Affixes& affixes);

/// Who owns the numbers of a state, in their order.
struct StateOwners {
  std::vector<std::weak_ptr<Joint>> joints;
  std::vector<std::weak_ptr<Actuator>> actuators;
  std::vector<std::weak_ptr<Body>> mocaps;
  std::vector<std::weak_ptr<Body>> bodies;  ///< without the world; forces act on them
};

StateOwners state_owners(Spec& spec);

}  // namespace thew::spec
