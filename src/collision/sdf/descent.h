#pragma once

// Where two signed distance fields overlap, by gradient descent.

#include "collision/sdf/field.h"
#include "collision/sdf/motion.h"

namespace thew::collision {

/// Functions of the distances A and B to two shapes.
enum class Objective {
  Overlap,       ///< A + B + |max(A, B)|: least where they overlap most, or between them
  Intersection,  ///< max(A, B): the distance to what both have in common
  Middle,        ///< A - B: zero halfway between the surfaces; its gradient is made of unit ones
};

/// Two shapes, seen in the frame of the first.
class FieldPair {
 public:
  FieldPair(const Shape& a, const Shape& b);

  double value(Objective objective, const Vec3d& p) const;
  FieldSample sample(Objective objective, const Vec3d& p) const;

  /// Walks downhill by up to `steps` steps, each shortened until it is an improvement; returns the
  /// value where it ends, or kNoDescent where the gradient is not finite.
  double descend(Objective objective, int steps, Vec3d& p) const;

 private:
  void show(Objective objective, const Vec3d& p, bool a_larger) const;

  const Shape &a_, &b_;
  Motion seen_by_b_;  ///< from the frame of a to that of b
};

inline constexpr double kNoDescent = 1e10;

}  // namespace thew::collision
