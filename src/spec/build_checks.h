#pragma once

// What the builder looks at before it makes an element: numbers that mean something, names that are
// free or known.

#include <cmath>
#include <string>

#include <thew/error.h>
#include <thew/spec_edit.h>

#include "base/fault.h"

namespace thew::spec {

/// Finite numbers, one or an array of them.
inline void check_finite(const char* what, double value) {
  if (!std::isfinite(value)) throw base::Fault{std::string(what) + " is not a finite number"};
}
template <std::size_t n>
void check_finite(const char* what, const std::array<double, n>& values) {
  for (const double value : values) check_finite(what, value);
}

inline void check_positive(const char* what, double value) {
  check_finite(what, value);
  if (value <= 0) throw base::Fault{std::string(what) + " must be greater than zero"};
}
inline void check_not_negative(const char* what, double value) {
  check_finite(what, value);
  if (value < 0) throw base::Fault{std::string(what) + " cannot be negative"};
}

inline void check_range(const char* what, const Vec2& range) {
  check_finite(what, range);
  if (range[0] >= range[1]) {
    throw base::Fault{std::string(what) + " goes from the lower to the higher value"};
  }
}

/// `joint` for a spec::Joint, as messages say it.
template <class T>
const char* word_for() {
  if constexpr (std::is_same_v<T, Body>) return "body";
  if constexpr (std::is_same_v<T, Joint>) return "joint";
  if constexpr (std::is_same_v<T, Geom>) return "shape";
  if constexpr (std::is_same_v<T, Site>) return "site";
  if constexpr (std::is_same_v<T, Tendon>) return "tendon";
  if constexpr (std::is_same_v<T, Actuator>) return "motor";
  return "coupling";
}

/// Two elements of a kind have different names; nameless ones do not count.
template <class T>
void check_free(Spec& spec, const std::string& name) {
  const bool taken = !name.empty() && (find<T>(spec, name) != nullptr ||
                                       (std::is_same_v<T, Body> && name == spec.world.name));
  if (!taken) return;
  throw base::Fault{std::string("a ") + word_for<T>() + " named \"" + name + "\" exists already",
                    "give one of them another name"};
}

/// The element of this name, which must be there; the hint lists those that are.
template <class T>
T& need(Spec& spec, const std::string& name) {
  if (const auto found = find<T>(spec, name)) return *found;
  constexpr std::size_t kShown = 10;
  std::string known;
  std::size_t count = 0;
  for (const auto& element : all_of<T>(spec)) {
    if (element->name.empty() || ++count > kShown) continue;
    known += (known.empty() ? "" : ", ") + element->name;
  }
  const std::string word = word_for<T>();
  const std::string hint =
      count == 0 ? "there is none yet" : "there are " + known + (count > kShown ? ", ..." : "");
  throw base::Fault{"no " + word + " is named \"" + name + "\"", hint};
}

/// Does what may throw a Fault, and names the element at fault.
template <class Work>
decltype(auto) building(const std::string& element, const Work& work) {
  try {
    return work();
  } catch (const base::Fault& fault) {
    throw Error({"", 0, 0, element}, fault.what, fault.hint);
  }
}

inline std::string label(const char* kind, const std::string& name) {
  return name.empty() ? kind : std::string(kind) + " \"" + name + "\"";
}

}  // namespace thew::spec
