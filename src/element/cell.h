#pragma once

// Cells of interpolated deformable bodies: a box of (order + 1)^3 nodes, z fastest, whose shape
// functions are products of polynomials that are one at their own node and zero at the others.

#include <thew/constants.h>

#include "math/mat3.h"
#include "math/quat.h"
#include "math/resolution.h"

namespace thew::element {

/// The most nodes that a cell has.
inline constexpr int kCellNodes = 27;

constexpr int cell_nodes(int order) {
  return (order + 1) * (order + 1) * (order + 1);
}

/// Values of the shape functions along one coordinate, 0 to 1.
template <class T>
THEW_HD inline void shape_values(int order, const T& s, T* value) {
  if (order == 1) {
    value[0] = T(1) - s, value[1] = s;
    return;
  }
  value[0] = T(2) * s * s - T(3) * s + T(1);
  value[1] = T(4) * (s - s * s);
  value[2] = T(2) * s * s - s;
}

/// Their slopes in the middle.
template <class T>
THEW_HD inline void middle_slopes(int order, T* slope) {
  slope[0] = T(-1), slope[order] = T(1);
  if (order == 2) slope[1] = T(0);
}

/// Weights of the nodes at a place in the cell.
template <class T>
THEW_HD inline void cell_weights(int order, const math::Vec3<T>& place, T* weight) {
  T x[3], y[3], z[3];
  shape_values(order, place.x, x);
  shape_values(order, place.y, y);
  shape_values(order, place.z, z);
  for (int i = 0; i <= order; ++i) {
    for (int j = 0; j <= order; ++j) {
      for (int k = 0; k <= order; ++k) *weight++ = x[i] * y[j] * z[k];
    }
  }
}

/// d position / d place in the middle of a cell with these nodes.
template <class T>
THEW_HD inline math::Mat3<T> middle_gradient(int order, const math::Vec3<T>* node) {
  T value[3], slope[3];
  shape_values(order, T(0.5), value);
  middle_slopes(order, slope);
  const math::Vec3<T> zero = {T(0), T(0), T(0)};
  math::Vec3<T> x = zero, y = zero, z = zero;
  for (int i = 0; i <= order; ++i) {
    for (int j = 0; j <= order; ++j) {
      for (int k = 0; k <= order; ++k, ++node) {
        x = axpy(slope[i] * value[j] * value[k], *node, x);
        y = axpy(value[i] * slope[j] * value[k], *node, y);
        z = axpy(value[i] * value[j] * slope[k], *node, z);
      }
    }
  }
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

/// The inverse of a matrix that has one.
template <class T>
THEW_HD inline math::Mat3<T> inverse(const math::Mat3<T>& a) {
  const math::Vec3<T> x = cross(a.column_y(), a.column_z()), y = cross(a.column_z(), a.column_x());
  const math::Vec3<T> z = cross(a.column_x(), a.column_y());
  const T scale = T(1) / dot(a.column_x(), x);
  return {x.x * scale, x.y * scale, x.z * scale, y.x * scale, y.y * scale,
          y.z * scale, z.x * scale, z.y * scale, z.z * scale};
}

/// The rotation that is nearest to a matrix: Mueller, Bender, Chentanez and Macklin, "A robust
/// method to extract the rotational part of deformations", 2016.
template <class T>
THEW_HD inline math::Mat3<T> nearest_rotation(const math::Mat3<T>& f) {
  constexpr int kMost = 500;
  const T small = T(math::tolerance<math::Scalar<T>>(1e-9, 1e-6));  // [rad] of the last turn
  math::Quat<T> quat = {T(1), T(0), T(0), T(0)};
  math::Mat3<T> r = to_matrix(quat);
  for (int i = 0; i < kMost; ++i) {
    const math::Vec3<T> torque = cross(r.column_x(), f.column_x()) +
                                 cross(r.column_y(), f.column_y()) +
                                 cross(r.column_z(), f.column_z());
    const T along = dot(r.column_x(), f.column_x()) + dot(r.column_y(), f.column_y()) +
                    dot(r.column_z(), f.column_z());
    const math::Vec3<T> turn = torque * (T(1) / (abs(along) + T(kMinVal)));
    const T angle = norm(turn);
    const auto ends = !(angle >= small);
    if (all(ends)) break;
    const math::Vec3<T> axis = turn * (T(1) / select(ends, T(1), angle));
    quat = normalized(axis_angle(axis, select(ends, T(0), angle)) * quat);
    r = to_matrix(quat);
  }
  return r;
}

}  // namespace thew::element
