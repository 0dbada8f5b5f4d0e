#pragma once

// The shortest way of a string from one point to another around a sphere or a cylinder, or along
// the inner side of one. All of it happens in a plane: for a cylinder the one across its axis, for
// a sphere that of its centre and the two ends. A cylinder's string rises evenly along its way.
//
// Pure functions of the scalar type; where lanes differ each takes its own side.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/mat3.h"

namespace thew::element {

using math::select;

/// A vector of the plane.
template <class T>
struct Vec2 {
  T x, y;
};

template <class T>
THEW_INLINE T dot(const Vec2<T>& a, const Vec2<T>& b) {
  return fma(a.y, b.y, a.x * b.x);
}
template <class T>
THEW_INLINE T cross(const Vec2<T>& a, const Vec2<T>& b) {
  return a.x * b.y - a.y * b.x;
}
/// The angle from a to b, counter-clockwise, in [-pi, pi].
template <class T>
THEW_INLINE T angle_between(const Vec2<T>& a, const Vec2<T>& b) {
  return atan2(cross(a, b), dot(a, b));
}
/// s a + t b
template <class T>
THEW_INLINE Vec2<T> combine(const T& s, const Vec2<T>& a, const T& t, const Vec2<T>& b) {
  return {fma(t, b.x, s * a.x), fma(t, b.y, s * a.y)};
}
/// a turned by a quarter, counter-clockwise.
template <class T>
THEW_INLINE Vec2<T> quarter_turn(const Vec2<T>& a) {
  return {-a.y, a.x};
}
template <class T>
THEW_INLINE Vec2<T> select(const MaskOf<T>& m, const Vec2<T>& a, const Vec2<T>& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y)};
}

/// How a string meets the circle: it goes straight from its first end to `first`, by `along` on the
/// circle to `second`, and straight to its other end. Directions are those of the straight parts.
template <class T>
struct Touch {
  MaskOf<T> wraps;
  Vec2<T> first, second;
  Vec2<T> arrival, departure;
  T before, along, after;  ///< lengths
};

template <class T>
THEW_HD inline Touch<T> select(const MaskOf<T>& m, const Touch<T>& a, const Touch<T>& b) {
  return {MaskOf<T>((m & a.wraps) | (!m & b.wraps)),
          select<T>(m, a.first, b.first),
          select<T>(m, a.second, b.second),
          select<T>(m, a.arrival, b.arrival),
          select<T>(m, a.departure, b.departure),
          select(m, a.before, b.before),
          select(m, a.along, b.along),
          select(m, a.after, b.after)};
}

/// Which way a string turns about the centre, and whether it turns by more than half a turn.
template <class T>
struct Turn {
  T sign;  ///< 1 to the left, -1 to the right
  MaskOf<T> beyond;
};

/// The way of the line from a by `side` to b, which turns by W = angle(a, side) + angle(side, b),
/// or of the shorter one if there is no side. W is angle(a, b) but for whole turns.
template <class T>
THEW_HD inline Turn<T> find_turn(const Vec2<T>& a, const Vec2<T>& b, const Vec2<T>* side) {
  const T whole = copysign(T(1), cross(a, b));
  if (!side) return {whole, false};
  const T there = cross(a, *side), on = cross(*side, b), direct = cross(a, b);
  const T first = copysign(T(1), there);
  const MaskOf<T> same = first == copysign(T(1), on);
  const MaskOf<T> around = (direct == T(0)) & (dot(a, b) > T(0)) & (dot(a, *side) < T(0));
  return {select(same, first, whole), MaskOf<T>(same & ((first * direct < T(0)) | around))};
}

