#pragma once

// The soft cost of one block of rows as a function of x = J a - aref on its base rows: value, force
// -ds/dx, and second derivatives.

#include <algorithm>
#include <bit>

#include "constraint/solver/problem.h"
#include "constraint/solver/tile.h"
#include "constraint/solver/wide_bits.h"
#include "element/cone.h"

namespace thew::constraint {

using math::fma, math::MaskOf, math::select, math::sqrt;

using element::each_edge, element::edge_slope, element::kMostBases;

/// Which pieces of a block's cost hold, a bit for each lane of each. Rows of their own and edges of
/// pyramids have one that is quadratic, dry friction another one for its upper end; cones have one
/// where all rows are quadratic and one where the contact slides.
template <class S>
using Pieces =
    std::conditional_t<kLanes<S> == 1, unsigned,
                       std::conditional_t<kLanes<S> <= 4, std::uint64_t,
                                          std::conditional_t<kLanes<S> <= 8, Bits128, Bits256>>>;
static_assert(16 * 2 * (kMostBases - 1) <= 256);  // edges of a pyramid in the widest lanes

inline constexpr int kSticks = 0, kSlides = 1;  ///< pieces of cones
inline constexpr int kUpper = 1;                ///< of dry friction

/// Piece k where a mask holds.
template <class S>
THEW_INLINE Pieces<S> piece(const MaskOf<S>& mask, int k) {
  if constexpr (kLanes<S> == 1) {
    return (mask ? 1u : 0u) << k;
  } else {
    return Pieces<S>{bits(mask)} << (kLanes<S> * k);
  }
}

/// Where piece k holds.
template <class S>
THEW_INLINE MaskOf<S> holds(Pieces<S> pieces, int k) {
  return math::mask_of_bits<MaskOf<S>>(static_cast<unsigned>(pieces >> (kLanes<S> * k)));
}

/// The first n pieces in all lanes.
template <class S>
constexpr Pieces<S> all_pieces(int n) {
  return (Pieces<S>{1} << (kLanes<S> * n)) - 1;
}

/// Force and curvature of a block on its base rows.
template <class S>
struct Reaction {
  S cost = S(0);
  S force[kMostBases] = {};
  Pieces<S> pieces = 0;
};

/// How many rows of a block push, slide or hold.
inline int active_rows(const Block& block, unsigned pieces) {
  if (block.is_pyramid()) return std::popcount(pieces);
  return pieces != 0 || block.is_dry() ? block.rows : 0;
}

/// How many rows of a block changed their state from one set of pieces to another.
inline int changed_rows(const Block& block, unsigned before, unsigned now) {
  if (block.is_pyramid()) return std::popcount(before ^ now);
  return before != now ? block.rows : 0;
}

/// The four edges x0 +- mu1 x1, x0 +- mu2 x2 of a pyramid with two tangents.
template <class S>
struct FourEdges {
  explicit FourEdges(const S* mu) {
    for (const int k : {0, 1, 2, 3}) slope.set(k, edge_slope(mu, k));
  }
  tile::Row<S> operator()(const S* x) const {
    tile::Row<S> tangent;
    for (const int k : {0, 1, 2, 3}) tangent.set(k, x[1 + k / 2]);
    return fma(slope, tangent, tile::Row<S>(x[0]));
  }
  tile::Row<S> slope;
};

/// Forces of these edges.
template <class S>
struct FourForces {
  FourForces(const S* mu, const S& D, const S* x)
      : edge(FourEdges<S>(mu)(x)),
        pushes(edge < Row(0.0)),
        force(select(pushes, Row(-D) * edge, Row(0.0))) {}

