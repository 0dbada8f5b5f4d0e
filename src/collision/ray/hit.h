#pragma once

// What rays are and what they find. A ray is origin + x direction, x >= 0; the direction needs not
// be unit, and distances are values of x.

#include "collision/shape.h"

namespace thew::collision {

template <class T>
struct Ray {
  Vec3<T> origin;
  Vec3<T> direction;
};

/// The first point of a surface on a ray.
template <class T>
struct Hit {
  T distance = T(-1);                   ///< x; -1: none
  Vec3<T> normal = {T(0), T(0), T(0)};  ///< of the surface, outwards; zero where nothing is hit
};

/// The ray as seen from a shape.
template <class T>
Ray<T> to_local(const Placed<T>& at, const Ray<T>& ray) {
  return {math::multiply_transposed(at.rot, ray.origin - at.pos),
          math::multiply_transposed(at.rot, ray.direction)};
}

/// `other` where it is a hit and nearer than `best`.
template <class T>
Hit<T> nearer(const Hit<T>& best, const Hit<T>& other) {
  const auto take =
      (other.distance >= T(0)) & ((other.distance < best.distance) | (best.distance < T(0)));
  return {math::select(take, other.distance, best.distance),
          math::select(take, other.normal, best.normal)};
}

}  // namespace thew::collision
