#pragma once

#include <algorithm>

#include "dynamics/jacobian.h"
#include "model/contact_side.h"

namespace thew::constraint {

/// A contact of which a side is several bodies: with w the signed weight of all bodies that a dof
/// moves, each base row is w times what it would be for one body. Bodies that one dof moves are in
/// one tree, and have one reference point. Calls visit(dof, body, w) from the last dof to the
/// first.
template <class T, class Visit>
void each_spread_dof(const Model& m, const BasicData<T>& d, int contact, Visit visit) {
  constexpr int kMost = 2 * kSideBodies;
  int body[kMost], dof[kMost], count = 0;
  double weight[kMost];
  for (int side = 0; side < 2; ++side) {
    each_side_body(m, d, contact, side, [&](int b, double w) {
      body[count] = b;
      dof[count] = dynamics::last_dof(m, b);
      weight[count++] = side == 0 ? -w : w;
    });
  }
  while (true) {
    const int next = *std::max_element(dof, dof + count);
    if (next < 0) return;
    double sum = 0;
    int one = 0;
    for (int i = 0; i < count; ++i) {
      if (dof[i] != next) continue;
      sum += weight[i];
      one = body[i];
      dof[i] = m.dof_parentid[next];
    }
    visit(next, one, sum);
  }
}

}  // namespace thew::constraint
