#pragma once

// Friction of contacts: the soft cost s(x) of x = J a - aref on the base rows of a contact (normal,
// tangents, spin, rolling), its force -ds/dx and its second derivatives, for elliptic cones and for
// the edges x0 +- mu x_k of pyramids; and dry friction of joints and tendons.

#include <thew/constants.h>

#include "math/pack.h"

namespace thew::element {

/// The most base rows of a contact.
inline constexpr int kMostBases = 6;

/// Friction of the softened cone: the ratio by which its first tangent is softer than its normal
/// counts.
template <class T>
THEW_INLINE T softened_friction(const T& friction, const T& normal_R, const T& tangent_R) {
  return friction * sqrt(tangent_R / normal_R);
}
/// R of all edges of a pyramid.
template <class T>
THEW_INLINE T edge_softness(const T& mu, const T& normal_R) {
  return T(2) * mu * mu * normal_R;
}
/// R of a further tangent of a cone, alike in all directions: from that of the first.
template <class T>
THEW_INLINE T tangent_softness(const T& first_R, const T& first_friction, const T& friction) {
  return first_R * first_friction * first_friction / (friction * friction);
}

/// A contact with an elliptic cone: at rest, sliding on its cone, or apart.
template <class T>
struct ConeReaction {
  T cost = T(0);
  T force[kMostBases] = {};
  MaskOf<T> sticks, slides;
};

/// Reaction of n base rows with softened friction mu, coefficients `friction` of the rows after the
/// normal and weights D.
template <class T>
THEW_HD inline ConeReaction<T> react_in_cone(const T& mu, const T* friction, const T* D, const T* x,
                                             int n) {
  T u[kMostBases], square(0);
  for (int k = 1; k < n; ++k) {
    u[k] = x[k] * friction[k - 1];
    square += u[k] * u[k];
  }
  const T normal = x[0] * mu, sliding = sqrt(square);
  const MaskOf<T> apart = normal >= mu * sliding;
  ConeReaction<T> r;
  r.sticks = (!apart) & (mu * normal + sliding <= T(0));
  r.slides = !(apart | r.sticks);
  if (any(r.sticks)) {
    T cost(0);
    for (int k = 0; k < n; ++k) {
      const T force = -D[k] * x[k];
      cost -= T(0.5) * force * x[k];
      r.force[k] = select(r.sticks, force, T(0));
    }
    r.cost = select(r.sticks, cost, T(0));
  }
  if (any(r.slides)) {
    const T weight = D[0] / (mu * mu * (T(1) + mu * mu)), depth = normal - mu * sliding;
    const T push = -weight * depth * mu;
    r.cost = select(r.slides, T(0.5) * weight * depth * depth, r.cost);
    r.force[0] = select(r.slides, push, r.force[0]);
    for (int k = 1; k < n; ++k) {
      r.force[k] = select(r.slides, -push / sliding * u[k] * friction[k - 1], r.force[k]);
    }
  }
  return r;
}

/// Second derivatives of the cost of a sliding contact, row-major with stride kMostBases.
template <class T>
THEW_HD inline void cone_curvature(const T& mu, const T* friction, const T& D, const T* x, int n,
                                   T* c) {
  // With u = (mu x0, friction x): s = w/2 (u0 - mu t)^2, t = |u1...|.
  T g[kMostBases], u[kMostBases], square(0);
  for (int k = 0; k < n; ++k) {
    g[k] = k == 0 ? mu : friction[k - 1];
    u[k] = x[k] * g[k];
    if (k > 0) square += u[k] * u[k];
  }
  const T t = sqrt(square), weight = D / (mu * mu * (T(1) + mu * mu));
  const T bend = mu * u[0] / (t * square), even = mu * mu - mu * u[0] / t;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      T h(0);
      if (i == 0) {
        h = T(1);
      } else if (j == 0) {
        h = -mu * u[i] / t;
      } else {
        h = bend * u[i] * u[j] + (i == j ? even : T(0));
      }
      c[i * kMostBases + j] = c[j * kMostBases + i] = weight * h * g[i] * g[j];
    }
  }
}

/// Edge k of a pyramid is x0 + slope x[1 + k/2].
template <class T>
THEW_INLINE T edge_slope(const T* mu, int k) {
  return k % 2 == 0 ? mu[k / 2] : -mu[k / 2];
}

/// Calls visit(k, slope, edge, force, where it pushes) for the edges of a pyramid, all with weight
/// D.
template <class T, class Visit>
THEW_INLINE void each_edge(const T* mu, const T& D, const T* x, int edges, Visit visit) {
  for (int k = 0; k < edges; ++k) {
    const T slope = edge_slope(mu, k), edge = fma(slope, x[1 + k / 2], x[0]);
    const MaskOf<T> pushes = edge < T(0);
    visit(k, slope, edge, select(pushes, -D * edge, T(0)), pushes);
  }
}

/// Second derivatives of the cost of a pyramid with n base rows, where pushes(k) tells of its
/// edges: row-major with stride kMostBases, into zeros.
template <class T, class Pushes>
THEW_HD inline void pyramid_curvature(const T* mu, const T& D, int n, const Pushes& pushes, T* c) {
  const auto weight = [&](int k) { return select(pushes(k), D, T(0)); };
  for (int k = 1; k < n; ++k) {
    const T plus = weight(2 * k - 2), minus = weight(2 * k - 1);
    c[0] += plus + minus;
    c[k] = c[k * kMostBases] = mu[k - 1] * (plus - minus);
    c[k * kMostBases + k] = mu[k - 1] * mu[k - 1] * (plus + minus);
  }
}

/// Forces on the base rows of a contact from those of the edges of its pyramid.
template <class T>
THEW_INLINE void pyramid_force(const T* mu, const T* edge_force, int n, T* force) {
  for (int k = 0; k < n - 1; ++k) {
    force[0] = force[0] + (edge_force[2 * k] + edge_force[2 * k + 1]);
    force[k + 1] = mu[k] * (edge_force[2 * k] - edge_force[2 * k + 1]);
  }
}

/// Rows of dry friction: the force is that of a spring up to the loss, and the cost is
/// -1/2 (f x), or -1/2 (2 f x + R loss^2) where the row slides.
template <class Row, class Mask>
struct DryReaction {
  Row force, cost;
  Mask below, above;
};
template <class Row>
THEW_INLINE auto react_dryly(const Row& D, const Row& R, const Row& loss, const Row& x) {
  const Row bound = R * loss;
  const auto below = x <= -bound, above = x >= bound;
  const Row force = select(below, loss, select(above, -loss, -(D * x)));
  const Row bent = select(below | above, bound * loss, Row(0.0));
  const Row twice = select(below | above, Row(2.0), Row(1.0));
  using Mask = std::decay_t<decltype(below)>;
  return DryReaction<Row, Mask>{force, Row(-0.5) * fma(twice * force, x, bent), below, above};
}

}  // namespace thew::element
