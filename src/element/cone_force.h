#pragma once

// The best force of a contact with an elliptic cone while all others stay: within the cone
// f0 >= |f_k / friction_k|, with the cost 1/2 (f - old)' A (f - old) + res' (f - old). Matrices
// of n rows are row-major with stride n.

#include "element/cone.h"
#include "element/qcqp.h"

namespace thew::element {

/// So much an update may raise the cost by rounding.
template <class S>
inline constexpr S kMostRise = S(1e-10);

/// How the cost changes from old to new forces. Forces that would raise it are taken back.
template <class S>
THEW_HD inline S cost_change(int n, const S* a, const S* res, const S* old, S* force) {
  S change = 0;
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    S sum = 0;
    THEW_ROLLED
    for (int j = 0; j < n; ++j) sum += a[i * n + j] * (force[j] - old[j]);
    change += (force[i] - old[i]) * (S(0.5) * sum + res[i]);
  }
  if (change <= kMostRise<S>) return change;
  THEW_ROLLED
  for (int i = 0; i < n; ++i) force[i] = old[i];
  return 0;
}

/// Brings a force back into the cone: friction shrinks until it is within its bound.
template <class S>
THEW_HD inline void bring_into_cone(int n, const S* friction, S* force) {
  S square = 0;
  THEW_ROLLED
  for (int k = 1; k < n; ++k) {
    const S part = force[k] / friction[k - 1];
    square += part * part;
  }
  const bool apart = force[0] < 0;
  if (!apart && !(square > force[0] * force[0])) return;
  const S shrink = apart ? S(0) : force[0] / math::sqrt(square);
  if (apart) force[0] = 0;
  THEW_ROLLED
  for (int k = 1; k < n; ++k) force[k] = apart ? S(0) : force[k] * shrink;
}

namespace detail {

/// As far along the ray as the cost falls, or back to the tip of the cone.
template <class S>
THEW_HD inline void move_along_ray(int n, const S* a, const S* res, const S* ray, S* force) {
  S square = 0, linear = 0;
  THEW_ROLLED
  for (int i = 0; i < n; ++i) {
    S sum = 0;
    THEW_ROLLED
    for (int j = 0; j < n; ++j) sum += a[i * n + j] * ray[j];
    square += ray[i] * sum;
    linear += ray[i] * res[i];
  }
  if (square < S(kMinVal)) return;
  S length = -linear / square;
  if (length < S(-1)) length = S(-1);  // as far as the tip
  THEW_ROLLED
  for (int i = 0; i < n; ++i) force[i] += length * ray[i];
}

/// From the tip along the ray of the cone that descends most, (1, -friction^2 res / |friction
/// res|), where one does: along the normal alone sliding contacts can be stuck there.
template <class S>
THEW_HD inline void leave_tip(int n, const S* a, const S* res, const S* friction, S* force) {
  S square = 0, ray[kMostBases] = {1};
  THEW_ROLLED
  for (int k = 0; k < n; ++k) force[k] = 0;
  THEW_ROLLED
  for (int k = 1; k < n; ++k) {
    ray[k] = -friction[k - 1] * friction[k - 1] * res[k];
    square -= ray[k] * res[k];
  }
  const S sliding = math::sqrt(square);
  if (res[0] >= sliding) return;
  THEW_ROLLED
  for (int k = 1; k < n; ++k) ray[k] /= sliding;
  move_along_ray(n, a, res, ray, force);
}

/// Friction within the slice of the cone at its normal force.
template <class S>
THEW_HD inline void find_friction(int n, const S* a, const S* res, const S* friction, const S* old,
                                  S* force) {
  S matrix[kMostFriction * kMostFriction], rest[kMostFriction];
  THEW_ROLLED
  for (int i = 1; i < n; ++i) {
    S sum = res[i] + a[i * n] * (force[0] - old[0]);
    THEW_ROLLED
    for (int j = 1; j < n; ++j) {
      matrix[(i - 1) * (n - 1) + j - 1] = a[i * n + j];
      sum -= a[i * n + j] * old[j];
    }
    rest[i - 1] = sum;
  }
  solve_qcqp(n - 1, matrix, rest, friction, force[0], S(0), force + 1);
}

}  // namespace detail

/// First along the ray from the tip of the cone through the force, or from the tip; then friction
/// within the slice of the cone. Returns by how much the cost changes; `change` is that of the
/// force.
template <class S>
THEW_HD inline S improve_in_cone(int n, const S* a, const S* res, const S* friction, S* force,
                                 S* change) {
  S old[kMostBases];
  THEW_ROLLED
  for (int k = 0; k < n; ++k) old[k] = force[k];
  bool tip = false;  // where there is no friction
  if (force[0] >= S(kMinVal)) {
    detail::move_along_ray(n, a, res, old, force);
  } else if (res[0] < 0) {
    const S push = force[0] - res[0] / a[0];
    force[0] = push > 0 ? push : S(0);
    tip = true;
  } else {
    detail::leave_tip(n, a, res, friction, force);
  }
  tip |= force[0] < S(kMinVal);
  THEW_ROLLED
  for (int k = 1; k < n && tip; ++k) force[k] = 0;
  if (!(force[0] < S(kMinVal))) detail::find_friction(n, a, res, friction, old, force);
  const S cost = cost_change(n, a, res, old, force);
  THEW_ROLLED
  for (int k = 0; k < n; ++k) change[k] = force[k] - old[k];
  return cost;
}

}  // namespace thew::element
