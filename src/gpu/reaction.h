#pragma once

// What blocks of rows cost and how they push: the pieces of their cost that hold, forces, and how
// the second derivatives change from one set of pieces to another.

#include "element/cone.h"
#include "gpu/blocks.h"
#include "gpu/matrix.h"

namespace thew::gpu::detail {

inline constexpr int kUpper = 1;                // piece of dry friction
inline constexpr int kSticks = 0, kSlides = 1;  // pieces of cones

/// Cost of a block at x of its base rows, and which pieces hold.
template <class T>
struct Reaction {
  T cost = T(0);
  unsigned pieces = 0;
};
/// Where the bound of a block is: only those on one dof have one, or tendons too.
template <class T>
THEW_STAGE int bound_place(const SolveWorld<T>& w, const RowCounts& n, int block) {
  return w.m.tables.dry_tendons != 0 ? block : max(block - n.dense, 0);
}
/// What the cost of a block depends on besides x of its base rows.
template <class T>
struct Shape {
  ConstraintType kind;
  int count;              ///< of base rows
  T mu;                   ///< of softened cones; softness of dry friction
  const T *D, *friction;  ///< weights; coefficients of contacts
  const T* bound;         ///< of dry friction
};
template <class T>
THEW_STAGE Shape<T> shape_of(const SolveWorld<T>& w, const RowCounts& n, int block,
                             const BlockInfo& info) {
  const auto& s = w.s;
  return {info.kind(),
          info.count(),
          s.mu()[block],
          s.weight() + info.base(),
          s.friction() + (w.m.tables.most_bases - 1) * block,
          s.bound() + bound_place(w, n, block)};
}

/// Of an elliptic cone.
template <class T>
THEW_STAGE Reaction<T> react_on_cone(const Shape<T>& shape, const T* x, T* force) {
  const auto cone = element::react_in_cone(shape.mu, shape.friction, shape.D, x, shape.count);
  for (int k = 0; k < element::kMostBases; ++k) {
    if (k < shape.count) force[k] = cone.force[k];
  }
  return {cone.cost, (cone.sticks ? 1u << kSticks : 0u) | (cone.slides ? 1u << kSlides : 0u)};
}

template <class T>
THEW_STAGE Reaction<T> react_on_pyramid(const Shape<T>& shape, const T* x, T* force) {
  const T x0 = x[0], D0 = shape.D[0];
  Reaction<T> r;
  T normal = T(0);
  THEW_ROLLED
  for (int k = 1; k < shape.count; ++k) {
    const T mu = shape.friction[k - 1], along = x[k];
    const T up = fma(mu, along, x0), down = fma(-mu, along, x0);
    const bool plus = up < T(0), minus = down < T(0);
    const T one = plus ? -D0 * up : T(0), other = minus ? -D0 * down : T(0);
    r.cost = r.cost - T(0.5) * (one * up + other * down);
    normal = normal + (one + other);
    force[k] = mu * (one - other);
    r.pieces |= (plus ? 1u : 0u) << (2 * k - 2) | (minus ? 1u : 0u) << (2 * k - 1);
  }
  force[0] = normal;
  return r;
}

/// Sets the forces of its base rows. `cones`: there may be elliptic ones.
template <bool cones, class T>
THEW_STAGE Reaction<T> react(const Shape<T>& shape, const T* x, T* force) {
  const T* D = shape.D;
  if constexpr (cones) {
    if (shape.kind == ConstraintType::ContactElliptic) return react_on_cone(shape, x, force);
  } else {
    if (shape.kind == ConstraintType::ContactPyramidal) return react_on_pyramid(shape, x, force);
  }
  Reaction<T> r;
  if (shape.kind == ConstraintType::Equality) {
    THEW_ROLLED
    for (int k = 0; k < shape.count; ++k) {
      const T push = -D[k] * x[k];
      force[k] = push;
      r.cost -= T(0.5) * push * x[k];
    }
    r.pieces = (1u << shape.count) - 1;
  } else if (is_dry(shape.kind)) {
    const auto dry = element::react_dryly(D[0], shape.mu, *shape.bound, x[0]);
    force[0] = dry.force;
    r.cost = dry.cost;
    r.pieces = (dry.below || dry.above ? 0u : 1u) | (dry.above && !dry.below ? 1u << kUpper : 0u);
  } else {
    const bool pushes = x[0] < T(0);
    const T push = pushes ? -D[0] * x[0] : T(0);
    force[0] = push;
    r.cost = T(-0.5) * push * x[0];
    r.pieces = pushes ? 1u : 0u;
  }
  return r;
}

/// Where entry (row, b) of the change of curvature of a block with n base rows is: in parts of four
/// rows, each with four numbers for every base row.
THEW_INLINE int change_entry(int row, int b, int n) {
  return 4 * (row / 4 * n + b) + row % 4;
}

/// Second derivatives of the cost of an elliptic cone, of which `sign` times are added.
template <class T>
THEW_STAGE void add_cone_curvature(const Shape<T>& shape, const T* x, unsigned pieces,
                                   const T& sign, T* change) {
  constexpr int kMost = element::kMostBases;
  const int n = shape.count;
  if ((pieces >> kSlides & 1u) != 0) {
    T c[kMost * kMost];
    element::cone_curvature(shape.mu, shape.friction, shape.D[0], x, n, c);
    THEW_ROLLED
    for (int i = 0; i < n; ++i) {
      THEW_ROLLED
      for (int j = 0; j < n; ++j) {
        T& entry = change[change_entry(i, j, n)];
        entry = entry + sign * c[i * kMost + j];
      }
    }
  } else if ((pieces >> kSticks & 1u) != 0) {
    THEW_ROLLED
    for (int k = 0; k < n; ++k) {
      T& entry = change[change_entry(k, k, n)];
      entry = entry + sign * shape.D[k];
    }
  }
}

/// How the second derivatives of the cost on the base rows change from one set of pieces to
/// another.
template <bool cones, class T>
THEW_STAGE void change_curvature(const Shape<T>& shape, const T* x, const T* before, unsigned now,
                                 unsigned old, T* change) {
  const int n = shape.count;
  THEW_ROLLED
  for (int k = 0; k < (n > 4 ? 8 : 4) * n; ++k) change[k] = T(0);
  if constexpr (cones) {
    if (shape.kind == ConstraintType::ContactElliptic) {
      THEW_ROLLED
      for (int then = 0; then < 2; ++then) {
        add_cone_curvature(shape, then == 0 ? x : before, then == 0 ? now : old,
                           then == 0 ? T(1) : T(-1), change);
      }
      return;
    }
  }
  const auto weight = [&](int k) {
    return shape.D[shape.kind == ConstraintType::Equality ? k : 0] *
           static_cast<T>(static_cast<int>(now >> k & 1u) - static_cast<int>(old >> k & 1u));
  };
  if (cones || shape.kind != ConstraintType::ContactPyramidal) {
    THEW_ROLLED
    for (int k = 0; k < n; ++k) change[change_entry(k, k, n)] = weight(k);
    return;
  }
  T sum = T(0);
  THEW_ROLLED
  for (int k = 1; k < n; ++k) {
    const T mu = shape.friction[k - 1], plus = weight(2 * k - 2), minus = weight(2 * k - 1);
    sum = sum + (plus + minus);
    change[change_entry(k, 0, n)] = change[change_entry(0, k, n)] = mu * (plus - minus);
    change[change_entry(k, k, n)] = mu * mu * (plus + minus);
  }
  change[0] = sum;
}

}  // namespace thew::gpu::detail
