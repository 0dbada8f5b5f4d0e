#pragma once

// What the loops of the stages visit: everything, or what is not asleep. What is asleep does not
// move, so that all that depends on its state stays as it is.

#include "model/sleep.h"

namespace thew::sleep {

/// The bodies that are not asleep, the world first and parents before children.
struct AwakeBodies {
  const int* index;  ///< nullptr: all of them
  int count;

  int operator[](int i) const { return index ? index[i] : i; }
};

template <class T>
AwakeBodies awake_bodies(const Model& m, const BasicData<T>& d) {
  if constexpr (kLanes<T> == 1) {
    if (any_asleep(m, d)) return {d.body_awake_ind.data(), d.nbody_awake};
  }
  return {nullptr, static_cast<int>(m.nbody)};
}

/// Calls visit(body) for the roots of sleeping trees, which hang on bodies that do not sleep.
template <class T, class Visit>
void each_sleeping_root(const Model& m, const BasicData<T>& d, Visit visit) {
  if constexpr (kLanes<T> == 1) {
    if (!any_asleep(m, d)) return;
    for (int tree = static_cast<int>(m.ntree) - 1; tree >= 0; --tree) {
      if (d.tree_awake[tree] == 0) visit(m.tree_bodyadr[tree]);
    }
  }
}

/// Whether anything is asleep; only then the following tell what.
template <class T>
bool some_asleep(const Model& m, const BasicData<T>& d) {
  if constexpr (kLanes<T> == 1) return any_asleep(m, d);
  return false;
}
template <class T>
bool is_tree_asleep(const BasicData<T>& d, int tree) {
  if constexpr (kLanes<T> == 1) return d.tree_awake[tree] == 0;
  return false;
}
template <class T>
bool is_body_asleep(const BasicData<T>& d, int body) {
  if constexpr (kLanes<T> == 1) return d.body_awake[body] == static_cast<int>(SleepState::Asleep);
  return false;
}

}  // namespace thew::sleep
