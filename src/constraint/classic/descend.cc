// The projected gradient, preconditioned contact by contact. A force at rest in the map
//   f -> P(f - step C^-1 (b + (A + R) f))
// does not depend on the step. It does not depend on C either for contacts within their cone, whose
// residual vanishes; there C is the contact's own block of A + R. Elsewhere C is the lower triangle
// of the block, by which a Gauss-Seidel sweep divides as well: so both methods end alike.

#include <algorithm>

#include "constraint/classic/classic.h"
#include "element/penalty.h"
#include "math/cholesky.h"

namespace thew::constraint::classic {

using element::kMostBases;

namespace {

constexpr double kFirstStep = 0.8, kShortest = 0.01, kLongest = 2;

// Factors of the blocks; where one has none, its first entry is zero.
template <class S>
void factor(const DualBlock<S>& block, S* l) {
  const int n = block.rows();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) l[i * n + j] = block.among(i, j);
  }
  if (math::cholesky(n, l)) l[0] = 0;
}

template <class S>
void divide(const DualBlock<S>& block, const S* l, const S* force, S* x) {
  const int n = block.rows();
  if (l[0] > 0 && sticks(block, force)) return math::cholesky_solve(n, l, x);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) x[i] -= block.among(i, j) * x[j];
    x[i] /= block.among(i, i);
  }
}

// A contact alone: where its normal does not push there is no force, and where the force that stops
// it is in the cone it is that.
template <class S>
bool solve_alone(const Dual<S>& p, const S* l) {
  const DualBlock<S>& block = p.blocks[0];
  S force[kMostBases];
  const int n = block.rows();
  std::fill_n(force, n, S(0));
  if (p.b[0] < 0) {
    for (int k = 0; k < n; ++k) force[k] = -p.b[k];
    if (!(l[0] > 0)) return false;
    math::cholesky_solve(n, l, force);
    if (!sticks(block, force)) return false;
  }
  std::copy_n(force, n, p.force);
  return true;
}

template <class S>
S dot(const S* a, const S* b, int n) {
  S sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

template <class S>
S distance(const S* a, const S* b, int n) {
  S sum = 0;
  for (int i = 0; i < n; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return math::sqrt(sum);
}

// s's / s'y of the last change s of the forces, which changed the gradient by y.
template <class S>
S next_step(const S* change, const S* gradient, const S* last, int n) {
  S curvature = 0;
  for (int i = 0; i < n; ++i) curvature += change[i] * (gradient[i] - last[i]);
  if (!(curvature > 0)) return S(kLongest);
  return std::clamp(dot(change, change, n) / curvature, S(kShortest), S(kLongest));
}

// Moves the forces and puts them into their cones; returns the largest change.
template <class S>
S advance(const Dual<S>& p, S step, const S* gradient, S* change) {
  S most = 0;
  for (const DualBlock<S>& block : p.blocks) {
    const int n = block.rows(), row = block.row;
    S next[kMostBases];
    for (int k = 0; k < n; ++k) next[k] = p.force[row + k] - step * gradient[row + k];
    element::project_on_cone(block.friction, n, next);
    for (int k = 0; k < n; ++k) {
      change[row + k] = next[k] - p.force[row + k];
      most = std::max(most, math::abs(change[row + k]));
      p.force[row + k] = next[k];
    }
  }
  return most;
}

}  // namespace

// Forces that differ without moving anything, as those of four corners of one box, settle as slowly
// as they are soft. So the end is where changes of the forces no longer change accelerations.
template <class S>
Outcome<S> descend(const Dual<S>& p, Memory memory) {
  if (p.rows == 0) return {};
  constexpr int kFactor = kMostBases * kMostBases;
  S* factors = memory.take<S>(kFactor * std::ssize(p.blocks));
  S *residual, *gradient, *last_residual, *last_gradient, *change;
  for (S** x : {&residual, &gradient, &last_residual, &last_gradient, &change}) {
    *x = memory.take<S>(p.rows);
  }
  if (memory.full()) return {0, 0, false};
  for (std::size_t i = 0; i < p.blocks.size(); ++i) factor(p.blocks[i], factors + kFactor * i);
  if (p.blocks.size() == 1 && solve_alone(p, factors)) return {1, 0, true};
  const S enough = p.tolerance * math::sqrt(dot(p.b, p.b, p.rows));
  Outcome<S> outcome = {0, 0, false};
  S step = S(kFirstStep);
  while (outcome.iterations < p.iterations) {
    std::swap(residual, last_residual);
    std::swap(gradient, last_gradient);
    for (std::size_t i = 0; i < p.blocks.size(); ++i) {
      const DualBlock<S>& block = p.blocks[i];
      for (int k = 0; k < block.rows(); ++k) residual[block.row + k] = p.residual(block, k);
      std::copy_n(residual + block.row, block.rows(), gradient + block.row);
      divide(block, factors + kFactor * i, p.force + block.row, gradient + block.row);
    }
    if (outcome.iterations > 0) {
      const S moved = distance(residual, last_residual, p.rows);
      outcome.converged = moved < enough * std::min(step, S(1));  // a short one moves little
      if (outcome.converged) break;
      step = next_step(change, gradient, last_gradient, p.rows);
    }
    ++outcome.iterations;
    outcome.residual = advance(p, step, gradient, change);
  }
  return outcome;
}

template Outcome<float> descend(const Dual<float>&, Memory);
template Outcome<double> descend(const Dual<double>&, Memory);

}  // namespace thew::constraint::classic
