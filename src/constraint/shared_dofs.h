#pragma once

// The dofs that move several bodies.

#include <algorithm>

#include "dynamics/jacobian.h"
#include "element/cell.h"

namespace thew::constraint {

/// Calls visit(dof, i) for the dofs that move some bodies, with the places of those that each
/// moves, from the last dof to the first; next() follows each dof.
template <class Visit, class Next>
void each_shared_dof(const Model& m, const int* body, int count, Visit visit, Next next) {
  constexpr int kMost = element::kCellNodes;
  int dof[kMost];
  for (int i = 0; i < count; ++i) dof[i] = dynamics::last_dof(m, body[i]);
  while (true) {
    const int last = *std::max_element(dof, dof + count);
    if (last < 0) return;
    for (int i = 0; i < count; ++i) {
      if (dof[i] != last) continue;
      visit(last, i);
      dof[i] = m.dof_parentid[last];
    }
    next();
  }
}

/// How many these are.
inline int count_shared_dofs(const Model& m, const int* body, int count) {
  int dofs = 0;
  each_shared_dof(m, body, count, [](int, int) {}, [&] { ++dofs; });
  return dofs;
}

}  // namespace thew::constraint
