#pragma once

// A kernel between `rows` and `solve`, where the model asks for it. With the integrator discrete it
// makes the metric that constraints are solved in, the acceleration without them, and that of
// bodies in free flight; rows become as soft as in that metric. With exact diagonals rows become as
// soft as the inverse inertia says that they meet, instead of its estimate.

#include "gpu/metric.h"
#include "gpu/response.h"
#include "gpu/soften.h"

namespace thew::gpu {

namespace detail {

/// Accelerations without constraints, with the gyroscopic terms of bodies in free flight that
/// nothing else pulls implicitly; and the factor of the tree's part, for those who need rows of its
/// inverse.
template <class Team, class T>
THEW_STAGE void fly_free(const Team& team, const MetricWorld<T>& metric) {
  const auto& w = metric.w;
  const auto& m = w.m;
  const auto& tree = metric.tree;
  const T *force = w.row(w.rows.metric_force), *smooth = w.row(w.rows.qacc_smooth);
  T* entries = w.row(w.rows.metric_tree);
  team.each(m.nD, [&](int adr) {
    entries[adr] = tree.s.lower[adr];
    tree.s.upper[adr] = tree.s.lower[adr];
  });
  if (w.rows.metric_factor) {
    team.each(m.nv, [&](int i) { tree.s.acc[i] = force[i]; });
    factor_lu(team, tree);
    team.each(m.nv, [&](int i) {
      w.row(w.rows.metric_inverse)[i] = tree.s.inverse[i];
      THEW_ROLLED
      for (int adr = m.D_rowadr[i]; adr < m.D_rowadr[i] + m.D_diag[i]; ++adr)
        w.row(w.rows.metric_factor)[adr] = tree.s.lower[adr] * tree.s.inverse[i];
    });
    team.each(m.nD, [&](int adr) { tree.s.lower[adr] = tree.s.upper[adr] = entries[adr]; });
  }
  team.each(m.nbody, [&](int body) {
    T* matrix = tree.s.matrix + 36 * body;
    THEW_ROLLED
    for (int k = 0; k < 36; ++k) matrix[k] = T(0);
    if (body == 0 || !counts_whole(m, body)) return;
    element::momentum_rate_slope(math::load_inertia(w.row(w.rows.cinert) + 10 * body),
                                 math::load_motion(w.row(w.rows.cvel) + 6 * body), matrix);
    turn_axes(tree, body);
  });
  sum_matrices(team, tree);
  team.each(m.nv, [&](int i) {
    tree.s.acc[i] = force[i];
    if (!counts_whole(m, m.dof_bodyid[i])) return;
    implicit_row(tree, i, [](int, int) { return T(0); }, [&](int adr) { return entries[adr]; });
  });
  factor_lu(team, tree);
  solve_lu(team, tree);
  T* free = w.row(w.rows.free_acc);
  team.each(m.nv, [&](int i) {
    const int body = m.dof_bodyid[i];
    bool alone = counts_whole(m, body);
    const int first = m.tree_dofadr[m.dof_treeid[i]];
    THEW_ROLLED
    for (int k = first; k < first + 6 && alone; ++k) alone = !is_coupled(w, k, true);
    free[i] = alone ? tree.s.acc[i] : smooth[i];
  });
}

/// By how much softer a row is than its estimate: the inverse inertia that it meets in the metric
/// and without, both as if they were diagonal.
template <class T>
THEW_STAGE T softer_in_metric(const SolveWorld<T>& w, const T* one, const T* two, const T& slope) {
  const auto& m = w.m;
  const T *metric = w.row(w.rows.metric), *mass = w.row(w.rows.M);
  T with = T(0), without = T(0);
  THEW_ROLLED
  for (int i = 0; i < m.nv; ++i) {
    const T entry = fma(slope, two[i], one[i]), square = entry * entry;
    if (square == T(0)) continue;
    with = with + square / metric[row_start(i) + i];
    without = without + square / mass[m.M_rowadr[i] + m.M_rownnz[i] - 1];
  }
  return without > T(0) ? with / without : T(1);
}

/// The same by the exact inverse inertia.
template <class T>
THEW_STAGE T softer_exactly(const SolveWorld<T>& w, const T* one, const T* two, const T& slope,
                            const T* response, int step, const T& estimate) {
  T sum = T(0);
  THEW_ROLLED
  for (int i = 0; i < w.m.nv; ++i)
    sum = fma(fma(slope, two[i], one[i]), fma(slope, response[step + i], response[i]), sum);
  return sum / estimate;
}

/// Makes rows of a block as soft as what they meet: of contacts the normal, or the first edge,
/// decides.
template <class T>
THEW_STAGE void soften_again(const SolveWorld<T>& w, const RowCounts& n, int block) {
  const auto& m = w.m;
  const auto& s = w.s;
  const BlockInfo info = s.info()[block];
  const bool contact = block >= n.others && block < n.dense, single = block >= n.dense,
             pyramid = info.kind() == ConstraintType::ContactPyramidal;
  T* weight = w.row(w.rows.row_weight) + info.base();
  const T before = T(1) / weight[0];
  T more = T(1);
  THEW_ROLLED
  for (int k = 0; k < info.count(); ++k) {
    if (k == 0 || !contact) {
      const int row = info.base() + k;
      const T slope = pyramid ? s.friction()[(m.tables.most_bases - 1) * block] : T(0);
      const T* response = m.tables.exact != 0 ? w.row(w.rows.response_rows) + row * s.width()
                                              : static_cast<const T*>(nullptr);
      const T estimate = m.tables.exact != 0 ? w.row(w.rows.row_inverse)[row] : T(1);
      if (single) {
        const int dof = s.id()[block - n.dense] / 2;
        if (m.tables.exact != 0) {
          more = abs(response[dof]) / estimate;
        } else {
          more = w.row(w.rows.M)[m.M_rowadr[dof] + m.M_rownnz[dof] - 1] /
                 w.row(w.rows.metric)[row_start(dof) + dof];
        }
      } else {
        const T *one = dense_row(s, n, row), *two = pyramid ? dense_row(s, n, row + 1) : one;
        const int step = pyramid ? s.width() : 0;
        more = m.tables.exact != 0 ? softer_exactly(w, one, two, slope, response, step, estimate)
                                   : softer_in_metric(w, one, two, slope);
      }
    }
    weight[k] = T(1) / max(T(kMinVal), more / weight[k]);
  }
  // With the integrator discrete surfaces stick as they would with the estimate.
  if (contact && m.tables.sticky != 0 && m.tables.metric != kDiscreteMetric) {
    const int pair = w.row(w.rows.contact_pair)[w.row(w.rows.block_id)[block]];
    hold_back(w, info, pair, T(1) / weight[0] - before);
  }
  if (is_dry(info.kind())) w.row(w.rows.block_mu)[block] = T(1) / weight[0];
}

template <class Team, class T>
THEW_STAGE void make_discrete(const Team& team, const SolveWorld<T>& w) {
  const auto& m = w.m;
  const MetricWorld<T> metric(w, w.rows);
  const T* smooth = w.row(w.rows.qfrc_smooth);
  team.each(m.nv, [&](int i) { w.row(w.rows.metric_force)[i] = smooth[i]; });
  // Sweeps over forces leave tendons and actuators explicit.
  const bool all = m.tables.pgs == 0;
  build_metric(team, metric, {all, all, m.tables.fluid != 0});
  copy_fours(team, w.s.packed(), w.s.mass(), w.row(w.rows.metric));
  const T trace = team.template sum<T>(
      m.nv, [&](int i) { return metric.tree.s.lower[m.D_rowadr[i] + m.D_diag[i]]; });
  team.once([&] { w.row(w.rows.metric_trace)[0] = trace; });
  solve_metric(team, w, w.row(w.rows.qacc_smooth));
  if (m.tables.cg != 0) {
    spread_metric(team, metric, false);
    copy_fours(team, w.s.packed(), w.s.mass(), w.row(w.rows.metric_inertia));
  }
  fly_free(team, metric);
}

}  // namespace detail

/// The working memory is laid out as the solver's.
template <class Team, class T>
THEW_STAGE void project_rows(const Team& team, const DeviceModel<T>& m,
                             const DeviceWorlds<T>& worlds, std::uint32_t world, T* memory) {
  using namespace detail;
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  SolveWorld<T> w(m, worlds, world, memory);
  if (worlds.far_rows) w.s.far = w.row(worlds.far_rows);
  if (m.tables.metric == kDiscreteMetric) make_discrete(team, w);
  const RowCounts n = load_counts(w.row(worlds.row_counts));
  if (n.blocks() == 0) return;
  load_rows<false>(team, w, n);
  if (m.tables.exact != 0) {
    T* response = w.row(worlds.response_rows);
    team.each(n.bases(), [&](int k) { find_response(w, n, k, response + k * w.s.width()); });
  }
  team.each(n.blocks(), [&](int block) { soften_again(w, n, block); });
}

/// The last accelerations of a step with springs and dampers of joints and tendons at its end.
template <class Team, class T>
THEW_STAGE void settle(const Team& team, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                       std::uint32_t world, T* memory) {
  using namespace detail;
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const SolveWorld<T> w(m, worlds, world, memory);
  if (is_bad(team, w)) return;
  const MetricWorld<T> metric(w, worlds);
  const T *smooth = w.row(worlds.qfrc_smooth), *pushed = w.row(worlds.qfrc_constraint);
  team.each(m.nv, [&](int i) { w.row(worlds.metric_force)[i] = smooth[i] + pushed[i]; });
  build_metric(team, metric, {true, false, false});
  solve_metric(team, w, w.row(worlds.qacc));
}

/// The next state, by the accelerations as they are.
template <class Team, class T>
THEW_STAGE void advance_discretely(const Team& team, const DeviceModel<T>& m,
                                   const DeviceWorlds<T>& worlds, std::uint32_t world) {
  if (is_left_out(worlds, world) || worlds.status.of(world)[0] != 0) return;
  const AdvanceWorld<T> w(m, worlds, world, nullptr);
  if (detail::is_bad(team, w)) return;
  detail::advance_by<true>(team, w, static_cast<const T*>(w.row(worlds.qacc)),
                           static_cast<const T*>(nullptr),
                           static_cast<const T*>(m.na > 0 ? w.row(worlds.act_dot) : nullptr));
}

}  // namespace thew::gpu
