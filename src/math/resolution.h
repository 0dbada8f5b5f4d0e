#pragma once

// What each precision can resolve. A number that says when something is close enough, parallel, or
// nothing but rounding, comes from here, and is given for both precisions where it stands.

#include <type_traits>

#include "math/scalar.h"

namespace thew::math {

/// A tolerance in double, and what takes its place in single precision.
template <class S>
THEW_INLINE constexpr S tolerance(double exact, double rough) {
  return static_cast<S>(sizeof(S) == 8 ? exact : rough);
}

/// Relative rounding of one operation.
template <class S>
inline constexpr S kRounding = tolerance<S>(1e-16, 6e-8);

/// The tolerance of a solver that a model asks for, as far as the numbers allow: costs and
/// gradients relative to the masses have six digits in single precision. Double is taken at its
/// word.
template <class S>
S resolvable(double asked) {
  if constexpr (std::is_same_v<S, double>) {
    return asked;
  } else {
    return max(S(asked), S(1e-6));
  }
}

}  // namespace thew::math
