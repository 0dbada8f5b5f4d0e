#pragma once

#include "element/inside.h"
#include "element/pair/box_axes.h"
#include "element/pair/box_box.h"
#include "element/pair/capsule.h"
#include "element/pair/capsule_box.h"
#include "element/pair/clip.h"
#include "element/pair/frame.h"
#include "element/pair/plane.h"
#include "element/pair/quad.h"
#include "element/pair/sphere.h"
#include "element/probe.h"
#include "element/ray.h"
#include "element/shape.h"

namespace thew::element::probe {

/// Writes `most` points; those that are not there are zeros.
template <class T>
THEW_HD inline void put_points(Results<T>& out, const Point<T>* points, int count, int most) {
  const math::Vec3<T> zero = {T(0), T(0), T(0)};
  for (int i = 0; i < most; ++i) {
    const MaskOf<T> there = i < count ? points[i].dist < T(kAbsent) : MaskOf<T>(false);
    out << select(there, i < count ? points[i].dist : T(0), T(0));
    out << select(there, i < count ? points[i].pos : zero, zero);
    out << select(there, i < count ? points[i].normal : zero, zero);
  }
}

/// Writes the sum of points, which does not depend on the slots that lanes put them in.
template <class T>
THEW_HD inline void put_sum(Results<T>& out, const Point<T>* points, int count) {
  const math::Vec3<T> zero = {T(0), T(0), T(0)};
  T dist(0);
  math::Vec3<T> pos = zero, normal = zero;
  for (int i = 0; i < count; ++i) {
    const MaskOf<T> there = points[i].dist < T(kAbsent);
    dist = dist + select(there, points[i].dist, T(0));
    pos = pos + select(there, points[i].pos, zero);
    normal = normal + select(there, points[i].normal, zero);
  }
  out << dist << pos << normal;
}

/// A shape at three coordinates, turned by the next four, of three sizes.
template <class T>
THEW_HD inline Placed<T> placed_at(const T* x) {
  return {math::load3(x), to_matrix(normalized(math::load4(x + 3))), math::load3(x + 7)};
}

/// A plane below a shape that leans into it.
struct PlanePairs {
  static constexpr int kInputs = 17, kOutputs = 7 * 5 + 9;
  static constexpr double kLow[kInputs] = {-0.05, -0.05, -0.1, 1,  -0.1, -0.1, -0.1, -1,  -1,
                                           0.1,   0.7,   -1,   -1, -1,   0.3,  0.2,  0.25};
  static constexpr double kHigh[kInputs] = {0.05, 0.05, 0.1, 2, 0.1, 0.1, 0.1, 1,   1,
                                            0.2,  1,    1,   1, 1,   0.4, 0.3, 0.35};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Placed<T> plane = {math::load3(x), to_matrix(normalized(math::load4(x + 3))),
                             math::load3(x)};
    const Placed<T> shape = placed_at(x + 7);
    const T margin = T(0.1);
    Point<T> points[8];
    put_sum(out, points, plane_sphere(plane, shape, margin, points));
    put_sum(out, points, plane_capsule(plane, shape, margin, points));
    put_sum(out, points, plane_ellipsoid(plane, shape, margin, points));
    put_sum(out, points, plane_cylinder(plane, shape, margin, points));
    put_sum(out, points, plane_box(plane, shape, margin, points));
    out << contact_frame(plane.rot.column_z(), shape.pos);
  }
};

/// Shapes that overlap a little.
struct RoundPairs {
  static constexpr int kInputs = 20, kOutputs = 7 * (1 + 1 + 1 + 1 + 2);
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, 0.6, -1, -1, -1, 0.3, 0.3, 0.3,
                                           0.4,  -0.2, 0.2,  0.6, -1, -1, -1, 0.3, 0.3, 0.3};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1, 1, 1, 1, 1, 0.4, 0.4, 0.4,
                                            0.6, 0.2, 0.4, 1, 1, 1, 1, 0.4, 0.4, 0.4};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Placed<T> a = placed_at(x), b = placed_at(x + 10);
    const T margin = T(0.1);
    Point<T> points[2];
    put_points(out, points, sphere_sphere(a, b, margin, points), 1);
    put_points(out, points, sphere_capsule(a, b, margin, points), 1);
    put_points(out, points, sphere_cylinder(a, b, margin, points), 1);
    put_points(out, points, sphere_box(a, b, margin, points), 1);
    put_points(out, points, capsule_capsule(a, b, margin, points), 2);
  }
};

/// A ray from above through the middle of each primitive, and points within and without.
struct Rays {
  static constexpr int kInputs = 16, kOutputs = 6 * (1 + 3 + 2);
  static constexpr double kLow[kInputs] = {-0.02, -0.02, -0.02, 1,   -0.1, -0.1, -0.1, 0.3,
                                           0.3,   0.3,   1.9,   -.1, 0.9,  -1.1, -.05, -.55};
  static constexpr double kHigh[kInputs] = {0.02, 0.02, 0.02, 2,  0.1, 0.1, 0.1,  0.4,
                                            0.4,  0.4,  2.1,  .1, 1.1, -.9, 0.05, -.45};
  static constexpr double kTolerance = 1e-6;

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Placed<T> at = placed_at(x);
    const Ray<T> ray = {math::load3(x + 10), math::load3(x + 13)};
    for (const GeomType type : {GeomType::Plane, GeomType::Sphere, GeomType::Capsule,
                                GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box}) {
      const Hit<T> hit = is_primitive(type) ? ray_primitive(type, at, ray) : Hit<T>{};
      out << hit.distance << hit.normal;
      out.truth(is_inside<T>(type, at.size, at.pos)).truth(is_inside<T>(type, at.size, ray.origin));
    }
  }
};

/// Pairs with boxes, which take their parallelism from the box: no lanes.
struct BoxPairs {
  static constexpr int kInputs = 20, kOutputs = 7 * (8 + 2);
  static constexpr double kLow[kInputs] = {-0.1, -0.1, -0.1, 0.6, -1, -1, -1, 0.3, 0.3, 0.3,
                                           0.4,  -0.2, 0.2,  0.6, -1, -1, -1, 0.3, 0.3, 0.3};
  static constexpr double kHigh[kInputs] = {0.1, 0.1, 0.1, 1, 1, 1, 1, 0.4, 0.4, 0.4,
                                            0.6, 0.2, 0.4, 1, 1, 1, 1, 0.4, 0.4, 0.4};

  template <class T>
  THEW_HD static void run(const T* x, T* y) {
    Results<T> out{y};
    const Placed<T> a = placed_at(x), b = placed_at(x + 10);
    Point<T> points[kBoxBoxPoints];
    put_points(out, points, box_box(a, b, T(0.05), points), kBoxBoxPoints);
    put_points(out, points, capsule_box(a, b, T(0.05), points), kCapsuleBoxPoints);
  }
};

}  // namespace thew::element::probe
