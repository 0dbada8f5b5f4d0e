#pragma once

// Tetrahedra of the stable Neo-Hookean law (Smith et al., "Stable Neo-Hookean flesh simulation",
// 2018, without the logarithm). Behind the quadratic form of a tetrahedron (flex.h) come the factor
// of the determinant of the changes of the edges' products, that of (J - 1)^2, and 1/(6V), with J
// the ratio of volumes: the energy is c'kc/4 + k21 det C + k22 (J - 1)^2. What stays of strain is
// an offset of the changes c, and not of J.

#include "element/flex_yield.h"
#include "element/principal.h"

namespace thew::element {

namespace detail {
inline constexpr int kDeterminant = 21, kVolume = 22, kInverseVolume = 23;
}  // namespace detail

/// Whether a tetrahedron follows it, by its numbers.
THEW_INLINE bool is_neo_hookean(const double* k) {
  return k[detail::kDeterminant] != 0;
}

/// Adds the forces on the corners.
template <class T>
THEW_HD inline void add_neo_hookean(const math::Vec3<T>* corner, const T* change, const double* k,
                                    math::Vec3<T>* force) {
  T tension[SimplexEdges<3>::kCount];
  edge_tension<3>(change, k, tension);
  const math::Mat3<T> c = products_of<3>(change);
  const math::Vec3<T> cofactor[3] = {cross(c.column_y(), c.column_z()),
                                     cross(c.column_z(), c.column_x()),
                                     cross(c.column_x(), c.column_y())};
  const T factor = T(2 * k[detail::kDeterminant]);
  const auto add = [&](int a, int b, const T& slope) {
    T& each = tension[edge_between<3>(a, b)];
    each = fma(factor, slope, each);
  };
  for (int i = 0; i < 3; ++i) add(0, i + 1, cofactor[i].x + cofactor[i].y + cofactor[i].z);
  add(1, 2, -cofactor[0].y);
  add(1, 3, -cofactor[0].z);
  add(2, 3, -cofactor[1].z);
  pull_edges<3>(corner, tension, force);
  const math::Vec3<T> x = corner[1] - corner[0], y = corner[2] - corner[0];
  const T inverse_volume = T(k[detail::kInverseVolume]);
  const T growth = dot(cross(x, y), corner[3] - corner[0]) * inverse_volume - T(1);
  add_hinge_volume(T(-2 * k[detail::kVolume]) * growth * inverse_volume, corner, force);
}

namespace detail {

// R with R' R the products of the edges at rest, so that R is what they are at rest but for a turn.
template <class T>
THEW_HD inline math::Mat3<T> rest_edges(const T* square, const T& orientation) {
  using math::sqrt;
  const math::Mat3<T> c = products_of<3>(square);
  const T xx = sqrt(c.xx), xy = c.xy / xx, xz = c.xz / xx;
  const T yy = sqrt(c.yy - xy * xy), yz = (c.yz - xy * xz) / yy;
  const T zz = copysign(sqrt(c.zz - xz * xz - yz * yz), orientation);
  const T zero(0);
  return {xx, xy, xz, zero, yy, yz, zero, zero, zz};
}

// What resists in the frames of the principal stretches s: three stretches together, and for each
// axis the two shears across it, which come in pairs of equal stiffness and a coupling.
template <class T>
struct PrincipalStiffness {
  math::Mat3<T> stretch;
  T shear[3], coupling[3];
};

// With S = F'F, what stays P, A = 1 + P and Q = tr(A) 1 - A - cof(A), the energy is
//   mu V (tr(cof(S) P) + tr(S Q) - J^2)/2 + k22 (J - 1)^2,
// p and q the diagonals of P and Q along the principal axes. As with MuJoCo the two shears of a
// pair share their mean, P counts by its diagonal, and directions that give way are left out.
template <class T>
THEW_HD inline PrincipalStiffness<T> principal_stiffness(const T* s, const T* p, const T* q,
                                                         const double* k) {
  const T mu = T(-2 * k[kDeterminant] / (k[kInverseVolume] * k[kInverseVolume]));
  const T bulk = T(2 * k[kVolume]), volume = s[0] * s[1] * s[2];
  const T slope = bulk * (volume - T(1)) - mu * volume, curve = bulk - mu;
  PrincipalStiffness<T> result;
  T own[3], mixed[3];  // mixed: of the two axes other than i
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    const T area = s[j] * s[l];
    own[i] = mu * (q[i] + p[j] * s[l] * s[l] + p[l] * s[j] * s[j]) + curve * area * area;
    mixed[i] = T(2) * mu * p[i] * area + (curve * volume + slope) * s[i];
    const T mean = T(0.5) * mu * (q[j] + q[l] + (p[j] + p[l]) * s[i] * s[i]);
    const T off = -mu * p[i] * area - slope * s[i];
    const T one = max(mean + off, T(0)), other = max(mean - off, T(0));
    result.shear[i] = T(0.5) * (one + other);
    result.coupling[i] = T(0.5) * (one - other);
  }
  result.stretch = positive_part(math::Mat3<T>{own[0], mixed[2], mixed[1], mixed[2], own[1],
                                               mixed[0], mixed[1], mixed[0], own[2]});
  return result;
}

// The block between two corners in the principal axes, by what these do there.
template <class T>
THEW_HD inline math::Mat3<T> resistance_of(const PrincipalStiffness<T>& k, const T* a, const T* b) {
  T stretch[9], block[9];
  store(stretch, k.stretch);
  for (int r = 0; r < 3; ++r) {
    for (int s = 0; s < 3; ++s) {
      const T along = stretch[3 * r + s] * a[r] * b[s];
      block[3 * r + s] = r == s ? along : fma(k.coupling[3 - r - s] * a[s], b[r], along);
    }
    for (int c = 1; c < 3; ++c) {
      const int other = (r + c) % 3;
      block[4 * r] = fma(k.shear[3 - r - other] * a[other], b[other], block[4 * r]);
    }
  }
  return math::load9(block);
}

// Adds a block of corners 1 to 3, counted from 0, its mirror image, and what they are for corner 0.
template <class T>
THEW_HD inline void add_to_corners(const T* block, int a, int b, T* matrix) {
  constexpr int kSize = 12;
  const auto add = [&](int row, int column, const T& value) {
    T& entry = matrix[kSize * row + column];
    entry = entry + value;
  };
  for (int r = 0; r < 3; ++r) {
    for (int s = 0; s < 3; ++s) {
      const int i = 3 * a + 3 + r, j = 3 * b + 3 + s;
      const T value = block[3 * r + s];
      add(i, j, value), add(r, s, value), add(r, j, -value), add(i, s, -value);
      if (a != b) add(j, i, value), add(s, r, value), add(j, r, -value), add(s, i, -value);
    }
  }
}

// The diagonals of P and Q (above) along directions in the frame of rest, by what stays of each
// squared edge length.
template <class T>
THEW_HD inline void plastic_diagonals(const T* stays, const math::Mat3<T>& back,
                                      const math::Vec3<T>* axis, T* p, T* q) {
  const math::Mat3<T> products = products_of<3>(stays);
  math::Vec3<T> a[3];
  T trace(3);
  for (int i = 0; i < 3; ++i) {
    const math::Vec3<T> strained = multiply_transposed(back, products * (back * axis[i]));
    p[i] = dot(axis[i], strained);
    a[i] = axis[i] + strained;
    trace = trace + p[i];
  }
  for (int i = 0; i < 3; ++i) {
    const T cofactor = dot(axis[i], cross(a[(i + 1) % 3], a[(i + 2) % 3]));
    q[i] = trace - (T(1) + p[i]) - cofactor;
  }
}

}  // namespace detail

