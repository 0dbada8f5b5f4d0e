#pragma once

// Rows behind those of a problem, which only its solver sees.

#include <algorithm>

#include "constraint/pack_block.h"
#include "constraint/solver/problem.h"

namespace thew::constraint {

/// How much memory blocks use.
struct Extent {
  std::int64_t blocks = 0, rows = 0, columns = 0, entries = 0;
  int widest = 0;  ///< columns of one block

  void add(int n_blocks, int n_rows, int n_columns, std::int64_t groups) {
    using element::kMostBases;
    blocks += n_blocks;
    rows += n_rows;
    columns += std::int64_t{n_blocks} * n_columns;
    entries += n_blocks * packed_size(n_columns, std::min(n_rows, kMostBases), groups);
    widest = std::max(widest, n_columns);
  }
};

/// A problem with more rows, in new memory: each pulls with its weight towards a target, or pushes
/// towards it alone where its type is one-sided.
template <class T>
class RowsBehind {
 public:
  RowsBehind(const Model& m, const BasicProblem<T>& p, const Extent& more, Memory& memory)
      : m_(m), q_(p) {
    const Extent used = extent_of(p.blocks);
    column_at_ = static_cast<int>(used.columns);
    entry_at_ = static_cast<int>(used.entries);
    blocks_ = static_cast<std::int64_t>(p.blocks.size());
    block_ = extend(p.blocks.data(), blocks_, more.blocks, memory);
    group_ = extend(p.group, used.columns, more.columns, memory);
    jacobian_ = extend(p.jacobian, used.entries, more.entries, memory);
    aref_ = extend(p.aref, p.bases, more.rows, memory);
    D_ = extend(p.D, p.rows, more.rows, memory);
    R_ = extend(p.R, p.rows, more.rows, memory);
    loss_ = extend(p.loss, p.rows, more.rows, memory);
    q_.force = extend(p.force, p.rows, more.rows, memory);
    q_.state = extend(p.state, p.rows, more.rows, memory);
  }

  /// Rows with the same columns, ascending: values row by row, a weight and a target for each row.
  void add(int id, const int* column, const T* value, int columns, const T* weight, const T* target,
           int rows, ConstraintType type = ConstraintType::Equality) {
    const int groups = pack_block(m_.dof_place.data(), column, value, columns, rows,
                                  group_ + column_at_, jacobian_ + entry_at_);
    Block& block = block_[blocks_++];
    block = {static_cast<int>(type),
             id,
             q_.rows,
             rows,
             q_.bases,
             rows,
             column_at_,
             columns,
             groups,
             entry_at_};
    for (int k = 0; k < rows; ++k) {
      D_[q_.rows + k] = weight[k];
      R_[q_.rows + k] = 1 / weight[k];
      loss_[q_.rows + k] = 0;
      aref_[q_.bases + k] = target[k];
    }
    q_.rows += rows;
    q_.bases += rows;
    column_at_ += columns;
    entry_at_ += block.tile_size();
  }

  /// Makes a row of the problem softer by a factor.
  void soften(int row, const T& factor) {
    R_[row] = R_[row] * factor;
    D_[row] = D_[row] / factor;
  }

  BasicProblem<T> problem() {
    q_.blocks = {block_, static_cast<std::size_t>(blocks_)};
    q_.columns = column_at_;
    q_.group = group_;
    q_.jacobian = jacobian_;
    q_.aref = aref_;
    q_.D = D_;
    q_.R = R_;
    q_.loss = loss_;
    return q_;
  }

 private:
  static Extent extent_of(std::span<const Block> blocks) {
    Extent e;
    for (const Block& b : blocks) {
      e.columns = std::max<std::int64_t>(e.columns, b.column + b.columns);
      e.entries = std::max<std::int64_t>(e.entries, b.tile + b.tile_size());
    }
    return e;
  }
  // Copies `count` values to new memory with room for more.
  template <class E>
  static E* extend(const E* values, std::int64_t count, std::int64_t more, Memory& memory) {
    E* copy = memory.take<E>(count + more);
    if (copy != nullptr) std::copy_n(values, count, copy);
    return copy;
  }

  const Model& m_;
  BasicProblem<T> q_;
  std::int64_t blocks_ = 0;
  Block* block_ = nullptr;
  int* group_ = nullptr;
  T *jacobian_ = nullptr, *aref_ = nullptr, *D_ = nullptr, *R_ = nullptr, *loss_ = nullptr;
  int column_at_ = 0, entry_at_ = 0;
};

}  // namespace thew::constraint
