#pragma once

// Principal stretches of a deformation, by Jacobi's rotations from one side.

#include "math/functions.h"
#include "math/mat3.h"

namespace thew::element {

/// Turns three columns until they are orthogonal; `turn`, three columns too, is turned with them.
template <class T>
THEW_HD inline void make_orthogonal(math::Vec3<T>* column, math::Vec3<T>* turn) {
  constexpr int kMost = 30;
  using math::sqrt;
  const T small = T(math::tolerance<math::Scalar<T>>(1e-26, 1e-13));  // cosine squared
  for (int sweep = 0; sweep < kMost; ++sweep) {
    math::MaskOf<T> turned = false;
    for (int axis = 0; axis < 3; ++axis) {
      math::Vec3<T>&a = column[axis], &b = column[(axis + 1) % 3];
      math::Vec3<T>&c = turn[axis], &d = turn[(axis + 1) % 3];
      const T aa = dot(a, a), bb = dot(b, b), ab = dot(a, b);
      const auto leans = ab * ab > small * aa * bb;
      turned = turned | leans;
      const T ratio = (bb - aa) / (T(2) * select(leans, ab, T(1)));
      const T tangent = copysign(T(1), ratio) / (abs(ratio) + sqrt(T(1) + ratio * ratio));
      const T t = select(leans, tangent, T(0)), cosine = T(1) / sqrt(T(1) + t * t);
      const T sine = cosine * t;
      const math::Vec3<T> left = cosine * a - sine * b, left_turn = cosine * c - sine * d;
      b = sine * a + cosine * b, d = sine * c + cosine * d;
      a = left, c = left_turn;
    }
    if (!any(turned)) break;
  }
}

/// F = U diag(stretch) V' with rotations U and V: the last stretch is the smallest, and negative
/// where F turns inside out.
template <class T>
struct Principal {
  math::Vec3<T> left[3], right[3];  ///< columns of U and V
  T stretch[3];

  THEW_HD explicit Principal(const math::Mat3<T>& f) {
    math::Vec3<T> a[3] = {f.column_x(), f.column_y(), f.column_z()};
    const math::Mat3<T> none = math::identity3<T>();
    right[0] = none.column_x(), right[1] = none.column_y(), right[2] = none.column_z();
    make_orthogonal(a, right);
    put_smaller_last(a, 0);
    put_smaller_last(a, 1);
    for (int i = 0; i < 2; ++i) {
      const T length = norm(a[i]);
      stretch[i] = length;
      left[i] = a[i] * (T(1) / max(length, T(kMinVal)));
    }
    left[2] = cross(left[0], left[1]);
    stretch[2] = dot(left[2], a[2]);
  }

 private:
  // A quarter turn, where column i is shorter than the last.
  THEW_HD void put_smaller_last(math::Vec3<T>* a, int i) {
    const auto shorter = dot(a[i], a[i]) < dot(a[2], a[2]);
    const math::Vec3<T> column = a[i], axis = right[i];
    a[i] = select(shorter, a[2], column), right[i] = select(shorter, right[2], axis);
    a[2] = select(shorter, -column, a[2]), right[2] = select(shorter, -axis, right[2]);
  }
};

/// A symmetric matrix without its negative directions; one that has none stays as it is.
template <class T>
THEW_HD inline math::Mat3<T> positive_part(const math::Mat3<T>& m) {
  using math::sqrt;
  const math::Vec3<T> x = m.column_x(), y = m.column_y(), z = m.column_z();
  const T minor = m.xx * m.yy - m.xy * m.xy;
  const auto positive = (m.xx > T(0)) & (minor > T(0)) & (dot(x, cross(y, z)) > T(0));
  if (all(positive)) return m;
  // Moved up by its size, no two directions have the same length by opposite factors.
  const T up = sqrt(dot(x, x) + dot(y, y) + dot(z, z));
  const math::Mat3<T> none = math::identity3<T>();
  math::Vec3<T> axis[3] = {none.column_x(), none.column_y(), none.column_z()};
  math::Vec3<T> a[3] = {x + up * axis[0], y + up * axis[1], z + up * axis[2]};
  make_orthogonal(a, axis);
  math::Vec3<T> sum[3] = {};
  for (const math::Vec3<T>& v : axis) {
    const T size = max(dot(v, m * v), T(0));
    sum[0] = axpy(size * v.x, v, sum[0]);
    sum[1] = axpy(size * v.y, v, sum[1]);
    sum[2] = axpy(size * v.z, v, sum[2]);
  }
  sum[0] = select(positive, x, sum[0]);
  sum[1] = select(positive, y, sum[1]);
  sum[2] = select(positive, z, sum[2]);
  return {sum[0].x, sum[0].y, sum[0].z, sum[1].x, sum[1].y, sum[1].z, sum[2].x, sum[2].y, sum[2].z};
}

}  // namespace thew::element
