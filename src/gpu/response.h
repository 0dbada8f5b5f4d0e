#pragma once

// How accelerations respond to forces of constraint rows: rows of B = J inv(M), and A = B J' among
// the rows of a block. Rows of B lie in global memory.

#include "gpu/solve.h"

namespace thew::gpu::detail {

/// The dof that a row on one dof is about, and its entry there.
template <class T>
THEW_STAGE T entry_of_single(const SolveMemory<T>& s, int single, int& dof) {
  const int id = s.id()[single];
  dof = id / 2;
  return id % 2 == 0 ? T(1) : T(-1);
}

/// x <- inv(M) x, or with the integrator discrete inv(B) x, B the tree's part of its metric. By one
/// thread.
template <class T>
THEW_STAGE void solve_mass(const SolveWorld<T>& w, T* x) {
  const auto& m = w.m;
  const bool metric = m.tables.metric == kDiscreteMetric;
  const T* factor = w.row(metric ? w.rows.metric_factor : w.rows.qLD);
  const T* inverse = w.row(metric ? w.rows.metric_inverse : w.rows.qLDiagInv);
  const int *start = metric ? m.D_rowadr : m.M_rowadr, *column = metric ? m.D_colind : m.M_colind;
  const auto end_of = [&](int i) { return start[i] + (metric ? m.D_diag[i] : m.M_rownnz[i] - 1); };
  THEW_ROLLED
  for (int i = m.nv - 1; i >= 0; --i) {
    const T value = x[i];
    if (value == T(0)) continue;
    const int end = end_of(i);
    THEW_ROLLED
    for (int e = start[i]; e < end; ++e) {
      T& above = x[column[e]];
      above = fma(-factor[e], value, above);
    }
  }
  THEW_ROLLED
  for (int i = 0; i < m.nv; ++i) {
    T value = x[i] * inverse[i];
    const int end = end_of(i);
    THEW_ROLLED
    for (int e = start[i]; e < end; ++e) value = fma(-factor[e], x[column[e]], value);
    x[i] = value;
  }
}

/// Row k of B, of base rows; behind the last of them inv(M) times the gradient. By one thread.
template <class T>
THEW_STAGE void find_response(const SolveWorld<T>& w, const RowCounts& n, int k, T* to) {
  const auto& s = w.s;
  const bool all = k == n.bases(), single = k >= n.rows && !all;
  const T* from = all ? s.gradient() : single ? to : dense_row(s, n, k);
  THEW_ROLLED
  for (int i = 0; i < s.width(); ++i) to[i] = single ? T(0) : from[i];
  int dof = 0;
  if (single) {
    const T entry = entry_of_single(s, k - n.rows, dof);
    to[dof] = entry;
  }
  solve_mass(w, to);
}

/// A among `count` base rows of a dense block, from `first` on, in the place of its change of
/// curvature; `response` is B.
template <class T>
THEW_STAGE T* respond_within(const SolveWorld<T>& w, const RowCounts& n, int block, int first,
                             int count, const T* response) {
  const auto& s = w.s;
  T* to = s.change() + block * s.at->stride;
  THEW_ROLLED
  for (int k = 0; k < count * count; ++k) {
    to[k] = dot_fours(s.width(), dense_row(s, n, first + k / count),
                      response + (first + k % count) * s.width());
  }
  return to;
}

}  // namespace thew::gpu::detail
