#pragma once

// Constraints on the positions of points, and how they are projected (extended position based
// dynamics, Macklin et al. 2016): a constraint C with compliance alpha [length^2 / energy, by the
// unit of C] stores C^2 / (2 alpha). Over a step of h with x0 at its begin, its multiplier changes
// by
//   d lambda = (-C - a lambda - g grad C . (x - x0)) / ((1 + g) sum w |grad C|^2 + a)
// and the points by w grad C d lambda, with the inverse masses w, a = alpha / h^2 and g = beta / h,
// where beta [s] is damping in proportion to stiffness. Where nothing is left to change this is
// Euler's implicit rule.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/vec3.h"

namespace thew::element {

/// A constraint on n points: its value and what that changes by where they move.
template <class T, int n>
struct PointConstraint {
  T value;
  math::Vec3<T> gradient[n];
};

/// How a constraint yields over a step of h.
template <class T>
struct Compliance {
  T soft;    ///< alpha / h^2
  T damped;  ///< beta / h
};

/// The change of a multiplier; `along` is grad C . (x - x0), `mobility` sum w |grad C|^2. Zero
/// where nothing can move.
template <class T>
THEW_INLINE T multiplier_change(const T& value, const T& along, const T& mobility,
                                const Compliance<T>& yields, const T& lambda) {
  const T below = fma(T(1) + yields.damped, mobility, yields.soft);
  const T above = fma(-yields.damped, along, fma(-yields.soft, lambda, -value));
  const auto moves = below > T(kMinVal) * T(kMinVal);
  return select(moves, above / select(moves, below, T(1)), T(0));
}

/// alpha / h^2 as the constraint solver has it where the material is in its metric: not below what
/// keeps the matrix well conditioned.
template <class T>
THEW_INLINE T coupled_softness(const T& soft, const T& mobility) {
  constexpr double kStiffest = 1e4;  // beside the inertia
  return max(max(soft, mobility * T(1 / kStiffest)), T(kMinVal) * T(kMinVal));
}

/// Distance of two points less that of rest. Where they coincide it has no gradient.
template <class T>
THEW_INLINE PointConstraint<T, 2> stretched(const math::Vec3<T>* x, const T& rest) {
  const math::Vec3<T> way = x[1] - x[0];
  const T length = norm(way);
  const auto apart = length > T(kMinVal);
  const math::Vec3<T> unit = way * select(apart, T(1) / select(apart, length, T(1)), T(0));
  return {length - rest, {-unit, unit}};
}

/// sum c_i x_i of four points around an edge: how much two triangles that rest flat are bent. Each
/// of its three numbers is a constraint, whose gradients are the weights c.
template <class T>
THEW_INLINE math::Vec3<T> bent(const math::Vec3<T>* x, const T* c) {
  return axpy(c[3], x[3], axpy(c[2], x[2], axpy(c[1], x[1], x[0] * c[0])));
}

/// Angle between the triangles x0 x1 x2 and x1 x0 x3 at their edge, zero where they are flat, less
/// that of rest (gradients: Bridson et al., "Simulation of clothing with folds and wrinkles",
/// 2003).
template <class T>
THEW_HD inline PointConstraint<T, 4> folded(const math::Vec3<T>* x, const T& rest) {
  using math::Vec3;
  const Vec3<T> edge = x[1] - x[0];
  const Vec3<T> first = cross(x[0] - x[2], x[1] - x[2]), second = cross(x[1] - x[3], x[0] - x[3]);
  const T length = max(norm(edge), T(kMinVal));
  const Vec3<T> a = first * (T(1) / max(dot(first, first), T(kMinVal) * T(kMinVal)));
  const Vec3<T> b = second * (T(1) / max(dot(second, second), T(kMinVal) * T(kMinVal)));
  const Vec3<T> along = edge * (T(1) / length);
  const T angle = atan2(dot(cross(first, second), along), dot(first, second));
  constexpr double kPi = 3.14159265358979323846;
  T value = angle - rest;  // the shorter way round
  value = select(value > T(kPi), value - T(2 * kPi), value);
  value = select(value < -T(kPi), value + T(2 * kPi), value);
  const T a0 = dot(x[2] - x[0], along), a1 = dot(x[2] - x[1], along);
  const T b0 = dot(x[3] - x[0], along), b1 = dot(x[3] - x[1], along);
  return {value, {-(a * a1 + b * b1), a * a0 + b * b0, a * -length, b * -length}};
}

/// f_u . f_v of a triangle, with f the directions of its material; `inverse` (2 x 2, row by row) is
/// that of its rest shape, the edges from the first corner in columns.
template <class T>
THEW_INLINE PointConstraint<T, 3> sheared(const math::Vec3<T>* x, const T* inverse) {
  const math::Vec3<T> p = x[1] - x[0], q = x[2] - x[0];
  const math::Vec3<T> u = axpy(inverse[2], q, p * inverse[0]);
  const math::Vec3<T> v = axpy(inverse[3], q, p * inverse[1]);
  const math::Vec3<T> by_p = axpy(inverse[0], v, u * inverse[1]);
  const math::Vec3<T> by_q = axpy(inverse[2], v, u * inverse[3]);
  return {dot(u, v), {-(by_p + by_q), by_p, by_q}};
}

/// The share of a tetrahedron's volume that is gained; `rest` has the sign of its orientation.
template <class T>
THEW_INLINE PointConstraint<T, 4> swollen(const math::Vec3<T>* x, const T& rest) {
  const math::Vec3<T> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const T scale = T(1) / (T(6) * rest);
  const math::Vec3<T> by_a = cross(b, c) * scale, by_b = cross(c, a) * scale,
                      by_c = cross(a, b) * scale;
  return {dot(a, by_a) - T(1), {-(by_a + by_b + by_c), by_a, by_b, by_c}};
}

/// The columns of a tetrahedron's deformation F, from the inverse (3 x 3, row by row) of its rest
/// shape, the edges from the first corner in columns.
template <class T>
struct Deformation {
  THEW_HD Deformation(const math::Vec3<T>* x, const T* inverse) : inverse_(inverse) {
    const math::Vec3<T> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    for (int k = 0; k < 3; ++k) {
      column[k] = axpy(inverse[6 + k], c, axpy(inverse[3 + k], b, a * inverse[k]));
    }
  }

