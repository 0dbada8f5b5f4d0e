#pragma once

// Sets made of other sets, by their distances. What comes out bounds the distance from below
// outside, and is exact on the surface.

namespace thew::collision {

inline double unite(double a, double b) {
  return a < b ? a : b;
}
inline double intersect(double a, double b) {
  return a > b ? a : b;
}
/// A without B.
inline double subtract(double a, double b) {
  return intersect(a, -b);
}

}  // namespace thew::collision
