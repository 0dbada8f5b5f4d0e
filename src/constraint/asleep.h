#pragma once

// What has no rows because it sleeps.

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

}  // namespace thew::constraint
