#pragma once

// Simplices of the difference set, and their points nearest to the origin.

#include "collision/convex/support.h"

namespace thew::collision {

/// One to four points of A - B; the newest is the last.
class Simplex {
 public:
  int count() const { return count_; }
  const SupportPoint& operator[](int i) const { return slot_[order_ >> 4 * i & 3]; }

  /// Room for one more point, which `push` takes in.
  SupportPoint& next() { return slot_[order_ >> 4 * count_ & 3]; }
  void push() { ++count_; }
  /// Whether the next point is there already.
  bool has_next() const {
    const Vec3d& w = slot_[order_ >> 4 * count_ & 3].w;
    for (int i = 0; i < count_; ++i) {
      const Vec3d& v = (*this)[i].w;
      if (v.x == w.x && v.y == w.y && v.z == w.z) return true;
    }
    return false;
  }

  /// Finds the point of the simplex that is nearest to the origin, and drops the points that do not
  /// carry it; none are left where they are not finite.
  ///
  /// The method is that of signed volumes: Montanari, Petrinic and Barbieri, "Improving the GJK
  /// algorithm for faster and more reliable distance queries", ACM Trans. Graph. 36 (2017).
  Vec3d reduce_to_nearest();

  /// The points of A and B that make up the nearest point.
  void nearest_points(Vec3d& a, Vec3d& b) const;

 private:
  SupportPoint slot_[4];
  unsigned order_ = 0x3210;  ///< slots of the points, then the free ones: four bits each
  int count_ = 0;
};

/// The foot of the origin on the plane through a, b, c; false where there is no plane.
bool foot_on_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& foot);

/// Barycentric coordinates of a point p in the plane of a triangle, not normalised: signed areas,
/// seen along the coordinate axis on which the triangle looks largest.
void areas(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p, double* area);

}  // namespace thew::collision
