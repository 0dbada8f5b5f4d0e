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

/// Their slopes.
template <class T>
THEW_HD inline void shape_slopes(int order, const T& s, T* slope) {
  if (order == 1) {
    slope[0] = T(-1), slope[1] = T(1);
    return;
  }
  slope[0] = T(4) * s - T(3);
  slope[1] = T(4) - T(8) * s;
  slope[2] = T(4) * s - T(1);
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
  shape_slopes(order, T(0.5), slope);
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

/// d position / d place on a face of (order + 1)^2 nodes, the second coordinate fastest.
template <class T>
struct FaceTangents {
  math::Vec3<T> first, second;
};

/// How much each node of a face adds to these.
template <class T, class Visit>
THEW_HD inline void each_face_slope(int order, const T& s, const T& t, Visit visit) {
  T value[2][3], slope[2][3];
  shape_values(order, s, value[0]);
  shape_values(order, t, value[1]);
  shape_slopes(order, s, slope[0]);
  shape_slopes(order, t, slope[1]);
  for (int i = 0; i <= order; ++i) {
    for (int j = 0; j <= order; ++j) visit(slope[0][i] * value[1][j], value[0][i] * slope[1][j]);
  }
}

template <class T>
THEW_HD inline FaceTangents<T> face_tangents(int order, const math::Vec3<T>* node, const T& s,
                                             const T& t) {
  const math::Vec3<T> zero = {T(0), T(0), T(0)};
  FaceTangents<T> sum = {zero, zero};
  each_face_slope(order, s, t, [&](const T& first, const T& second) {
    sum.first = axpy(first, *node, sum.first);
    sum.second = axpy(second, *node++, sum.second);
  });
  return sum;
}

/// The normal of a face: the cross product of its tangents, as a direction and a length.
template <class T>
struct FaceNormal {
  FaceTangents<T> tangents;
  math::Vec3<T> unit;
  T length;
};

template <class T>
THEW_HD inline FaceNormal<T> face_normal(int order, const math::Vec3<T>* node, const T& s,
                                         const T& t) {
  const FaceTangents<T> tangents = face_tangents(order, node, s, t);
  const math::Vec3<T> normal = cross(tangents.first, tangents.second);
  const T length = norm(normal);
  return {tangents, normal * (T(1) / max(length, T(kMinVal))), length};
}

/// How many numbers describe two faces of a shell that bend along the edge they share: their
/// numbers, the middle of the edge in the coordinates of either, the stiffness, and how far their
/// normals differ at rest.
inline constexpr int kBendNumbers = 10;

/// The turn halfway between two.
template <class T>
THEW_HD inline math::Quat<T> between(const math::Quat<T>& a, const math::Quat<T>& b) {
  const T along = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const T sign = select(along < T(0), T(-1), T(1));
  return normalized(math::Quat<T>{fma(sign, b.w, a.w), fma(sign, b.x, a.x), fma(sign, b.y, a.y),
                                  fma(sign, b.z, a.z)});
}

/// The tangents in the middle of a face and their cross product, as columns; the face lies across
/// `axis`, whose column is that of the cross product.
template <class T>
THEW_HD inline math::Mat3<T> face_gradient(int order, int axis, const math::Vec3<T>* node) {
  const FaceTangents<T> at = face_tangents(order, node, T(0.5), T(0.5));
  const math::Vec3<T> normal = cross(at.first, at.second);
  const math::Vec3<T>& x = axis == 0 ? normal : axis == 1 ? at.second : at.first;
  const math::Vec3<T>& y = axis == 0 ? at.first : axis == 1 ? normal : at.second;
  const math::Vec3<T>& z = axis == 0 ? at.second : axis == 1 ? at.first : normal;
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

/// R K R' over some nodes, with minus K given row by row.
template <class T>
THEW_HD inline void turn_stiffness(const math::Mat3<T>& turn, int nodes, const double* minus_k,
                                   T* result) {
  const int size = 3 * nodes;
  const math::Mat3<T> back = {turn.xx, turn.yx, turn.zx, turn.xy, turn.yy,
                              turn.zy, turn.xz, turn.yz, turn.zz};
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      const double* k = minus_k + 3 * i * size + 3 * j;
      const math::Mat3<T> block = {
          T(-k[0]),           T(-k[1]),        T(-k[2]),        T(-k[size]),
          T(-k[size + 1]),    T(-k[size + 2]), T(-k[2 * size]), T(-k[2 * size + 1]),
          T(-k[2 * size + 2])};
      const math::Mat3<T> turned = turn * block * back;
      T* to = result + 3 * i * size + 3 * j;
      to[0] = turned.xx, to[1] = turned.xy, to[2] = turned.xz;
      to[size] = turned.yx, to[size + 1] = turned.yy, to[size + 2] = turned.yz;
      to[2 * size] = turned.zx, to[2 * size + 1] = turned.zy, to[2 * size + 2] = turned.zz;
    }
  }
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
THEW_HD inline math::Quat<T> nearest_turn(const math::Mat3<T>& f) {
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
  return quat;
}

}  // namespace thew::element
