#pragma once

// The elasticity of deformable bodies made of segments, triangles and tetrahedra. Strain is
// measured by the edges of an element: its energy is a quadratic form of how much their squared
// lengths have changed.

#include "math/vec3.h"

namespace thew::element {

/// The corners at the ends of the edges of a triangle and of a tetrahedron, in their order.
template <int dim>
struct SimplexEdges;
template <>
struct SimplexEdges<2> {
  static constexpr int kCount = 3;
  static THEW_INLINE int end(int edge, int which) {
    constexpr int kEnd[kCount][2] = {{1, 2}, {2, 0}, {0, 1}};
    return kEnd[edge][which];
  }
};
template <>
struct SimplexEdges<3> {
  static constexpr int kCount = 6;
  static THEW_INLINE int end(int edge, int which) {
    constexpr int kEnd[kCount][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {0, 3}, {1, 3}};
    return kEnd[edge][which];
  }
};

/// How much the square of a length differs from that at rest.
template <class T>
THEW_INLINE T square_change(const T& length, const T& rest) {
  return length * length - rest * rest;
}

/// The change of a squared length over the last step of h, per time: what damping sees of it.
template <class T>
THEW_INLINE T square_rate(const T& length, const T& velocity, const T& h) {
  const T before = length - h * velocity;
  return (length * length - before * before) / h;
}

/// Adds the forces on the corners of a simplex whose squared edge lengths have changed, with the
/// upper triangle of its quadratic form k: an edge pulls its ends together by sum k_ij change_j
/// times the way between them.
template <int dim, class T>
THEW_HD inline void add_stretch(const math::Vec3<T>* corner, const T* change, const double* k,
                                math::Vec3<T>* force) {
  using Edges = SimplexEdges<dim>;
  T tension[Edges::kCount];
  for (T& t : tension) t = T(0);
  for (int i = 0; i < Edges::kCount; ++i) {
    tension[i] = fma(T(*k++), change[i], tension[i]);
    for (int j = i + 1; j < Edges::kCount; ++j) {
      const T coupling = T(*k++);
      tension[i] = fma(coupling, change[j], tension[i]);
      tension[j] = fma(coupling, change[i], tension[j]);
    }
  }
  for (int e = 0; e < Edges::kCount; ++e) {
    const int a = Edges::end(e, 0), b = Edges::end(e, 1);
    const math::Vec3<T> pull = tension[e] * (corner[a] - corner[b]);
    force[a] = force[a] - pull;
    force[b] = force[b] + pull;
  }
}

/// How many numbers describe two triangles that bend along the edge they share: a symmetric matrix
/// of 4 x 4, and the factor of the volume that the four corners span, for sheets that are curved
/// at rest.
inline constexpr int kHingeNumbers = 17;

/// B x for the four corners: the ends of the edge, then those beside it. Forces are its negative
/// where x are positions, and the damping of bending where they are velocities.
template <class T>
THEW_HD inline void multiply_hinge(const double* hinge, const math::Vec3<T>* x,
                                   math::Vec3<T>* result) {
  for (int i = 0; i < 4; ++i) {
    math::Vec3<T> sum = {T(0), T(0), T(0)};
    for (int j = 0; j < 4; ++j) sum = axpy(T(hinge[4 * i + j]), x[j], sum);
    result[i] = sum;
  }
}

/// Adds the gradient of the cubic term, the factor times six times the volume of the corners.
template <class T>
THEW_HD inline void add_hinge_volume(const double* hinge, const math::Vec3<T>* x,
                                     math::Vec3<T>* result) {
  const T factor = T(hinge[kHingeNumbers - 1]);
  const math::Vec3<T> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const math::Vec3<T> grad[3] = {cross(b, c), cross(c, a), cross(a, b)};
  for (int i = 0; i < 3; ++i) {
    result[i + 1] = axpy(factor, grad[i], result[i + 1]);
    result[0] = axpy(-factor, grad[i], result[0]);
  }
}

}  // namespace thew::element
