#pragma once

// Newton's method on the primal problem, as on the processor: minimise over accelerations
//   1/2 (a - a0)' M (a - a0) + sum of s(J a - aref).

#include "gpu/line_search.h"

namespace thew::gpu {

namespace detail {

/// Calls give(k, value) with the values of J x.
template <class Team, class T, class Give>
THEW_STAGE void multiply_rows(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                              const T* x, Give give) {
  const auto& s = w.s;
  team.each(n.bases(), [&](int k) {
    T value;
    if (k < n.near) {
      value = dot_fours(s.width(), s.jacobian() + k * s.width(), x);
    } else if (k < n.rows) {
      value = dot_fours(s.width(), s.far + (k - n.near) * s.width(), x);
    } else {
      const int id = s.id()[k - n.rows];
      value = id % 2 == 0 ? x[id / 2] : -x[id / 2];
    }
    give(k, value);
  });
}

/// Pieces of the cost of a block: those of now, those before, and whether its curvature changed.
struct PieceWord {
  static constexpr int kOld = 12, kChanged = 24;
  static constexpr unsigned kMask = (1u << kOld) - 1;
};

/// The pieces and forces of all blocks at x, and where it is asked for (`curved`), how the
/// curvature of dense ones changes.
template <bool cones, bool curved, class Team, class T>
THEW_STAGE void react_all(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& s = w.s;
  team.each(n.blocks(), [&](int block) {
    const BlockInfo info = s.info()[block];
    const int base = info.base();
    const Shape<T> shape = shape_of(w, n, block, info);
    const Reaction<T> r = react<cones>(shape, s.x() + base, s.force() + base);
    const unsigned old = static_cast<unsigned>(s.piece()[block]) & PieceWord::kMask;
    bool changed = r.pieces != old;
    // Cones slide on with another curvature.
    if (cones && shape.kind == ConstraintType::ContactElliptic)
      changed |= (r.pieces >> kSlides & 1u) != 0;
    if (curved && changed && block < n.dense) {
      const T* before = cones ? s.before() + base : nullptr;
      change_curvature<cones>(shape, s.x() + base, before, r.pieces, old,
                              s.change() + block * s.at->stride);
    }
    s.piece()[block] = static_cast<int>(r.pieces | old << PieceWord::kOld |
                                        (changed ? 1u << PieceWord::kChanged : 0u));
  });
}

/// Forces of constraints on dofs and the gradient; where there is a Hessian (`curved`), rows on one
/// dof change its diagonal.
template <bool curved, class Team, class T>
THEW_STAGE void collect_gradient(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& s = w.s;
  T* total = w.row(w.rows.qfrc_constraint);
  team.each(s.width(), [&](int i) {
    T even = T(0), odd = T(0), four[4];
    const T* column = s.jacobian() + i;
    int k = 0;
    THEW_ROLLED
    for (; k + 3 < n.near; k += 4, column += 4 * s.width()) {
      load4(s.force() + k, four);
      even = fma(column[0], four[0], even);
      odd = fma(column[s.width()], four[1], odd);
      even = fma(column[2 * s.width()], four[2], even);
      odd = fma(column[3 * s.width()], four[3], odd);
    }
    THEW_ROLLED
    for (; k < n.near; ++k, column += s.width()) even = fma(column[0], s.force()[k], even);
    THEW_ROLLED
    for (; k < n.rows; ++k) odd = fma(s.far[(k - n.near) * s.width() + i], s.force()[k], odd);
    T sum = even + odd;
    THEW_ROLLED
    for (int place = 0; n.singles > 0 && place < 3; ++place) {
      const int single = s.single()[3 * i + place] - 1;
      if (single < 0) continue;
      const T force = s.force()[n.rows + single];
      sum = sum + (place == 2 ? -force : force);
      if constexpr (!curved) continue;
      const int piece = s.piece()[n.dense + single];
      const bool now = (piece & 1) != 0, before = (piece >> PieceWord::kOld & 1) != 0;
      T& diagonal = s.hessian()[row_start(i) + i];
      const T weight = s.weight()[n.rows + single];
      if (now != before) diagonal = now ? diagonal + weight : diagonal - weight;
    }
    if (i < w.m.nv) total[i] = sum;
    s.gradient()[i] = (s.mass_acc()[i] - s.smooth_force()[i]) - sum;
  });
}

/// Adds the change of curvature of a dense block with n base rows to the Hessian.
template <class Team, class T>
THEW_STAGE void add_block(const Team& team, const SolveWorld<T>& w, const T* jacobian,
                          const T* change, int n, unsigned groups) {
  const auto& s = w.s;
  const std::int32_t* quads = w.m.tables.quad;
  const auto acts_on = [&](int group) { return (groups >> min(group, 31) & 1u) != 0; };
  // In parts of four rows: what they do to each dof, then its product with the rows.
  THEW_ROLLED
  for (int part = 0; part < n; part += 4) {
    const int rows = n - part;
    const T* changes = change + part * n;
    team.each(s.width(), [&](int i) {
      T sum[4] = {T(0), T(0), T(0), T(0)}, by[4];
      THEW_ROLLED
      for (int b = 0; b < n; ++b) {
        const T entry = jacobian[b * s.width() + i];
        load4(changes + 4 * b, by);
        for (int k = 0; k < 4; ++k) sum[k] = fma(by[k], entry, sum[k]);
      }
      store4(s.panel() + 4 * i, sum);
    });
    team.each(w.m.tables.nquad, [&](int q) {
      const Quad quad = load_quad(quads, q);
      if (!acts_on(quad.row / 4) || !acts_on(quad.column)) return;
      T value[4], by[4], row[4];
      T* to = s.hessian() + quad.place;
      load4(to, value);
      load4(s.panel() + 4 * quad.row, by);
      const T* from = jacobian + part * s.width() + 4 * quad.column;
      for (int k = 0; k < 4; ++k) {
        if (k >= rows) break;
        load4(from + k * s.width(), row);
        for (int e = 0; e < 4; ++e) value[e] = fma(by[k], row[e], value[e]);
      }
      store4(to, value);
    });
  }
}

/// Forces, gradient and Hessian at x.
template <bool cones, class Team, class T>
THEW_STAGE void evaluate(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& s = w.s;
  react_all<cones, true>(team, w, n);
  if (w.rows.row_force) team.copy(n.bases(), s.force(), w.row(w.rows.row_force));
  collect_gradient<true>(team, w, n);
  THEW_ROLLED
  for (int block = 0; block < n.dense; ++block) {
    if ((s.piece()[block] >> PieceWord::kChanged & 1) == 0) continue;
    const BlockInfo info = s.info()[block];
    const T* jacobian = s.jacobian() + info.base() * s.width();
    if (info.base() >= n.near) {
      // Brought here first.
      T* here = s.change() + n.dense * s.at->stride;
      copy_fours(team, info.count() * s.width(), s.far + (info.base() - n.near) * s.width(), here);
      jacobian = here;
    }
    add_block(team, w, jacobian, s.change() + block * s.at->stride, info.count(),
              static_cast<unsigned>(s.groups()[block]));
  }
  if constexpr (cones) {
    team.each(n.rows, [&](int k) { s.before()[k] = s.x()[k]; });
  }
}

/// Begins at the acceleration of the last step or at that without constraints, whichever costs
/// less; returns the scale of costs.
template <bool cones, bool metric, class Team, class T>
THEW_STAGE T begin_newton(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& m = w.m;
  const auto& s = w.s;
  copy_fours(team, s.packed(), s.mass(), s.hessian());
  team.each(n.blocks(), [&](int block) { s.piece()[block] = 0; });
  // First what the rows ask for, at the velocities of now: `x` has their damping and `y` the pull
  // of their springs.
  THEW_ROLLED
  for (int turn = 0; turn < 3; ++turn) {
    const T* by = turn == 0 ? s.direction() : turn == 1 ? s.gradient() : s.acc();
    multiply_rows(team, w, n, by, [&](int k, const T& value) {
      T* to = turn == 0 ? s.force() : turn == 1 ? s.y() : s.x();
      to[k] = turn == 0 ? -s.x()[k] * value - s.y()[k] : value - s.force()[k];
    });
  }
  multiply_mass(team, s, s.acc(), s.mass_acc());
  Sums<T, 2> cost = team.template sum<Sums<T, 2>>(n.blocks(), [&](int block) {
    Sums<T, 2> both(0);
    const BlockInfo info = s.info()[block];
    const Shape<T> shape = shape_of(w, n, block, info);
    THEW_ROLLED
    for (int k = 0; k < 2; ++k) {
      const T* x = (k == 0 ? s.x() : s.y()) + info.base();
      const T at_x = react<cones>(shape, x, s.force() + info.base()).cost;
      (k == 0 ? both[0] : both[1]) = at_x;
    }
    return both;
  });
  const Sums<T, 2> gauss = team.template sum<Sums<T, 2>>(m.nv, [&](int i) {
    Sums<T, 2> both(0);
    both[0] = T(0.5) * (s.mass_acc()[i] - s.smooth_force()[i]) * (s.acc()[i] - s.gradient()[i]);
    both[1] = s.mass()[row_start(i) + i];
    return both;
  });
  const bool warm = !has(m.opt.disableflags, DisableBit::Warmstart);
  if (!(warm && cost[0] + gauss[0] < cost[1])) {
    team.each(s.width(), [&](int i) {
      s.acc()[i] = s.gradient()[i];
      s.mass_acc()[i] = s.smooth_force()[i];
    });
    team.each(n.bases(), [&](int k) { s.x()[k] = s.y()[k]; });
  }
  const T trace = metric ? w.row(w.rows.metric_trace)[0] : gauss[1];
  return T(1) / max(trace, T(kMinVal));
}

/// As far as the precision goes.
template <class T>
THEW_STAGE T tolerance_of(const DeviceModel<T>& m) {
  T tolerance = m.opt.tolerance;
  if constexpr (sizeof(T) == sizeof(float)) tolerance = max(tolerance, T(1e-6));
  return tolerance;
}

/// What the direction does to the mass and to the rows; returns how the quadratic part of the cost
/// begins and bends along it, and the square of its length.
template <class Team, class T>
THEW_STAGE Sums<T, 3> follow_direction(const Team& team, const SolveWorld<T>& w,
                                       const RowCounts& n) {
  const auto& s = w.s;
  multiply_mass(team, s, s.direction(), s.mass_direction());
  multiply_rows(team, w, n, s.direction(), [&](int k, const T& value) { s.y()[k] = value; });
  return team.template sum<Sums<T, 3>>(w.m.nv, [&](int i) {
    Sums<T, 3> all(0);
    const T d = s.direction()[i];
    all[0] = d * (s.mass_acc()[i] - s.smooth_force()[i]);
    all[1] = d * s.mass_direction()[i];
    all[2] = d * d;
    return all;
  });
}

template <class Team, class T>
THEW_STAGE void move_along(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                           const T& step) {
  const auto& s = w.s;
  team.each(s.width(), [&](int i) {
    s.acc()[i] = fma(step, s.direction()[i], s.acc()[i]);
    s.mass_acc()[i] = fma(step, s.mass_direction()[i], s.mass_acc()[i]);
  });
  team.each(n.bases(), [&](int k) { s.x()[k] = fma(step, s.y()[k], s.x()[k]); });
}

}  // namespace detail

/// Finds the acceleration `acc` and the forces of all rows; returns how many iterations it took.
/// `acc` begins as the acceleration of the last step, `gradient` as that without constraints.
template <bool cones, bool metric, class Team, class T>
THEW_STAGE int solve_newton(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  using namespace detail;
  const auto& m = w.m;
  const auto& s = w.s;
  const T scale = begin_newton<cones, metric>(team, w, n);
  const T tolerance = tolerance_of(m);
  T improvement = T(0);
  THEW_ROLLED
  for (int rounds = 0;; ++rounds) {
    evaluate<cones>(team, w, n);
    const T gradient = scale * sqrt(team.template sum<T>(
                                   m.nv, [&](int i) { return s.gradient()[i] * s.gradient()[i]; }));
    if (rounds > 0 && ((improvement > T(0) && improvement < tolerance) || gradient < tolerance ||
                       rounds == m.opt.iterations)) {
      return rounds;
    }
    copy_fours(team, s.packed(), s.hessian(), s.factor());
    team.each(s.width(), [&](int i) { s.direction()[i] = -s.gradient()[i]; });
    factor_and_solve(team, s, m.tables.quad, s.direction());
    const T slope =
        team.template sum<T>(m.nv, [&](int i) { return s.gradient()[i] * s.direction()[i]; });
    const T expected = max(T(-0.5) * scale * slope, T(0));
    if (expected < tolerance && (rounds > 0 || gradient < tolerance)) return rounds;
    if (m.opt.iterations <= 0) return rounds;
    const Sums<T, 3> sums = follow_direction(team, w, n);
    const T length = sqrt(sums[2]);
    if (length < T(kMinVal)) return rounds;
    T enough = tolerance * m.opt.ls_tolerance * length / scale;
    if constexpr (sizeof(T) == sizeof(float)) enough = max(enough, T(1e-6) * abs(slope));
    collect_edges<cones>(team, w, n);
    // The slope at the start is that of the gradient, and Newton's step from there is one.
    const Trial<T> start = {T(0), T(0), slope, -slope};
    const T step = search<cones>(team, w, n, sums[0], sums[1], start, enough, m.opt.ls_iterations,
                                 improvement);
    if (step == T(0)) return rounds;
    improvement = improvement * scale;
    move_along(team, w, n, step);
  }
}

}  // namespace thew::gpu