  /// The gradients of a function of F, given its derivatives by the columns.
  THEW_HD PointConstraint<T, 4> constraint(const T& value, const math::Vec3<T>* slope) const {
    PointConstraint<T, 4> c;
    c.value = value;
    for (int i = 0; i < 3; ++i) {
      const T* row = inverse_ + 3 * i;
      c.gradient[i + 1] = axpy(row[2], slope[2], axpy(row[1], slope[1], slope[0] * row[0]));
    }
    c.gradient[0] = -(c.gradient[1] + c.gradient[2] + c.gradient[3]);
    return c;
  }

  math::Vec3<T> column[3];

 private:
  const T* inverse_;
};

/// sqrt(tr F'F): with a compliance of 1 / (mu V) it stores mu/2 V tr F'F (Macklin and Mueller, "A
/// constraint-based formulation of stable Neo-Hookean materials", 2021).
template <class T>
THEW_HD inline PointConstraint<T, 4> distorted(const math::Vec3<T>* x, const T* inverse) {
  const Deformation<T> f(x, inverse);
  const math::Vec3<T>* c = f.column;
  const T size = sqrt(dot(c[0], c[0]) + dot(c[1], c[1]) + dot(c[2], c[2]));
  const T scale = T(1) / max(size, T(kMinVal));
  const math::Vec3<T> slope[3] = {c[0] * scale, c[1] * scale, c[2] * scale};
  return f.constraint(size, slope);
}

/// The Neo-Hookean law mu/2 tr F'F + lambda/2 (det F - 1 - mu/lambda)^2 (Smith et al., "Stable
/// Neo-Hookean flesh simulation", 2018) as two constraints that are zero at rest, where the terms
/// of the law pull with large forces that balance: but for a constant it is
///   mu/2 Q + (lambda - mu)/2 (det F - 1)^2,  Q = tr F'F + det^2 F - 4 det F,
/// and Q is nowhere negative. With the invariants of G = F'F - 1 and j = det F - 1 it is
/// 2 j^2 - I2 - I3, which keeps its digits where strains are small.
template <class T>
struct NeoHookean {
  PointConstraint<T, 4> strained;  ///< sqrt Q
  PointConstraint<T, 4> dilated;   ///< det F - 1

