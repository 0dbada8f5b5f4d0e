#pragma once

// Fills the tables of constraint rows, block by block.

#include <thew/workspace.h>

#include "constraint/pack_block.h"

namespace thew::constraint {

using math::MaskOf;

/// How many rows a step has; entries are upper bounds.
struct RowCount {
  std::int64_t groups = 0;  ///< of the model
  std::int64_t blocks = 0, rows = 0, bases = 0, columns = 0, entries = 0;

  void add(std::int64_t n_rows, std::int64_t n_bases, std::int64_t n_columns) {
    ++blocks;
    rows += n_rows;
    bases += n_bases;
    columns += n_columns;
    entries += packed_size(n_columns, n_bases, groups);
  }
};

template <class T>
class Builder {
 public:
  Builder(const Model& m, BasicData<T>& d, Workspace<T>& w)
      : m_(m), d_(d), w_(w), table_(reinterpret_cast<Block*>(d.kept.block.data())) {}

  /// Starts a block on `columns` columns; fill column() and jacobian() next, then call finish(). Or
  /// fill column(), group() and tile(), then call finish() with the number of groups. `here` are
  /// the lanes that have the block.
  Block& start(ConstraintType type, int id, int rows, int bases, int columns) {
    Block& block = table_[blocks_];
    block = {static_cast<int>(type), id, row_, rows, base_, bases, column_, columns, 0, tile_};
    return block;
  }
  int* column(const Block& block) { return d_.kept.block_column.data() + block.column; }
  T* jacobian(const Block&) { return w_.block_J.data(); }
  int* group(const Block& block) { return d_.kept.block_group.data() + block.column; }
  T* tile(const Block& block) { return d_.kept.block_tile.data() + block.tile; }

  /// Position, margin and friction loss of one of its rows.
  void set_row(const Block& block, int k, const T& pos, const T& margin, const T& loss) {
    const int i = block.row + k;
    d_.efc_pos[i] = pos;
    d_.efc_margin[i] = margin;
    d_.efc_frictionloss[i] = loss;
  }

  void finish(Block& block, const MaskOf<T>& here) {
    finish(block,
           pack_block(m_.dof_place.data(), column(block), jacobian(block), block.columns,
                      block.bases, group(block), tile(block)),
           here);
  }
  void finish(Block& block, int groups, const MaskOf<T>& here) {
    block.groups = groups;
    if constexpr (kLanes<T> > 1) keep(block, here);
    tile_ += block.tile_size();
    ++blocks_;
    row_ += block.rows;
    base_ += block.bases;
    column_ += block.columns;
  }

 private:
  // Marks the lanes that have the block by its weight; in others its Jacobian is zero.
  void keep(const Block& block, const MaskOf<T>& here) {
    for (int k = 0; k < block.rows; ++k) d_.efc_D[block.row + k] = select(here, T(1), T(0));
    if (all(here)) return;
    T* entry = tile(block);
    for (int k = 0; k < block.tile_size(); ++k) entry[k] = select(here, entry[k], T(0));
  }

  const Model& m_;
  BasicData<T>& d_;
  Workspace<T>& w_;
  Block* table_;
  int blocks_ = 0, row_ = 0, base_ = 0, column_ = 0, tile_ = 0;
};

// rows/equality.cc
template <class T>
void count_equalities(const Model& m, const BasicData<T>& d, RowCount& count);
template <class T>
void make_equalities(const Model& m, BasicData<T>& d, Builder<T>& builder);
/// The inverse inertia that the rows of an equality meet.
template <class T>
void estimate_equality(const Model& m, const BasicData<T>& d, const Block& block, T* inertia);

// rows/friction.cc
template <class T>
void count_friction(const Model& m, const BasicData<T>& d, RowCount& count);
template <class T>
void make_friction(const Model& m, BasicData<T>& d, Builder<T>& builder);

// rows/limit.cc
template <class T>
void count_limits(const Model& m, const BasicData<T>& d, RowCount& count);
template <class T>
void make_limits(const Model& m, BasicData<T>& d, Builder<T>& builder);

// rows/contact.cc
template <class T>
void count_contacts(const Model& m, BasicData<T>& d, RowCount& count);
template <class T>
void make_contacts(const Model& m, BasicData<T>& d, Builder<T>& builder);

}  // namespace thew::constraint
