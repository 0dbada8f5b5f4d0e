#pragma once

// From the frame of one shape to that of another, by quaternions and rounded after each operation.
//
// Searches start in corners of boxes and end on surfaces, where several faces are equally near:
// rounding decides between them. These are the steps that other engines take.

#include "collision/shape.h"
#include "math/plain.h"

namespace thew::collision {

struct Motion {
  Mat3d rot;
  Vec3d shift;

  Vec3d operator()(const Vec3d& p) const { return plain_rotate(rot, p) + shift; }
};

/// q v q*
Vec3d plain_rotate(const math::Quat<double>& q, const Vec3d& v);

/// What maps points in the frame of `from` to that of `to`.
Motion motion(const Shape& from, const Shape& to);

}  // namespace thew::collision