/// Around the circle the same way as the line from a by `side` to b, or the shorter way if there is
/// no side. That line turns by W about the centre; the string leaves the circle between its
/// tangents from both ends, so that it wraps by arc = |W| - acos(r/|a|) - acos(r/|b|) where this is
/// positive.
///
/// As complex numbers, a* b has the angle W and p = (r + i before)(r + i after) that of both
/// tangents, with the lengths of the straight parts, so that one arc tangent of their quotient
/// gives the arc but for whole turns. Those are known: the arc is within 3 pi/4 of pi/4 where the
/// tangents' angle is sharp, of -pi/4 where it is not, and of pi more where W is beyond half a
/// turn.
template <class T>
THEW_HD inline Touch<T> wrap_outside(const Vec2<T>& a, const Vec2<T>& b, const Vec2<T>* side,
                                     const T& r) {
  constexpr double kPi = 3.141592653589793;
  const T aa = dot(a, a), bb = dot(b, b), rr = r * r;
  const Vec2<T> span = {b.x - a.x, b.y - a.y};
  Touch<T> touch{};
  touch.wraps = (aa >= rr) & (bb >= rr) & (r >= T(kMinVal)) & (dot(span, span) >= T(kMinVal));
  if (none(touch.wraps)) return touch;
  const Turn<T> turn = find_turn(a, b, side);
  const T s = turn.sign;
  touch.before = sqrt(max(aa - rr, T(0)));
  touch.after = sqrt(max(bb - rr, T(0)));
  const Vec2<T> way = {dot(a, b), s * cross(a, b)};
  const Vec2<T> p = {fma(-touch.before, touch.after, rr), r * (touch.before + touch.after)};
  touch.wraps = touch.wraps & (turn.beyond | (cross(p, way) >= T(0)));
  if (none(touch.wraps)) return touch;
  const T middle = select(p.x < T(0), T(-kPi / 4), T(kPi / 4)) + select(turn.beyond, T(kPi), T(0));
  const T angle = angle_between(p, way), from_middle = angle - middle;
  const T arc = angle + select(from_middle > T(kPi), T(-2 * kPi),
                               select(from_middle < T(-kPi), T(2 * kPi), T(0)));
  touch.wraps = touch.wraps & (arc > T(0));
  touch.along = r * arc;
  // Normals of the circle where the tangents from a and b touch it.
  const T by_a = T(1) / aa, by_b = T(1) / bb;
  const Vec2<T> n = combine(r * by_a, a, s * touch.before * by_a, quarter_turn(a));
  const Vec2<T> k = combine(r * by_b, b, -s * touch.after * by_b, quarter_turn(b));
  touch.first = {r * n.x, r * n.y};
  touch.second = {r * k.x, r * k.y};
  touch.arrival = {-s * n.y, s * n.x};
  touch.departure = {-s * k.y, s * k.x};
  return touch;
}

/// The angle of incidence t at which a string from a to b is thrown back by the inner side of the
/// circle, with A = r/|a|, B = r/|b| and G the angle between the ends:
///   asin(A sin t) + asin(B sin t) - 2 t + G = 0,
/// by Newton's method from pi/2. The tolerance is that of MuJoCo. False where there is none.
template <class T>
THEW_HD inline MaskOf<T> find_incidence(const T& A, const T& B, const T& G, MaskOf<T> open, T& t) {
  constexpr int kIterations = 20;
  constexpr double kTolerance = 1e-6, kHalfPi = 1.5707963267948966;
  t = T(kHalfPi);
  T f = asin(A) + asin(B) - T(2 * kHalfPi) + G;
  MaskOf<T> found = open & (f <= T(0));
  open = found & (f < T(-kTolerance));
  for (int i = 0; i < kIterations && any(open); ++i) {
    T s, c;
    sincos(t, s, c);
    const T slope = A * c / sqrt(max(T(1) - A * A * s * s, T(kMinVal * kMinVal))) +
                    B * c / sqrt(max(T(1) - B * B * s * s, T(kMinVal * kMinVal))) - T(2);
    found = found & (!open | (slope < T(-kMinVal)));
    open = open & found;
    t = select(open, t - f / slope, t);
    s = sin(t);
    f = select(open, asin(A * s) + asin(B * s) - T(2) * t + G, f);
    open = open & (abs(f) > T(kTolerance));
  }
  return found & !open;
}

/// Straight to a point of the circle and straight on, where the ends are outside and the line
/// between them does not meet it.
template <class T>
THEW_HD inline Touch<T> wrap_inside(const Vec2<T>& a, const Vec2<T>& b, const T& r) {
  const T la = sqrt(dot(a, a)), lb = sqrt(dot(b, b));
  const Vec2<T> span = {b.x - a.x, b.y - a.y};
  const T square = dot(span, span), place = -dot(span, a) / square;
  const Vec2<T> nearest = combine(T(1), a, place, span);
  const MaskOf<T> meets =
      (square > T(kMinVal)) & (place > T(0)) & (place < T(1)) & (dot(nearest, nearest) <= r * r);
  Touch<T> touch{};
  touch.wraps = (la > r) & (lb > r) & (r >= T(kMinVal)) & !meets;
  if (none(touch.wraps)) return touch;
  const T A = r / la, B = r / lb, turn = cross(a, b), projection = dot(a, b);
  const T G = atan2(abs(turn), projection);
  T t;
  const MaskOf<T> apart = projection <= T(1 - kMinVal) * (la * lb);
  const MaskOf<T> found = find_incidence(A, B, G, touch.wraps & apart, t);
  // Counter-clockwise from the end that comes first, else between the two.
  const MaskOf<T> left = turn > T(0);
  T s, c;
  sincos(t, s, c);
  sincos(t - asin(select(left, A, B) * s), s, c);
  const Vec2<T> start = select<T>(left, a, b);
  const T scale = r / select(left, la, lb);
  const Vec2<T> middle = {a.x + b.x, a.y + b.y};
  const T half = r / max(sqrt(dot(middle, middle)), T(kMinVal));
  touch.first = select<T>(found, combine(scale * c, start, scale * s, quarter_turn(start)),
                          Vec2<T>{half * middle.x, half * middle.y});
  touch.second = touch.first;
  touch.along = T(0);
  const Vec2<T> in = {touch.first.x - a.x, touch.first.y - a.y};
  const Vec2<T> out = {b.x - touch.first.x, b.y - touch.first.y};
  touch.before = sqrt(dot(in, in));
  touch.after = sqrt(dot(out, out));
  const T from = T(1) / max(touch.before, T(kMinVal)), to = T(1) / max(touch.after, T(kMinVal));
  touch.arrival = {from * in.x, from * in.y};
  touch.departure = {to * out.x, to * out.y};
  return touch;
}

