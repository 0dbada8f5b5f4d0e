#pragma once

// What has no rows because it sleeps, or because nothing moves it.

#include "constraint/block.h"
#include "model/sleep.h"

namespace thew::constraint {

using math::MaskOf;

// Lanes have no sleep.
template <class T>
bool dof_sleeps(const Model& m, const BasicData<T>& d, int dof) {
  if constexpr (kLanes<T> == 1) {
    return sleep::any_asleep(m, d) && d.tree_awake[m.dof_treeid[dof]] == 0;
  } else {
    return false;
  }
}

template <class T>
bool tendon_sleeps(const Model& m, const BasicData<T>& d, int tendon) {
  if constexpr (kLanes<T> == 1) {
    return sleep::any_asleep(m, d) && sleep::state_of_tendon(m, d, tendon) == SleepState::Asleep;
  } else {
    return false;
  }
}

template <class T>
bool equality_sleeps(const Model& m, const BasicData<T>& d, int equality) {
  if constexpr (kLanes<T> == 1) {
    return sleep::any_asleep(m, d) &&
           sleep::state_of_equality(m, d, equality) == SleepState::Asleep;
  } else {
    return false;
  }
}

/// True where no dof moves a tendon: its rows would be empty, and there are none. As in MuJoCo the
/// pattern decides where Jacobians are sparse, and their entries where they are dense.
template <class T>
MaskOf<T> tendon_is_still(const Model& m, const BasicData<T>& d, int tendon) {
  const int n = m.ten_J_rownnz[tendon];
  if (is_sparse(m)) return MaskOf<T>(n == 0);
  const T* entry = d.ten_J.data() + m.ten_J_rowadr[tendon];
  MaskOf<T> still(true);
  for (int k = 0; k < n; ++k) still &= entry[k] == T(0);
  return still;
}

}  // namespace thew::constraint
