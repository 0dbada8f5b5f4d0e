#pragma once

// Sums over the subtrees of bodies.

#include <thew/data.h>

#include "model/awake.h"

namespace thew::dynamics {

/// Adds the row of every body in `table`, a value that `load` reads, to its parent's, leaves first,
/// and calls visit(body, sum) when all of it is there. The world's row, if it counts, is complete
/// at the end. Along a chain each sum waits for the one before, which therefore stays in registers.
template <class T, class Load, class Visit>
THEW_INLINE void sum_subtrees(const Model& m, const sleep::AwakeBodies& bodies, T* table,
                              bool to_world, Load load, Visit visit) {
  constexpr int columns = sizeof(load(table)) / sizeof(T);
  auto sum = load(table);
  int heir = 0;  // the body that gets the last sum
  for (int b = bodies.count - 1; b > 0; --b) {
    const int body = bodies[b], parent = m.body_parentid[body];
    const auto own = load(table + columns * body);
    sum = heir == body ? own + sum : own;
    heir = b > 1 && bodies[b - 1] == parent ? parent : 0;
    if (heir == 0 && (parent > 0 || to_world)) {
      T* above = table + columns * parent;
      store(above, load(above) + sum);
    }
    visit(body, sum);
  }
}

}  // namespace thew::dynamics
