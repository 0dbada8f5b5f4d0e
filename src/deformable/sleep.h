#pragma once

// Flexes that do not sleep.

#include "deformable/rod_chain.h"
#include "model/flex_sleep.h"
#include "model/flex_support.h"
#include "model/integrator.h"

namespace thew::deformable {

/// Calls visit(tree) for the trees that move with a flex: of what carries it, and of the hinges of
/// a rod's segments.
template <class Visit>
void each_tree(const Model& m, int f, Visit visit) {
  const auto add = [&](int body) {
    if (m.body_treeid[body] >= 0) visit(m.body_treeid[body]);
  };
  sleep::each_carrier(m, f, add);
  each_rod_hinge(m, f, [&](int joint) { add(m.jnt_bodyid[joint]); });
}

/// As with MuJoCo, flexes that nothing but explicit forces holds in shape never become slow.
template <class T>
void keep_springs_awake(const Model& m, BasicData<T>& d) {
  if (m.nflex == 0 || !sleep::is_enabled(m) || is_discrete(m)) return;
  for (int f = 0; f < m.nflex; ++f) {
    if (!model::is_elastic(m, f) || m.flex_edgeequality[f] != 0 || m.flex_rigid[f]) continue;
    each_tree(m, f, [&](int tree) {
      if (d.tree_asleep[tree] < 0) d.tree_asleep[tree] = sleep::kAwake;
    });
  }
}

}  // namespace thew::deformable