/// Adds the stiffness of a tetrahedron without its negative directions, over its corners. `rest`
/// are squared edge lengths at rest, and `stays` what stays of their changes.
template <class T>
THEW_HD inline void add_neo_hookean_tangent(const math::Vec3<T>* corner, const T* rest,
                                            const T* stays, const double* k, T* matrix) {
  const math::Vec3<T> x = corner[1] - corner[0], y = corner[2] - corner[0],
                      z = corner[3] - corner[0];
  const math::Mat3<T> edges = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  const math::Mat3<T> back = inverse(detail::rest_edges(rest, T(k[detail::kInverseVolume])));
  const Principal<T> at(edges * back);
  T p[3], q[3];
  detail::plastic_diagonals(stays, back, at.right, p, q);
  const detail::PrincipalStiffness<T> resists = detail::principal_stiffness(at.stretch, p, q, k);

  // How a corner stretches and shears along the principal axes: rows of R^-1. The first corner does
  // the opposite of the others together.
  const math::Vec3<T> slope[3] = {
      {back.xx, back.xy, back.xz}, {back.yx, back.yy, back.yz}, {back.zx, back.zy, back.zz}};
  const math::Mat3<T> turn = {at.left[0].x, at.left[1].x, at.left[2].x, at.left[0].y, at.left[1].y,
                              at.left[2].y, at.left[0].z, at.left[1].z, at.left[2].z};
  T way[3][3];
  for (int c = 0; c < 3; ++c) {
    for (int i = 0; i < 3; ++i) way[c][i] = dot(at.right[i], slope[c]);
  }
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b) {
      const math::Mat3<T> block = detail::resistance_of(resists, way[a], way[b]);
      const math::Mat3<T> half = turn * block;
      T full[9];
      for (int r = 0; r < 3; ++r) {  // half turn'
        const math::Vec3<T> row = r == 0   ? math::Vec3<T>{half.xx, half.xy, half.xz}
                                  : r == 1 ? math::Vec3<T>{half.yx, half.yy, half.yz}
                                           : math::Vec3<T>{half.zx, half.zy, half.zz};
        store(full + 3 * r, turn * row);
      }
      detail::add_to_corners(full, a, b, matrix);
    }
  }
}

}  // namespace thew::element
