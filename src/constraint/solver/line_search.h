#pragma once

// The cost along a line a + alpha p, and its exact minimum.

#include "constraint/solver/cost.h"
#include "math/pack.h"

namespace thew::constraint {

/// First and second derivative of the cost along the line.
struct Slope {
  double first = 0, second = 0;
};

/// A cone along the line: with u = g x as in cost.h, u0 + alpha v0 and |u1...|^2 quadratic in
/// alpha.
struct ConeLine {
  double mu, weight;
  double u0, v0, uu, uv, vv;
  double linear, square;  ///< sums of D x y and D y^2: where all rows are quadratic
};

/// Rows along the line as x + alpha y, gathered by kind.
struct Line {
  double linear = 0, square = 0;  ///< derivatives of what is quadratic everywhere
  int sided = 0;                  ///< rows that only push
  double *x = nullptr, *y = nullptr, *weight = nullptr;  ///< of these; padded to blocks of 4
  int dry = 0;                                           ///< rows of dry friction
  double *dry_x = nullptr, *dry_y = nullptr, *dry_weight = nullptr, *dry_bound = nullptr;
  int cones = 0;
  ConeLine* cone = nullptr;

  Slope at(double alpha) const {
    Slope s = {linear + alpha * square, square};
    using Lanes = math::Pack<double, 4>;
    Lanes first(0.0), second(0.0);
    for (int i = 0; i < sided; i += 4) {
      const Lanes v = Lanes::load(y + i), w = Lanes::load(weight + i);
      const Lanes z = fma(Lanes(alpha), v, Lanes::load(x + i));
      const Lanes pushing = select(z < Lanes(0.0), w * v, Lanes(0.0));
      first = fma(pushing, z, first);
      second = fma(pushing, v, second);
    }
    s.first += (first[0] + first[1]) + (first[2] + first[3]);
    s.second += (second[0] + second[1]) + (second[2] + second[3]);
    for (int i = 0; i < dry; ++i) {
      const double z = dry_x[i] + alpha * dry_y[i], bound = dry_bound[i];
      const bool inside = z > -bound && z < bound;
      const double held = inside ? z : (z < 0 ? -bound : bound);
      s.first += dry_weight[i] * held * dry_y[i];
      if (inside) s.second += dry_weight[i] * dry_y[i] * dry_y[i];
    }
    for (int i = 0; i < cones; ++i) add_cone(cone[i], alpha, s);
    return s;
  }

 private:
  static void add_cone(const ConeLine& c, double alpha, Slope& s) {
    const double normal = c.u0 + alpha * c.v0;
    const double half = c.uv + alpha * c.vv;  // half the slope of the square below
    const double square = c.uu + alpha * (c.uv + half);
    const double t = square > 0 ? math::sqrt(square) : 0;
    if (normal >= c.mu * t) return;
    if (c.mu * normal + t <= 0) {
      s.first += c.linear + alpha * c.square;
      s.second += c.square;
      return;
    }
    const double depth = normal - c.mu * t, t1 = half / t, t2 = (c.vv - t1 * t1) / t;
    const double depth1 = c.v0 - c.mu * t1;
    s.first += c.weight * depth * depth1;
    s.second += c.weight * (depth1 * depth1 - depth * c.mu * t2);
  }
};

struct Step {
  double length = 0;
  double slope = 0;  ///< left at the end
  int evaluations = 0;
};

/// Minimises along the line by Newton's method between bounds, until the slope is below `enough`.
inline Step search(const Line& line, double enough, int most) {
  const Slope start = line.at(0);
  if (!(start.first < 0) || !(start.second > 0)) return {0, start.first, 1};
  double low = 0, high = 0;  // slopes of different sign; high = 0: not found yet
  double alpha = -start.first / start.second;
  Step best = {0, start.first, 1};
  for (int i = 0; i < most; ++i) {
    const Slope s = line.at(alpha);
    ++best.evaluations;
    if (math::abs(s.first) < math::abs(best.slope) || best.length == 0) {
      best.length = alpha;
      best.slope = s.first;
    }
    if (math::abs(s.first) <= enough) break;
    (s.first < 0 ? low : high) = alpha;
    double next = s.second > 0 ? alpha - s.first / s.second : 2 * alpha;
    if (high > 0 && !(next > low && next < high)) next = 0.5 * (low + high);
    if (high == 0 && !(next > alpha)) next = 2 * alpha;
    if (next == alpha) break;
    alpha = next;
  }
  return best;
}

}  // namespace thew::constraint
