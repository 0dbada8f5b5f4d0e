#pragma once

// What methods that go downhill on the primal cost have in common: the cost along a line.

#include <algorithm>

#include "constraint/solver/line_search.h"

namespace thew::constraint::descent {

/// Rows that push, slide or hold.
inline int count_active(const Structure& p, const unsigned* pieces) {
  int active = 0;
  for (const Block& block : p.blocks) active += active_rows(block, *pieces++);
  return active;
}

/// Counts one more in the lanes where a mask holds.
inline void count(bool mask, int& n) {
  n += mask ? 1 : 0;
}
template <class M, std::size_t N>
void count(const M& mask, std::array<int, N>& n) {
  for (std::size_t k = 0; k < N; ++k) count(mask[static_cast<int>(k)], n[k]);
}

/// Writes the forces and states of all rows at x of the base rows.
template <class S>
void write_rows(const BasicProblem<S>& p, const S* x) {
  for (const Block& block : p.blocks) constraint::write_rows(p, block, x + block.base);
}

/// The line that a + alpha direction follows through the rows x + alpha y, in memory of its own.
template <class S>
class LineOf {
 public:
  /// Without the first blocks, which the caller adds.
  LineOf(const BasicProblem<S>& p, std::size_t without, Memory& memory)
      : p_(p), blocks_(p.blocks.subspan(without)) {
    Places sided, dry;
    int cones = 0;
    for (const Block& block : blocks_) {
      if (block.is_one_sided()) sided.next(place_of(block));
      if (block.is_dry()) dry.next(place_of(block));
      if (block.is_pyramid()) sided.next_blocks(block.rows);
      cones += block.is_cone() ? 1 : 0;
    }
    take(memory, sided.blocks(), line_.sided);
    take(memory, dry.blocks(), line_.dry);
    line_.dry.bound = memory.take<S>(std::int64_t{kSide} * dry.blocks());
    line_.cone = memory.take<ConeLine<S>>(cones);
  }

  /// `linear` and `square` are the derivatives of 1/2 (a - a0)' M (a - a0) along the line.
  const Line<S>& gather(const S& linear, const S& square, const S* x, const S* y) {
    line_.linear = linear;
    line_.square = square;
    line_.cones = 0;
    if (!is_clear_) {  // places that no row takes stay so
      clear(line_.sided);
      clear(line_.dry);
      is_clear_ = true;
    }
    sided_ = dry_ = {};
    for (const Block& block : blocks_) add(block, x + block.base, y + block.base);
    return line_;
  }

 private:
  static constexpr int kSide = tile::kSide;

  // Which places of the blocks of four are taken: of each column those above.
  class Places {
   public:
    int next(int column) { return kSide * taken_[column]++ + column; }
    // Whole blocks for so many rows.
    int next_blocks(int rows) {
      const int first = blocks();
      std::fill_n(taken_, kSide, first + (rows + kSide - 1) / kSide);
      return kSide * first;
    }
    int blocks() const { return *std::max_element(taken_, taken_ + kSide); }

   private:
    int taken_[kSide] = {};
  };

  // The same for a row in every world, whatever rows there are besides.
  int place_of(const Block& block) const { return tile::within(p_.group[block.column]); }

  static void take(Memory& memory, int blocks, RowsOnLine<S>& rows) {
    rows.blocks = blocks;
    for (S** values : {&rows.x, &rows.y, &rows.weight}) {
      *values = memory.take<S>(std::int64_t{kSide} * blocks);
    }
  }

  static void clear(const RowsOnLine<S>& rows) {
    for (S* values : {rows.x, rows.y, rows.weight, rows.bound}) {
      if (values != nullptr) std::fill_n(values, kSide * rows.blocks, S(0));
    }
  }

  static void set(const RowsOnLine<S>& rows, int i, const S& x, const S& y, const S& weight) {
    rows.x[i] = x;
    rows.y[i] = y;
    rows.weight[i] = weight;
  }

  void add(const Block& block, const S* x, const S* y) {
    const S* D = p_.D + block.row;
    switch (block.kind()) {
      case ConstraintType::Equality:
        for (int k = 0; k < block.rows; ++k) {
          line_.linear += D[k] * x[k] * y[k];
          line_.square += D[k] * y[k] * y[k];
        }
        return;
      case ConstraintType::FrictionDof:
      case ConstraintType::FrictionTendon: {
        const int i = dry_.next(place_of(block));
        set(line_.dry, i, x[0], y[0], D[0]);
        line_.dry.bound[i] = p_.R[block.row] * p_.loss[block.row];
        return;
      }
      case ConstraintType::ContactPyramidal:
        return add_edges(block, x, y, D[0]);
      case ConstraintType::ContactElliptic:
        return add_cone(block, D, x, y);
      default:
        return set(line_.sided, sided_.next(place_of(block)), x[0], y[0], D[0]);
    }
  }

  void add_edges(const Block& block, const S* x, const S* y, const S& weight) {
    const S* mu = p_.friction + 5 * block.id;
    const int first = sided_.next_blocks(block.rows);
    if (block.rows == kSide) {
      const FourEdges<S> edges(mu);
      edges(x).store(line_.sided.x + first);
      edges(y).store(line_.sided.y + first);
      tile::Row<S>(weight).store(line_.sided.weight + first);
      return;
    }
    for (int k = 0; k < block.rows; ++k) {
      const S slope = edge_slope(mu, k);
      set(line_.sided, first + k, math::fma(slope, x[1 + k / 2], x[0]),
          math::fma(slope, y[1 + k / 2], y[0]), weight);
    }
  }

  // A lane without the contact has no friction either: there it weighs nothing.
  void add_cone(const Block& block, const S* D, const S* x, const S* y) {
    const S mu = p_.mu[block.id], *friction = p_.friction + 5 * block.id;
    const S weight = select(mu != S(0), D[0] / (mu * mu * (S(1) + mu * mu)), S(0));
    ConeLine<S> c = {mu, weight, mu * x[0], mu * y[0], S(0), S(0), S(0), S(0), S(0), S(0), S(0)};
    for (int k = 0; k < block.rows; ++k) {
      c.constant += D[k] * x[k] * x[k];
      c.linear += D[k] * x[k] * y[k];
      c.square += D[k] * y[k] * y[k];
      if (k == 0) continue;
      const S u = friction[k - 1] * x[k], v = friction[k - 1] * y[k];
      c.uu += u * u;
      c.uv += u * v;
      c.vv += v * v;
    }
    c.start = c.cost(S(0), c.u0, sqrt(c.uu));
    line_.cone[line_.cones++] = c;
  }

  const BasicProblem<S>& p_;
  std::span<const Block> blocks_;
  Line<S> line_;
  Places sided_, dry_;
  bool is_clear_ = false;
};

}  // namespace thew::constraint::descent