/// Two axes of the plane in which the string lies.
template <class T>
struct Plane {
  math::Vec3<T> x, y;
};

/// The plane of a sphere's centre and two points; any plane where they are on a line with it.
template <class T>
THEW_HD inline Plane<T> plane_through(const math::Vec3<T>& a, const math::Vec3<T>& b) {
  using math::Vec3;
  const Vec3<T> x = a * (T(1) / max(norm(a), T(kMinVal)));
  Vec3<T> normal = cross(a, b);
  T length = norm(normal);
  const MaskOf<T> on_line = length < T(kMinVal);
  if (any(on_line)) {
    // A vector away from x: ones, but for a zero at the largest entry of x.
    const T ax = abs(x.x), ay = abs(x.y), az = abs(x.z);
    const MaskOf<T> is_y = (ay > ax) & (ay > az), is_z = (az > ax) & (az > ay);
    const Vec3<T> other = {select(is_y | is_z, T(1), T(0)), select(is_y, T(0), T(1)),
                           select(is_z, T(0), T(1))};
    normal = select(on_line, cross(x, other), normal);
    length = norm(normal);
  }
  return {x, cross(normal * (T(1) / max(length, T(kMinVal))), x)};
}

/// The way of a string around a geom: where it meets the geom and leaves it, in world coordinates,
/// the directions of the straight parts, and its length from end to end.
template <class T>
struct Wrapping {
  MaskOf<T> wraps;
  math::Vec3<T> first, second;
  math::Vec3<T> arrival, departure;
  T length;
};

/// A sphere, or a cylinder that is infinitely long.
template <class T>
struct RoundGeom {
  math::Vec3<T> position;
  math::Mat3<T> rotation;
  T radius;
  bool is_cylinder;
};

/// From p to q around a geom: on the side of the point `side` where there is one, and inside of the
/// geom where that point is.
template <class T>
THEW_HD inline Wrapping<T> wrap(const math::Vec3<T>& p, const math::Vec3<T>& q,
                                const RoundGeom<T>& geom, const math::Vec3<T>* side) {
  using math::Vec3;
  const auto local = [&](const Vec3<T>& point) {
    return multiply_transposed(geom.rotation, point - geom.position);
  };
  const Vec3<T> a = local(p), b = local(q);
  const Plane<T> plane = geom.is_cylinder ? Plane<T>{} : plane_through(a, b);
  const auto flat = [&](const Vec3<T>& v) {
    return geom.is_cylinder ? Vec2<T>{v.x, v.y} : Vec2<T>{dot(v, plane.x), dot(v, plane.y)};
  };
  const Vec2<T> a2 = flat(a), b2 = flat(b);
  const Vec3<T> s = side ? local(*side) : Vec3<T>{T(0), T(0), T(0)};
  const Vec2<T> s2 = flat(s);
  const MaskOf<T> inside = side ? dot(s, s) < geom.radius * geom.radius : MaskOf<T>(false);
  Touch<T> touch{};
  if (!all(inside)) touch = wrap_outside(a2, b2, side ? &s2 : nullptr, geom.radius);
  if (any(inside)) touch = select<T>(inside, wrap_inside(a2, b2, geom.radius), touch);
  Wrapping<T> way{};
  way.wraps = touch.wraps;
  if (none(way.wraps)) return way;
  const T flat_length = touch.before + touch.along + touch.after;
  const T slope = geom.is_cylinder ? (b.z - a.z) / max(flat_length, T(kMinVal)) : T(0);
  const T stretch = geom.is_cylinder ? sqrt(fma(slope, slope, T(1))) : T(1);
  way.length = stretch * flat_length;
  const auto lift = [&](const Vec2<T>& v, const T& z) {
    return geom.rotation *
           (geom.is_cylinder ? Vec3<T>{v.x, v.y, z} : axpy(v.y, plane.y, plane.x * v.x));
  };
  way.first = geom.position + lift(touch.first, fma(slope, touch.before, a.z));
  way.second = geom.position + lift(touch.second, fma(slope, touch.before + touch.along, a.z));
  way.arrival = lift(touch.arrival, slope) * (T(1) / stretch);
  way.departure = lift(touch.departure, slope) * (T(1) / stretch);
  return way;
}

}  // namespace thew::element
