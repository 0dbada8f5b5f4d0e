#pragma once

// Where a ray meets triangles. The edge of two triangles is decided by the same bits for both, so
// that no ray slips between them: Woop, Benthin and Wald, "Watertight ray/triangle intersection",
// JCGT 2 (2013).

#include <utility>

#include "collision/ray/hit.h"

namespace thew::collision {

/// A ray prepared for many triangles: seen along its direction, which is sheared to an axis.
class TriangleRay {
 public:
  explicit TriangleRay(const Ray<double>& ray) : origin_(ray.origin), direction_(ray.direction) {
    using math::abs;
    const double v[3] = {direction_.x, direction_.y, direction_.z};
    along_ = abs(v[0]) >= abs(v[1]) ? 0 : 1;
    if (abs(v[2]) > abs(v[along_])) along_ = 2;
    right_ = (along_ + 1) % 3;
    up_ = (along_ + 2) % 3;
    per_along_ = 1 / v[along_];
    shear_right_ = v[right_] * per_along_;
    shear_up_ = v[up_] * per_along_;
  }

  /// The hit, with the normal by the order of the corners, not normalised; -1 where there is none.
  Hit<double> hit(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) const {
    const Flat fa = flatten(a), fb = flatten(b), fc = flatten(c);
    // Twice the areas of the triangles that the ray forms with the edges.
    const double u = area(fc, fb), v = area(fa, fc), w = area(fb, fa);
    const bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
    const double sum = u + v + w;
    if (!inside || sum == 0) return {};
    const double x = (u * fa.depth + v * fb.depth + w * fc.depth) / sum * per_along_;
    if (!(x >= 0)) return {};
    return {x, math::cross(a - c, b - c)};
  }

 private:
  struct Flat {
    double right, up, depth;
  };
  Flat flatten(const Vec3<double>& corner) const {
    const Vec3<double> d = corner - origin_;
    const double p[3] = {d.x, d.y, d.z};
    return {p[right_] - shear_right_ * p[along_], p[up_] - shear_up_ * p[along_], p[along_]};
  }
  static double area(const Flat& a, const Flat& b) { return a.right * b.up - a.up * b.right; }

  Vec3<double> origin_, direction_;
  int along_, right_, up_;
  double per_along_, shear_right_, shear_up_;
};

}  // namespace thew::collision
