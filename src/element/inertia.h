#pragma once

// Spatial inertia of one body, and how its momentum changes.

#include "math/spatial.h"

namespace thew::element {

/// Inertia with principal moments `diagonal` in a frame with axes R, mass m at offset c from the
/// reference point: R diag R' + m (c'c 1 - c c').
template <class T>
THEW_INLINE math::Inertia<T> inertia_about(const math::Vec3<T>& diagonal, const math::Mat3<T>& r,
                                           const math::Vec3<T>& c, const T& mass) {
  using math::Vec3;
  // Rows of R diag, then their products with the rows of R.
  const Vec3<T> x = {r.xx, r.xy, r.xz}, y = {r.yx, r.yy, r.yz}, z = {r.zx, r.zy, r.zz};
  const auto scaled = [&](const Vec3<T>& row) {
    return Vec3<T>{diagonal.x * row.x, diagonal.y * row.y, diagonal.z * row.z};
  };
  const Vec3<T> xd = scaled(x), yd = scaled(y), zd = scaled(z);
  const Vec3<T> moment = mass * c;
  const T mxx = moment.x * c.x, myy = moment.y * c.y, mzz = moment.z * c.z;
  return {dot(xd, x) + (myy + mzz),
          dot(yd, y) + (mxx + mzz),
          dot(zd, z) + (mxx + myy),
          fma(-moment.x, c.y, dot(xd, y)),
          fma(-moment.x, c.z, dot(xd, z)),
          fma(-moment.y, c.z, dot(yd, z)),
          moment,
          mass};
}

/// Rate of change of a body's momentum at velocity v and acceleration a: I a + v x* I v.
template <class T>
THEW_INLINE math::Force<T> momentum_rate(const math::Inertia<T>& inertia, const math::Motion<T>& v,
                                         const math::Motion<T>& a) {
  return add_cross(inertia * a, v, inertia * v);
}

/// What of it follows a change x of the velocity while the body's frame turns with it, a linear
/// map: I (x cross v) + x cross* (I v) + v cross* (I x), 6 x 6.
template <class T>
THEW_HD inline void momentum_rate_slope(const math::Inertia<T>& inertia, const math::Motion<T>& v,
                                        T* matrix) {
  using namespace math;
  const Force<T> momentum = inertia * v;
  for (int c = 0; c < 6; ++c) {
    T unit[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
    unit[c] = T(1);
    const Motion<T> x = load_motion(unit);
    const Force<T> column = inertia * cross(x, v) + cross(x, momentum) + cross(v, inertia * x);
    T entries[6];
    store(entries, column);
    for (int r = 0; r < 6; ++r) matrix[6 * r + c] = entries[r];
  }
}

}  // namespace thew::element
