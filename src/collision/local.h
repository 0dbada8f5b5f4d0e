#pragma once

// Into the frame of a shape and back.

#include "collision/shape.h"
#include "math/plain.h"

namespace thew::collision {

/// Another shape, in the frame of the first.
inline Shape seen_from(const Shape& first, const Shape& other) {
  Shape shape = other;
  shape.at.pos = plain_unrotate(first.at.rot, other.at.pos - first.at.pos);
  shape.at.rot = plain_unrotate(first.at.rot, other.at.rot);
  return shape;
}

/// Carries contacts from the frame of a shape to the world.
inline void to_world(const Shape& shape, Point<double>* points, int count) {
  for (int i = 0; i < count; ++i) {
    points[i].normal = plain_rotate(shape.at.rot, points[i].normal);
    points[i].pos = plain_rotate(shape.at.rot, points[i].pos) + shape.at.pos;
  }
}

}  // namespace thew::collision
