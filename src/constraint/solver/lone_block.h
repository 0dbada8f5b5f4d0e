#pragma once

// One block of rows alone on dofs whose inertia is diagonal. With W the inverse inertia, dofs
// accelerate by a0 + W J' f, so that the forces f of the base rows are all there is to find: the
// cost of a problem (problem.h) is
//   f' A f / 2 + s(x0 + A f),   A = J W J',   x0 = J a0 - aref.
// Newton's method solves (1 + H A) step = F - f in each iteration, with the force F = -ds/dx and
// the curvature H of s, and goes to the lowest point on its way.

#include "constraint/solver/block_product.h"
#include "constraint/solver/cost.h"
#include "math/elimination.h"

namespace thew::constraint {

/// With n base rows. Vectors over dofs are in whole groups of four.
template <class S, int n>
class LoneBlock {
 public:
  static constexpr int kMost = kMostBases;

  /// With the inverse inertia of the dofs, and a0; `scale` makes improvements independent of
  /// masses.
  LoneBlock(const BasicProblem<S>& p, const Block& block, const S* inverse, const S* smooth_acc,
            const S& scale)
      : p_(p), block_(block), scale_(scale) {
    find_mobility(inverse);
    residual(smooth_acc, start_);
  }

  /// Finds the forces; returns in how many iterations. `warm` is another acceleration to start
  /// from, or null: it is taken where it costs less than none.
  int solve(const S* warm) {
    if (warm != nullptr) {
      S x[kMost];
      residual(warm, x);
      at_ = place_of(react(p_, block_, x).force);
      if (is_found()) return 0;
    }
    const S none[kMost] = {};
    const Place cold = place_of(none);
    if (warm == nullptr || !(at_.cost < cold.cost)) at_ = cold;
    int rounds = 0;
    while (rounds < p_.iterations && !is_found() && advance()) ++rounds;
    return rounds;
  }

  /// Writes forces and states of the rows.
  void write() const { write_rows(p_, block_, at_.x); }
  /// Forces of the base rows.
  const S* force() const { return at_.there.force; }

 private:
  const S* jacobian() const { return p_.jacobian + block_.tile; }
  const int* group() const { return p_.group + block_.column; }

  void residual(const S* acc, S* x) const {
    multiply_block(block_, group(), jacobian(), acc, x);
    for (int k = 0; k < n; ++k) x[k] -= p_.aref[block_.base + k];
  }

  // The cost cannot improve by more than (F - f)' A (F - f) / 2.
  bool is_found() const {
    S rest[kMost], way[kMost], sum(0);
    for (int k = 0; k < n; ++k) rest[k] = at_.there.force[k] - at_.force[k];
    move(rest, way);
    for (int k = 0; k < n; ++k) sum = fma(rest[k], way[k], sum);
    return !(S(0.5) * sum * scale_ > S(p_.tolerance));
  }

  // One iteration; false where nothing is left to improve.
  bool advance() {
    S step[kMost], way[kMost], matrix[kMost * kMost];
    curvature(p_, block_, at_.x, at_.there.pieces, curvature_);
    multiply(curvature_, mobility_, matrix);
    for (int i = 0; i < n; ++i) {
      matrix[i * kMost + i] += S(1);
      step[i] = at_.there.force[i] - at_.force[i];
    }
    if (!math::eliminate(matrix, n, kMost, step)) return false;
    move(step, way);
    const S slope = slope_of(way);
    if (!(S(-0.5) * slope * scale_ > S(p_.tolerance))) return false;
    search(step, way, slope);
    return true;
  }

  void find_mobility(const S* inverse) {
    using Row = tile::Row<S>;
    if (block_.groups == 0) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          mobility_[i * kMost + j] = jacobian()[i] * inverse[group()[0]] * jacobian()[j];
        }
      }
      return;
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        Row sum(S(0));
        for (int g = 0; g < block_.groups; ++g) {
          const S* row = jacobian() + tile::kSide * n * g;
          const Row w = Row::load(inverse + tile::kSide * group()[g]);
          sum = fma(Row::load(row + tile::kSide * i) * w, Row::load(row + tile::kSide * j), sum);
        }
        mobility_[i * kMost + j] = mobility_[j * kMost + i] = tile::sum(sum);
      }
    }
  }

  // What follows from forces.
  struct Place {
    S force[kMost], x[kMost];
    Reaction<S> there;
    S cost;
  };
  Place place_of(const S* force) const {
    Place a;
    a.cost = S(0);
    move(force, a.x);
    for (int k = 0; k < n; ++k) {
      a.force[k] = force[k];
      a.cost = fma(S(0.5) * force[k], a.x[k], a.cost);
      a.x[k] = a.x[k] + start_[k];
    }
    a.there = react(p_, block_, a.x);
    a.cost = a.cost + a.there.cost;
    return a;
  }

  // y <- A f
  void move(const S* f, S* y) const {
    for (int i = 0; i < n; ++i) {
      y[i] = S(0);
      for (int j = 0; j < n; ++j) y[i] = fma(mobility_[i * kMost + j], f[j], y[i]);
    }
  }
  void multiply(const S* a, const S* b, S* result) const {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        S sum(0);
        for (int k = 0; k < n; ++k) sum = fma(a[i * kMost + k], b[k * kMost + j], sum);
        result[i * kMost + j] = sum;
      }
    }
  }

  // Of the cost along A times a step.
  S slope_of(const S* way) const {
    S sum(0);
    for (int k = 0; k < n; ++k) sum = fma(way[k], at_.force[k] - at_.there.force[k], sum);
    return sum;
  }

  // Goes to where the slope along the step is zero. It only grows on the way: Newton's method, kept
  // between points on either side.
  void search(const S* step, const S* way, const S& begin) {
    S square(0), low(0), high(-1), at(0), next(1);
    for (int k = 0; k < n; ++k) square = fma(step[k], way[k], square);
    for (int k = 0; k < p_.ls_iterations; ++k) {
      for (int i = 0; i < n; ++i) {
        at_.force[i] = fma(next - at, step[i], at_.force[i]);
        at_.x[i] = fma(next - at, way[i], at_.x[i]);
      }
      at = next;
      at_.there = react(p_, block_, at_.x);
      const S slope = slope_of(way);
      if (math::abs(slope) <= S(p_.ls_tolerance) * -begin) return;
      (slope < S(0) ? low : high) = at;
      curvature(p_, block_, at_.x, at_.there.pieces, curvature_);
      S bend = square;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
          bend = fma(way[i] * curvature_[i * kMost + j], way[j], bend);
        }
      }
      next = at - slope / bend;
      const bool between = next > low && (high < S(0) || next < high);
      if (!between) next = S(0.5) * (low + high);
    }
  }

  const BasicProblem<S>& p_;
  const Block& block_;
  S scale_;
  S mobility_[kMost * kMost], curvature_[kMost * kMost];
  S start_[kMost];
  Place at_;
};

}  // namespace thew::constraint
