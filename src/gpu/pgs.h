#pragma once

// A kernel in the place of `solve`, where the model asks for it: projected Gauss-Seidel on the dual
// problem, as on the processor. A sweep visits rows and cones in a shuffled order and gives each
// the best force within its bounds while all others stay; between sweeps forces are extrapolated
// along their last change, which starts anew when a sweep turns against it.
//
// The gradient b + (A + R) f of a row is J a - aref + R f at the acceleration a = a0 + B' f, which
// is kept up to date: where a force changes by d, it changes by B' d.

#include "element/cone_force.h"
#include "gpu/sweep.h"

namespace thew::gpu {

namespace detail {

/// The forces of a block where its base rows are at x, as if they were those of the solution.
template <class T>
THEW_STAGE void start_block(const SolveWorld<T>& w, const RowCounts& n,
                            const SweepMemory<T>& sweeps, int block) {
  const auto& s = w.s;
  const BlockInfo info = s.info()[block];
  const Shape<T> shape = shape_of(w, n, block, info);
  const T* x = s.x() + info.base();
  T* force = sweeps.force + (sweeps.begin[block] & 0xffff);
  if (!is_pyramid(info)) {
    react<true>(shape, x, force);
    return;
  }
  THEW_ROLLED
  for (int k = 0; k < rows_of(info); ++k) {
    const T edge = fma(element::edge_slope(shape.friction, k), x[1 + k / 2], x[0]);
    force[k] = edge < T(0) ? -shape.D[0] * edge : T(0);
  }
}

/// a0 + B' f, and the forces of base rows.
template <class Team, class T>
THEW_STAGE void find_acceleration(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                                  const SweepMemory<T>& sweeps) {
  const auto& s = w.s;
  team.each(n.blocks(), [&](int block) {
    const BlockInfo info = s.info()[block];
    const T* rows = sweeps.force + (sweeps.begin[block] & 0xffff);
    T* force = s.force() + info.base();
    const T* friction = s.friction() + (w.m.tables.most_bases - 1) * block;
    force[0] = T(0);
    THEW_ROLLED
    for (int k = 0; k < rows_of(info); ++k) {
      if (!is_pyramid(info)) {
        force[k] = rows[k];
      } else if (k % 2 == 0) {
        force[0] = force[0] + (rows[k] + rows[k + 1]);
        force[1 + k / 2] = friction[k / 2] * (rows[k] - rows[k + 1]);
      }
    }
  });
  team.each(w.m.nv, [&](int i) {
    T sum = s.gradient()[i];
    THEW_BY_FOURS
    for (int k = 0; k < n.bases(); ++k)
      sum = fma(s.force()[k], sweeps.response[k * s.width() + i], sum);
    s.acc()[i] = sum;
  });
}

/// What softness costs.
template <class Team, class T>
THEW_STAGE T soft_cost(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                       const SweepMemory<T>& sweeps) {
  return team.template sum<T>(n.blocks(), [&](int block) {
    const BlockInfo info = w.s.info()[block];
    const T* rows = sweeps.force + (sweeps.begin[block] & 0xffff);
    const T* R = w.s.weight() + info.base();
    T cost = T(0);
    THEW_ROLLED
    for (int k = 0; k < rows_of(info); ++k)
      cost = cost + T(0.5) * rows[k] * rows[k] * (is_pyramid(info) ? R[0] : R[k]);
    return cost;
  });
}

/// Begins at the forces that the acceleration of the last step asks for, or without any where that
/// costs less.
template <class Team, class T>
THEW_STAGE void start_sweeps(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                             const SweepMemory<T>& sweeps, int rows) {
  const auto& s = w.s;
  // At first `x` has the damping of rows and `y` the pull of their springs.
  THEW_ROLLED
  for (int turn = 0; turn < 2; ++turn) {
    multiply_rows(team, w, n, turn == 0 ? s.direction() : s.acc(), [&](int k, const T& value) {
      T& to = turn == 0 ? s.y()[k] : s.x()[k];
      to = turn == 0 ? -s.x()[k] * value - s.y()[k] : value - s.y()[k];
    });
  }
  if (has(w.m.opt.disableflags, DisableBit::Warmstart)) {
    team.each(rows, [&](int k) { sweeps.force[k] = T(0); });
  } else {
    team.each(n.blocks(), [&](int block) { start_block(w, n, sweeps, block); });
  }
  team.each(n.bases(), [&](int k) { s.weight()[k] = T(1) / s.weight()[k]; });
  find_acceleration(team, w, n, sweeps);
  team.each(s.width(), [&](int i) {
    s.direction()[i] = i < w.m.nv ? T(0.5) * (s.gradient()[i] + s.acc()[i]) : T(0);
  });
  multiply_rows(team, w, n, s.direction(), [&](int k, const T& value) { s.x()[k] = value; });
  const T cost =
      team.template sum<T>(n.bases(), [&](int k) { return s.force()[k] * (s.x()[k] - s.y()[k]); });
  if (!(cost + soft_cost(team, w, n, sweeps) > T(0))) return;
  team.each(rows, [&](int k) { sweeps.force[k] = T(0); });
  find_acceleration(team, w, n, sweeps);
}

/// B, A among the rows of each block, and the diagonal of each row.
template <class Team, class T>
THEW_STAGE void find_responses(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  T* response = w.row(w.rows.response_rows);
  team.each(n.bases(), [&](int k) { find_response(w, n, k, response + k * w.s.width()); });
  team.each(n.dense, [&](int block) {
    const BlockInfo info = w.s.info()[block];
    respond_within(w, n, block, info.base(), info.count(), response);
  });
}
template <class Team, class T>
THEW_STAGE void find_diagonals(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                               const SweepMemory<T>& sweeps) {
  const auto& s = w.s;
  team.each(n.blocks(), [&](int block) {
    const BlockInfo info = s.info()[block];
    const int count = info.count(), row = sweeps.begin[block] & 0xffff;
    const T* R = s.weight() + info.base();
    if (block >= n.dense) {
      int dof = 0;
      const T entry = entry_of_single(s, block - n.dense, dof);
      sweeps.diagonal[row] = fma(entry, sweeps.response[info.base() * s.width() + dof], R[0]);
    } else if (is_pyramid(info)) {
      const T* a = s.change() + block * s.at->stride;
      const T* friction = s.friction() + (w.m.tables.most_bases - 1) * block;
      THEW_ROLLED
      for (int k = 0; k < rows_of(info); ++k) {
        const T slope = element::edge_slope(friction, k);
        const int other = 1 + k / 2;
        const T own = fma(slope, a[other * count + other], T(2) * a[other]);
        sweeps.diagonal[row + k] = fma(slope, own, a[0]) + R[0];
      }
    } else {
      T* a = s.change() + block * s.at->stride;
      THEW_ROLLED
      for (int k = 0; k < count; ++k) {
        a[k * count + k] = a[k * count + k] + R[k];
        sweeps.diagonal[row + k] = a[k * count + k];
      }
    }
    THEW_ROLLED
    for (int k = 0; k < rows_of(info); ++k)
      sweeps.inverse[row + k] = T(1) / sweeps.diagonal[row + k];
  });
}

/// Along the last change of forces, so far as it has shown to be good.
template <class Team, class T>
THEW_STAGE void extrapolate(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                            const SweepMemory<T>& sweeps, const UnitCounts& counts, const T& beta) {
  const bool moves = beta > T(0);
  team.each(counts.units, [&](int number) {
    const Unit unit = unit_of(w, sweeps, number);
    const Bounds<T> bounds = bounds_of(w, n, unit);
    const bool cone = is_cone(unit.info);
    T* force = sweeps.force + unit.row;
    THEW_ROLLED
    for (int k = 0; k < (cone ? unit.info.count() : 1); ++k) {
      const T now = force[k], last = moves ? sweeps.before[unit.row + k] : now;
      sweeps.before[unit.row + k] = now;
      if (moves) force[k] = math::clamp(now + beta * (now - last), bounds.low, bounds.high);
    }
    if (!cone || !moves) return;
    element::bring_into_cone(unit.info.count(),
                             w.s.friction() + (w.m.tables.most_bases - 1) * unit.block, force);
  });
  if (moves) find_acceleration(team, w, n, sweeps);
  team.each(counts.rows, [&](int k) { sweeps.middle[k] = sweeps.force[k]; });
}

/// The best force of a row; returns by how much the cost changes.
template <class Team, class T>
THEW_STAGE T visit_row(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                       const SweepMemory<T>& sweeps, const Unit& unit) {
  const auto& s = w.s;
  const bool edge = is_pyramid(unit.info);
  const int first = unit.info.base() + (edge ? 0 : unit.part),
            other = unit.info.base() + (edge ? 1 + unit.part / 2 : unit.part);
  const T slope =
      edge ? element::edge_slope(s.friction() + (w.m.tables.most_bases - 1) * unit.block, unit.part)
           : T(0);
  const T old = sweeps.force[unit.row];
  T along;
  if (unit.block >= n.dense) {
    int dof = 0;
    const T entry = entry_of_single(s, unit.block - n.dense, dof);
    along = entry * s.acc()[dof];
  } else {
    const T *one = dense_row(s, n, first), *two = dense_row(s, n, other);
    along = team.template sum<T>(w.m.nv,
                                 [&](int i) { return fma(slope, two[i], one[i]) * s.acc()[i]; });
  }
  const T gradient = fma(s.weight()[first], old, along - fma(slope, s.y()[other], s.y()[first]));
  const Bounds<T> bounds = bounds_of(w, n, unit);
  T best = math::clamp(fma(-gradient, sweeps.inverse[unit.row], old), bounds.low, bounds.high);
  T change = best - old;
  T gain = change * fma(T(0.5) * sweeps.diagonal[unit.row], change, gradient);
  // What costs more is rounding.
  if (gain > element::kMostRise<T>) {
    best = old;
    change = gain = T(0);
  }
  team.meet();  // all have seen the acceleration and the force
  const T *one = sweeps.response + first * s.width(), *two = sweeps.response + other * s.width();
  team.each(w.m.nv,
            [&](int i) { s.acc()[i] = fma(change, fma(slope, two[i], one[i]), s.acc()[i]); });
  team.once([&] { sweeps.force[unit.row] = best; });
  return gain;
}

/// The best force within a cone.
template <class Team, class T>
THEW_STAGE T visit_cone(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                        const SweepMemory<T>& sweeps, const Unit& unit) {
  constexpr int kMost = element::kMostBases;
  const auto& s = w.s;
  const int base = unit.info.base(), count = unit.info.count();
  const auto sums = team.template sum<Sums<T, kMost>>(w.m.nv, [&](int i) {
    Sums<T, kMost> all(0);
    for (int k = 0; k < kMost; ++k) {
      if (k < count) all[k] = dense_row(s, n, base + k)[i] * s.acc()[i];
    }
    return all;
  });
  team.once([&] {
    T *force = sweeps.force + unit.row, *rest = s.x() + base;
    for (int k = 0; k < kMost; ++k) {
      if (k < count) rest[k] = fma(s.weight()[base + k], force[k], sums[k] - s.y()[base + k]);
    }
    *sweeps.cost = element::improve_in_cone(count, s.change() + unit.block * s.at->stride, rest,
                                            s.friction() + (w.m.tables.most_bases - 1) * unit.block,
                                            force, sweeps.change);
  });
  const T* response = sweeps.response + base * s.width();
  team.each(w.m.nv, [&](int i) {
    T sum = s.acc()[i];
    THEW_ROLLED
    for (int k = 0; k < count; ++k) sum = fma(sweeps.change[k], response[k * s.width() + i], sum);
    s.acc()[i] = sum;
  });
  const T cost = *sweeps.cost;
  team.meet();  // before the next cone has its own
  return cost;
}

/// Sweeps until they gain no more than the tolerance; returns how many.
template <class Team, class T>
THEW_STAGE int sweep(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                     const SweepMemory<T>& sweeps, const UnitCounts& counts) {
  const auto& m = w.m;
  const T trace = team.template sum<T>(m.nv, [&](int i) { return w.s.mass()[row_start(i) + i]; });
  const T scale = T(1) / max(trace, T(kMinVal)), tolerance = tolerance_of(m);
  Visits visits;
  int rounds = 0, momentum = 1;
  THEW_ROLLED
  while (rounds < m.opt.iterations) {
    const T beta = max(T(0), static_cast<T>(momentum - 1) / static_cast<T>(momentum + 2));
    extrapolate(team, w, n, sweeps, counts, beta);
    visits.shuffle(team, w, counts.units, sweeps.order);
    T change = T(0);
    THEW_ROLLED
    for (int k = 0; k < counts.units; ++k) {
      const Unit unit = unit_of(w, sweeps, sweeps.order[k]);
      const T gain = is_cone(unit.info) ? visit_cone(team, w, n, sweeps, unit)
                                        : visit_row(team, w, n, sweeps, unit);
      change = change + gain;
    }
    // Whether the sweep went against the extrapolation.
    const T along = team.template sum<T>(counts.rows, [&](int k) {
      return (sweeps.force[k] - sweeps.middle[k]) * (sweeps.middle[k] - sweeps.before[k]);
    });
    if (rounds > 0) momentum = along < T(0) ? 0 : momentum + 1;
    ++rounds;
    if (max(T(0), -scale * change) < tolerance) break;
  }
  return rounds;
}

/// What noslip begins with: forces of base rows, the bounds of those that rub, and what softness
/// costs.
template <class Team, class T>
THEW_STAGE void keep_for_noslip(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                                const SweepMemory<T>& sweeps) {
  const auto& s = w.s;
  T* bounds = w.row(w.rows.sweep_bound);
  team.each(n.blocks(), [&](int block) {
    const BlockInfo info = s.info()[block];
    const T* rows = sweeps.force + (sweeps.begin[block] & 0xffff);
    const T* friction = s.friction() + (w.m.tables.most_bases - 1) * block;
    THEW_ROLLED
    for (int k = 0; k < info.count(); ++k) {
      T bound = T(-1);
      if (is_dry(info.kind())) bound = s.bound()[bound_place(w, n, block)];
      if (is_cone(info) && k > 0) bound = rows[0];
      if (is_pyramid(info) && k > 0) bound = friction[k - 1] * (rows[2 * k - 2] + rows[2 * k - 1]);
      bounds[info.base() + k] = bound;
    }
  });
  team.copy(n.bases(), s.force(), w.row(w.rows.sweep_force));
  const T cost = soft_cost(team, w, n, sweeps);
  team.once([&] { w.row(w.rows.sweep_cost)[0] = cost; });
}

template <class Team, class T>
THEW_STAGE int find_by_sweeps(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  load_rows<false>(team, w, n);
  const SweepMemory<T> sweeps(w);
  const UnitCounts counts = list_units(team, w, n, sweeps);
  find_responses(team, w, n);
  start_sweeps(team, w, n, sweeps, counts.rows);
  find_diagonals(team, w, n, sweeps);
  const int rounds = sweep(team, w, n, sweeps, counts);
  find_acceleration(team, w, n, sweeps);
  T* acc = w.row(w.rows.qacc);
  team.each(w.m.nv, [&](int i) { acc[i] = w.s.acc()[i]; });
  if (w.rows.row_force) team.copy(n.bases(), w.s.force(), w.row(w.rows.row_force));
  if (w.m.tables.noslip != 0) keep_for_noslip(team, w, n, sweeps);
  collect_gradient<false>(team, w, n);
  return rounds;
}

}  // namespace detail

/// The accelerations that the constraints of a world allow, by sweeps. The working memory is laid
/// out as the solver's.
template <class Team, class T>
THEW_STAGE void solve_by_sweeps(const Team& team, const DeviceModel<T>& m,
                                const DeviceWorlds<T>& worlds, std::uint32_t world, T* memory) {
  using namespace detail;
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  SolveWorld<T> w(m, worlds, world, memory);
  if (worlds.far_rows) w.s.far = w.row(worlds.far_rows);
  const RowCounts n = load_counts(w.row(worlds.row_counts));
  int rounds = 0;
  if (n.blocks() > 0) {
    rounds = find_by_sweeps(team, w, n);
  } else {
    move_freely(team, w);
  }
  if (m.tables.metric == kDiscreteMetric) fly_untouched(team, w, n);
  team.once([&] {
    if (worlds.iterations) w.row(worlds.iterations)[0] = rounds;
  });
}

}  // namespace thew::gpu
