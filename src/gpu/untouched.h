#pragma once

// Which trees no constraint touches: with the integrator discrete they fly with the gyroscopic
// terms of bodies in free flight.

#include "gpu/blocks.h"
#include "gpu/matrix.h"

namespace thew::gpu::detail {

template <class T>
THEW_STAGE const T* dense_row(const SolveMemory<T>& s, const RowCounts& n, int k) {
  return k < n.near ? s.jacobian() + k * s.width() : s.far + (k - n.near) * s.width();
}

/// Whether a tendon or an actuator has a term on a dof in the metric; `chains`: or one along one
/// chain of dofs.
template <class T>
THEW_STAGE bool is_coupled(const SolveWorld<T>& w, int dof, bool chains) {
  const auto& m = w.m;
  const auto& t = m.tables;
  const T *tendon = w.row(w.rows.metric_scale), *coupled = tendon + m.ntendon,
          *chain = coupled + m.nout;
  bool found = false;
  THEW_ROLLED
  for (int k = 0; k < m.ntendon; ++k) {
    THEW_ROLLED
    for (int e = m.ten_J_rowadr[k]; e < m.ten_J_rowadr[k] + m.ten_J_rownnz[k]; ++e)
      found |= m.ten_J_colind[e] == dof && tendon[k] > T(0);
  }
  THEW_ROLLED
  for (int k = t.dof_moment_adr[dof]; k < t.dof_moment_adr[dof + 1]; ++k) {
    const int out = t.moment_out[t.dof_moment[k]];
    found |= coupled[out] > T(0) || (chains && chain[out] > T(0));
  }
  return found;
}

/// Whether a row acts on one of the dofs [first, end).
template <class T>
THEW_STAGE bool is_touched(const SolveWorld<T>& w, const RowCounts& n, int first, int end) {
  const auto& s = w.s;
  const auto& m = w.m;
  const int* bodies = w.rows.block_bodies ? w.row(w.rows.block_bodies) : nullptr;
  const int tree = m.dof_treeid[first];
  THEW_ROLLED
  for (int block = 0; block < n.blocks(); ++block) {
    if (block >= n.dense) {
      const int dof = s.id()[block - n.dense] / 2;
      if (dof >= first && dof < end) return true;
    } else if (block >= n.others) {
      for (int k = 0; k < 2; ++k)
        if (m.body_treeid[m.body_weldid[bodies[2 * block + k]]] == tree) return true;
    } else {
      const BlockInfo info = s.info()[block];
      THEW_ROLLED
      for (int k = 0; k < info.count() * (end - first); ++k) {
        const T* row = dense_row(s, n, info.base() + k / (end - first));
        if (row[first + k % (end - first)] != T(0)) return true;
      }
    }
  }
  return false;
}

/// Trees that nothing touches, nor pulls implicitly along with others, move as they do alone.
template <class Team, class T>
THEW_STAGE void fly_untouched(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& m = w.m;
  const T* free = w.row(w.rows.free_acc);
  T* acc = w.row(w.rows.qacc);
  team.each(m.ntree, [&](int tree) {
    const int first = m.tree_dofadr[tree], end = first + m.tree_dofnum[tree];
    bool touched = is_touched(w, n, first, end);
    THEW_ROLLED
    for (int i = first; i < end && !touched; ++i) touched = is_coupled(w, i, false);
    THEW_ROLLED
    for (int i = first; i < end && !touched; ++i) acc[i] = free[i];
  });
}

}  // namespace thew::gpu::detail
