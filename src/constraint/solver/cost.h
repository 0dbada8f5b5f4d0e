#pragma once

// The soft cost of one block of rows as a function of x = J a - aref on its base rows: value, force
// -ds/dx, and second derivatives.

#include <algorithm>
#include <bit>

#include "constraint/solver/problem.h"
#include "constraint/solver/tile.h"

namespace thew::constraint {

inline constexpr int kMostBases = 6;

/// Force and curvature of a block on its base rows.
struct Reaction {
  double cost = 0;
  double force[kMostBases] = {};
  /// Which pieces of the cost hold: for rows of their own and edges of pyramids a bit for each that
  /// is quadratic, for dry friction another one for its upper end; for cones the state.
  unsigned pieces = 0;
};

/// How many rows of a block changed their state from one set of pieces to another.
inline int changed_rows(const Block& block, unsigned before, unsigned now) {
  if (block.is_pyramid()) return std::popcount(before ^ now);
  return before != now ? block.rows : 0;
}

/// The four edges x0 +- mu1 x1, x0 +- mu2 x2 of a pyramid with two tangents.
struct FourEdges {
  explicit FourEdges(const double* mu) {
    for (const int k : {0, 1}) {
      slope.set(2 * k, mu[k]);
      slope.set(2 * k + 1, -mu[k]);
    }
  }
  tile::Row operator()(const double* x) const {
    tile::Row tangent;
    for (const int k : {0, 1, 2, 3}) tangent.set(k, x[1 + k / 2]);
    return fma(slope, tangent, tile::Row(x[0]));
  }
  tile::Row slope;
};

inline Reaction react_with_edges(const double* mu, double D, const double* x, double* force,
                                 int* state) {
  using tile::Row;
  const Row edge = FourEdges(mu)(x);
  const auto pushes = edge < Row(0.0);
  const Row f = select(pushes, Row(-D) * edge, Row(0.0));
  f.store(force);
  Reaction r;
  r.pieces = bits(pushes);
  static_assert(static_cast<int>(ConstraintState::Satisfied) == 0 &&
                static_cast<int>(ConstraintState::Quadratic) == 1);
  for (int k = 0; k < 4; ++k) state[k] = static_cast<int>(r.pieces >> k & 1);
  r.cost = -0.5 * tile::sum(f * edge);
  r.force[0] = tile::sum(f);
  r.force[1] = mu[0] * (f[0] - f[1]);
  r.force[2] = mu[1] * (f[2] - f[3]);
  return r;
}

/// Four rows of dry friction that follow one another, from this row on.
struct FourDry {
  static constexpr int kRows = 4;
  double cost;
  double force[kRows];
  unsigned pieces[kRows];
};
inline FourDry react_dryly(const Problem& p, int row, const double* x) {
  using tile::Row;
  using enum ConstraintState;
  const Row at = Row::load(x), loss = Row::load(p.loss + row), zero(0.0);
  const Row bound = Row::load(p.R + row) * loss, spring = -(Row::load(p.D + row) * at);
  const auto below = at <= -bound, above = at >= bound;
  const Row force = select(below, loss, select(above, -loss, spring));
  const Row bent = select(below | above, bound * loss, zero);
  const Row twice = select(below | above, Row(2.0), Row(1.0));
  FourDry r;
  r.cost = -0.5 * tile::sum(fma(twice * force, at, bent));
  force.store(r.force);
  force.store(p.force + row);
  const unsigned low = bits(below), high = bits(above);
  for (int k = 0; k < FourDry::kRows; ++k) {
    const bool is_low = (low >> k & 1) != 0, is_high = !is_low && (high >> k & 1) != 0;
    r.pieces[k] = is_low ? 0u : (is_high ? 2u : 1u);
    p.state[row + k] = static_cast<int>(is_low ? Linearneg : (is_high ? Linearpos : Quadratic));
  }
  return r;
}

/// x of base rows -> cost, force, pieces; the states and forces of rows are written.
inline Reaction react(const Problem& p, const Block& block, const double* x) {
  using enum ConstraintState;
  Reaction r;
  const double* D = p.D + block.row;
  double* force = p.force + block.row;
  int* state = p.state + block.row;
  const auto set = [&](int k, ConstraintState s, double f) {
    state[k] = static_cast<int>(s);
    force[k] = f;
  };
  switch (block.kind()) {
    case ConstraintType::Equality:
      for (int k = 0; k < block.rows; ++k) {
        r.force[k] = -D[k] * x[k];
        r.cost -= 0.5 * r.force[k] * x[k];
        set(k, Quadratic, r.force[k]);
      }
      r.pieces = (1u << block.rows) - 1;
      return r;
    case ConstraintType::FrictionDof:
    case ConstraintType::FrictionTendon: {
      const double loss = p.loss[block.row], bound = p.R[block.row] * loss;
      if (x[0] <= -bound || x[0] >= bound) {
        const bool below = x[0] <= -bound;
        r.force[0] = below ? loss : -loss;
        r.cost = -0.5 * bound * loss - r.force[0] * x[0];
        r.pieces = below ? 0 : 2;
        set(0, below ? Linearneg : Linearpos, r.force[0]);
      } else {
        r.force[0] = -D[0] * x[0];
        r.cost = -0.5 * r.force[0] * x[0];
        r.pieces = 1;
        set(0, Quadratic, r.force[0]);
      }
      return r;
    }
    case ConstraintType::ContactPyramidal: {
      const double* mu = p.friction + 5 * block.id;
      if (block.rows == 4) return react_with_edges(mu, D[0], x, force, state);
      for (int k = 0; k < block.rows; ++k) {
        const double slope = k % 2 == 0 ? mu[k / 2] : -mu[k / 2];
        const double edge = x[0] + slope * x[1 + k / 2];
        const double f = edge < 0 ? -D[0] * edge : 0;
        r.cost -= 0.5 * f * edge;
        r.force[0] += f;
        r.force[1 + k / 2] += slope * f;
        r.pieces |= (edge < 0 ? 1u : 0u) << k;
        set(k, edge < 0 ? Quadratic : Satisfied, f);
      }
      return r;
    }
    case ConstraintType::ContactElliptic: {
      const double mu = p.mu[block.id];
      const double* friction = p.friction + 5 * block.id;
      double u[kMostBases], square = 0;
      for (int k = 1; k < block.rows; ++k) {
        u[k] = x[k] * friction[k - 1];
        square += u[k] * u[k];
      }
      const double normal = x[0] * mu, sliding = math::sqrt(square);
      ConstraintState s = Cone;
      if (normal >= mu * sliding) {
        s = Satisfied;
      } else if (mu * normal + sliding <= 0) {
        s = Quadratic;
        for (int k = 0; k < block.rows; ++k) {
          r.force[k] = -D[k] * x[k];
          r.cost -= 0.5 * r.force[k] * x[k];
        }
      } else {
        const double weight = D[0] / (mu * mu * (1 + mu * mu)), depth = normal - mu * sliding;
        r.cost = 0.5 * weight * depth * depth;
        r.force[0] = -weight * depth * mu;
        for (int k = 1; k < block.rows; ++k) {
          r.force[k] = -r.force[0] / sliding * u[k] * friction[k - 1];
        }
      }
      for (int k = 0; k < block.rows; ++k) set(k, s, r.force[k]);
      r.pieces = static_cast<unsigned>(s);
      return r;
    }
    default:  // limits and frictionless contacts
      if (x[0] < 0) {
        r.force[0] = -D[0] * x[0];
        r.cost = -0.5 * r.force[0] * x[0];
        r.pieces = 1;
      }
      set(0, x[0] < 0 ? Quadratic : Satisfied, r.force[0]);
      return r;
  }
}

/// Second derivatives of the cost on the base rows, row-major with stride kMostBases.
inline void curvature(const Problem& p, const Block& block, const double* x, unsigned pieces,
                      double* c) {
  const double* D = p.D + block.row;
  const int n = block.bases;
  for (int i = 0; i < n; ++i) std::fill_n(c + i * kMostBases, n, 0.0);
  if (block.is_pyramid()) {
    const double* mu = p.friction + 5 * block.id;
    for (int k = 1; k < n; ++k) {
      const double plus = (pieces >> (2 * k - 2) & 1) != 0 ? D[0] : 0;
      const double minus = (pieces >> (2 * k - 1) & 1) != 0 ? D[0] : 0;
      c[0] += plus + minus;
      c[k] = c[k * kMostBases] = mu[k - 1] * (plus - minus);
      c[k * kMostBases + k] = mu[k - 1] * mu[k - 1] * (plus + minus);
    }
    return;
  }
  if (!block.is_cone()) {
    for (int k = 0; k < n; ++k) c[k * kMostBases + k] = (pieces >> k & 1) != 0 ? D[k] : 0;
    return;
  }
  const auto state = static_cast<ConstraintState>(pieces);
  if (state == ConstraintState::Satisfied) return;
  if (state == ConstraintState::Quadratic) {
    for (int k = 0; k < n; ++k) c[k * kMostBases + k] = D[k];
    return;
  }
  // With u = (mu x0, friction x): s = w/2 (u0 - mu t)^2, t = |u1...|.
  const double mu = p.mu[block.id];
  double g[kMostBases], u[kMostBases], square = 0;
  for (int k = 0; k < n; ++k) {
    g[k] = k == 0 ? mu : p.friction[5 * block.id + k - 1];
    u[k] = x[k] * g[k];
    if (k > 0) square += u[k] * u[k];
  }
  const double t = math::sqrt(square), weight = D[0] / (mu * mu * (1 + mu * mu));
  const double bend = mu * u[0] / (t * square), even = mu * mu - mu * u[0] / t;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double h = 0;
      if (i == 0) {
        h = 1;
      } else if (j == 0) {
        h = -mu * u[i] / t;
      } else {
        h = bend * u[i] * u[j] + (i == j ? even : 0);
      }
      c[i * kMostBases + j] = c[j * kMostBases + i] = weight * h * g[i] * g[j];
    }
  }
}

/// Writes the forces and states of rows at J acc - aref, where `acc` is in whole groups of four.
void react_to(const Problem& p, const double* acc);

}  // namespace thew::constraint
