#pragma once

// The dual problem: minimise over forces f
//   1/2 f' (A + R) f + b' f,   A = J inv(M) J',   b = J a0 - aref
// where equalities are free, dry friction is within its bounds, limits and edges of pyramids push,
// and elliptic contacts stay in their cone f0 >= |f_k / friction_k|.

#include <algorithm>
#include <span>

#include "constraint/solver/problem.h"
#include "math/scalar.h"

namespace thew::constraint {

struct Dual {
  std::span<const Block> blocks;
  const int *count = nullptr, *start = nullptr, *column = nullptr;  ///< A + R, row by row
  const double* matrix = nullptr;
  const double* R = nullptr;
  const double* b = nullptr;
  const double* loss = nullptr;      ///< friction loss of rows
  const double* mu = nullptr;        ///< of contacts
  const double* friction = nullptr;  ///< of contacts: 5 coefficients each
  double scale = 1;
  double tolerance = 0;
  int iterations = 0;
  double* force = nullptr;  ///< in: where to start; out: the solution
  int* state = nullptr;

  /// b + (A + R) f in a row.
  double residual(int row) const {
    const int n = count[row];
    const double* a = matrix + start[row];
    const int* at = column + start[row];
    double sum[4] = {b[row], 0, 0, 0};
    int k = 0;
    for (; k + 4 <= n; k += 4) {
      for (int i = 0; i < 4; ++i) sum[i] = math::fma(a[k + i], force[at[k + i]], sum[i]);
    }
    for (; k < n; ++k) sum[0] = math::fma(a[k], force[at[k]], sum[0]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }

  /// Where column `row` is in its own row; the next rows of its block have theirs behind it.
  int diagonal(int row) const {
    const int* begin = column + start[row];
    return static_cast<int>(std::lower_bound(begin, begin + count[row], row) - begin);
  }

  const double* friction_of(const Block& block) const { return friction + 5 * block.id; }
};

/// States of the rows from their forces, as MuJoCo's dual methods give them: cones whose force is
/// within them count as satisfied. Returns how many rows are active; adds to `changed` those that
/// were in another state.
inline int update_states(const Dual& p, int& changed) {
  using enum ConstraintState;
  int active = 0;
  const auto set = [&](int row, ConstraintState s) {
    changed += p.state[row] != static_cast<int>(s) ? 1 : 0;
    p.state[row] = static_cast<int>(s);
    active += s != Satisfied ? 1 : 0;
  };
  for (const Block& block : p.blocks) {
    const double* f = p.force + block.row;
    if (block.is_cone()) {
      const double mu = p.mu[block.id], normal = f[0] / mu;
      double square = 0;
      for (int k = 1; k < block.rows; ++k) {
        const double part = f[k] / p.friction_of(block)[k - 1];
        square += part * part;
      }
      const double sliding = math::sqrt(square);
      const ConstraintState s = mu * normal >= sliding       ? Satisfied
                                : normal + mu * sliding <= 0 ? Quadratic
                                                             : Cone;
      for (int k = 0; k < block.rows; ++k) set(block.row + k, s);
      continue;
    }
    for (int k = 0; k < block.rows; ++k) {
      ConstraintState s = Quadratic;
      if (block.is_dry()) {
        const double loss = p.loss[block.row + k];
        s = f[k] <= -loss ? Linearpos : f[k] >= loss ? Linearneg : Quadratic;
      } else if (block.kind() != ConstraintType::Equality && f[k] <= 0) {
        s = Satisfied;
      }
      set(block.row + k, s);
    }
  }
  return active;
}

/// How the dual cost changes from old to new forces of some rows with the matrix `a`, where the
/// residual was `res`. Forces that would raise it are taken back.
inline double cost_change(int n, const double* a, const double* res, const double* old,
                          double* force) {
  double change = 0;
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j) sum += a[i * n + j] * (force[j] - old[j]);
    change += (force[i] - old[i]) * (0.5 * sum + res[i]);
  }
  if (change <= 1e-10) return change;
  std::copy_n(old, n, force);
  return 0;
}

}  // namespace thew::constraint
