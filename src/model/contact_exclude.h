#pragma once

// Which contacts make rows: contact.exclude.

#include <thew/data.h>

namespace thew::exclude {

inline constexpr int kNot = 0;         ///< it makes rows
inline constexpr int kInGap = 1;       ///< beyond the margin it is only listed
inline constexpr int kMerged = 2;      ///< others stand for it
inline constexpr int kCannotMove = 3;  ///< no dof moves one of its sides against the other
inline constexpr int kPassive = 4;     ///< of a passive flex: a spring, and no rows

/// Marks a contact of one world that is in the gap: it is only listed, unless it is expected to
/// come nearer within the step; one that sticks pulls, without friction.
template <class S>
void mark_gap(ContactColumns<S>& c, int i, bool expected) {
  if (expected || c.dist[i] < c.includemargin[i]) return;
  if (c.adhesion[i] != 0) {
    c.dim[i] = 1;
  } else {
    c.exclude[i] = kInGap;
  }
}

}  // namespace thew::exclude
