#pragma once

// Points: bodies that hang on the world, only slide, and carry nothing, as the vertices of most
// flexes do. Such a body is a tree that never turns. Of everything spatial that the stages find for
// a tree it has a mass and translations; the rest is zero, and nobody computes it.

#include <type_traits>

#include <thew/data.h>

#include "math/quat.h"

namespace thew::dynamics {

/// Whether a model may have so many of them that it pays to look.
inline bool may_have_points(const Model& m) {
  return m.nflex > 0;
}

/// Calls visit with whether a model may have points as a constant: loops over the bodies of other
/// models do not ask.
template <class Visit>
THEW_INLINE void with_points(const Model& m, Visit visit) {
  if (may_have_points(m)) [[unlikely]] {
    visit(std::true_type());
  } else {
    visit(std::false_type());
  }
}

/// Whether a body is a point; bodies whose inertia is simple carry no others.
inline bool is_point(const Model& m, int body) {
  constexpr int kSlides = 2;  // body_simple
  return m.body_simple[body] == kSlides && m.body_parentid[body] == 0;
}

/// Whether a rotation is none, to the bit.
template <class T>
THEW_INLINE bool is_unit(const math::Quat<T>& q) {
  return all((q.w == T(1)) & (q.x == T(0)) & (q.y == T(0)) & (q.z == T(0)));
}

}  // namespace thew::dynamics
