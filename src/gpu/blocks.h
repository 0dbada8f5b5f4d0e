#pragma once

// Constraint rows come in blocks. Those on several dofs, dense ones, come first; those on one dof,
// dry friction and limits, have no Jacobian of their own.

#include <thew/enums.h>

#include "math/scalar.h"

namespace thew::gpu {

/// How many rows a world has, as the row `row_counts` has it.
struct RowCounts {
  int dense = 0;    ///< blocks on several dofs
  int others = 0;   ///< those of these that are no contacts, which come first
  int rows = 0;     ///< base rows of dense blocks
  int near = 0;     ///< those of these whose Jacobian is near
  int singles = 0;  ///< blocks, and base rows, on one dof
  int smooth = 0;   ///< blocks with a cost that has no edges: equalities and dry friction

  THEW_INLINE int blocks() const { return dense + singles; }
  THEW_INLINE int bases() const { return rows + singles; }
};

/// Whether the force of a block stays within a bound.
THEW_INLINE bool is_dry(ConstraintType kind) {
  return kind == ConstraintType::FrictionDof || kind == ConstraintType::FrictionTendon;
}

/// Kind, count of base rows and first base row of a block, in one number.
struct BlockInfo {
  int word;

  THEW_INLINE BlockInfo(int packed) : word(packed) {}
  THEW_INLINE BlockInfo(ConstraintType kind, int count, int base)
      : word(base | count << 16 | static_cast<int>(kind) << 20) {}
  THEW_INLINE int base() const { return word & 0xffff; }
  THEW_INLINE int count() const { return word >> 16 & 7; }
  THEW_INLINE ConstraintType kind() const { return static_cast<ConstraintType>(word >> 20); }
};

}  // namespace thew::gpu
