#pragma once

#include "collision/sdf/motion.h"

namespace thew::collision {

/// Contacts with a distance field as they are found, in the frame of the field.
class FoundPoints {
 public:
  FoundPoints(const Shape& field, Point<double>* points)
      : pos_(field.at.pos), quat_(field.quat), points_(points) {}

  int count() const { return count_; }
  bool is_full() const { return count_ == kMaxPoints; }

  /// Whether a point was found before.
  bool knows(const Vec3d& p) const {
    for (int i = 0; i < count_; ++i) {
      if (plain_norm(p - found_[i]) < 1e-15) return true;
    }
    return false;
  }

  /// Adds a point at which both surfaces are `dist` (not positive) apart; `outwards` is the
  /// gradient of the field there.
  void add(const Vec3d& p, double dist, const Vec3d& outwards) {
    const double norm = plain_norm(outwards);
    if (!(norm >= 1e-15) || is_full()) return;
    const Vec3d normal = plain_rotate(quat_, outwards * (-1 / norm));
    const Vec3d pos = plain_rotate(quat_, p) + pos_;
    found_[count_] = p;
    points_[count_++] = {dist, plain_axpy(0.5 * dist, normal, pos), normal, Vec3d{0, 0, 0}};
  }

 private:
  Vec3d pos_;
  math::Quat<double> quat_;
  Point<double>* points_;
  Vec3d found_[kMaxPoints];
  int count_ = 0;
};

/// The i-th number of van der Corput's sequence in a base; two or three bases give Halton's.
inline double halton(int i, int base) {
  double f = 1.0 / base, sum = 0;
  for (; i > 0; i /= base, f /= base) sum += f * (i % base);
  return sum;
}

}  // namespace thew::collision
