#pragma once

// What has no rows because it sleeps, or because nothing moves it.

#include <algorithm>

#include "constraint/block.h"
#include "model/sleep.h"

namespace thew::constraint {

inline bool dof_sleeps(const Model& m, const Data& d, int dof) {
  return sleep::any_asleep(m, d) && d.tree_awake[m.dof_treeid[dof]] == 0;
}

inline bool tendon_sleeps(const Model& m, const Data& d, int tendon) {
  return sleep::any_asleep(m, d) && sleep::state_of_tendon(m, d, tendon) == SleepState::Asleep;
}

inline bool equality_sleeps(const Model& m, const Data& d, int equality) {
  return sleep::any_asleep(m, d) && sleep::state_of_equality(m, d, equality) == SleepState::Asleep;
}

/// True if no dof moves a tendon: its rows would be empty, and there are none. As in MuJoCo the
/// pattern decides where Jacobians are sparse, and their entries where they are dense.
inline bool tendon_is_still(const Model& m, const Data& d, int tendon) {
  const int n = m.ten_J_rownnz[tendon];
  if (is_sparse(m)) return n == 0;
  const double* entry = d.ten_J.data() + m.ten_J_rowadr[tendon];
  return std::all_of(entry, entry + n, [](double x) { return x == 0; });
}

}  // namespace thew::constraint
