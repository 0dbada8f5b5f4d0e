#pragma once

#include "math/quat.h"

namespace thew {

/// The rate of u where the orientation is q0 exp(u) and turns with local velocity w:
/// w + u x w / 2 + c u x (u x w), c = (1 - (a/2) cot(a/2)) / a^2, a = |u|. Of the vectors u of one
/// orientation the shortest counts.
template <class T>
THEW_INLINE math::Vec3<T> rotation_rate(math::Vec3<T> u, const math::Vec3<T>& w) {
  using namespace math;
  const auto beyond = dot(u, u) > T(9.869604401089358);  // pi^2
  if (any(beyond)) u = select(beyond, logarithm(exponential(u)), u);
  const T a2 = dot(u, u);
  const auto small = a2 < T(1e-4);
  // Series of c around zero: 1/12 + a^2/720 + a^4/30240.
  T c = fma(a2, fma(a2, T(1.0 / 30240), T(1.0 / 720)), T(1.0 / 12));
  if (!all(small)) {  // mostly it is: the stages of one step are near one another
    const T half = T(0.5) * sqrt(a2);
    T sine, cosine;
    sincos(select(small, T(1), half), sine, cosine);
    c = select(small, c, (T(1) - half * cosine / sine) / select(small, T(1), a2));
  }
  const Vec3<T> turn = cross(u, w);
  return w + T(0.5) * turn + c * cross(u, turn);
}

}  // namespace thew
