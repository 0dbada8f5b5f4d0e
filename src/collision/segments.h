#pragma once

#include "math/plain.h"

namespace thew::collision {

using math::Vec3d;

/// The nearest points of two segments, and which shares of the ways from first to second ends they
/// are at.
struct NearestOfSegments {
  Vec3d first, second;
  double share[2];
};

/// Of parallel segments, many points are nearest: the first end of the first segment is asked, as
/// with MuJoCo, and what counts as parallel is.
inline NearestOfSegments nearest_of_segments(const Vec3d* a, const Vec3d* b) {
  constexpr double kNothing = 1e-12;  // [m^2], [m^4]
  const auto within = [](double x) { return math::clamp(x, 0.0, 1.0); };
  const Vec3d along_a = a[1] - a[0], along_b = b[1] - b[0], way = a[0] - b[0];
  const double aa = dot(along_a, along_a), bb = dot(along_b, along_b);
  const double a_way = dot(along_a, way), b_way = dot(along_b, way);
  double s = 0, t = 0;
  if (aa <= kNothing) {
    t = bb <= kNothing ? 0 : within(b_way / bb);
  } else if (bb <= kNothing) {
    s = within(-a_way / aa);
  } else {
    const double ab = dot(along_a, along_b), cross = aa * bb - ab * ab;
    if (cross > kNothing) s = within((ab * b_way - a_way * bb) / cross);
    t = (ab * s + b_way) / bb;
    if (t < 0) {
      s = within(-a_way / aa);
    } else if (t > 1) {
      s = within((ab - a_way) / aa);
    }
    t = within(t);
  }
  return {axpy(s, along_a, a[0]), axpy(t, along_b, b[0]), {s, t}};
}

}  // namespace thew::collision