  THEW_HD NeoHookean(const math::Vec3<T>* x, const T* inverse) {
    const Deformation<T> f(x, inverse);
    const math::Vec3<T>* c = f.column;
    const math::Vec3<T> slope[3] = {cross(c[1], c[2]), cross(c[2], c[0]), cross(c[0], c[1])};
    const T g11 = dot(c[0], c[0]) - T(1), g22 = dot(c[1], c[1]) - T(1);
    const T g33 = dot(c[2], c[2]) - T(1);
    const T g12 = dot(c[0], c[1]), g13 = dot(c[0], c[2]), g23 = dot(c[1], c[2]);
    const T i2 = g11 * g22 + g22 * g33 + g11 * g33 - g12 * g12 - g13 * g13 - g23 * g23;
    const T i3 = g11 * (g22 * g33 - g23 * g23) - g12 * (g12 * g33 - g23 * g13) +
                 g13 * (g12 * g23 - g22 * g13);
    const T volume = dot(c[0], slope[0]);
    const auto upright = volume > T(0);
    const T gained = (g11 + g22 + g33 + i2 + i3) / select(upright, T(1) + volume, T(1));
    const T j = select(upright, gained, volume - T(1));
    const T size = sqrt(max(fma(T(2) * j, j, -(i2 + i3)), T(0)));
    const auto strains = size > T(kMinVal);
    const T scale = select(strains, T(1) / select(strains, size, T(1)), T(0));
    math::Vec3<T> way[3];
    for (int k = 0; k < 3; ++k) way[k] = axpy(volume - T(2), slope[k], c[k]) * scale;
    strained = f.constraint(size, way);
    dilated = f.constraint(j, slope);
  }
};

/// Length of the curvature binormal 2 e x f / (|e||f| + e.f) of three points in a row, twice the
/// tangent of half the angle that they turn by, less that of rest. Where they are straight it has
/// no gradient.
template <class T>
THEW_HD inline PointConstraint<T, 3> curved(const math::Vec3<T>* x, const T& rest) {
  using math::Vec3;
  const Vec3<T> e = x[1] - x[0], f = x[2] - x[1];
  constexpr double kLeast = kMinVal * kMinVal;
  const T square_e = max(dot(e, e), T(kLeast)), square_f = max(dot(f, f), T(kLeast));
  const Vec3<T> normal = cross(e, f);
  const T sine = norm(normal), both = sqrt(square_e * square_f);
  constexpr double kFolded = 1e-6;  // half a turn has no tangent
  const T below = max(both + dot(e, f), T(kFolded) * both);
  const auto bends = sine > T(kMinVal) * both;
  const T share = select(bends, T(2) / select(bends, below * both * sine, T(1)), T(0));
  const T value = share * both * (sine * sine);
  const Vec3<T> by_e = cross(normal, e) * (-share * square_f);
  const Vec3<T> by_f = cross(normal, f) * (share * square_e);
  return {value - rest, {-by_e, by_e - by_f, by_f}};
}

/// How much a constraint changes by where points move.
template <class T, int n>
THEW_INLINE T slope_along(const PointConstraint<T, n>& c, const math::Vec3<T>* moved) {
  T along(0);
  for (int i = 0; i < n; ++i) along = along + dot(c.gradient[i], moved[i]);
  return along;
}

/// The change of the multiplier of a constraint on points with the inverse masses w.
template <class T, int n>
THEW_INLINE T multiplier_change(const PointConstraint<T, n>& c, const T* w, const T& along,
                                const Compliance<T>& yields, const T& lambda) {
  T mobility(0);
  for (int i = 0; i < n; ++i) {
    mobility = fma(w[i], dot(c.gradient[i], c.gradient[i]), mobility);
  }
  return multiplier_change(c.value, along, mobility, yields, lambda);
}

/// Moves n points with the inverse masses w by a constraint; `moved` is how far they are from where
/// they began, kept beside their positions because these have fewer digits for it. Returns the
/// change of the multiplier.
template <class T, int n>
THEW_INLINE T project(const PointConstraint<T, n>& c, const T* w, const Compliance<T>& yields,
                      T& lambda, math::Vec3<T>* x, math::Vec3<T>* moved) {
  const T change = multiplier_change(c, w, slope_along(c, moved), yields, lambda);
  lambda = lambda + change;
  for (int i = 0; i < n; ++i) {
    const math::Vec3<T> by = c.gradient[i] * (w[i] * change);
    x[i] = x[i] + by;
    moved[i] = moved[i] + by;
  }
  return change;
}

/// The same for two constraints together, as they hold one another in balance: one after the other
/// would have to undo what the first did.
template <class T, int n>
struct TwoConstraints {
  PointConstraint<T, n> first, second;
  Compliance<T> first_yields, second_yields;

