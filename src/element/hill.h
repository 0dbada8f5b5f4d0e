#pragma once

// A three-element Hill muscle: a contractile and a parallel elastic element side by side, the
// fibre, and a series elastic one, the tendon. With lengths in units of the optimal fibre length,
// velocities in units of the highest one and forces in units of the greatest isometric one:
//   fibre force = a fl(l) fv(v) + fp(l) + b v,   tendon force = ft(strain).
// The fibre keeps its width while it changes its length, so that it is at an angle to the tendon:
// l^2 = x^2 + w^2 with the length x along the tendon. Both are in equilibrium at any time:
//   fibre force x/l = tendon force.
// Curves and their numbers are those of Thelen (2003), doi:10.1115/1.1531112, with the velocity of
// the fibre explicit and independent of activation; the damping b is that of Millard et al. (2013),
// doi:10.1115/1.4023390.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/pack.h"
#include "math/resolution.h"

namespace thew::element {

template <class T>
struct HillMuscle {
  T force;      ///< greatest isometric force [N]
  T fibre;      ///< optimal fibre length [m]
  T slack;      ///< length of the tendon without force [m]
  T pennation;  ///< angle between fibre and tendon at the optimal length [rad]
  T vmax;       ///< shortening velocity without force [optimal lengths / s]
  T damping;    ///< b: force at the velocity vmax
  T strain;     ///< strain of the tendon under the greatest isometric force
  T plateau;    ///< force at high lengthening velocities
};

/// A value and its slope.
template <class T>
struct HillCurve {
  T value, slope;
};

/// Active force by length: exp(-(l - 1)^2 / 0.45).
template <class T>
THEW_HD inline HillCurve<T> hill_active(const T& l) {
  constexpr double kWidth = 0.45;
  const T x = l - T(1), value = exp(-x * x / T(kWidth));
  return {value, T(-2 / kWidth) * x * value};
}

/// Passive force by length: nothing up to 1, then an exponential that reaches 1 at 1.6; beyond, a
/// line.
template <class T>
THEW_HD inline HillCurve<T> hill_passive(const T& l) {
  using namespace math;
  constexpr double kStrain = 0.6, kShape = 5, kScale = 147.4131591025766;  // exp(5) - 1
  const T x = clamp((l - T(1)) / T(kStrain), T(0), T(1));
  const T grown = exp(T(kShape) * x);
  const T slope = T(kShape / kStrain / kScale) * grown;
  const T beyond = max(l - T(1 + kStrain), T(0));
  return {fma(slope, beyond, (grown - T(1)) / T(kScale)), select(l > T(1), slope, T(0))};
}

/// Active force by velocity: Hill's hyperbola from 0 at v = -1 to 1 at rest, and another one to the
/// plateau that begins twice as steep.
template <class T>
THEW_HD inline HillCurve<T> hill_velocity(const T& v, const T& plateau) {
  using namespace math;
  constexpr double kShape = 0.25;
  const T shortening = clamp(v, T(-1), T(0)), lengthening = max(v, T(0));
  const T down = T(1) - shortening * T(1 / kShape);
  const T steep = T(2 + 2 / kShape) / max(plateau - T(1), T(kMinVal));
  const T up = fma(steep, lengthening, T(1));
  const T slope_down = T(1 + 1 / kShape) / (down * down);
  const T slope_up = steep * (plateau - T(1)) / (up * up);
  return {
      select(v < T(0), (T(1) + shortening) / down, fma(steep * plateau, lengthening, T(1)) / up),
      select(v < T(0), select(v < T(-1), T(0), slope_down), slope_up)};
}

/// Force of the tendon by its strain: an exponential toe up to a third of the force, then a line.
template <class T>
THEW_HD inline HillCurve<T> hill_tendon(const T& strain, const T& reference) {
  using namespace math;
  constexpr double kToe = 0.609, kToeForce = 0.33, kShape = 3;
  constexpr double kScale = 19.085536923187668;  // exp(3) - 1
  const T e = max(strain, T(0)) / reference;     // 1 under the greatest isometric force
  const T grown = exp(min(e, T(kToe)) * T(kShape / kToe));
  const T toe = T(kToeForce / kScale) * (grown - T(1));
  // The line goes on with the slope at the end of the toe.
  const T slope = T(kToeForce / kScale * kShape / kToe) * grown;
  const T value = fma(slope, max(e - T(kToe), T(0)), toe);
  return {value, select(strain > T(0), slope / reference, T(0))};
}

/// Fibre force along the tendon, and how it changes with the length x along it. `by_velocity` is
/// the change with dx/dt.
template <class T>
struct HillFibre {
  T value, by_length, by_velocity;
};

/// At length x and velocity xdot along the tendon, in optimal fibre lengths (and per second).
template <class T>
THEW_HD inline HillFibre<T> hill_fibre(const HillMuscle<T>& p, const T& activation, const T& x,
                                       const T& xdot) {
  const T width = sin(p.pennation);
  const T l = sqrt(fma(x, x, width * width)), cosine = x / l;
  const T v = cosine * xdot / p.vmax;
  const HillCurve<T> fl = hill_active(l), fp = hill_passive(l), fv = hill_velocity(v, p.plateau);
  const T along = fma(activation * fl.value, fv.value, fma(p.damping, v, fp.value));
  const T by_v = fma(activation * fl.value, fv.slope, p.damping);
  const T by_l = fma(activation * fl.slope, fv.value, fp.slope);
  // d cosine / dx = width^2 / l^3
  const T turn = width * width / (l * l * l);
  return {along * cosine, (by_l * cosine + by_v * turn * xdot / p.vmax) * cosine + along * turn,
          by_v * cosine * cosine / p.vmax};
}

/// The state of a fibre is its length along the tendon, relative to that at the optimum, minus 1;
/// here that length in optimal fibre lengths.
template <class T>
THEW_HD inline T hill_fibre_length(const T& state, const HillMuscle<T>& p) {
  return (T(1) + state) * cos(p.pennation);
}

/// Force along the tendon, and how it changes with the length of the whole muscle and its rate.
template <class T>
struct HillForce {
  T force;      ///< [N]
  T stiffness;  ///< [N/m]
  T damping;    ///< [N s/m]
};

/// With a tendon that does not stretch, at length `length` and velocity `velocity` [m, m/s].
template <class T>
THEW_HD inline HillForce<T> hill_rigid(const HillMuscle<T>& p, const T& activation, const T& length,
                                       const T& velocity) {
  using namespace math;
  constexpr double kShortest = 0.01;
  const T x = (length - p.slack) / p.fibre;
  const HillFibre<T> f = hill_fibre(p, activation, max(x, T(kShortest)),
                                    select(x > T(kShortest), velocity / p.fibre, T(0)));
  const auto pulls = (f.value > T(0)) & (x > T(kShortest));
  const T scale = select(pulls, p.force / p.fibre, T(0));
  return {select(pulls, p.force * f.value, T(0)), scale * f.by_length, scale * f.by_velocity};
}

/// With an elastic tendon: the force of the tendon when the fibre ends a step of `h` seconds, which
/// it began at the length x along the tendon, at the length y; and how it changes with the length
/// of the muscle while the two stay in equilibrium, as springs in series.
template <class T>
THEW_HD inline HillForce<T> hill_pull(const HillMuscle<T>& p, const T& activation, const T& length,
                                      const T& x, const T& y, const T& h) {
  const HillFibre<T> f = hill_fibre(p, activation, y, (y - x) / h);
  const T per = p.fibre / p.slack;
  const HillCurve<T> t = hill_tendon((length - p.slack) / p.slack - y * per, p.strain);
  const T fibre = f.by_length + f.by_velocity / h, tendon = t.slope * per;
  const T series = tendon * fibre / max(fibre + tendon, T(kMinVal));
  return {p.force * t.value, select(fibre > T(0), p.force / p.fibre * series, T(0)), T(0)};
}

/// The length y along the tendon, in optimal fibre lengths, at which fibre and tendon are in
/// equilibrium at the end of a step of `h` seconds that the fibre began at the length x: backward
/// Euler, so that a stiff tendon needs no short steps. The root of
///   g(y) = fibre force at y with the velocity (y - x)/h - tendon force
/// is bracketed by a fibre of no length and by a tendon without force; Newton's method within.
template <class T>
THEW_HD inline T hill_elastic(const HillMuscle<T>& p, const T& activation, const T& length,
                              const T& x, const T& h) {
  using namespace math;
  constexpr double kShortest = 0.01;
  constexpr Scalar<T> kTolerance = tolerance<Scalar<T>>(1e-13, 1e-6);
  constexpr int kIterations = 60;
  const T per = p.fibre / p.slack, free = (length - p.slack) / p.fibre;  // y with a slack tendon
  T low = T(kShortest), high = max(max(x, free), T(kShortest)), y = clamp(x, low, high);
  MaskOf<T> open = true;
  for (int i = 0; i < kIterations && any(open); ++i) {
    const HillFibre<T> f = hill_fibre(p, activation, y, (y - x) / h);
    const HillCurve<T> t = hill_tendon((free - y) * per, p.strain);
    const T g = f.value - t.value, slope = f.by_length + f.by_velocity / h + t.slope * per;
    low = select(open & (g < T(0)), y, low);
    high = select(open & (g > T(0)), y, high);
    const T newton = y - g / slope;
    const auto inside = (newton > low) & (newton < high) & (slope > T(0));
    const T next = select(inside, newton, T(0.5) * (low + high));
    // Done where the forces are equal or the bracket has no room.
    open = open & !((abs(g) <= T(kTolerance)) | (abs(next - y) <= T(kTolerance) * y));
    y = select(open, next, y);
  }
  return y;
}

/// The length x along the tendon at which a muscle of this length is in equilibrium at rest.
template <class T>
THEW_HD inline T hill_rest(const HillMuscle<T>& p, const T& activation, const T& length) {
  constexpr double kForever = 1e9;  // [s]
  return hill_elastic(p, activation, length, cos(p.pennation), T(kForever));
}

}  // namespace thew::element
