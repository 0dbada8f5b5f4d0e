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

/// How many numbers describe the elasticity of a simplex: the upper triangle of its quadratic form
/// in the room of a tetrahedron's, and of tetrahedra three more.
template <int dim>
inline constexpr int kSimplexNumbers = dim == 2 ? 21 : 24;

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

/// The upper triangle of a simplex's quadratic form: tension of its edges by changes of their
/// squared lengths.
template <int dim, class T>
THEW_HD inline void edge_tension(const T* change, const double* k, T* tension) {
  constexpr int kCount = SimplexEdges<dim>::kCount;
  for (int i = 0; i < kCount; ++i) tension[i] = T(0);
  for (int i = 0; i < kCount; ++i) {
    tension[i] = fma(T(*k++), change[i], tension[i]);
    for (int j = i + 1; j < kCount; ++j) {
      const T coupling = T(*k++);
      tension[i] = fma(coupling, change[j], tension[i]);
      tension[j] = fma(coupling, change[i], tension[j]);
    }
  }
}

/// Adds what edges under tension do to the corners at their ends.
template <int dim, class T>
THEW_HD inline void pull_edges(const math::Vec3<T>* corner, const T* tension,
                               math::Vec3<T>* force) {
  using Edges = SimplexEdges<dim>;
  for (int e = 0; e < Edges::kCount; ++e) {
    const int a = Edges::end(e, 0), b = Edges::end(e, 1);
    const math::Vec3<T> pull = tension[e] * (corner[a] - corner[b]);
    force[a] = force[a] - pull;
    force[b] = force[b] + pull;
  }
}

/// Adds the forces on the corners of a simplex whose squared edge lengths have changed, with the
/// upper triangle of its quadratic form k: an edge pulls its ends together by sum k_ij change_j
/// times the way between them.
template <int dim, class T>
THEW_HD inline void add_stretch(const math::Vec3<T>* corner, const T* change, const double* k,
                                math::Vec3<T>* force) {
  T tension[SimplexEdges<dim>::kCount];
  edge_tension<dim>(change, k, tension);
  pull_edges<dim>(corner, tension, force);
}

/// Adds weight times the 3 x 3 block u v' to the rows of corner a and the columns of corner b, in a
/// matrix over the three coordinates of `corners` corners.
template <class T>
THEW_HD inline void add_outer(const math::Vec3<T>& u, const math::Vec3<T>& v, const T& weight,
                              int a, int b, int corners, T* matrix) {
  const T left[3] = {weight * u.x, weight * u.y, weight * u.z}, right[3] = {v.x, v.y, v.z};
  for (int r = 0; r < 3; ++r) {
    T* row = matrix + (3 * a + r) * (3 * corners) + 3 * b;
    for (int c = 0; c < 3; ++c) row[c] = fma(left[r], right[c], row[c]);
  }
}

/// Adds weight times the unit matrix there.
template <class T>
THEW_HD inline void add_unit(const T& weight, int a, int b, int corners, T* matrix) {
  for (int r = 0; r < 3; ++r) {
    T& entry = matrix[(3 * a + r) * (3 * corners) + 3 * b + r];
    entry = entry + weight;
  }
}

/// Adds the stiffness of a stretched simplex, d force / d position with the other sign: 2 B' k B,
/// with the ways along edges as rows of B, and what tension does across them. Edges that are pushed
/// together would do the opposite there, and are left out: the matrix has no negative directions.
template <int dim, class T>
THEW_HD inline void add_stretch_tangent(const math::Vec3<T>* corner, const T* change,
                                        const double* k, T* matrix) {
  using Edges = SimplexEdges<dim>;
  constexpr int kCorners = dim + 1;
  T tension[Edges::kCount];
  edge_tension<dim>(change, k, tension);
  math::Vec3<T> way[Edges::kCount];
  for (int e = 0; e < Edges::kCount; ++e) {
    const int end[2] = {Edges::end(e, 0), Edges::end(e, 1)};
    way[e] = corner[end[0]] - corner[end[1]];
    const T pull = max(tension[e], T(0));
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) add_unit(i == j ? pull : -pull, end[i], end[j], kCorners, matrix);
    }
  }
  for (int e = 0; e < Edges::kCount; ++e) {
    for (int f = e; f < Edges::kCount; ++f, ++k) {
      for (int i = 0; i < 4; ++i) {
        const T weight = T(i % 3 == 0 ? 2 : -2) * T(*k);  // ends of one kind, or not
        const int a = Edges::end(e, i / 2), b = Edges::end(f, i % 2);
        add_outer(way[e], way[f], weight, a, b, kCorners, matrix);
        if (f != e) add_outer(way[f], way[e], weight, b, a, kCorners, matrix);
      }
    }
  }
}

/// Adds what that matrix makes of displacements u of the corners.
template <int dim, class T>
THEW_HD inline void multiply_stretch_tangent(const math::Vec3<T>* corner, const T* change,
                                             const double* k, const math::Vec3<T>* u,
                                             math::Vec3<T>* result) {
  using Edges = SimplexEdges<dim>;
  T tension[Edges::kCount], rate[Edges::kCount], more[Edges::kCount];
  math::Vec3<T> way[Edges::kCount], apart[Edges::kCount];
  for (int e = 0; e < Edges::kCount; ++e) {
    const int a = Edges::end(e, 0), b = Edges::end(e, 1);
    way[e] = corner[a] - corner[b];
    apart[e] = u[a] - u[b];
    rate[e] = T(2) * dot(way[e], apart[e]);
  }
  edge_tension<dim>(change, k, tension);
  edge_tension<dim>(rate, k, more);
  for (int e = 0; e < Edges::kCount; ++e) {
    const int a = Edges::end(e, 0), b = Edges::end(e, 1);
    const math::Vec3<T> pull = axpy(max(tension[e], T(0)), apart[e], more[e] * way[e]);
    result[a] = result[a] + pull;
    result[b] = result[b] - pull;
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

/// Adds the stiffness of a hinge over its four corners.
template <class T>
THEW_HD inline void add_hinge_tangent(const double* hinge, T* matrix) {
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) add_unit(T(hinge[4 * i + j]), i, j, 4, matrix);
  }
}

/// Adds the gradient of the cubic term, the factor times six times the volume of the corners.
template <class T>
THEW_HD inline void add_hinge_volume(const T& factor, const math::Vec3<T>* x,
                                     math::Vec3<T>* result) {
  const math::Vec3<T> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const math::Vec3<T> grad[3] = {cross(b, c), cross(c, a), cross(a, b)};
  for (int i = 0; i < 3; ++i) {
    result[i + 1] = axpy(factor, grad[i], result[i + 1]);
    result[0] = axpy(-factor, grad[i], result[0]);
  }
}

}  // namespace thew::element
