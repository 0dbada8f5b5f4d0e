#pragma once

// Trees that stay slow fall asleep and are not moved until something wakes them. tree_asleep is the
// state: below zero a tree is awake and counts up to -1 while it is slow; from zero on it names the
// next tree of the group that fell asleep together, a closed chain. One world only: lanes have no
// sleep.

#include <thew/data.h>

namespace thew::sleep {

/// tree_asleep of a tree that is not about to sleep.
inline constexpr int kAwake = -11;

inline bool is_enabled(const Model& m) {
  return has(m.opt.enableflags, EnableBit::Sleep);
}

/// Whether some trees are to be left alone.
template <class T>
bool any_asleep(const Model& m, const BasicData<T>& d) {
  return is_enabled(m) && d.ntree_awake < m.ntree;
}

/// Trees that are to begin asleep are about to sleep; whether there are any.
template <class T>
bool make_ready(const Model& m, BasicData<T>& d);

/// The tables of who is awake, from tree_asleep.
template <class T>
void update(const Model& m, BasicData<T>& d);

template <class T>
SleepState state_of_body(const BasicData<T>& d, int body);
/// That of a body whose tree does not sleep: bodies that never move are static, but those that
/// follow a mocap body.
SleepState state_when_awake(const Model& m, int body);
template <class T>
SleepState state_of_tendon(const Model& m, const BasicData<T>& d, int tendon);
/// Asleep when nothing that the equality joins is awake.
template <class T>
SleepState state_of_equality(const Model& m, const BasicData<T>& d, int equality);

/// Each of these wakes sleeping groups for one reason, updates the tables and says whether any
/// woke. Reasons: a user's force or motion (tree_awake marks the trees that were moved), an awake
/// body that touches them, a limited tendon or an equality from an awake tree.
template <class T>
bool wake_disturbed(const Model& m, BasicData<T>& d);
template <class T>
bool wake_touched(const Model& m, BasicData<T>& d);
template <class T>
bool wake_pulled(const Model& m, BasicData<T>& d);
template <class T>
bool wake_joined(const Model& m, BasicData<T>& d);

/// Counts slow steps, and puts islands and single trees to sleep that were slow for long enough,
/// with velocity zero; says whether any fell asleep. The tables are not updated.
template <class T>
bool fall_asleep(const Model& m, BasicData<T>& d);

}  // namespace thew::sleep
