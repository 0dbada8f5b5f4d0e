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

constexpr double kFirstStep = 0.8, kShortest = 0.01, kLongest = 2, kAlike = 0.3;
constexpr int kFactor = kMostBases * kMostBases;

// Factors of the blocks; where one has none, its first entry is zero.
template <class S>
void factor(const DualBlock<S>& block, S* l) {
  const int n = block.rows();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) l[i * n + j] = block.among(i, j);
  }
  if (math::cholesky(n, l)) l[0] = 0;
}

// x divided by the block, or by its diagonal.
template <class S>
void divide_whole(const DualBlock<S>& block, const S* l, S* x) {
  if (l[0] > 0) return math::cholesky_solve(block.rows(), l, x);
  for (int i = 0; i < block.rows(); ++i) x[i] /= block.among(i, i);
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

// The step by the last change s of the forces, which changed the residual by y = (A + R) s, with
// the blocks C as the measure of lengths: between s'C s / s'y and s'y / y'C^-1 y. The first one is
// long where s moves nothing (y is small), and then throws about what does move. So it is taken
// only where both are alike (the adaptive choice of Zhou, Gao and Dai).
template <class S>
S next_step(const Dual<S>& p, const S* factors, const S* change, const S* moved) {
  S own = 0, along = 0, across = 0;
  for (const DualBlock<S>& block : p.blocks) {
    const int n = block.rows(), row = block.row;
    S x[kMostBases];
    std::copy_n(moved + row, n, x);
    divide_whole(block, factors, x);
    factors += kFactor;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) own += change[row + i] * block.among(i, j) * change[row + j];
      along += change[row + i] * moved[row + i];
      across += moved[row + i] * x[i];
    }
  }
  if (!(along > 0) || !(across > 0)) return S(kFirstStep);
  const S few = along / across, many = own / along;
  return std::clamp(few < S(kAlike) * many ? few : many, S(kShortest), S(kLongest));
}

// Moves the forces and puts them into their cones; returns the largest of them.
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
      most = std::max(most, math::abs(next[k]));
      p.force[row + k] = next[k];
    }
  }
  return most;
}

// The residual of all rows, and by how much it has changed.
template <class S>
void find_residual(const Dual<S>& p, S* residual, S* moved) {
  for (const DualBlock<S>& block : p.blocks) {
    for (int k = 0; k < block.rows(); ++k) {
      const S now = p.residual(block, k);
      moved[block.row + k] = now - residual[block.row + k];
      residual[block.row + k] = now;
    }
  }
}

template <class S>
void find_gradient(const Dual<S>& p, const S* factors, const S* residual, S* gradient) {
  std::copy_n(residual, p.rows, gradient);
  for (const DualBlock<S>& block : p.blocks) {
    divide(block, factors, p.force + block.row, gradient + block.row);
    factors += kFactor;
  }
}

// The largest change of a residual, as the force on that row alone that would do the same.
template <class S>
S largest(const Dual<S>& p, const S* moved) {
  S most = 0;
  for (const DualBlock<S>& block : p.blocks) {
    for (int k = 0; k < block.rows(); ++k) {
      most = std::max(most, math::abs(moved[block.row + k]) / block.among(k, k));
    }
  }
  return most;
}

}  // namespace

// As with sweeps, changes of forces count as far as they move something, here as a share of the
// largest force; those of a short step were the larger.
template <class S>
Outcome<S> descend(const Dual<S>& p, Memory memory) {
  if (p.rows == 0) return {};
  S* factors = memory.take<S>(kFactor * std::ssize(p.blocks));
  S *residual, *moved, *gradient, *change;
  for (S** x : {&residual, &moved, &gradient, &change}) *x = memory.take<S>(p.rows);
  if (memory.full()) return {0, 0, false};
  for (std::size_t i = 0; i < p.blocks.size(); ++i) factor(p.blocks[i], factors + kFactor * i);
  if (p.blocks.size() == 1 && solve_alone(p, factors)) return {1, 0, true};
  Outcome<S> outcome = {0, 0, false};
  S step = S(kFirstStep);
  std::fill_n(residual, p.rows, S(0));
  find_residual(p, residual, moved);
  while (!outcome.converged && outcome.iterations < p.iterations) {
    ++outcome.iterations;
    find_gradient(p, factors, residual, gradient);
    const S force = advance(p, step, gradient, change);
    find_residual(p, residual, moved);
    outcome.residual = largest(p, moved) / std::min(step, S(1));
    outcome.converged = p.tolerance > 0 && outcome.residual <= p.tolerance * force;
    step = next_step(p, factors, change, moved);
  }
  return outcome;
}

template Outcome<float> descend(const Dual<float>&, Memory);
template Outcome<double> descend(const Dual<double>&, Memory);

}  // namespace thew::constraint::classic
