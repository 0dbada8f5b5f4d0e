#pragma once

// Flexes and sleep: a flex sleeps with what carries it.

#include "model/sleep.h"

namespace thew::sleep {

/// Calls visit(body) for the bodies of a flex's vertices, or of the nodes that it follows.
template <class Visit>
void each_carrier(const Model& m, int flex, Visit visit) {
  const bool nodes = m.flex_interp[flex] != 0;
  const int first = nodes ? m.flex_nodeadr[flex] : m.flex_vertadr[flex];
  const int count = nodes ? m.flex_nodenum[flex] : m.flex_vertnum[flex];
  for (int v = first; v < first + count; ++v) {
    visit(nodes ? m.flex_nodebodyid[v] : m.flex_vertbodyid[v]);
  }
}

/// Whether some of what carries a flex sleeps, and nothing of it is awake.
template <class T>
bool flex_sleeps(const Model& m, const BasicData<T>& d, int flex) {
  if constexpr (kLanes<T> == 1) {
    if (!any_asleep(m, d)) return false;
    bool sleeps = false, awake = false;
    each_carrier(m, flex, [&](int body) {
      const SleepState state = state_of_body(d, body);
      sleeps |= state == SleepState::Asleep;
      awake |= state == SleepState::Awake;
    });
    return sleeps && !awake;
  }
  return false;
}

/// Whether nothing of what carries a flex is awake.
template <class T>
bool flex_rests(const Model& m, const BasicData<T>& d, int flex) {
  bool awake = false;
  each_carrier(m, flex, [&](int body) { awake |= state_of_body(d, body) == SleepState::Awake; });
  return !awake;
}

/// Whether a flex and a body, or two flexes, need not be looked at: neither of them moves by
/// itself, and one sleeps.
template <class T>
bool rests_with(const Model& m, const BasicData<T>& d, int flex, int body) {
  if (!any_asleep(m, d)) return false;
  const bool asleep = state_of_body(d, body) == SleepState::Asleep;
  if (!asleep && m.body_weldid[body] != 0) return false;
  return flex_rests(m, d, flex) && (asleep || flex_sleeps(m, d, flex));
}
template <class T>
bool flexes_rest(const Model& m, const BasicData<T>& d, int f1, int f2) {
  if (!any_asleep(m, d)) return false;
  return flex_rests(m, d, f1) && flex_rests(m, d, f2) &&
         (flex_sleeps(m, d, f1) || flex_sleeps(m, d, f2));
}

}  // namespace thew::sleep