  /// The changes of both multipliers, where the constraints change by `along` and `beside` with
  /// what points have moved.
  THEW_HD void find_change(const T* w, const T& along, const T& beside, const T* lambda,
                           T* change) const {
    T own(0), both(0), other(0);
    for (int i = 0; i < n; ++i) {
      const math::Vec3<T>&a = first.gradient[i], b = second.gradient[i];
      own = fma(w[i], dot(a, a), own);
      both = fma(w[i], dot(a, b), both);
      other = fma(w[i], dot(b, b), other);
    }
    const T more = T(1) + first_yields.damped;  // the same for both
    const T aa = fma(more, own, first_yields.soft), bb = fma(more, other, second_yields.soft);
    const T ab = more * both, determinant = aa * bb - ab * ab;
    const T ra = fma(-first_yields.damped, along, fma(-first_yields.soft, lambda[0], -first.value));
    const T rb =
        fma(-first_yields.damped, beside, fma(-second_yields.soft, lambda[1], -second.value));
    const auto moves = determinant > T(kMinVal) * (aa * bb);
    const T scale = select(moves, T(1) / select(moves, determinant, T(1)), T(0));
    change[0] = (bb * ra - ab * rb) * scale;
    change[1] = (aa * rb - ab * ra) * scale;
  }

  /// Changes both multipliers and returns their changes in `change`.
  THEW_HD void project(const T* w, T* lambda, math::Vec3<T>* x, math::Vec3<T>* moved,
                       T* change) const {
    find_change(w, slope_along(first, moved), slope_along(second, moved), lambda, change);
    lambda[0] = lambda[0] + change[0];
    lambda[1] = lambda[1] + change[1];
    for (int i = 0; i < n; ++i) {
      const math::Vec3<T> by =
          axpy(change[1], second.gradient[i], first.gradient[i] * change[0]) * w[i];
      x[i] = x[i] + by;
      moved[i] = moved[i] + by;
    }
  }
};

/// The same for bent(), which has three multipliers.
template <class T>
THEW_INLINE math::Vec3<T> project_bent(const T* c, const T* w, const Compliance<T>& yields,
                                       math::Vec3<T>& lambda, math::Vec3<T>* x,
                                       math::Vec3<T>* moved) {
  const math::Vec3<T> value = bent(x, c), along = bent(moved, c);
  T mobility(0);
  for (int i = 0; i < 4; ++i) mobility = fma(w[i] * c[i], c[i], mobility);
  const math::Vec3<T> change = {multiplier_change(value.x, along.x, mobility, yields, lambda.x),
                                multiplier_change(value.y, along.y, mobility, yields, lambda.y),
                                multiplier_change(value.z, along.z, mobility, yields, lambda.z)};
  lambda = lambda + change;
  for (int i = 0; i < 4; ++i) {
    const math::Vec3<T> by = change * (w[i] * c[i]);
    x[i] = x[i] + by;
    moved[i] = moved[i] + by;
  }
  return change;
}

}  // namespace thew::element
