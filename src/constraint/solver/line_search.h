#pragma once

// The cost along a line a + alpha p, and its exact minimum.

#include "constraint/solver/cost.h"
#include "math/pack.h"

namespace thew::constraint {

/// The cost at a point of the line less the cost at its start, and its derivatives along the line.
struct Trial {
  double alpha = 0;
  double cost = 0;
  double slope = 0;
  double bend = 0;
};

/// A cone along the line: with u = g x as in cost.h, u0 + alpha v0 and |u1...|^2 quadratic in
/// alpha.
struct ConeLine {
  double mu, weight;
  double u0, v0, uu, uv, vv;
  double constant, linear, square;  ///< sums of D x^2, D x y, D y^2: where all rows are quadratic
};

/// Rows along the line as x + alpha y, gathered by kind.
struct Line {
  double linear = 0, square = 0;  ///< derivatives of what is quadratic everywhere
  int sided = 0;                  ///< rows that only push
  double *x = nullptr, *y = nullptr, *weight = nullptr;  ///< of these; padded to blocks of 4
  int dry = 0;                                           ///< rows of dry friction, likewise
  double *dry_x = nullptr, *dry_y = nullptr, *dry_weight = nullptr, *dry_bound = nullptr;
  int cones = 0;
  ConeLine* cone = nullptr;

  Trial at(double alpha) const {
    using Rows = math::Wide<double, 4>;
    Trial t = {alpha, alpha * (linear + 0.5 * alpha * square), linear + alpha * square, square};
    Rows cost(0.0), slope(0.0), bend(0.0);
    for (int i = 0; i < sided; i += 4) {
      const Rows from = Rows::load(x + i), v = Rows::load(y + i), w = Rows::load(weight + i);
      const Rows z = fma(Rows(alpha), v, from);
      const Rows pushed = select(from < Rows(0.0), from, Rows(0.0));
      const Rows pushes = select(z < Rows(0.0), z, Rows(0.0));
      const Rows force = select(z < Rows(0.0), w * v, Rows(0.0));
      cost = fma(w, fma(pushes, pushes, -(pushed * pushed)), cost);
      slope = fma(force, z, slope);
      bend = fma(force, v, bend);
    }
    for (int i = 0; i < dry; i += 4) {
      const Rows from = Rows::load(dry_x + i), v = Rows::load(dry_y + i);
      const Rows w = Rows::load(dry_weight + i), bound = Rows::load(dry_bound + i);
      const Rows z = fma(Rows(alpha), v, from);
      const Rows low = select(z < -bound, -bound, z), held = select(low < bound, low, bound);
      cost = fma(w, twice_dry_cost(z, bound) - twice_dry_cost(from, bound), cost);
      slope = fma(w * held, v, slope);
      bend = fma(select(held == z, w * v, Rows(0.0)), v, bend);
    }
    t.cost += 0.5 * ((cost[0] + cost[1]) + (cost[2] + cost[3]));
    t.slope += (slope[0] + slope[1]) + (slope[2] + slope[3]);
    t.bend += (bend[0] + bend[1]) + (bend[2] + bend[3]);
    for (int i = 0; i < cones; ++i) add_cone(cone[i], t);
    if (!(t.bend > 0)) t.bend = kMinVal;
    return t;
  }

 private:
  // Twice the cost of dry friction over the weight: z^2 within the bound, and on along its tangent.
  template <class T>
  static T twice_dry_cost(const T& z, const T& bound) {
    const T size = abs(z);
    return select(size < bound, z * z, bound * (size + size - bound));
  }

  // The cost of a cone where its normal and sliding parts are these.
  static double cone_cost(const ConeLine& c, double alpha, double normal, double t) {
    if (normal >= c.mu * t) return 0;
    if (c.mu * normal + t <= 0) {
      return 0.5 * (c.constant + alpha * (2 * c.linear + alpha * c.square));
    }
    return 0.5 * c.weight * (normal - c.mu * t) * (normal - c.mu * t);
  }

  static void add_cone(const ConeLine& c, Trial& s) {
    const double alpha = s.alpha, normal = c.u0 + alpha * c.v0;
    const double half = c.uv + alpha * c.vv;  // half the slope of the square below
    const double square = c.uu + alpha * (c.uv + half);
    const double t = square > 0 ? math::sqrt(square) : 0;
    s.cost += cone_cost(c, alpha, normal, t) - cone_cost(c, 0, c.u0, math::sqrt(c.uu));
    if (normal >= c.mu * t) return;
    if (c.mu * normal + t <= 0) {
      s.slope += c.linear + alpha * c.square;
      s.bend += c.square;
      return;
    }
    const double depth = normal - c.mu * t, t1 = half / t, t2 = (c.vv - t1 * t1) / t;
    const double depth1 = c.v0 - c.mu * t1;
    s.slope += c.weight * depth * depth1;
    s.bend += c.weight * (depth1 * depth1 - depth * c.mu * t2);
  }
};

struct Step {
  double length = 0;
  double slope = 0;  ///< left at the end
  double improvement = 0;
  int evaluations = 0;
};

/// Minimises along the line until the slope is below `enough`, with at most about `most`
/// evaluations. Newton's steps go on while the slope keeps its sign; then both ends of the bracket
/// move to the best of their own Newton steps and the middle. These are MuJoCo's points in MuJoCo's
/// order, so that a search that is cut short ends at the same one.
inline Step search(const Line& line, double enough, int most) {
  int evaluations = 0;
  const auto try_at = [&](double alpha) {
    ++evaluations;
    return line.at(alpha);
  };
  const auto follow = [&](const Trial& t) { return try_at(t.alpha - t.slope / t.bend); };
  const auto is_flat = [&](const Trial& t) { return math::abs(t.slope) < enough; };
  const auto take = [&](const Trial& t) { return Step{t.alpha, t.slope, -t.cost, evaluations}; };

  Trial far = try_at(0), near = follow(far);
  if (is_flat(near) && (near.alpha == 0 || near.cost < 0)) return take(near);
  const double side = near.slope < 0 ? 1 : -1;
  while (near.slope * side <= -enough && evaluations < most) {
    far = near;
    near = follow(near);
    if (is_flat(near) && near.cost < 0) return take(near);
  }
  if (evaluations >= most) return take(near);

  Trial after_far = near, after_near = follow(near);
  while (evaluations < most) {
    const Trial tried[3] = {after_near, after_far, try_at(0.5 * (near.alpha + far.alpha))};
    const Trial* best = nullptr;
    for (const Trial& t : tried) {
      if (is_flat(t) && (best == nullptr || t.cost < best->cost)) best = &t;
    }
    if (best != nullptr) return take(*best);
    // An end moves to where the slope has the same sign and is less steep.
    const auto narrow = [&](Trial& end, Trial& after) {
      bool moved = false;
      for (const Trial& t : tried) {
        const bool same_side = (end.slope < 0 && t.slope < 0) || (end.slope > 0 && t.slope > 0);
        if (!same_side || math::abs(t.slope) >= math::abs(end.slope)) continue;
        end = t;
        moved = true;
      }
      if (moved) after = follow(end);
      return moved;
    };
    const bool near_moved = narrow(near, after_near), far_moved = narrow(far, after_far);
    if (!near_moved && !far_moved) return take(tried[2]);
  }
  const Trial& lower = near.cost <= far.cost ? near : far;
  return lower.cost < 0 ? take(lower) : Step{0, near.slope, 0, evaluations};
}

}  // namespace thew::constraint
