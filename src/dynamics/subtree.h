#pragma once

// Sums over the subtrees of bodies.

#include <thew/data.h>

#include "dynamics/points.h"
#include "model/awake.h"

namespace thew::dynamics {

/// Adds the row of every body in `table`, a value that `load` reads, to its parent's, leaves first,
/// and calls visit(body, sum, chained) when all of it is there. Along a chain each sum waits for
/// the one before, which therefore stays in registers: where `chained`, the table lacks it. The
/// world's row, if it counts, is complete at the end. Points can be left out: their sums are what
/// they have themselves, and the caller knows them.
template <class T, class WithoutPoints, class Load, class Visit>
THEW_INLINE void sum_subtrees(const Model& m, const sleep::AwakeBodies& bodies, T* table,
                              bool to_world, WithoutPoints without_points, Load load, Visit visit) {
  constexpr int columns = sizeof(load(table)) / sizeof(T);
  auto sum = load(table);
  bool chained = false;  // whether the last sum is for the next body
  for (int b = bodies.count - 1; b > 0; --b) {
    const int body = bodies[b], parent = m.body_parentid[body];
    if (without_points && is_point(m, body)) {
      chained = false;
      continue;
    }
    const auto own = load(table + columns * body);
    sum = chained ? own + sum : own;
    visit(body, sum, chained);
    chained = b > 1 && bodies[b - 1] == parent;
    if (chained || (parent == 0 && !to_world)) continue;
    T* above = table + columns * parent;
    store(above, load(above) + sum);
  }
}

}  // namespace thew::dynamics
