#pragma once

// Friction of one block again, while all other forces stay: its rows one after the other, or those
// of an elliptic cone together.

#include "element/qcqp.h"
#include "gpu/response.h"

namespace thew::gpu::detail {

using element::kMostFriction;

/// So much an update may raise the cost by rounding.
inline constexpr double kMostRise = 1e-10;

/// Base rows of a block whose forces are found again.
struct Rubbing {
  int first, count;
};
THEW_INLINE Rubbing rubbing_of(const BlockInfo& info) {
  if (is_dry(info.kind())) return {info.base(), 1};
  const bool contact = info.kind() == ConstraintType::ContactPyramidal ||
                       info.kind() == ConstraintType::ContactElliptic;
  return {info.base() + 1, contact ? info.count() - 1 : 0};
}

/// What a sweep works with, besides the solver's memory. There `x` has the bounds of rows that rub,
/// for those of a cone that of all, and less than 0 for others; `y` has aref; and where changes of
/// curvature were is A among the rows of each block.
template <class T>
struct Slip {
  T* rows;  ///< of B, where rows rub; behind them what all forces together change
  T *change, *cost, *residual;  ///< of the block at hand

  THEW_STAGE explicit Slip(const SolveWorld<T>& w)
      : rows(w.row(w.rows.response_rows)),
        change(w.s.diagonal()),
        cost(change + kMostFriction),
        residual(cost + 1) {}
};

/// New forces of rows with bounds of their own, one after the other; `a` is A among them.
template <class T>
THEW_STAGE T update_rows(const Rubbing& rub, const T* a, bool pair, const T* friction,
                         const T* bound, T* force, const Slip<T>& slip) {
  T cost = T(0);
  THEW_ROLLED
  for (int k = 0; k < rub.count; ++k) {
    T residual = slip.residual[k];
    THEW_ROLLED
    for (int j = 0; j < k; ++j) residual = fma(a[k * rub.count + j], slip.change[j], residual);
    const T old = force[k], own = a[k * rub.count + k];
    T next = max(-bound[k], min(bound[k], old - residual / max(T(kMinVal), own)));
    if (pair && T(4) * friction[k] * friction[k] * own < T(kMinVal)) next = T(0);
    T change = next - old, more = change * fma(T(0.5) * own, change, residual);
    // What costs more is rounding.
    if (pair && more > T(kMostRise)) change = more = T(0);
    slip.change[k] = change;
    force[k] = old + change;
    cost = cost + more;
  }
  return cost;
}

/// New forces within the slice of a cone at its normal force.
template <class T>
THEW_STAGE T update_slice(int n, const T* a, const T* friction, const T& normal, T* force,
                          const Slip<T>& slip) {
  constexpr double kLeastDiagonal = 1e-10, kLeastDeterminant = 1e-10;
  T matrix[kMostFriction * kMostFriction], rest[kMostFriction], next[kMostFriction];
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    rest[i] = slip.residual[i];
    next[i] = T(0);
    THEW_ROLLED
    for (int j = 0; j < n; ++j) {
      const T entry = a[i * n + j];
      matrix[i * n + j] = i == j ? max(T(kLeastDiagonal), entry) : entry;
      rest[i] = rest[i] - matrix[i * n + j] * force[j];
    }
  }
  if (!(normal < T(kMinVal))) {
    element::solve_qcqp(n, matrix, rest, friction, normal, T(kLeastDeterminant), next);
  }
  T cost = T(0);
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    T sum = T(0);
    THEW_ROLLED
    for (int j = 0; j < n; ++j) sum = fma(matrix[i * n + j], next[j] - force[j], sum);
    cost = cost + (next[i] - force[i]) * fma(T(0.5), sum, slip.residual[i]);
  }
  const bool rises = cost > T(kMostRise);
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    slip.change[i] = rises ? T(0) : next[i] - force[i];
    if (!rises) force[i] = next[i];
  }
  return rises ? T(0) : cost;
}

}  // namespace thew::gpu::detail
