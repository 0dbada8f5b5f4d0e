#pragma once

// How accelerations respond to forces of constraint rows: rows of B = J inv(M), and A = B J' among
// the rows of a block. Rows of B lie in global memory.

#include "gpu/solve.h"

namespace thew::gpu::detail {

template <class T>
THEW_STAGE const T* dense_row(const SolveMemory<T>& s, const RowCounts& n, int k) {
  return k < n.near ? s.jacobian() + k * s.width() : s.far + (k - n.near) * s.width();
}

/// The dof that a row on one dof is about, and its entry there.
template <class T>
THEW_STAGE T entry_of_single(const SolveMemory<T>& s, int single, int& dof) {
  const int id = s.id()[single];
  dof = id / 2;
  return id % 2 == 0 ? T(1) : T(-1);
}

/// x <- inv(M) x, by one thread.
template <class T>
THEW_STAGE void solve_mass(const SolveWorld<T>& w, T* x) {
  const auto& m = w.m;
  const T *factor = w.row(w.rows.qLD), *inverse = w.row(w.rows.qLDiagInv);
  THEW_ROLLED
  for (int i = m.nv - 1; i >= 0; --i) {
    const T value = x[i];
    if (value == T(0)) continue;
    const int end = m.M_rowadr[i] + m.M_rownnz[i] - 1;
    THEW_ROLLED
    for (int e = m.M_rowadr[i]; e < end; ++e) {
      T& above = x[m.M_colind[e]];
      above = fma(-factor[e], value, above);
    }
  }
  THEW_ROLLED
  for (int i = 0; i < m.nv; ++i) {
    T value = x[i] * inverse[i];
    const int end = m.M_rowadr[i] + m.M_rownnz[i] - 1;
    THEW_ROLLED
    for (int e = m.M_rowadr[i]; e < end; ++e) value = fma(-factor[e], x[m.M_colind[e]], value);
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
