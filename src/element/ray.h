#pragma once

// Where rays meet primitives. A ray is origin + x direction, x >= 0; the direction needs not be
// unit, and distances are values of x. Surfaces are hit from both sides, but planes from above
// only.

#include <limits>

#include <thew/enums.h>

#include "element/shape.h"

namespace thew::element {

template <class T>
struct Ray {
  Vec3<T> origin;
  Vec3<T> direction;
};

/// The first point of a surface on a ray.
template <class T>
struct Hit {
  T distance = T(-1);                   ///< x; -1: none
  Vec3<T> normal = {T(0), T(0), T(0)};  ///< of the surface, outwards; zero where nothing is hit
};

/// The ray as seen from a shape.
template <class T>
THEW_HD inline Ray<T> to_local(const Placed<T>& at, const Ray<T>& ray) {
  return {math::multiply_transposed(at.rot, ray.origin - at.pos),
          math::multiply_transposed(at.rot, ray.direction)};
}

/// `other` where it is a hit and nearer than `best`.
template <class T>
THEW_HD inline Hit<T> nearer(const Hit<T>& best, const Hit<T>& other) {
  using math::select;
  const auto take =
      (other.distance >= T(0)) & ((other.distance < best.distance) | (best.distance < T(0)));
  return {select(take, other.distance, best.distance), select(take, other.normal, best.normal)};
}

namespace ray_parts {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Where a line is within `radius` of a point or of an axis.
template <class T>
struct Crossing {
  T first, second;  ///< NaN where it never is
};

/// The two x with |p + x v| = radius. The distance of the line from the origin is taken from its
/// nearest point, so that far away nothing cancels:
///   q = p - (v.p / v.v) v,   x = -(v.p / v.v) -+ sqrt((radius^2 - q.q) / v.v)
template <class T>
THEW_HD inline Crossing<T> cross_round(const Vec3<T>& p, const Vec3<T>& v, const T& radius) {
  const T square = dot(v, v), middle = -dot(v, p) / square;
  const Vec3<T> q = axpy(middle, v, p);
  const T half = sqrt((radius * radius - dot(q, q)) / square);
  return {middle - half, middle + half};
}

/// The smaller root that is not negative, or -1.
template <class T>
THEW_HD inline T first_not_negative(const Crossing<T>& x) {
  return select(x.first >= T(0), x.first, select(x.second >= T(0), x.second, T(-1)));
}

template <class T>
THEW_HD inline Vec3<T> unit(const Vec3<T>& v) {
  const T length = norm(v);
  return v * (T(1) / select(length > T(0), length, T(1)));
}

/// Leaves no normal where nothing is hit.
template <class T>
THEW_HD inline Hit<T> finish(const Placed<T>& at, const T& distance, const Vec3<T>& local_normal) {
  const Vec3<T> zero = {T(0), T(0), T(0)};
  return {distance, select(distance >= T(0), at.rot * local_normal, zero)};
}

}  // namespace ray_parts

/// A plane, or the rectangle that it is drawn as.
template <class T>
THEW_HD inline Hit<T> ray_plane(const Placed<T>& at, const Ray<T>& ray) {
  using namespace math;
  const Ray<T> local = to_local(at, ray);
  const Vec3<T>&p = local.origin, &v = local.direction;
  constexpr double kParallel = 1e-15;  // sine of the angle to the plane
  const auto towards = (v.z < T(0)) & (v.z * v.z > T(kParallel * kParallel) * dot(v, v));
  const T x = -p.z / select(towards, v.z, T(1));
  const auto within = [&](const T& start, const T& step, const T& size) {
    return (size <= T(0)) | (abs(fma(x, step, start)) <= size);
  };
  const auto hit =
      towards & (x >= T(0)) & within(p.x, v.x, at.size.x) & within(p.y, v.y, at.size.y);
  return ray_parts::finish(at, select(hit, x, T(-1)), Vec3<T>{T(0), T(0), T(1)});
}

template <class T>
THEW_HD inline Hit<T> ray_sphere(const Placed<T>& at, const Ray<T>& ray) {
  using namespace math;
  const Vec3<T> p = ray.origin - at.pos, zero = {T(0), T(0), T(0)};
  const T x = ray_parts::first_not_negative(ray_parts::cross_round(p, ray.direction, at.size.x));
  return {x, select(x >= T(0), ray_parts::unit(axpy(x, ray.direction, p)), zero)};
}

/// Radius size.x around a segment of half length size.y.
template <class T>
THEW_HD inline Hit<T> ray_capsule(const Placed<T>& at, const Ray<T>& ray) {
  using namespace math;
  const Ray<T> local = to_local(at, ray);
  const Vec3<T>&p = local.origin, &v = local.direction;
  const T radius = at.size.x, half = at.size.y;
  Hit<T> best;
  const auto offer = [&](const T& x, const auto& counts, const Vec3<T>& centre) {
    const Vec3<T> normal = axpy(x, v, p) - centre;
    best = nearer(best, {select(counts, x, T(-1)), normal});
  };
  const auto side = ray_parts::cross_round<T>({p.x, p.y, T(0)}, {v.x, v.y, T(0)}, radius);
  const T x = ray_parts::first_not_negative(side), z = fma(x, v.z, p.z);
  offer(x, abs(z) <= half, {T(0), T(0), z});
  for (const double end : {1.0, -1.0}) {
    const Vec3<T> centre = {T(0), T(0), T(end) * half};
    const auto cap = ray_parts::cross_round(p - centre, v, radius);
    const T roots[] = {cap.first, cap.second};
    for (const T& root : roots) {
      offer(root, T(end) * fma(root, v.z, p.z) >= half, centre);
    }
  }
  return ray_parts::finish(at, best.distance, ray_parts::unit(best.normal));
}

template <class T>
THEW_HD inline Hit<T> ray_ellipsoid(const Placed<T>& at, const Ray<T>& ray) {
  using namespace math;
  const Ray<T> local = to_local(at, ray);
  const Vec3<T>&p = local.origin, &v = local.direction;
  const Vec3<T> s = {T(1) / at.size.x, T(1) / at.size.y, T(1) / at.size.z};
  const auto scaled = [&](const Vec3<T>& a) { return Vec3<T>{a.x * s.x, a.y * s.y, a.z * s.z}; };
  // In coordinates divided by the radii it is the unit sphere.
  const Vec3<T> start = scaled(p), step = scaled(v);
  const T x = ray_parts::first_not_negative(ray_parts::cross_round(start, step, T(1)));
  return ray_parts::finish(at, x, ray_parts::unit(scaled(axpy(x, step, start))));
}

/// Radius size.x, half length size.y.
template <class T>
THEW_HD inline Hit<T> ray_cylinder(const Placed<T>& at, const Ray<T>& ray) {
  using namespace math;
  const Ray<T> local = to_local(at, ray);
  const Vec3<T>&p = local.origin, &v = local.direction;
  const T radius = at.size.x, half = at.size.y;
  Hit<T> best;
  for (const double end : {-1.0, 1.0}) {
    const T x = (T(end) * half - p.z) / v.z;
    const T px = fma(x, v.x, p.x), py = fma(x, v.y, p.y);
    const auto counts = px * px + py * py <= radius * radius;
    best = nearer(best, {select(counts, x, T(-1)), {T(0), T(0), T(end)}});
  }
  const auto side = ray_parts::cross_round<T>({p.x, p.y, T(0)}, {v.x, v.y, T(0)}, radius);
  const T x = ray_parts::first_not_negative(side);
  const Vec3<T> outward = {fma(x, v.x, p.x), fma(x, v.y, p.y), T(0)};
  const auto counts = abs(fma(x, v.z, p.z)) <= half;
  best = nearer(best, {select(counts, x, T(-1)), ray_parts::unit(outward)});
  return ray_parts::finish(at, best.distance, best.normal);
}

/// Where a ray is inside a box, and through which side it enters and leaves.
template <class T>
struct BoxPassage {
  T enter, leave;  ///< enter > leave: never
  Vec3<T> enter_normal, leave_normal;
};

/// The ray in the frame of a box of half sizes `size` around the origin.
template <class T>
THEW_HD inline BoxPassage<T> pass_box(const Vec3<T>& size, const Vec3<T>& p, const Vec3<T>& v) {
  using namespace math;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  BoxPassage<T> box = {T(-ray_parts::kInfinity), T(ray_parts::kInfinity), zero, zero};
  const auto slab = [&](const T& half, const T& start, const T& step, const Vec3<T>& axis) {
    const auto still = step == T(0), backwards = step < T(0);
    const T per_step = T(1) / select(still, T(1), step);
    // A ray along the slab is in it always or never.
    const T always = select(abs(start) <= half, T(-ray_parts::kInfinity), T(ray_parts::kInfinity));
    const T low = (-half - start) * per_step, high = (half - start) * per_step;
    const T in = select(still, always, select(backwards, high, low));
    const T out = select(still, -always, select(backwards, low, high));
    const Vec3<T> front = select(backwards, axis, -axis);
    const auto later = in > box.enter, sooner = out < box.leave;
    box.enter = select(later, in, box.enter);
    box.enter_normal = select(later, front, box.enter_normal);
    box.leave = select(sooner, out, box.leave);
    box.leave_normal = select(sooner, -front, box.leave_normal);
  };
  slab(size.x, p.x, v.x, {T(1), T(0), T(0)});
  slab(size.y, p.y, v.y, {T(0), T(1), T(0)});
  slab(size.z, p.z, v.z, {T(0), T(0), T(1)});
  return box;
}

/// The first side of a box that the ray meets, in the box's frame.
template <class T>
THEW_HD inline Hit<T> first_side(const BoxPassage<T>& box) {
  using namespace math;
  const auto outside = box.enter >= T(0);
  const T x = select(outside, box.enter, box.leave);
  const auto hit = (box.enter <= box.leave) & (x >= T(0)) & (x < T(ray_parts::kInfinity));
  const Vec3<T> zero = {T(0), T(0), T(0)};
  return {select(hit, x, T(-1)),
          select(hit, select(outside, box.enter_normal, box.leave_normal), zero)};
}

template <class T>
THEW_HD inline Hit<T> ray_box(const Placed<T>& at, const Ray<T>& ray) {
  const Ray<T> local = to_local(at, ray);
  const Vec3<T>&p = local.origin, &v = local.direction;
  const Hit<T> hit = first_side(pass_box(at.size, p, v));
  return {hit.distance, at.rot * hit.normal};
}

/// A primitive by its type; nothing where it is none.
template <class T>
THEW_HD inline Hit<T> ray_primitive(GeomType type, const Placed<T>& at, const Ray<T>& ray) {
  switch (type) {
    case GeomType::Plane:
      return ray_plane(at, ray);
    case GeomType::Sphere:
      return ray_sphere(at, ray);
    case GeomType::Capsule:
      return ray_capsule(at, ray);
    case GeomType::Ellipsoid:
      return ray_ellipsoid(at, ray);
    case GeomType::Cylinder:
      return ray_cylinder(at, ray);
    case GeomType::Box:
      return ray_box(at, ray);
    default:
      return {};
  }
}

THEW_HD inline bool is_primitive(GeomType type) {
  return type != GeomType::Hfield && type <= GeomType::Box;
}

}  // namespace thew::element