  using Row = tile::Row<S>;
  Row edge;
  decltype(Row() < Row()) pushes;
  Row force;
};

template <class S>
Reaction<S> react_in_pyramid(const S* mu, const S& D, const S* x, int edges) {
  Reaction<S> r;
  if (edges == 4) {
    const FourForces<S> four(mu, D, x);
    const auto& f = four.force;
    r.pieces = bits(four.pushes);
    r.cost = S(-0.5) * tile::sum(f * four.edge);
    r.force[0] = tile::sum(f);
    r.force[1] = mu[0] * (f[0] - f[1]);
    r.force[2] = mu[1] * (f[2] - f[3]);
    return r;
  }
  each_edge(mu, D, x, edges,
            [&](int k, const S& slope, const S& edge, const S& force, const MaskOf<S>& pushes) {
              r.cost -= S(0.5) * force * edge;
              r.force[0] += force;
              r.force[1 + k / 2] += slope * force;
              r.pieces |= piece<S>(pushes, k);
            });
  return r;
}

/// Four rows of dry friction that follow one another, from this row on.
template <class S>
struct FourDry {
  static constexpr int kRows = 4;
  S cost[kRows];
  S force[kRows];
  Pieces<S> pieces[kRows];
};
template <class S>
FourDry<S> react_dryly(const BasicProblem<S>& p, int row, const S* x) {
  using Row = tile::Row<S>;
  const auto dry = element::react_dryly(Row::load(p.D + row), Row::load(p.R + row),
                                        Row::load(p.loss + row), Row::load(x));
  FourDry<S> r;
  dry.cost.store(r.cost);
  dry.force.store(r.force);
  const Pieces<S> low = bits(dry.below), high = bits(dry.above) & ~low, all = all_pieces<S>(1);
  for (int k = 0; k < FourDry<S>::kRows; ++k) {
    const Pieces<S> is_low = low >> (kLanes<S> * k), is_high = high >> (kLanes<S> * k) & all;
    r.pieces[k] = (~(is_low | is_high) & all) | is_high << (kLanes<S> * kUpper);
  }
  return r;
}

/// A contact with an elliptic cone.
template <class S>
Reaction<S> react_in_cone(const S& mu, const S* friction, const S* D, const S* x, int n) {
  const auto cone = element::react_in_cone(mu, friction, D, x, n);
  Reaction<S> r;
  r.cost = cone.cost;
  for (int k = 0; k < n; ++k) r.force[k] = cone.force[k];
  r.pieces = piece<S>(cone.sticks, kSticks) | piece<S>(cone.slides, kSlides);
  return r;
}

/// x of base rows -> cost, force, pieces.
template <class S>
Reaction<S> react(const BasicProblem<S>& p, const Block& block, const S* x) {
  const S* D = p.D + block.row;
  switch (block.kind()) {
    case ConstraintType::Equality: {
      Reaction<S> r;
      for (int k = 0; k < block.rows; ++k) {
        r.force[k] = -D[k] * x[k];
        r.cost -= S(0.5) * r.force[k] * x[k];
      }
      r.pieces = all_pieces<S>(block.rows);
      return r;
    }
    case ConstraintType::FrictionDof:
    case ConstraintType::FrictionTendon: {
      const auto dry = element::react_dryly(D[0], p.R[block.row], p.loss[block.row], x[0]);
      Reaction<S> r;
      r.force[0] = dry.force;
      r.cost = dry.cost;
      r.pieces = piece<S>(!(dry.below | dry.above), 0) | piece<S>(dry.above & !dry.below, kUpper);
      return r;
    }
    case ConstraintType::ContactPyramidal:
      return react_in_pyramid(p.friction + 5 * block.id, D[0], x, block.rows);
    case ConstraintType::ContactElliptic:
      return react_in_cone(p.mu[block.id], p.friction + 5 * block.id, D, x, block.rows);
    default: {  // limits and frictionless contacts
      const MaskOf<S> pushes = x[0] < S(0);
      Reaction<S> r;
      r.force[0] = select(pushes, -D[0] * x[0], S(0));
      r.cost = S(-0.5) * r.force[0] * x[0];
      r.pieces = piece<S>(pushes, 0);
      return r;
    }
  }
}

/// Second derivatives of the cost on the base rows, row-major with stride kMostBases.
template <class S>
void curvature(const BasicProblem<S>& p, const Block& block, const S* x, Pieces<S> pieces, S* c) {
  const S* D = p.D + block.row;
  const int n = block.bases;
  for (int i = 0; i < n; ++i) std::fill_n(c + i * kMostBases, kMostBases, S(0));
  if (block.is_pyramid()) {
    element::pyramid_curvature(
        p.friction + 5 * block.id, D[0], n, [&](int k) { return holds<S>(pieces, k); }, c);
    return;
  }
  if (!block.is_cone()) {
    for (int k = 0; k < n; ++k) {
      c[k * kMostBases + k] = select(holds<S>(pieces, k), D[k], S(0));
    }
    return;
  }
  const MaskOf<S> slides = holds<S>(pieces, kSlides);
  if (any(slides)) {
    S sliding[kMostBases * kMostBases];
    element::cone_curvature(p.mu[block.id], p.friction + 5 * block.id, D[0], x, n, sliding);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const int k = i * kMostBases + j;
        c[k] = select(slides, sliding[k], S(0));
      }
    }
  }
  for (int k = 0; k < n; ++k) {
    S& own = c[k * kMostBases + k];
    own = select(holds<S>(pieces, kSticks), D[k], own);
  }
}

/// Writes the forces and states of a block's rows at x of its base rows.
template <class S>
void write_rows(const BasicProblem<S>& p, const Block& block, const S* x);

/// Writes the forces and states of rows at J acc - aref, where `acc` is in whole groups of four.
template <class S>
void react_to(const BasicProblem<S>& p, const S* acc);

}  // namespace thew::constraint
