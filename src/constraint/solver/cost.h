#pragma once

// The soft cost of one block of rows as a function of x = J a - aref on its base rows: value, force
// -ds/dx, and second derivatives.

#include <algorithm>
#include <bit>

#include "constraint/solver/problem.h"
#include "constraint/solver/tile.h"

namespace thew::constraint {

using math::fma, math::MaskOf, math::select, math::sqrt;

inline constexpr int kMostBases = 6;

/// Which pieces of a block's cost hold, a bit for each lane of each. Rows of their own and edges of
/// pyramids have one that is quadratic, dry friction another one for its upper end; cones have one
/// where all rows are quadratic and one where the contact slides.
template <class S>
using Pieces = std::conditional_t<kLanes<S> == 1, unsigned, std::uint64_t>;

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

/// Edge k of a pyramid is x0 + slope x[1 + k/2].
template <class S>
THEW_INLINE S edge_slope(const S* mu, int k) {
  return k % 2 == 0 ? mu[k / 2] : -mu[k / 2];
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

/// Calls visit(k, slope, edge, force, where it pushes) for the edges x0 + slope x[1 + k/2] of a
/// pyramid with more tangents.
template <class S, class Visit>
THEW_INLINE void each_edge(const S* mu, const S& D, const S* x, int edges, Visit visit) {
  for (int k = 0; k < edges; ++k) {
    const S slope = edge_slope(mu, k), edge = fma(slope, x[1 + k / 2], x[0]);
    const MaskOf<S> pushes = edge < S(0);
    visit(k, slope, edge, select(pushes, -D * edge, S(0)), pushes);
  }
}

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

/// Rows of dry friction: the force is that of a spring up to the loss, and the cost is
/// -1/2 (f x), or -1/2 (2 f x + R loss^2) where the row slides.
template <class Row, class Mask>
struct Dry {
  Row force, cost;
  Mask below, above;
};
template <class Row>
auto react_dryly(const Row& D, const Row& R, const Row& loss, const Row& x) {
  const Row bound = R * loss;
  const auto below = x <= -bound, above = x >= bound;
  const Row force = select(below, loss, select(above, -loss, -(D * x)));
  const Row bent = select(below | above, bound * loss, Row(0.0));
  const Row twice = select(below | above, Row(2.0), Row(1.0));
  using Mask = std::decay_t<decltype(below)>;
  return Dry<Row, Mask>{force, Row(-0.5) * fma(twice * force, x, bent), below, above};
}

/// Four of them that follow one another, from this row on.
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
  const auto dry = react_dryly(Row::load(p.D + row), Row::load(p.R + row), Row::load(p.loss + row),
                               Row::load(x));
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

/// A contact with an elliptic cone: at rest, sliding on its cone, or apart.
template <class S>
Reaction<S> react_in_cone(const S& mu, const S* friction, const S* D, const S* x, int n) {
  S u[kMostBases], square(0);
  for (int k = 1; k < n; ++k) {
    u[k] = x[k] * friction[k - 1];
    square += u[k] * u[k];
  }
  const S normal = x[0] * mu, sliding = sqrt(square);
  const MaskOf<S> apart = normal >= mu * sliding;
  const MaskOf<S> sticks = (!apart) & (mu * normal + sliding <= S(0)), slides = !(apart | sticks);
  Reaction<S> r;
  r.pieces = piece<S>(sticks, kSticks) | piece<S>(slides, kSlides);
  if (any(sticks)) {
    S cost(0);
    for (int k = 0; k < n; ++k) {
      const S force = -D[k] * x[k];
      cost -= S(0.5) * force * x[k];
      r.force[k] = select(sticks, force, S(0));
    }
    r.cost = select(sticks, cost, S(0));
  }
  if (any(slides)) {
    const S weight = D[0] / (mu * mu * (S(1) + mu * mu)), depth = normal - mu * sliding;
    const S push = -weight * depth * mu;
    r.cost = select(slides, S(0.5) * weight * depth * depth, r.cost);
    r.force[0] = select(slides, push, r.force[0]);
    for (int k = 1; k < n; ++k) {
      r.force[k] = select(slides, -push / sliding * u[k] * friction[k - 1], r.force[k]);
    }
  }
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
      const auto dry = react_dryly(D[0], p.R[block.row], p.loss[block.row], x[0]);
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

/// Second derivatives of the cost of a sliding contact, as in curvature().
template <class S>
void cone_curvature(const S& mu, const S* friction, const S& D, const S* x, int n, S* c) {
  // With u = (mu x0, friction x): s = w/2 (u0 - mu t)^2, t = |u1...|.
  S g[kMostBases], u[kMostBases], square(0);
  for (int k = 0; k < n; ++k) {
    g[k] = k == 0 ? mu : friction[k - 1];
    u[k] = x[k] * g[k];
    if (k > 0) square += u[k] * u[k];
  }
  const S t = sqrt(square), weight = D / (mu * mu * (S(1) + mu * mu));
  const S bend = mu * u[0] / (t * square), even = mu * mu - mu * u[0] / t;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      S h(0);
      if (i == 0) {
        h = S(1);
      } else if (j == 0) {
        h = -mu * u[i] / t;
      } else {
        h = bend * u[i] * u[j] + (i == j ? even : S(0));
      }
      c[i * kMostBases + j] = c[j * kMostBases + i] = weight * h * g[i] * g[j];
    }
  }
}

/// Second derivatives of the cost on the base rows, row-major with stride kMostBases.
template <class S>
void curvature(const BasicProblem<S>& p, const Block& block, const S* x, Pieces<S> pieces, S* c) {
  const S* D = p.D + block.row;
  const int n = block.bases;
  const auto weight = [&](int row, int k) { return select(holds<S>(pieces, k), D[row], S(0)); };
  for (int i = 0; i < n; ++i) std::fill_n(c + i * kMostBases, n, S(0));
  if (block.is_pyramid()) {
    const S* mu = p.friction + 5 * block.id;
    for (int k = 1; k < n; ++k) {
      const S plus = weight(0, 2 * k - 2), minus = weight(0, 2 * k - 1);
      c[0] += plus + minus;
      c[k] = c[k * kMostBases] = mu[k - 1] * (plus - minus);
      c[k * kMostBases + k] = mu[k - 1] * mu[k - 1] * (plus + minus);
    }
    return;
  }
  if (!block.is_cone()) {
    for (int k = 0; k < n; ++k) c[k * kMostBases + k] = weight(k, k);
    return;
  }
  const MaskOf<S> slides = holds<S>(pieces, kSlides);
  if (any(slides)) {
    S sliding[kMostBases * kMostBases];
    cone_curvature(p.mu[block.id], p.friction + 5 * block.id, D[0], x, n, sliding);
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
void react_to(const Problem& p, const double* acc);

}  // namespace thew::constraint
