#pragma once

// Elements of flexes that yield: strain beyond a bound stays. Strain is measured by the changes of
// squared edge lengths, so that a tensor has as many numbers as an element has edges; what stays is
// an offset of these.

#include "element/cell.h"
#include "element/flex.h"
#include "math/functions.h"

namespace thew::element {

/// The edge between two corners of a simplex.
template <int dim>
THEW_INLINE int edge_between(int a, int b) {
  if (dim == 2) return 3 - a - b;  // opposite of the third corner
  constexpr int kEdge[4][4] = {{0, 0, 2, 4}, {0, 0, 1, 5}, {2, 1, 0, 3}, {4, 5, 3, 0}};
  return kEdge[a][b];
}

/// Products of the ways from the first corner of a simplex to the others, by a number for each edge
/// that is the square of the way between its ends.
template <int dim, class T>
THEW_HD inline math::Mat3<T> products_of(const T* square) {
  T m[9] = {T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)};
  for (int i = 0; i < dim; ++i) {
    for (int j = 0; j < dim; ++j) {
      const T a = square[edge_between<dim>(0, i + 1)], b = square[edge_between<dim>(0, j + 1)];
      m[3 * i + j] = i == j ? a : T(0.5) * (a + b - square[edge_between<dim>(i + 1, j + 1)]);
    }
  }
  return math::load9(m);
}

/// Strain as a mixed tensor, by changes of squared lengths and the inverse of the products at rest.
template <int dim, class T>
THEW_HD inline math::Mat3<T> strain_of(const T* change, const math::Mat3<T>& inverse_products) {
  math::Mat3<T> e = products_of<dim>(change);
  if (dim == 2) e.zz = T(0);
  return inverse_products * e;
}

template <class T>
THEW_INLINE T trace_of(const math::Mat3<T>& m) {
  return m.xx + m.yy + m.zz;
}
/// The trace of the square of a mixed tensor.
template <class T>
THEW_INLINE T square_of(const math::Mat3<T>& m) {
  return m.xx * m.xx + m.yy * m.yy + m.zz * m.zz + T(2) * (m.xy * m.yx + m.xz * m.zx + m.yz * m.zy);
}

template <class T>
THEW_INLINE T determinant_of(const math::Mat3<T>& m) {
  return dot(m.column_x(), cross(m.column_y(), m.column_z()));
}

/// The largest root of s^3 + b s + c = 1, with b <= 0, by which plastic strain keeps the volume:
/// from above it, Newton's method comes down to it.
template <class T>
THEW_HD inline T isochoric_root(const T& b, const T& c) {
  using math::sqrt;
  T s = sqrt(max(-b, T(0))) + max(abs(T(1) - c), T(1));
  for (int i = 0; i < 40; ++i) {
    const T slope = T(3) * s * s + b;
    s = s - (s * (s * s + b) + c - T(1)) / select(slope > T(1e-6), slope, T(1));
  }
  return s;
}

/// The offsets of an element after it has yielded: von Mises' strain sqrt(2/3 dev E : dev E) of
/// what is elastic is at most `most`. Of a triangle it is that of a sheet that becomes thinner
/// where it is stretched, and of its shape alone where it is compressed; a tetrahedron keeps its
/// volume. `rest` are squared lengths at rest, `change` how much they have changed.
template <int dim, class T>
THEW_HD inline void yield_stretch(const T* change, const T* rest, const T& most, T* offset) {
  using math::sqrt;
  constexpr int kEdges = SimplexEdges<dim>::kCount;
  const math::Mat3<T> back = inverse(products_of<dim>(rest));
  T elastic[kEdges];
  for (int e = 0; e < kEdges; ++e) elastic[e] = T(0.5) * (change[e] - offset[e]);
  const math::Mat3<T> strain = strain_of<dim>(elastic, back);
  const T trace = trace_of(strain), square = square_of(strain);
  math::MaskOf<T> thins = false;
  if (dim == 2) thins = trace >= T(0);
  const T hydrostatic = select(thins, T(0), trace * T(1.0 / dim));
  const T shape = select(thins, square + trace * trace, square - trace * trace * T(1.0 / dim));
  const T size = sqrt(T(2.0 / 3) * max(shape, T(0)));
  const auto yields = size > most;
  const T keep = most / select(yields, size, T(1));
  T stays[kEdges];
  for (int e = 0; e < kEdges; ++e) {
    stays[e] =
        T(0.5) * change[e] - fma(keep, elastic[e] - hydrostatic * rest[e], hydrostatic * rest[e]);
  }
  if (dim == 3) {
    const math::Mat3<T> plastic = strain_of<dim>(stays, back);
    const T mean = trace_of(plastic) * T(1.0 / 3);
    for (int e = 0; e < kEdges; ++e) stays[e] = stays[e] - mean * rest[e];
    const math::Mat3<T> d = strain_of<dim>(stays, back);
    const T growth = isochoric_root(T(-2) * square_of(d), T(8) * determinant_of(d));
    for (int e = 0; e < kEdges; ++e) stays[e] = fma(T(0.5) * (growth - T(1)), rest[e], stays[e]);
  }
  for (int e = 0; e < kEdges; ++e) offset[e] = select(yields, T(2) * stays[e], offset[e]);
}

