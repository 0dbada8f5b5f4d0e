#pragma once

// Newton's method on the primal problem, as on the processor: minimise over accelerations
//   1/2 (a - a0)' M (a - a0) + sum of s(J a - aref).

#include "gpu/rows.h"

namespace thew::gpu {

/// Where row i of a symmetric matrix begins.
THEW_INLINE int row_start(int i) {
  const int g = i / 4;
  return 8 * g * (g + 1) + 4 * (i % 4) * (g + 1);
}

namespace detail {

inline constexpr int kUpper = 1;                // piece of dry friction
inline constexpr int kSticks = 0, kSlides = 1;  // pieces of cones

template <class T>
THEW_STAGE void load4(const T* p, T* v) {
  for (int k = 0; k < 4; ++k) v[k] = p[k];
}
template <class T>
THEW_STAGE void store4(T* p, const T* v) {
  for (int k = 0; k < 4; ++k) p[k] = v[k];
}
#if defined(__CUDACC__)
THEW_STAGE void load4(const float* p, float* v) {
  const float4 a = *reinterpret_cast<const float4*>(p);
  v[0] = a.x, v[1] = a.y, v[2] = a.z, v[3] = a.w;
}
THEW_STAGE void load4(const double* p, double* v) {
  const double2 a = reinterpret_cast<const double2*>(p)[0],
                b = reinterpret_cast<const double2*>(p)[1];
  v[0] = a.x, v[1] = a.y, v[2] = b.x, v[3] = b.y;
}
THEW_STAGE void store4(float* p, const float* v) {
  *reinterpret_cast<float4*>(p) = make_float4(v[0], v[1], v[2], v[3]);
}
THEW_STAGE void store4(double* p, const double* v) {
  reinterpret_cast<double2*>(p)[0] = make_double2(v[0], v[1]);
  reinterpret_cast<double2*>(p)[1] = make_double2(v[2], v[3]);
}
#endif

/// a . b of n numbers, whole fours, in two chains.
template <class T>
THEW_STAGE T dot_fours(int n, const T* a, const T* b) {
  T even = T(0), odd = T(0);
  THEW_ROLLED
  for (int c = 0; c < n; c += 4) {
    T p[4], q[4];
    load4(a + c, p);
    load4(b + c, q);
    even = fma(p[0], q[0], even);
    odd = fma(p[1], q[1], odd);
    even = fma(p[2], q[2], even);
    odd = fma(p[3], q[3], odd);
  }
  return even + odd;
}

template <class T>
THEW_CALL T dot_far(int n, const T* a, const T* b) {
  return dot_fours(n, a, b);
}

/// Copies n numbers, whole fours.
template <class Team, class T>
THEW_STAGE void copy_fours(const Team& team, int n, const T* from, T* to) {
  team.each(n / 4, [&](int k) {
    T four[4];
    load4(from + 4 * k, four);
    store4(to + 4 * k, four);
  });
}

/// y <- M x.
template <class Team, class T>
THEW_STAGE void multiply_mass(const Team& team, const ConstrainMemory<T>& s, const T* x, T* y) {
  team.each(s.width, [&](int i) {
    const int g = i / 4;
    T even = dot_fours(4 * (g + 1), s.mass + row_start(i), x), odd = T(0);
    const T* column = s.mass + row_start(4 * (g + 1)) + i;
    THEW_ROLLED
    for (int c = g + 1; c < s.ngroup; ++c) {
      const int step = 4 * (c + 1);
      T four[4];
      load4(x + 4 * c, four);
      even = fma(column[0], four[0], even);
      odd = fma(column[step], four[1], odd);
      even = fma(column[2 * step], four[2], even);
      odd = fma(column[3 * step], four[3], odd);
      column += 4 * step;
    }
    y[i] = even + odd;
  });
}

/// y <- J x, less aref where `residual`.
template <class Team, class T>
THEW_STAGE void multiply_rows(const Team& team, const ConstrainMemory<T>& s, const RowCounts& n,
                              const T* x, T* y, bool residual) {
  team.each(n.bases, [&](int k) {
    T value;
    if (k < n.near) {
      value = dot_fours(s.width, s.jacobian + k * s.width, x);
    } else if (k < n.rows) {
      value = dot_far(s.width, s.row(k, n.near), x);
    } else {
      const int id = s.id[k - n.rows + n.dense];
      value = id % 2 == 0 ? x[id / 2] : -x[id / 2];
    }
    y[k] = residual ? value - s.aref[k] : value;
  });
}

/// Cost of a block at x of its base rows, and which pieces hold.
template <class T>
struct Reaction {
  T cost = T(0);
  unsigned pieces = 0;
};
/// What the cost of a block depends on besides x of its base rows.
template <class T>
struct Shape {
  ConstraintType kind;
  int count;              ///< of base rows
  T mu, bound;            ///< softened cone; dry friction: softness and loss
  const T *D, *friction;  ///< weights; coefficients of contacts
};
template <class T>
THEW_STAGE Shape<T> shape_of(const ConstrainMemory<T>& s, int block) {
  return {static_cast<ConstraintType>(s.kind[block]),
          s.count[block],
          s.mu[block],
          s.bound[block],
          s.weight + s.base[block],
          s.friction + 5 * block};
}

/// Of an elliptic cone.
template <class T>
THEW_CALL Reaction<T> react_on_cone(const Shape<T> shape, const T* x, T* force) {
  const auto cone = element::react_in_cone(shape.mu, shape.friction, shape.D, x, shape.count);
  THEW_ROLLED
  for (int k = 0; k < shape.count; ++k) force[k] = cone.force[k];
  return {cone.cost, (cone.sticks ? 1u << kSticks : 0u) | (cone.slides ? 1u << kSlides : 0u)};
}

/// Sets the forces of its base rows.
template <class T>
THEW_CALL Reaction<T> react(const Shape<T> shape, const T* x, T* force) {
  const int n = shape.count;
  const T* D = shape.D;
  Reaction<T> r;
  switch (shape.kind) {
    case ConstraintType::Equality:
      THEW_ROLLED
      for (int k = 0; k < n; ++k) {
        const T push = -D[k] * x[k];
        force[k] = push;
        r.cost -= T(0.5) * push * x[k];
      }
      r.pieces = (1u << n) - 1;
      break;
    case ConstraintType::FrictionDof: {
      const auto dry = element::react_dryly(D[0], shape.mu, shape.bound, x[0]);
      force[0] = dry.force;
      r.cost = dry.cost;
      r.pieces = (dry.below || dry.above ? 0u : 1u) | (dry.above && !dry.below ? 1u << kUpper : 0u);
      break;
    }
    case ConstraintType::ContactPyramidal: {
      const T x0 = x[0], D0 = D[0];
      T normal = T(0);
      THEW_ROLLED
      for (int k = 1; k < n; ++k) {
        const T mu = shape.friction[k - 1];
        const T up = fma(mu, x[k], x0), down = fma(-mu, x[k], x0);
        const bool plus = up < T(0), minus = down < T(0);
        const T one = plus ? -D0 * up : T(0), other = minus ? -D0 * down : T(0);
        r.cost = r.cost - T(0.5) * (one * up + other * down);
        normal = normal + (one + other);
        force[k] = mu * (one - other);
        r.pieces |= (plus ? 1u : 0u) << (2 * k - 2) | (minus ? 1u : 0u) << (2 * k - 1);
      }
      force[0] = normal;
      break;
    }
    case ConstraintType::ContactElliptic:
      return react_on_cone(shape, x, force);
    default: {
      const bool pushes = x[0] < T(0);
      const T push = pushes ? -D[0] * x[0] : T(0);
      force[0] = push;
      r.cost = T(-0.5) * push * x[0];
      r.pieces = pushes ? 1u : 0u;
    }
  }
  return r;
}

/// Where entry (i, j) of a symmetric matrix of base rows is, i >= j.
THEW_INLINE int entry(int i, int j) {
  return i * (i + 1) / 2 + j;
}

/// Second derivatives of the cost of an elliptic cone.
template <class T>
THEW_STAGE void cone_curvature(const Shape<T>& shape, const T* x, unsigned pieces, T* c) {
  constexpr int kMost = element::kMostBases;
  THEW_ROLLED
  for (int k = 0; k < kMost * kMost; ++k) c[k] = T(0);
  if ((pieces >> kSlides & 1u) != 0) {
    element::cone_curvature(shape.mu, shape.friction, shape.D[0], x, shape.count, c);
  } else if ((pieces >> kSticks & 1u) != 0) {
    THEW_ROLLED
    for (int k = 0; k < shape.count; ++k) c[k * kMost + k] = shape.D[k];
  }
}
template <class T>
THEW_CALL void change_of_cone(const Shape<T> shape, const T* x, const T* before, unsigned now,
                              unsigned old, T* change) {
  constexpr int kMost = element::kMostBases;
  T c[kMost * kMost];
  THEW_ROLLED
  for (int time = 0; time < 2; ++time) {
    const bool then = time == 1;
    cone_curvature(shape, then ? before : x, then ? old : now, c);
    THEW_ROLLED
    for (int i = 0; i < shape.count; ++i) {
      THEW_ROLLED
      for (int j = 0; j <= i; ++j) {
        T& entry_of = change[entry(i, j)];
        entry_of = then ? entry_of - c[i * kMost + j] : c[i * kMost + j];
      }
    }
  }
}

/// How the second derivatives of the cost on the base rows change from one set of pieces to
/// another.
template <class T>
THEW_STAGE void change_curvature(const Shape<T>& shape, const T* x, const T* before, unsigned now,
                                 unsigned old, T* change) {
  if (shape.kind == ConstraintType::ContactElliptic)
    return change_of_cone(shape, x, before, now, old, change);
  const auto weight = [&](int k) {
    return shape.D[shape.kind == ConstraintType::Equality ? k : 0] *
           static_cast<T>(static_cast<int>(now >> k & 1u) - static_cast<int>(old >> k & 1u));
  };
  const int n = shape.count;
  THEW_ROLLED
  for (int k = 0; k < entry(n, 0); ++k) change[k] = T(0);
  if (shape.kind != ConstraintType::ContactPyramidal) {
    THEW_ROLLED
    for (int k = 0; k < n; ++k) change[entry(k, k)] = weight(k);
    return;
  }
  T sum = T(0);
  THEW_ROLLED
  for (int k = 1; k < n; ++k) {
    const T mu = shape.friction[k - 1], plus = weight(2 * k - 2), minus = weight(2 * k - 1);
    sum = sum + (plus + minus);
    change[entry(k, 0)] = mu * (plus - minus);
    change[entry(k, k)] = mu * mu * (plus + minus);
  }
  change[0] = sum;
}

/// Adds the change of curvature of a dense block with this Jacobian to the Hessian.
template <class T>
struct BlockChange {
  T *panel, *hessian;
  const T* change;
  const std::int32_t *quad_row, *quad_group;
  int nquad, width, count;
  unsigned groups;
};
template <class Team, class T>
THEW_STAGE void add_block(const Team& team, const BlockChange<T>& s, const T* jacobian) {
  const int n = s.count;
  const T* change = s.change;
  const unsigned groups = s.groups;
  const auto acts_on = [&](int group) { return (groups >> min(group, 31) & 1u) != 0; };
  // In parts of four rows at most: what they do to each dof, then its product with the rows.
  THEW_ROLLED
  for (int part = 0; part < n; part += 4) {
    const int rows = min(4, n - part);
    team.each(s.width, [&](int i) {
      if (!acts_on(i / 4)) return;
      T sum[4] = {T(0), T(0), T(0), T(0)};
      THEW_ROLLED
      for (int b = 0; b < n; ++b) {
        const T by = jacobian[b * s.width + i];
        for (int k = 0; k < 4; ++k) {
          const int row = part + k;
          if (k < rows) sum[k] = fma(change[row >= b ? entry(row, b) : entry(b, row)], by, sum[k]);
        }
      }
      store4(s.panel + 4 * i, sum);
    });
    team.each(s.nquad, [&](int q) {
      const int i = s.quad_row[q], group = s.quad_group[q];
      if (!acts_on(i / 4) || !acts_on(group)) return;
      T value[4], by[4], row[4];
      T* to = s.hessian + row_start(i) + 4 * group;
      load4(to, value);
      load4(s.panel + 4 * i, by);
      for (int k = 0; k < 4; ++k) {
        if (k >= rows) break;
        load4(jacobian + (part + k) * s.width + 4 * group, row);
        for (int e = 0; e < 4; ++e) value[e] = fma(by[k], row[e], value[e]);
      }
      store4(to, value);
    });
  }
}

template <class Team, class T>
THEW_CALL void add_far_block(const Team team, const BlockChange<T> s, const T* jacobian) {
  add_block(team, s, jacobian);
}

/// Forces, gradient and Hessian at x.
template <class Team, class T>
THEW_STAGE void evaluate(const Team& team, const ConstrainMemory<T>& s, const DeviceTables& tables,
                         const RowCounts& n) {
  team.each(n.blocks, [&](int block) {
    const int base = s.base[block];
    const Reaction<T> r = react(shape_of(s, block), s.x + base, s.force + base);
    const unsigned old = static_cast<unsigned>(s.piece[block]);
    const bool slides = s.kind[block] == static_cast<int>(ConstraintType::ContactElliptic) &&
                        (r.pieces >> kSlides & 1u) != 0;
    // Whether the curvature changed, and the pieces before.
    const bool changed = r.pieces != old || slides;
    s.changed[block] = static_cast<int>(old << 1 | (changed ? 1u : 0u));
    if (changed && block < n.dense) {
      change_curvature(shape_of(s, block), s.x + base, s.before + base, r.pieces, old,
                       s.change + block * s.stride);
    }
    s.piece[block] = static_cast<int>(r.pieces);
  });
  team.each(s.width, [&](int i) {
    T even = s.mass_acc[i] - s.smooth_force[i], odd = T(0);
    int k = 0;
    THEW_ROLLED
    for (; k + 1 < n.near; k += 2) {
      even = fma(-s.jacobian[k * s.width + i], s.force[k], even);
      odd = fma(-s.jacobian[(k + 1) * s.width + i], s.force[k + 1], odd);
    }
    THEW_ROLLED
    for (; k < n.rows; ++k) even = fma(-s.row(k, n.near)[i], s.force[k], even);
    T gradient = even + odd;
    THEW_ROLLED
    for (int place = 0; i < n.dofs && place < 3; ++place) {
      const int block = s.single[3 * i + place];
      if (block < 0) continue;
      const T force = s.force[s.base[block]];
      gradient = gradient - (place == 2 ? -force : force);
      if ((s.changed[block] & 1) != 0) {
        const T D = s.weight[s.base[block]];
        const bool now = (s.piece[block] & 1) != 0, before = (s.changed[block] >> 1 & 1) != 0;
        T& diagonal = s.hessian[row_start(i) + i];
        if (now != before) diagonal = now ? diagonal + D : diagonal - D;
      }
    }
    s.gradient[i] = gradient;
  });
  THEW_ROLLED
  for (int block = 0; block < n.dense; ++block) {
    if ((s.changed[block] & 1) == 0) continue;
    const int base = s.base[block];
    const BlockChange<T> change = {
        s.panel,         s.hessian,         s.change + block * s.stride,
        tables.quad_row, tables.quad_group, tables.nquad,
        s.width,         s.count[block],    static_cast<unsigned>(s.groups[block])};
    if (base < n.near) {
      add_block(team, change, s.jacobian + base * s.width);
    } else {
      add_far_block(team, change, s.row(base, n.near));
    }
  }
  // Cones slide on with another curvature.
  team.each(n.rows, [&](int k) { s.before[k] = s.x[k]; });
}

/// result <- A^-1 result, where `factor` is A: it becomes L D L', by groups of four.
template <class T>
struct Factorization {
  T *factor, *panel, *diagonal;
  int width, ngroup;
  const std::int32_t *quad_row, *quad_group;
};
template <class Team, class T>
THEW_CALL void factor_and_solve(const Team team, const Factorization<T> s, T* result) {
  const int groups = s.ngroup;
  THEW_ROLLED
  for (int p = 0; p < groups; ++p) {
    // The diagonal tile, by all threads alike.
    const int step = 4 * (p + 1);
    const T* tile = s.factor + row_start(4 * p) + 4 * p;
    T r0[4], r1[4], r2[4], r3[4], z[4];
    load4(tile, r0);
    load4(tile + step, r1);
    load4(tile + 2 * step, r2);
    load4(tile + 3 * step, r3);
    load4(result + 4 * p, z);
    const auto safe = [](const T& pivot) { return pivot >= T(kMinVal) ? pivot : T(kMinVal); };
    const T i0 = T(1) / safe(r0[0]);
    const T l10 = r1[0] * i0, l20 = r2[0] * i0, l30 = r3[0] * i0;
    const T i1 = T(1) / safe(fma(-l10, r1[0], r1[1]));
    const T a21 = fma(-l10, r2[0], r2[1]), a31 = fma(-l10, r3[0], r3[1]);
    const T l21 = a21 * i1, l31 = a31 * i1;
    const T i2 = T(1) / safe(fma(-l21, a21, fma(-l20, r2[0], r2[2])));
    const T a32 = fma(-l21, a31, fma(-l20, r3[0], r3[2])), l32 = a32 * i2;
    const T i3 = T(1) / safe(fma(-l32, a32, fma(-l31, a31, fma(-l30, r3[0], r3[3]))));
    const T z0 = z[0], z1 = fma(-l10, z0, z[1]), z2 = fma(-l21, z1, fma(-l20, z0, z[2])),
            z3 = fma(-l32, z2, fma(-l31, z1, fma(-l30, z0, z[3])));
    team.each(4 * (p + 1), s.width, [&](int i) {
      T a[4];
      T* at = s.factor + row_start(i) + 4 * p;
      load4(at, a);
      const T w0 = a[0], w1 = fma(-l10, w0, a[1]), w2 = fma(-l21, w1, fma(-l20, w0, a[2])),
              w3 = fma(-l32, w2, fma(-l31, w1, fma(-l30, w0, a[3])));
      const T w[4] = {w0, w1, w2, w3}, l[4] = {w0 * i0, w1 * i1, w2 * i2, w3 * i3};
      store4(s.panel + 4 * i, w);
      store4(at, l);
      result[i] = fma(-l[3], z3, fma(-l[2], z2, fma(-l[1], z1, fma(-l[0], z0, result[i]))));
    });
    team.once([&] {
      const T first[4] = {z0 * i0, z1 * i1, z2 * i2, z3 * i3}, second[4] = {l10, l20, l30, l21},
              third[4] = {l31, l32, T(0), T(0)};
      store4(s.diagonal + 12 * p, first);
      store4(s.diagonal + 12 * p + 4, second);
      store4(s.diagonal + 12 * p + 8, third);
    });
    const int rest = groups - 1 - p;
    team.each(2 * rest * (rest + 1), [&](int q) {
      const int i = s.quad_row[q], group = s.quad_group[q];
      T value[4], by[4], other[4];
      T* to = s.factor + row_start(i) + 4 * group;
      load4(to, value);
      load4(s.panel + 4 * i, by);
      const T* others = s.factor + row_start(4 * group) + 4 * p;
      for (int e = 0; e < 4; ++e) {
        load4(others + e * 4 * (group + 1), other);
        value[e] =
            fma(-by[3], other[3],
                fma(-by[2], other[2], fma(-by[1], other[1], fma(-by[0], other[0], value[e]))));
      }
      store4(to, value);
    });
  }
  // Backwards; what later groups take away is collected in `result`.
  team.each(s.width, [&](int i) { result[i] = T(0); });
  THEW_ROLLED
  for (int p = groups - 1; p >= 0; --p) {
    T y[4], l[4], more[4], taken[4];
    load4(s.diagonal + 12 * p, y);
    load4(s.diagonal + 12 * p + 4, l);
    load4(s.diagonal + 12 * p + 8, more);
    load4(result + 4 * p, taken);
    const T x3 = y[3] - taken[3], x2 = fma(-more[1], x3, y[2] - taken[2]),
            x1 = fma(-more[0], x3, fma(-l[3], x2, y[1] - taken[1])),
            x0 = fma(-l[2], x3, fma(-l[1], x2, fma(-l[0], x1, y[0] - taken[0])));
    team.each(4 * p, [&](int i) {
      const T* column = s.factor + row_start(4 * p) + i;
      const int step = 4 * (p + 1);
      result[i] =
          fma(column[3 * step], x3,
              fma(column[2 * step], x2, fma(column[step], x1, fma(column[0], x0, result[i]))));
    });
    team.once([&] {
      const T x[4] = {x0, x1, x2, x3};
      store4(result + 4 * p, x);
    });
  }
}

template <class T>
THEW_STAGE Factorization<T> factorization(const ConstrainMemory<T>& s, const DeviceTables& tables) {
  return {s.factor, s.panel, s.diagonal, s.width, s.ngroup, tables.quad_row, tables.quad_group};
}

/// The cost at a point of the line less the cost at its start, and its derivatives along the line.
template <class T>
struct Trial {
  T alpha, cost, slope, bend;
};

/// A cone along the line.
template <class T>
THEW_CALL Sums<T, 3> cone_along(const Shape<T> shape, const T* x, const T* y, const T alpha) {
  const int n = shape.count;
  const T *D = shape.D, *friction = shape.friction;
  const T mu = shape.mu, weight = D[0] / (mu * mu * (T(1) + mu * mu));
  const T u0 = mu * x[0], v0 = mu * y[0];
  T uu = T(0), uv = T(0), vv = T(0), constant = T(0), linear = T(0), square = T(0);
  THEW_ROLLED
  for (int k = 0; k < n; ++k) {
    constant += D[k] * x[k] * x[k];
    linear += D[k] * x[k] * y[k];
    square += D[k] * y[k] * y[k];
    if (k == 0) continue;
    const T u = friction[k - 1] * x[k], v = friction[k - 1] * y[k];
    uu += u * u;
    uv += u * v;
    vv += v * v;
  }
  const auto cost = [&](const T& along, const T& normal, const T& t) {
    if (normal >= mu * t) return T(0);
    if (mu * normal + t <= T(0))
      return T(0.5) * (constant + along * (T(2) * linear + along * square));
    return T(0.5) * weight * (normal - mu * t) * (normal - mu * t);
  };
  const T normal = u0 + alpha * v0, half = uv + alpha * vv, below = uu + alpha * (uv + half);
  const T t = below > T(0) ? sqrt(below) : T(0);
  Sums<T, 3> sums(0);
  sums[0] = T(2) * (cost(alpha, normal, t) - cost(T(0), u0, sqrt(uu)));
  if (normal >= mu * t) return sums;
  if (mu * normal + t <= T(0)) {
    sums[1] = linear + alpha * square;
    sums[2] = square;
    return sums;
  }
  const T depth = normal - mu * t, t1 = half / t, t2 = (vv - t1 * t1) / t, depth1 = v0 - mu * t1;
  sums[1] = weight * depth * depth1;
  sums[2] = weight * (depth1 * depth1 - depth * mu * t2);
  return sums;
}

template <class T>
THEW_STAGE T twice_dry_cost(const T& x, const T& bound) {
  const T size = abs(x);
  return size < bound ? x * x : bound * (size + size - bound);
}

/// An equality or dry friction along the line.
template <class T>
THEW_CALL Sums<T, 3> joint_along(const Shape<T> shape, const T* x, const T* y, const T alpha) {
  const T* D = shape.D;
  Sums<T, 3> sums(0);
  if (shape.kind == ConstraintType::Equality) {
    THEW_ROLLED
    for (int k = 0; k < shape.count; ++k) {
      const T linear = D[k] * x[k] * y[k], square = D[k] * y[k] * y[k];
      sums[0] += alpha * (T(2) * linear + alpha * square);
      sums[1] += linear + alpha * square;
      sums[2] += square;
    }
    return sums;
  }
  const T bound = shape.mu * shape.bound, z = fma(alpha, y[0], x[0]);
  const T held = clamp(z, -bound, bound);
  sums[0] = D[0] * (twice_dry_cost(z, bound) - twice_dry_cost(x[0], bound));
  sums[1] = D[0] * held * y[0];
  sums[2] = held == z ? D[0] * y[0] * y[0] : T(0);
  return sums;
}

/// What a block adds along the line: twice the cost, slope and bend.
template <class T>
THEW_STAGE Sums<T, 3> along(const ConstrainMemory<T>& s, int block, const T& alpha) {
  const int base = s.base[block], n = s.count[block];
  const T *x = s.x + base, *y = s.y + base, *D = s.weight + base;
  Sums<T, 3> sums(0);
  const auto kind = static_cast<ConstraintType>(s.kind[block]);
  if (kind == ConstraintType::ContactElliptic) return cone_along(shape_of(s, block), x, y, alpha);
  if (kind == ConstraintType::Equality || kind == ConstraintType::FrictionDof)
    return joint_along(shape_of(s, block), x, y, alpha);
  // One side, or all edges of a pyramid.
  const bool pyramid = kind == ConstraintType::ContactPyramidal;
  const T* mu = s.friction + 5 * block;
  const T x0 = x[0], y0 = y[0], D0 = D[0];
  THEW_ROLLED
  for (int edge = 0; edge < (pyramid ? 2 * n - 2 : 1); ++edge) {
    T from = x0, rate = y0;
    if (pyramid) {
      const int k = 1 + edge / 2;
      const T slope = edge % 2 == 0 ? mu[k - 1] : -mu[k - 1];
      from = fma(slope, x[k], x0);
      rate = fma(slope, y[k], y0);
    }
    const T z = fma(alpha, rate, from), pushed = min(from, T(0)), pushes = min(z, T(0));
    const T force = z < T(0) ? D0 * rate : T(0);
    sums[0] = fma(D0, fma(pushes, pushes, -(pushed * pushed)), sums[0]);
    sums[1] = fma(force, z, sums[1]);
    sums[2] = fma(force, rate, sums[2]);
  }
  return sums;
}

/// The exact minimum along the direction, between bounds. The points tried are MuJoCo's. The first
/// is known: the slope at the start is that of the gradient, and Newton's step from there is one.
template <class Team, class T>
THEW_STAGE T search(const Team& team, const ConstrainMemory<T>& s, const RowCounts& n,
                    const T& linear, const T& square, const T& slope, const T& enough, int most,
                    T& improvement) {
  const auto flat = [&](const Trial<T>& t) { return abs(t.slope) < enough; };
  const auto take = [&](const Trial<T>& t) {
    improvement = -t.cost;
    return t.alpha;
  };
  const auto next = [](const Trial<T>& t) { return t.alpha - t.slope / t.bend; };
  // Moves an end to where the slope has the same sign and is less steep.
  const auto narrow = [](const Trial<T>& t, Trial<T>& end) {
    const bool same = (end.slope < T(0) && t.slope < T(0)) || (end.slope > T(0) && t.slope > T(0));
    if (!same || abs(t.slope) >= abs(end.slope)) return false;
    end = t;
    return true;
  };
  enum class At { First, Approach, Beyond, Middle, Near, Far } at = At::First;
  Trial<T> far = {T(0), T(0), slope, -slope}, near = far, after_far = far, after_near = far;
  T alpha = T(1), side = T(1);
  bool far_moved = false;
  improvement = T(0);
  THEW_ROLLED
  for (int tried = 2;; ++tried) {
    const Sums<T, 3> sums =
        team.template sum<Sums<T, 3>>(n.blocks, [&](int block) { return along(s, block, alpha); });
    Trial<T> t = {alpha, alpha * (linear + T(0.5) * alpha * square) + T(0.5) * sums[0],
                  linear + alpha * square + sums[1], square + sums[2]};
    if (!(t.bend > T(0))) t.bend = T(kMinVal);
    if (at == At::First || at == At::Approach) {
      if (flat(t) && t.cost < T(0)) return take(t);
      near = t;
      if (at == At::First) side = t.slope < T(0) ? T(1) : T(-1);
      if (tried >= most) return take(t);
      alpha = next(t);
      if (t.slope * side <= -enough) {
        far = t;
        at = At::Approach;
      } else {
        after_far = t;
        at = At::Beyond;
      }
      continue;
    }
    if (at == At::Middle) {
      Trial<T> best = after_near;
      bool found = flat(best);
      if (flat(after_far) && (!found || after_far.cost < best.cost)) best = after_far, found = true;
      if (flat(t) && (!found || t.cost < best.cost)) best = t, found = true;
      if (found) return take(best);
      const Trial<T> one = after_near, two = after_far;
      const bool moved1 = narrow(one, near), moved2 = narrow(two, near), moved3 = narrow(t, near);
      const bool near_moved = moved1 || moved2 || moved3;
      const bool moved4 = narrow(one, far), moved5 = narrow(two, far), moved6 = narrow(t, far);
      far_moved = moved4 || moved5 || moved6;
      if (!near_moved && !far_moved) return take(t);
      at = near_moved ? At::Near : At::Far;
      alpha = next(near_moved ? near : far);
      continue;
    }
    if (at == At::Far) {
      after_far = t;
    } else {
      after_near = t;
    }
    if (at == At::Near && far_moved) {
      at = At::Far;
      alpha = next(far);
      continue;
    }
    if (tried >= most) {
      const Trial<T>& lower = near.cost <= far.cost ? near : far;
      return lower.cost < T(0) ? take(lower) : T(0);
    }
    at = At::Middle;
    alpha = T(0.5) * (near.alpha + far.alpha);
  }
}

}  // namespace detail

/// Finds the acceleration `acc` and the forces of all rows; returns how many iterations it took.
/// `acc` begins as the acceleration of the last step.
template <class Team, class T>
THEW_STAGE int solve_newton(const Team& team, const ConstrainWorld<T>& w, const RowCounts& n) {
  using namespace detail;
  const auto& m = w.m;
  const auto& s = w.s;
  const int packed = 8 * s.ngroup * (s.ngroup + 1);
  copy_fours(team, packed, s.mass, s.hessian);
  team.each(n.blocks, [&](int block) { s.piece[block] = 0; });
  THEW_ROLLED
  for (int k = 0; k < 2; ++k) {
    multiply_rows(team, s, n, k == 0 ? s.smooth_acc : s.acc, k == 0 ? s.y : s.x, true);
  }
  multiply_mass(team, s, s.acc, s.mass_acc);
  const bool warm = !has(m.opt.disableflags, DisableBit::Warmstart);
  Sums<T, 2> cost = team.template sum<Sums<T, 2>>(n.blocks, [&](int block) {
    Sums<T, 2> both(0);
    const int base = s.base[block];
    THEW_ROLLED
    for (int k = 0; k < 2; ++k) {
      const T cost = react(shape_of(s, block), (k == 0 ? s.x : s.y) + base, s.force + base).cost;
      (k == 0 ? both[0] : both[1]) = cost;
    }
    return both;
  });
  const Sums<T, 2> gauss = team.template sum<Sums<T, 2>>(m.nv, [&](int i) {
    Sums<T, 2> both(0);
    both[0] = T(0.5) * (s.mass_acc[i] - s.smooth_force[i]) * (s.acc[i] - s.smooth_acc[i]);
    both[1] = s.mass[row_start(i) + i];
    return both;
  });
  const T scale = T(1) / max(gauss[1], T(kMinVal));
  if (!(warm && cost[0] + gauss[0] < cost[1])) {
    team.each(s.width, [&](int i) {
      s.acc[i] = s.smooth_acc[i];
      s.mass_acc[i] = s.smooth_force[i];
    });
    team.each(n.bases, [&](int k) { s.x[k] = s.y[k]; });
  }
  T tolerance = m.opt.tolerance;
  if constexpr (sizeof(T) == sizeof(float))
    tolerance = max(tolerance, T(1e-6));  // as far as it goes
  T improvement = T(0);
  THEW_ROLLED
  for (int rounds = 0;; ++rounds) {
    evaluate(team, s, m.tables, n);
    const T gradient = scale * sqrt(team.template sum<T>(
                                   m.nv, [&](int i) { return s.gradient[i] * s.gradient[i]; }));
    if (rounds > 0 && ((improvement > T(0) && improvement < tolerance) || gradient < tolerance ||
                       rounds == m.opt.iterations)) {
      return rounds;
    }
    copy_fours(team, packed, s.hessian, s.factor);
    team.each(s.width, [&](int i) { s.direction[i] = -s.gradient[i]; });
    factor_and_solve(team, factorization(s, m.tables), s.direction);
    const T slope =
        team.template sum<T>(m.nv, [&](int i) { return s.gradient[i] * s.direction[i]; });
    const T expected = max(T(-0.5) * scale * slope, T(0));
    if (expected < tolerance && (rounds > 0 || gradient < tolerance)) return rounds;
    if (m.opt.iterations <= 0) return rounds;
    multiply_mass(team, s, s.direction, s.mass_direction);
    multiply_rows(team, s, n, s.direction, s.y, false);
    const Sums<T, 3> sums = team.template sum<Sums<T, 3>>(m.nv, [&](int i) {
      Sums<T, 3> all(0);
      const T d = s.direction[i];
      all[0] = d * (s.mass_acc[i] - s.smooth_force[i]);
      all[1] = d * s.mass_direction[i];
      all[2] = d * d;
      return all;
    });
    const T length = sqrt(sums[2]);
    if (length < T(kMinVal)) return rounds;
    T enough = tolerance * m.opt.ls_tolerance * length / scale;
    if constexpr (sizeof(T) == sizeof(float)) enough = max(enough, T(1e-6) * abs(slope));
    const T step =
        search(team, s, n, sums[0], sums[1], slope, enough, m.opt.ls_iterations, improvement);
    if (step == T(0)) return rounds;
    improvement = improvement * scale;
    team.each(s.width, [&](int i) {
      s.acc[i] = fma(step, s.direction[i], s.acc[i]);
      s.mass_acc[i] = fma(step, s.mass_direction[i], s.mass_acc[i]);
    });
    team.each(n.bases, [&](int k) { s.x[k] = fma(step, s.y[k], s.x[k]); });
  }
}

}  // namespace thew::gpu
