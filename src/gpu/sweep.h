#pragma once

// What sweeps over constraint rows visit: units, which are rows as users see them (edges of
// pyramids one by one) or whole cones, in the order of the processor's rows.

#include <limits>

#include "gpu/response.h"
#include "math/shuffle.h"

namespace thew::gpu::detail {

/// What sweeps work with, where Newton's method has the Hessian (SolveSizes::sweeps). Besides, in
/// the solver's memory: `weight` has R, `y` aref, `x` residuals of a cone, and where changes of
/// curvature were is A among the rows of each dense block, with R where its base rows are rows.
template <class T>
struct SweepMemory {
  const T* response;      ///< rows of B, in global memory
  T *force, *before;      ///< of rows: forces, and those before the extrapolation
  T* middle;              ///< those behind it
  T *diagonal, *inverse;  ///< of rows but those of cones: their own entry in A + R
  std::int32_t* unit;     ///< block, and which of its rows
  std::uint16_t* order;   ///< in which they are visited
  std::int32_t* begin;    ///< of blocks: first row and first unit
  T *change, *cost;       ///< of the cone at hand

  THEW_STAGE explicit SweepMemory(const SolveWorld<T>& w) {
    const int most = w.m.tables.nforces;
    response = w.row(w.rows.response_rows);
    force = w.s.hessian();
    before = force + most;
    middle = before + most;
    diagonal = middle + most;
    inverse = diagonal + most;
    unit = reinterpret_cast<std::int32_t*>(inverse + most);
    order = reinterpret_cast<std::uint16_t*>(unit + most);
    begin = w.s.piece();
    change = w.s.diagonal();
    cost = change + element::kMostBases;
  }
};

THEW_INLINE bool is_cone(const BlockInfo& info) {
  return info.kind() == ConstraintType::ContactElliptic;
}
THEW_INLINE bool is_pyramid(const BlockInfo& info) {
  return info.kind() == ConstraintType::ContactPyramidal;
}
THEW_INLINE int rows_of(const BlockInfo& info) {
  return is_pyramid(info) ? 2 * (info.count() - 1) : info.count();
}
THEW_INLINE int units_of(const BlockInfo& info) {
  return is_cone(info) ? 1 : rows_of(info);
}

struct Unit {
  int block, part;  ///< which of its rows; 0 for cones
  BlockInfo info;
  int row;  ///< the first of its rows
};
template <class T>
THEW_STAGE Unit unit_of(const SolveWorld<T>& w, const SweepMemory<T>& sweeps, int number) {
  const int word = sweeps.unit[number], block = word & 0xffff, part = word >> 16;
  return {block, part, w.s.info()[block], (sweeps.begin[block] & 0xffff) + part};
}

/// Blocks in the order of the processor: by their kinds, limits of joints by their dofs.
template <class T>
THEW_STAGE int order_of(const SolveWorld<T>& w, const RowCounts& n, int block) {
  const auto& m = w.m;
  const BlockInfo info = w.s.info()[block];
  int place = block;
  if (info.kind() == ConstraintType::LimitJoint) {
    place = block < n.dense ? 2 * m.jnt_dofadr[w.row(w.rows.block_id)[block]]
                            : w.s.id()[block - n.dense];
  }
  return min(static_cast<int>(info.kind()), static_cast<int>(ConstraintType::ContactFrictionless))
             << 24 |
         place;
}

struct UnitCounts {
  int units, rows;
};
template <class Team, class T>
THEW_STAGE UnitCounts list_units(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                                 const SweepMemory<T>& sweeps) {
  const int* infos = w.s.info();
  team.each(n.blocks(), [&](int block) { sweeps.unit[block] = order_of(w, n, block); });
  team.each(n.blocks(), [&](int block) {
    int rows = 0, units = 0;
    THEW_ROLLED
    for (int other = 0; other < n.blocks(); ++other) {
      if (sweeps.unit[other] >= sweeps.unit[block]) continue;
      rows += rows_of(infos[other]);
      units += units_of(infos[other]);
    }
    sweeps.begin[block] = rows | units << 16;
  });
  team.each(n.blocks(), [&](int block) {
    const int first = sweeps.begin[block] >> 16, units = units_of(infos[block]);
    THEW_ROLLED
    for (int k = 0; k < units; ++k) sweeps.unit[first + k] = block | k << 16;
  });
  return {team.template sum<int>(n.blocks(), [&](int block) { return units_of(infos[block]); }),
          team.template sum<int>(n.blocks(), [&](int block) { return rows_of(infos[block]); })};
}

/// What the force of a row may be.
template <class T>
struct Bounds {
  T low, high;
};
template <class T>
THEW_STAGE Bounds<T> bounds_of(const SolveWorld<T>& w, const RowCounts& n, const Unit& unit) {
  const T none = std::numeric_limits<T>::infinity();
  if (unit.info.kind() == ConstraintType::Equality || is_cone(unit.info)) return {-none, none};
  if (!is_dry(unit.info.kind())) return {T(0), none};
  const T loss = w.s.bound()[bound_place(w, n, unit.block)];
  return {-loss, loss};
}

/// Visits of one sweep after the other.
class Visits {
 public:
  /// The next sweep. Those of few units are known; others are shuffled by one thread.
  template <class Team, class T>
  THEW_STAGE void shuffle(const Team& team, const SolveWorld<T>& w, int units,
                          std::uint16_t* order) {
    const std::int32_t* known = w.m.tables.known_order;
    const bool few = units <= math::kKnownItems;
    if (few && sweep_ < math::kKnownShuffles) {
      const int first = math::known_shuffle(units, sweep_);
      team.each(units, [&](int k) {
        const int place = first + k;
        order[k] = static_cast<std::uint16_t>(known[place / 4] >> (8 * (place % 4)) & 0xff);
      });
    } else {
      if (sweep_ == 0) team.each(units, [&](int k) { order[k] = static_cast<std::uint16_t>(k); });
      team.once([&] {
        if (few && sweep_ == math::kKnownShuffles) shuffle_.skip(units, sweep_);
        shuffle_(order, units);
      });
    }
    ++sweep_;
  }

 private:
  math::Shuffle shuffle_;
  int sweep_ = 0;
};

}  // namespace thew::gpu::detail