/// A symmetric tensor of xx, yy, zz and the shears 2 xy, 2 xz, 2 yz.
template <class T>
THEW_INLINE math::Mat3<T> sheared(const T* e) {
  const T xy = T(0.5) * e[3], xz = T(0.5) * e[4], yz = T(0.5) * e[5];
  return {e[0], xy, xz, xy, e[1], yz, xz, yz, e[2]};
}

/// How much a cell or face is stretched beside the turn nearest to its deformation.
template <class T>
THEW_HD inline math::Mat3<T> corotated_strain(const math::Mat3<T>& deformation) {
  const math::Mat3<T> turn = to_matrix(nearest_turn(deformation));
  const math::Vec3<T> x = multiply_transposed(turn, deformation.column_x()),
                      y = multiply_transposed(turn, deformation.column_y()),
                      z = multiply_transposed(turn, deformation.column_z());
  const T half(0.5), xy = half * (y.x + x.y), xz = half * (z.x + x.z), yz = half * (z.y + y.z);
  return {x.x - T(1), xy, xz, xy, y.y - T(1), yz, xz, yz, z.z - T(1)};
}

/// The same for a cell of an interpolated solid; what stays has no trace.
template <class T>
THEW_HD inline void yield_cell(const math::Mat3<T>& deformation, const T& most, T* plastic) {
  using math::sqrt;
  const math::Mat3<T> e = corotated_strain(deformation);
  const T strain[6] = {e.xx, e.yy, e.zz, T(2) * e.xy, T(2) * e.xz, T(2) * e.yz};
  T shape[6], trace(0);
  for (int i = 0; i < 6; ++i) shape[i] = strain[i] - plastic[i];
  for (int i = 0; i < 3; ++i) trace = trace + shape[i];
  for (int i = 0; i < 3; ++i) shape[i] = shape[i] - T(1.0 / 3) * trace;
  const T size = sqrt(T(2.0 / 3) * square_of(sheared(shape)));
  const auto yields = size > most;
  const T flow = select(yields, T(1) - most / select(yields, size, T(1)), T(0));
  for (int i = 0; i < 6; ++i) plastic[i] = fma(flow, shape[i], plastic[i]);
}

/// The strain in a face across an axis (0 to 2), by the other two in their cyclic order: along
/// either, and the shear.
template <class T>
THEW_INLINE math::Mat3<T> sheared_face(int axis, const T* e) {
  const T zero(0), half = T(0.5) * e[2];
  if (axis == 0) return {zero, zero, zero, zero, e[0], half, zero, half, e[1]};
  if (axis == 1) return {e[1], zero, half, zero, zero, zero, half, zero, e[0]};
  return {e[0], half, zero, half, e[1], zero, zero, zero, zero};
}

/// The same for a face of an interpolated shell, which yields by a strain of its own where it is
/// stretched: 2/3 (E : E - tr^2 E / 8) there, and of its shape alone where it is compressed.
template <class T>
THEW_HD inline void yield_face(const math::Mat3<T>& deformation, int axis, const T& most,
                               T* plastic) {
  using math::sqrt;
  const math::Mat3<T> e = corotated_strain(deformation);
  const T along[3] = {e.xx, e.yy, e.zz}, across[3] = {e.yz, e.xz, e.xy};
  const T a = along[(axis + 1) % 3] - plastic[0], b = along[(axis + 2) % 3] - plastic[1];
  const T shear = T(2) * across[axis] - plastic[2];
  const T trace = a + b, square = a * a + b * b + T(0.5) * shear * shear;
  const auto thins = trace >= T(0);
  const T keeps = select(thins, T(0), T(0.5) * trace);
  const T volume = select(thins, T(0.125), T(0.5)) * trace * trace;
  const T size = sqrt(T(2.0 / 3) * max(square - volume, T(0)));
  const auto yields = size > most;
  const T flow = select(yields, T(1) - most / select(yields, size, T(1)), T(0));
  plastic[0] = fma(flow, a - keeps, plastic[0]);
  plastic[1] = fma(flow, b - keeps, plastic[1]);
  plastic[2] = fma(flow, shear, plastic[2]);
}

/// Two triangles about the edge from corner 0 to 1, with corners 2 and 3 beside: the angle between
/// them, and their area. As with MuJoCo, the edge has the length of rest in the sine of the angle.
template <class T>
struct HingeAngle {
  T angle, area;
};
template <class T>
THEW_HD inline HingeAngle<T> hinge_angle(const math::Vec3<T>* x, const T& length) {
  const math::Vec3<T> along = x[1] - x[0];
  const math::Vec3<T> a = cross(along, x[2] - x[0]), b = cross(x[3] - x[0], along);
  using math::atan2;
  const T volume = -dot(a, x[3] - x[0]);
  return {atan2(volume * length, dot(a, b)), T(0.5) * (norm(a) + norm(b))};
}

/// The factor of the volume (kHingeNumbers) by which a hinge is bent at rest after it was bent by
/// `angle`: `stiffness` times the tangent of the angle of rest; `most` is how far it bends and
/// comes back.
template <class T>
THEW_HD inline T yield_hinge(const T& angle, const T& factor, const T& stiffness, const T& most) {
  constexpr double kLargest = 1.3;  // [rad]
  using math::atan2, math::sincos;
  const T before = atan2(factor, stiffness), elastic = angle - before;
  const T after =
      min(max(select(elastic > T(0), angle - most, angle + most), T(-kLargest)), T(kLargest));
  T sine, cosine;
  sincos(after, sine, cosine);
  return select(abs(elastic) > most, stiffness * sine / cosine, factor);
}

}  // namespace thew::element
