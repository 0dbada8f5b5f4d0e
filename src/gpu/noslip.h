#pragma once

// A kernel behind `solve`, where the model asks for it: takes the slip out of its solution, as on
// the processor. Friction is found again as if it were not soft, while normal forces and all other
// rows stay: row by row, in a fixed order, each the best while the others stay. With A = J inv(M)
// J' a force that changes by d changes accelerations by B' d, B = J inv(M).
//
// All is on base rows. Two opposite edges of a pyramid, with forces f+ and f- whose sum stays, push
// by mu (f+ - f-) along their tangent, which is a row with the bound mu (f+ + f-), as dry friction
// has one.

#include "gpu/slip.h"

namespace thew::gpu {

namespace detail {

/// Forces of a block at x, and the bounds of its rows in the place of x; returns what its softness
/// costs, which is no longer paid.
template <class T>
THEW_STAGE T bound_friction(const SolveWorld<T>& w, const RowCounts& n, int block) {
  const auto& s = w.s;
  const BlockInfo info = s.info()[block];
  const Shape<T> shape = shape_of(w, n, block, info);
  T *x = s.x() + info.base(), *force = s.force() + info.base();
  const bool pyramid = shape.kind == ConstraintType::ContactPyramidal;
  if (pyramid) {
    react_on_pyramid(shape, x, force);
  } else {
    react<true>(shape, x, force);
  }
  T cost = T(0);
  THEW_ROLLED
  for (int k = info.count() - 1; k >= 0; --k) {
    const T f = force[k];
    T bound = T(-1);
    if (!pyramid) {
      cost = cost + T(0.5) * f * f / shape.D[k];
      if (is_dry(shape.kind)) bound = *shape.bound;
      if (shape.kind == ConstraintType::ContactElliptic && k > 0) bound = force[0];
    } else if (k > 0) {
      const T mu = shape.friction[k - 1], D = shape.D[0];
      const T one = -D * min(fma(mu, x[k], x[0]), T(0)),
              other = -D * min(fma(-mu, x[k], x[0]), T(0));
      cost = cost + T(0.5) * (one * one + other * other) / D;
      bound = mu * (one + other);
    }
    x[k] = bound;
  }
  return cost;
}

/// Forces and bounds at the solver's solution; returns what softness costs.
template <class Team, class T>
THEW_STAGE T begin_noslip(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& s = w.s;
  const T* found = w.row(w.rows.qacc);
  team.each(w.m.nv, [&](int i) { s.acc()[i] = found[i]; });
  // At first `x` has the damping of rows and `y` the pull of their springs.
  THEW_ROLLED
  for (int turn = 0; turn < 2; ++turn) {
    multiply_rows(team, w, n, turn == 0 ? s.direction() : s.acc(), [&](int k, const T& value) {
      T& to = turn == 0 ? s.y()[k] : s.x()[k];
      to = turn == 0 ? -s.x()[k] * value - s.y()[k] : value - s.y()[k];
    });
  }
  if (w.m.tables.pgs != 0) {
    // Sweeps may have ended before their forces are those of the acceleration.
    const T *force = w.row(w.rows.sweep_force), *bound = w.row(w.rows.sweep_bound);
    team.each(n.bases(), [&](int k) {
      s.force()[k] = force[k];
      s.x()[k] = bound[k];
    });
    return w.row(w.rows.sweep_cost)[0];
  }
  const T cost =
      team.template sum<T>(n.blocks(), [&](int block) { return bound_friction(w, n, block); });
  team.meet();
  return cost;
}

/// B, A among the rows of each block, and accelerations by the forces of now.
template <class Team, class T>
THEW_STAGE void find_slip_responses(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                                    const Slip<T>& slip) {
  const auto& s = w.s;
  const int width = s.width(), all = n.bases();
  const T* free = w.row(w.rows.qacc_smooth);
  // The gradient is what all forces push, less than nothing.
  team.each(width, [&](int i) { s.mass_acc()[i] = s.smooth_force()[i]; });
  collect_gradient<false>(team, w, n);
  team.each(all + 1, [&](int k) {
    if (k == all || !(s.x()[k] < T(0))) find_response(w, n, k, slip.rows + k * width);
  });
  team.each(w.m.nv, [&](int i) { s.acc()[i] = free[i] - slip.rows[all * width + i]; });
  team.each(n.blocks(), [&](int block) {
    const Rubbing rub = rubbing_of(s.info()[block]);
    if (block >= n.dense) return;
    respond_within(w, n, block, rub.first, rub.count, slip.rows);
  });
}

/// b + A f in the rows of a block that rub.
template <class Team, class T>
THEW_STAGE Sums<T, kMostFriction> residuals_of(const Team& team, const SolveWorld<T>& w,
                                               const RowCounts& n, const Rubbing& rub) {
  const auto& s = w.s;
  return team.template sum<Sums<T, kMostFriction>>(w.m.nv, [&](int i) {
    Sums<T, kMostFriction> all(0);
    for (int k = 0; k < kMostFriction; ++k) {
      if (k < rub.count) all[k] = dense_row(s, n, rub.first + k)[i] * s.acc()[i];
    }
    return all;
  });
}

/// New forces of a block; returns by how much the cost changes.
template <class Team, class T>
THEW_STAGE T update_block(const Team& team, const SolveWorld<T>& w, const RowCounts& n, int block,
                          const Slip<T>& slip) {
  const auto& s = w.s;
  const BlockInfo info = s.info()[block];
  const Rubbing rub = rubbing_of(info);
  if (rub.count == 0) return T(0);
  const int dof = block < n.dense ? 0 : s.id()[block - n.dense] / 2, width = s.width();
  const T* rows = slip.rows + rub.first * width;
  const T* a = block < n.dense ? s.change() + block * s.at->stride : rows + dof;
  Sums<T, kMostFriction> sums(0);
  if (block < n.dense) {
    sums = residuals_of(team, w, n, rub);
  } else {
    sums[0] = s.acc()[dof];
  }
  team.once([&] {
    for (int k = 0; k < kMostFriction; ++k) {
      if (k < rub.count) slip.residual[k] = sums[k] - s.y()[rub.first + k];
    }
    const T* friction = s.friction() + (w.m.tables.most_bases - 1) * block;
    T* force = s.force() + rub.first;
    *slip.cost =
        info.kind() == ConstraintType::ContactElliptic
            ? update_slice(rub.count, a, friction, force[-1], force, slip)
            : update_rows(rub, a, !is_dry(info.kind()), friction, s.x() + rub.first, force, slip);
  });
  team.each(w.m.nv, [&](int i) {
    T sum = s.acc()[i];
    THEW_ROLLED
    for (int k = 0; k < rub.count; ++k) sum = fma(slip.change[k], rows[k * width + i], sum);
    s.acc()[i] = sum;
  });
  const T cost = *slip.cost;
  team.meet();  // before the next block has its own
  return cost;
}

/// Sweeps in the order of the processor: joints, tendons, contacts. Returns how many.
template <class Team, class T>
THEW_STAGE int sweep_friction(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                              const T& soft, const Slip<T>& slip) {
  const auto& m = w.m;
  const auto& s = w.s;
  const T trace = team.template sum<T>(m.nv, [&](int i) { return s.mass()[row_start(i) + i]; });
  const T scale = T(1) / max(trace, T(kMinVal));
  T tolerance = m.opt.noslip_tolerance;
  if constexpr (sizeof(T) == sizeof(float)) tolerance = max(tolerance, T(1e-6));
  int rounds = 0;
  THEW_ROLLED
  while (rounds < m.opt.noslip_iterations) {
    T change = T(0);
    THEW_ROLLED
    for (int k = 0; k < n.blocks(); ++k) {
      const int block = k < n.singles ? n.dense + k : k - n.singles;
      change = change + update_block(team, w, n, block, slip);
    }
    const T improvement = scale * ((rounds == 0 ? soft : T(0)) - change);
    ++rounds;
    if (improvement < tolerance) break;
  }
  return rounds;
}

}  // namespace detail

/// Friction of a world again, without softness. The working memory is laid out as the solver's.
template <class Team, class T>
THEW_STAGE void take_out_slip(const Team& team, const DeviceModel<T>& m,
                              const DeviceWorlds<T>& worlds, std::uint32_t world, T* memory) {
  using namespace detail;
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  SolveWorld<T> w(m, worlds, world, memory);
  if (worlds.far_rows) w.s.far = w.row(worlds.far_rows);
  const RowCounts n = load_counts(w.row(worlds.row_counts));
  if (n.blocks() == 0) return;
  load_rows<false>(team, w, n);
  const Slip<T> slip(w);
  const T soft = begin_noslip(team, w, n);
  find_slip_responses(team, w, n, slip);
  const int rounds = sweep_friction(team, w, n, soft, slip);
  collect_gradient<false>(team, w, n);
  T* acc = w.row(worlds.qacc);
  team.each(m.nv, [&](int i) { acc[i] = w.s.acc()[i]; });
  if (m.tables.metric == kDiscreteMetric) fly_untouched(team, w, n);
  if (worlds.row_force) team.copy(n.bases(), w.s.force(), w.row(worlds.row_force));
  team.once([&] {
    if (worlds.iterations) w.row(worlds.iterations)[0] += rounds;
  });
}

}  // namespace thew::gpu
