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
    std::is_same_v<T, Light>;

/// All elements of a type, in the order in which they are compiled; of bodies, without the world.
template <class T>
std::vector<std::shared_ptr<T>> all_of(Spec& spec);

/// The first element with this name; null if there is none.
template <class T>
std::shared_ptr<T> find(Spec& spec, std::string_view name);

/// The body that an element stands in; null if it is not in the tree.
template <class T>
Body* parent_of(Spec& spec, const T& element);

/// Takes an element out, with all that stands in it and all that refers to it by name; false where
/// the Spec does not hold it. The world cannot be removed.
template <class T>
bool remove(Spec& spec, const T& element);

}  // namespace thew::spec
