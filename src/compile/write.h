#pragma once

// Copying numbers of a draft into the rows of a Model's arrays.

#include <algorithm>
#include <type_traits>

#include "compile/draft.h"

namespace thew::compile {

/// Row `i` of a field from any list of numbers that fits into it.
template <class Field, class Values>
void put(Field&& field, std::int64_t i, const Values& values) {
  using Entry = std::remove_cvref_t<decltype(field[0])>;
  std::transform(std::begin(values), std::end(values), field.row(i),
                 [](auto x) { return static_cast<Entry>(x); });
}

/// Linear coefficient and the higher ones.
template <class Linear, class Higher>
void put_poly(Linear& linear, Higher& higher, std::int64_t i, const Poly& poly) {
  linear[i] = poly[0];
  for (int k = 0; k < kNPOLY; ++k) higher.row(i)[k] = poly[k + 1];
}

/// User data, completed with zeros; an Error when there is more than the model's nuser allows.
template <class T>
void put_user(const Draft& draft, const Array<T>& field, std::int64_t i,
              const std::vector<double>& user, const Element& element, std::string_view kind) {
  if (static_cast<std::int64_t>(user.size()) > field.columns()) {
    draft.fail(element, kind,
               "has " + std::to_string(user.size()) + " user values, more than nuser_" +
                   std::string(kind) + " = " + std::to_string(field.columns()));
  }
  put(field, i, user);
}

/// How a pose in a body relates to the body's frame and to that of its inertia.
SameFrame same_frame(const Pose& inertial, const Pose& pose);
/// How the frame of a body's inertia relates to the body's.
SameFrame body_sameframe(const Pose& inertial);

}  // namespace thew::compile
