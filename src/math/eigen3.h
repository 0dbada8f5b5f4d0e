#pragma once

// Eigen-decomposition of a symmetric 3x3 matrix by Jacobi rotations, for double only.

#include <algorithm>
#include <array>
#include <utility>

#include "math/scalar.h"

namespace thew::math {

struct Eigen3 {
  std::array<double, 3> value;  ///< descending
  std::array<double, 4> quat;   ///< w x y z; the columns of its matrix are the eigenvectors
};

namespace detail {

inline std::array<double, 4> product(const std::array<double, 4>& a,
                                     const std::array<double, 4>& b) {
  std::array<double, 4> q = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                             a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                             a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                             a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (abs(norm - 1) > 1e-14) {
    for (double& x : q) x /= norm;
  }
  return q;
}

inline std::array<double, 9> matrix(const std::array<double, 4>& q) {
  const auto [w, x, y, z] = q;
  return {
      w * w + x * x - y * y - z * z, 2 * (x * y - w * z),           2 * (x * z + w * y),
      2 * (x * y + w * z),           w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
      2 * (x * z - w * y),           2 * (y * z + w * x),           w * w - x * x - y * y + z * z};
}

/// (E' A) E, row-major.
inline std::array<double, 9> rotated(const std::array<double, 9>& e,
                                     const std::array<double, 9>& a) {
  std::array<double, 9> ea{}, d{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) ea[3 * i + j] += e[3 * k + i] * a[3 * k + j];
    }
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) d[3 * i + j] += ea[3 * i + k] * e[3 * k + j];
    }
  }
  return d;
}

}  // namespace detail

/// Eigenvalues in descending order and the rotation to the principal axes, to rounding at any scale
/// of `a` (row-major, symmetric). Axes of (nearly) equal eigenvalues are not turned: an
/// off-diagonal entry below `small` and a difference below `equal` of the largest entry count as
/// nothing, so that a body written along its axes keeps them.
inline Eigen3 eigen3(const std::array<double, 9>& a, double small = 4e-15, double equal = 1e-12) {
  double scale = 0;
  for (const double x : a) scale = std::max(scale, abs(x));
  Eigen3 result{{a[0], a[4], a[8]}, {1, 0, 0, 0}};

  // Each rotation, in the plane (r, c) about the third axis, cancels the largest off-diagonal
  // entry. The quaternion carries the product, and D = E' A E is made afresh from A: errors do not
  // add up.
  for (int iteration = 0; iteration < 500; ++iteration) {
    const std::array<double, 9> d = detail::rotated(detail::matrix(result.quat), a);
    result.value = {d[0], d[4], d[8]};
    const double xy = abs(d[1]), xz = abs(d[2]), yz = abs(d[5]);
    const int axis = xy > xz && xy > yz ? 2 : xz > yz ? 1 : 0;
    const int r = axis == 0 ? 1 : 0;
    const int c = axis == 2 ? 1 : 2;
    const double off = d[3 * r + c];
    if (abs(off) < small * scale || off == 0) break;

    // tan of the rotation angle, the smaller root of t^2 + 2 tau t - 1 = 0; then tan, cos and sin
    // of its half, which lose nothing for small angles.
    const double tau = (d[4 * c] - d[4 * r]) / (2 * off);
    const double t = (tau >= 0 ? 1 : -1) / (abs(tau) + sqrt(1 + tau * tau));
    const double half_tangent = t / (1 + sqrt(1 + t * t));
    const double half_cosine = 1 / sqrt(1 + half_tangent * half_tangent);
    const double half_sine = half_tangent * half_cosine;
    std::array<double, 4> turn = {half_cosine, 0, 0, 0};
    turn[axis + 1] = axis == 1 ? half_sine : -half_sine;
    result.quat = detail::product(result.quat, turn);
  }

  // Sort by quarter turns, which keep the axes right-handed. The half root of two has the digits of
  // the reference: rounding decides about ties further down (trees of boxes, slivers of hulls).
  for (const int i : {0, 1, 0}) {
    if (result.value[i] + equal * scale < result.value[i + 1]) {
      std::swap(result.value[i], result.value[i + 1]);
      std::array<double, 4> turn = {0.707106781186548, 0, 0, 0};
      turn[(i + 2) % 3 + 1] = turn[0];
      result.quat = detail::product(result.quat, turn);
    }
  }
  return result;
}

}  // namespace thew::math
