#pragma once

// Constraint rows come in blocks: rows that share their columns (the dofs they depend on). A block
// has base rows with a Jacobian, of which the rows that users see (efc_*) are combinations: the
// edges of a friction pyramid are normal +- mu tangent, all others are the base rows themselves.

#include <span>

#include <thew/data.h>

#include "constraint/solver/tile.h"
#include "element/cone.h"

namespace thew::constraint {

struct Block {
  int type;    ///< ConstraintType
  int id;      ///< equality, dof, joint, tendon or contact
  int row;     ///< its first row in efc_*
  int rows;    ///< how many it has there
  int base;    ///< its first base row
  int bases;   ///< how many base rows it has
  int column;  ///< its columns in block_column
  int columns;
  int groups;  ///< groups of dofs in block_group, from `column` on; 0 for a block of one column
  int tile;    ///< its base Jacobian in block_tile: groups x bases x 4, or bases of one column

  /// How many numbers its Jacobian has in block_tile.
  int tile_size() const { return bases * (groups == 0 ? 1 : tile::kSide * groups); }

  ConstraintType kind() const { return static_cast<ConstraintType>(type); }
  bool is_pyramid() const { return kind() == ConstraintType::ContactPyramidal; }
  bool is_cone() const { return kind() == ConstraintType::ContactElliptic; }
  /// One row that only pushes: a limit or a contact without friction.
  bool is_one_sided() const {
    return kind() == ConstraintType::LimitJoint || kind() == ConstraintType::LimitTendon ||
           kind() == ConstraintType::ContactFrictionless;
  }
  bool is_dry() const {
    return kind() == ConstraintType::FrictionDof || kind() == ConstraintType::FrictionTendon;
  }
};
static_assert(sizeof(Block) == 10 * sizeof(int));

/// The blocks of this step, in the order of their rows.
template <class T>
std::span<Block> blocks(const BasicData<T>& d) {
  return {reinterpret_cast<Block*>(d.kept.block.data()),
          static_cast<std::size_t>(d.row_sizes.nblock)};
}

/// The lanes that have a row, or a block: in others its weight is zero.
template <class T>
math::MaskOf<T> lanes_with_row(const BasicData<T>& d, int row) {
  if constexpr (kLanes<T> == 1) {
    return true;
  } else {
    return d.efc_D[row] != T(0);
  }
}
template <class T>
math::MaskOf<T> lanes_with(const BasicData<T>& d, const Block& block) {
  return lanes_with_row(d, block.row);
}

/// Whether efc_J has only the entries that can differ from zero, as MuJoCo decides it.
inline bool is_sparse(const Model& m) {
  constexpr std::int64_t kFromDofs = 60;
  const auto form = static_cast<Jacobian>(m.opt.jacobian);
  return form == Jacobian::Sparse || (form == Jacobian::Auto && m.nv >= kFromDofs);
}

/// Entry in column k of base row `base` of a block.
template <class T>
T base_entry(const Model& m, const BasicData<T>& d, const Block& block, int base, int k) {
  const T* entry = d.kept.block_tile.data() + block.tile;
  if (block.groups == 0) return entry[base];
  const int place = m.dof_place[d.kept.block_column[block.column + k]];
  const int* group = d.kept.block_group.data() + block.column;
  for (; *group != tile::group_of(place); ++group) entry += tile::kSide * block.bases;
  return entry[tile::kSide * base + tile::within(place)];
}

/// Entry in column k of a row that users see.
template <class T>
T row_entry(const Model& m, const BasicData<T>& d, const Block& block, int row, int k) {
  if (!block.is_pyramid()) return base_entry(m, d, block, row, k);
  const T slope = element::edge_slope(d.contact.friction.row(block.id), row);
  return base_entry(m, d, block, 0, k) + base_entry(m, d, block, 1 + row / 2, k) * slope;
}

}  // namespace thew::constraint
