#pragma once

// The classic formulation: springs and dampers of unit mass, contacts that end a step at rest, and
// friction loss as a smooth force.

#include <thew/constants.h>

#include "element/cone.h"
#include "math/functions.h"
#include "math/pack.h"

namespace thew::element {

/// What pulls a unit mass back [1/s^2, 1/s].
template <class T>
struct Penalty {
  T stiffness, damping;
};

/// k = 1 / timeconst^2 and b = 2 dampratio / timeconst, or `usual` where the reference has no time
/// constant. A spring too stiff for the time step h gets k = 1/h^2 and keeps its damping ratio.
template <class T>
THEW_HD inline Penalty<T> penalty(const T* ref, const Penalty<T>& usual, const T& h) {
  const MaskOf<T> timed = ref[0] > T(0);
  const T rate = T(1) / select(timed, ref[0], T(1));
  const T k = select(timed, rate * rate, usual.stiffness);
  const T b = select(timed, T(2) * ref[1] * rate, usual.damping);
  const T most = T(1) / (h * h);
  const MaskOf<T> fast = k > most;
  return {min(k, most), select(fast, b * sqrt(most / select(fast, k, most)), b)};
}

/// The share of a contact's depth that a step h removes: min(dampratio, 1) h / (h + timeconst).
/// References without a time constant have that of the `usual` spring.
template <class T>
THEW_HD inline T depth_share(const T* ref, const Penalty<T>& usual, const T& h) {
  const MaskOf<T> timed = ref[0] > T(0);
  const T rate = select(timed, T(1) / select(timed, ref[0], T(1)), sqrt(usual.stiffness));
  const MaskOf<T> rigid = rate <= T(0);
  const T ratio = select(timed, ref[1], T(0.5) * usual.damping / select(rigid, T(1), rate));
  return max(T(0), min(ratio, T(1))) * h * rate / (h * rate + T(1));
}

/// Softness of a contact's rows by its impedance.
template <class T>
THEW_INLINE T contact_softness(const T& regularization, const T& impedance) {
  return regularization * (T(1) + T(100) * (T(1) - impedance));
}

/// -loss tanh(v smoothing): Coulomb's friction, but for velocities near zero.
template <class T>
THEW_INLINE T smooth_friction(const T& loss, const T& velocity, const T& smoothing) {
  return -loss * tanh(velocity * smoothing);
}

/// Puts the force of a contact (normal, then n - 1 of friction) into its cone: none where it would
/// pull, friction shortened where it is longer than the normal force allows.
template <class T>
THEW_HD inline void project_on_cone(const T* friction, int n, T* force) {
  T square(0);
  for (int k = 1; k < n; ++k) {
    const T part = force[k] / friction[k - 1];
    square = fma(part, part, square);
  }
  const T length = sqrt(square), normal = max(force[0], T(0));
  const MaskOf<T> outside = length > normal;
  const T scale = select(outside, normal / select(outside, length, T(1)), T(1));
  force[0] = normal;
  for (int k = 1; k < n; ++k) force[k] = force[k] * scale;
}

}  // namespace thew::element
