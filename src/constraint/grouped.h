#pragma once

// Vectors over all dofs of the model in whole groups of four.

#include "constraint/solver/block_product.h"
#include "model/integrator.h"

namespace thew::constraint {

/// The model's own tables; addresses are of the inertia that the integrator uses.
inline Tiling tiling_of(const Model& m) {
  return {static_cast<int>(m.ngroup), m.dof_place.data(),
          m.tree_dofadr.data(),       m.tree_dofnum.data(),
          m.tree_group.data(),        m.group_tree.data(),
          m.group_tileadr.data(),     m.group_tilenum.data(),
          m.tile_group.data(),        is_discrete(m) ? m.D_tile.data() : m.M_tile.data()};
}

template <class T>
void gather(const Model& m, const T* from, T* to) {
  const Tiling t = tiling_of(m);
  for (int tree = 0; tree < m.ntree; ++tree) gather(t, tree, t.tree_group[tree], from, to);
}

template <class T>
void scatter(const Model& m, const T* from, T* to) {
  const Tiling t = tiling_of(m);
  for (int tree = 0; tree < m.ntree; ++tree) scatter(t, tree, t.tree_group[tree], from, to);
}

/// J x of a block's base rows.
template <class T>
void multiply_block(const BasicData<T>& d, const Block& block, const T* x, T* y) {
  multiply_block(block, d.kept.block_group.data() + block.column,
                 d.kept.block_tile.data() + block.tile, x, y);
}

}  // namespace thew::constraint
