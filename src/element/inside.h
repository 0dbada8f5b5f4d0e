#pragma once

// Whether points are inside of primitives.

#include <thew/enums.h>

#include "math/scalar.h"
#include "math/vec3.h"

namespace thew::element {

/// Whether a point, in the frame of a primitive, is inside.
template <class T>
THEW_HD inline MaskOf<T> is_inside(GeomType type, const math::Vec3<T>& size,
                                   const math::Vec3<T>& p) {
  const T across = fma(p.y, p.y, p.x * p.x);
  switch (type) {
    case GeomType::Sphere:
      return dot(p, p) < size.x * size.x;
    case GeomType::Capsule: {
      const T z = p.z - clamp(p.z, -size.y, size.y);
      return fma(z, z, across) < size.x * size.x;
    }
    case GeomType::Ellipsoid: {
      const math::Vec3<T> q = {p.x / size.x, p.y / size.y, p.z / size.z};
      return dot(q, q) < T(1);
    }
    case GeomType::Cylinder:
      return (abs(p.z) < size.y) & (across < size.x * size.x);
    case GeomType::Box:
      return (abs(p.x) < size.x) & (abs(p.y) < size.y) & (abs(p.z) < size.z);
    case GeomType::Plane:
      return p.z < T(0);
    default:
      return MaskOf<T>(false);
  }
}

}  // namespace thew::element
