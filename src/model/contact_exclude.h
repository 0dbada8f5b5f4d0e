#pragma once

// Which contacts make rows: contact.exclude.

#include <thew/data.h>

namespace thew::exclude {

inline constexpr int kNot = 0;         ///< it makes rows
inline constexpr int kInGap = 1;       ///< beyond the margin it is only listed
inline constexpr int kMerged = 2;      ///< others stand for it
inline constexpr int kCannotMove = 3;  ///< no dof moves one of its sides against the other

/// Marks a contact of one world. In the gap it is only listed, unless it is expected to come nearer
/// within the step; one that sticks pulls there, without friction.
inline void mark(ContactColumns<double>& c, int i, bool expected) {
  const bool in_gap = c.dist[i] >= c.includemargin[i] && !expected, sticks = c.adhesion[i] != 0;
  c.exclude[i] = in_gap && !sticks ? kInGap : kNot;
  if (in_gap && sticks) c.dim[i] = 1;
}

}  // namespace thew::exclude
