#pragma once

// Constraint rows come in blocks: rows that share their columns (the dofs they depend on). A block
// has base rows with a Jacobian, of which the rows that users see (efc_*) are combinations: the
// edges of a friction pyramid are normal +- mu tangent, all others are the base rows themselves.

#include <span>

#include <thew/data.h>

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
  int jacobian;  ///< its base Jacobian in block_J: bases x columns
  int reserved;

  ConstraintType kind() const { return static_cast<ConstraintType>(type); }
  bool is_pyramid() const { return kind() == ConstraintType::ContactPyramidal; }
  bool is_cone() const { return kind() == ConstraintType::ContactElliptic; }
};
static_assert(sizeof(Block) == 10 * sizeof(int));

/// The blocks of this step, in the order of their rows.
template <class T>
std::span<Block> blocks(const BasicData<T>& d) {
  return {reinterpret_cast<Block*>(d.scratch.block.data()),
          static_cast<std::size_t>(d.row_sizes.nblock)};
}

}  // namespace thew::constraint
