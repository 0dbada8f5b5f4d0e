#pragma once

// The cost along a line a + alpha p, and its exact minimum. Worlds in lanes share the rows and try
// points of their own.

#include "constraint/solver/cost.h"
#include "math/pack.h"

namespace thew::constraint {

/// The cost at a point of the line less the cost at its start, and its derivatives along the line.
template <class S>
struct Trial {
  S alpha = S(0);
  S cost = S(0);
  S slope = S(0);
  S bend = S(0);
};
template <class S>
THEW_INLINE Trial<S> select(const MaskOf<S>& mask, const Trial<S>& a, const Trial<S>& b) {
  return {select(mask, a.alpha, b.alpha), select(mask, a.cost, b.cost),
          select(mask, a.slope, b.slope), select(mask, a.bend, b.bend)};
}

/// A cone along the line: with u = g x as in cost.h, u0 + alpha v0 and |u1...|^2 quadratic in
/// alpha.
template <class S>
struct ConeLine {
  S mu, weight;
  S u0, v0, uu, uv, vv;
  S constant, linear, square;  ///< sums of D x^2, D x y, D y^2: where all rows are quadratic
  S start;                     ///< its cost at alpha = 0

  /// Where its normal and sliding parts are these: above the cone, and where all rows stick.
  MaskOf<S> is_free(const S& normal, const S& t) const { return normal >= mu * t; }
  MaskOf<S> sticks(const S& normal, const S& t) const { return mu * normal + t <= S(0); }

  S cost(const S& alpha, const S& normal, const S& t) const {
    const S stuck = S(0.5) * (constant + alpha * (S(2) * linear + alpha * square));
    const S sliding = S(0.5) * weight * (normal - mu * t) * (normal - mu * t);
    return select(is_free(normal, t), S(0), select(sticks(normal, t), stuck, sliding));
  }

  THEW_INLINE void add_to(Trial<S>& s) const {
    const S alpha = s.alpha, normal = u0 + alpha * v0;
    const S half = uv + alpha * vv;  // half the slope of the square below
    const S below = uu + alpha * (uv + half);
    const S t = select(below > S(0), sqrt(below), S(0));
    s.cost += cost(alpha, normal, t) - start;
    const MaskOf<S> free = is_free(normal, t), stuck = sticks(normal, t);
    if (all(free)) return;
    const S depth = normal - mu * t, t1 = half / t, t2 = (vv - t1 * t1) / t;
    const S depth1 = v0 - mu * t1;
    const S slope = select(stuck, linear + alpha * square, weight * depth * depth1);
    const S bend = select(stuck, square, weight * (depth1 * depth1 - depth * mu * t2));
    s.slope = select(free, s.slope, s.slope + slope);
    s.bend = select(free, s.bend, s.bend + bend);
  }
};

/// Rows along the line as x + alpha y, in blocks of four. Each of the four places of a block has a
/// sum of its own, and a row is where its dofs say: the sums of a world are the same with rows
/// between its own that only other lanes have, whose weight is zero there.
template <class S>
struct RowsOnLine {
  int blocks = 0;
  S *x = nullptr, *y = nullptr, *weight = nullptr, *bound = nullptr;
};

template <class S>
struct Line {
  S linear = S(0), square = S(0);  ///< derivatives of what is quadratic everywhere
  RowsOnLine<S> sided;             ///< that only push
  RowsOnLine<S> dry;               ///< with bounds
  int cones = 0;
  ConeLine<S>* cone = nullptr;

  Trial<S> at(const S& alpha) const {
    Trial<S> t = {alpha, alpha * (linear + S(0.5) * alpha * square), linear + alpha * square,
                  square};
    if constexpr (tile::kStripColumns<S> == tile::kSide) {
      const auto [cost, slope, bend] = at_places<tile::Row<S>>(alpha, 0);
      t.cost += S(0.5) * tile::sum(cost);
      t.slope += tile::sum(slope);
      t.bend += tile::sum(bend);
    } else {
      const auto low = at_places<tile::Strip<S>>(alpha, 0);
      const auto high = at_places<tile::Strip<S>>(alpha, tile::kStripColumns<S>);
      t.cost += S(0.5) * tile::sum(low.cost, high.cost);
      t.slope += tile::sum(low.slope, high.slope);
      t.bend += tile::sum(low.bend, high.bend);
    }
    for (int i = 0; i < cones; ++i) cone[i].add_to(t);
    t.bend = select(t.bend > S(0), t.bend, S(kMinVal));
    return t;
  }

 private:
  template <class Rows>
  struct Sums {
    Rows cost, slope, bend;
  };

  // The sums of some places of all blocks, the cost twice.
  template <class Rows>
  THEW_INLINE Sums<Rows> at_places(const S& alpha, int first) const {
    const Rows zero(S(0)), along(alpha);
    Rows cost = zero, slope = zero, bend = zero;
    for (int i = first; i < tile::kSide * sided.blocks; i += tile::kSide) {
      const Rows from = Rows::load(sided.x + i), v = Rows::load(sided.y + i);
      const Rows w = Rows::load(sided.weight + i), z = fma(along, v, from);
      const Rows pushed = select(from < zero, from, zero), pushes = select(z < zero, z, zero);
      const Rows force = select(z < zero, w * v, zero);
      cost = fma(w, fma(pushes, pushes, -(pushed * pushed)), cost);
      slope = fma(force, z, slope);
      bend = fma(force, v, bend);
    }
    for (int i = first; i < tile::kSide * dry.blocks; i += tile::kSide) {
      const Rows from = Rows::load(dry.x + i), v = Rows::load(dry.y + i);
      const Rows w = Rows::load(dry.weight + i), bound = Rows::load(dry.bound + i);
      const Rows z = fma(along, v, from);
      const Rows low = select(z < -bound, -bound, z), held = select(low < bound, low, bound);
      cost = fma(w, twice_dry_cost(z, bound) - twice_dry_cost(from, bound), cost);
      slope = fma(w * held, v, slope);
      bend = fma(select(held == z, w * v, zero), v, bend);
    }
    return {cost, slope, bend};
  }

  // Twice the cost of dry friction over the weight: z^2 within the bound, and on along its tangent.
  template <class T>
  static THEW_INLINE T twice_dry_cost(const T& z, const T& bound) {
    const T size = abs(z);
    return select(size < bound, z * z, bound * (size + size - bound));
  }
};

template <class S>
struct Step {
  S length = S(0);
  S slope = S(0);  ///< left at the end
  S improvement = S(0);
  S evaluations = S(0);
};

/// Minimises along the line until the slope is below `enough`, with at most about `most`
/// evaluations. Newton's steps go on while the slope keeps its sign; then both ends of the bracket
/// move to the best of their own Newton steps and the middle. These are MuJoCo's points in MuJoCo's
/// order, so that a search that is cut short ends at the same one.
template <class S>
class Search {
 public:
  using Bools = MaskOf<S>;

  Search(const Line<S>& line, const S& enough, int most)
      : line_(line), enough_(enough), most_(static_cast<math::Scalar<S>>(most)) {}

  /// In the lanes that are open; others have a step of length zero.
  Step<S> operator()(const Bools& open) {
    open_ = open;
    Trial<S> far = try_at(S(0), open), near = follow(far, open);
    take(is_flat(near) & ((near.alpha == S(0)) | (near.cost < S(0))), near);
    approach(far, near);
    take(!has_more(), near);
    if (any(open_)) bracket(far, near);
    return step_;
  }

 private:
  Bools is_flat(const Trial<S>& t) const { return abs(t.slope) < enough_; }
  Bools has_more() const { return step_.evaluations < most_; }

  Trial<S> try_at(const S& alpha, const Bools& who) {
    step_.evaluations = select(who, step_.evaluations + S(1), step_.evaluations);
    return line_.at(alpha);
  }
  Trial<S> follow(const Trial<S>& t, const Bools& who) {
    return try_at(t.alpha - t.slope / t.bend, who);
  }

  // Ends the search at a point in the lanes where the mask holds.
  void take(const Bools& mask, const Trial<S>& t) {
    const Bools now = mask & open_;
    if (none(now)) return;
    step_.length = select(now, t.alpha, step_.length);
    step_.slope = select(now, t.slope, step_.slope);
    step_.improvement = select(now, -t.cost, step_.improvement);
    open_ &= !now;
  }

  // Newton's steps until the slope changes its sign.
  void approach(Trial<S>& far, Trial<S>& near) {
    const S side = select(near.slope < S(0), S(1), S(-1));
    while (true) {
      const Bools go = open_ & (near.slope * side <= -enough_) & has_more();
      if (none(go)) return;
      far = select(go, near, far);
      near = select(go, follow(near, go), near);
      take(go & is_flat(near) & (near.cost < S(0)), near);
    }
  }

  // Both ends move towards one another.
  void bracket(Trial<S>& far, Trial<S>& near) {
    Trial<S> after_far = near, after_near = follow(near, open_);
    while (true) {
      const Bools go = open_ & has_more();
      if (none(go)) break;
      const Trial<S> tried[3] = {after_near, after_far,
                                 try_at(S(0.5) * (near.alpha + far.alpha), go)};
      take_best(go, tried);
      const Bools near_moved = narrow(go & open_, tried, near);
      const Bools far_moved = narrow(go & open_, tried, far);
      if (any(near_moved)) after_near = select(near_moved, follow(near, near_moved), after_near);
      if (any(far_moved)) after_far = select(far_moved, follow(far, far_moved), after_far);
      take(go & !(near_moved | far_moved), tried[2]);
    }
    const Trial<S> lower = select(near.cost <= far.cost, near, far);
    take(lower.cost < S(0), lower);
    step_.slope = select(open_, near.slope, step_.slope);
  }

  // Ends at the lowest point with no slope.
  void take_best(const Bools& go, const Trial<S>* tried) {
    Trial<S> best = tried[0];
    Bools found = is_flat(best);
    for (int k = 1; k < 3; ++k) {
      const Bools better = is_flat(tried[k]) & (!found | (tried[k].cost < best.cost));
      best = select(better, tried[k], best);
      found |= better;
    }
    take(go & found, best);
  }

  // Moves an end to where the slope has the same sign and is less steep; returns where it did.
  static Bools narrow(const Bools& go, const Trial<S>* tried, Trial<S>& end) {
    Bools moved(false);
    for (int k = 0; k < 3; ++k) {
      const S &slope = tried[k].slope, &own = end.slope;
      const Bools same_side = ((own < S(0)) & (slope < S(0))) | ((own > S(0)) & (slope > S(0)));
      const Bools moves = go & same_side & !(abs(slope) >= abs(own));
      end = select(moves, tried[k], end);
      moved |= moves;
    }
    return moved;
  }

  const Line<S>& line_;
  S enough_, most_;
  Bools open_ = Bools(true);
  Step<S> step_;
};

template <class S>
Step<S> search(const Line<S>& line, const S& enough, int most,
               const MaskOf<S>& open = MaskOf<S>(true)) {
  return Search<S>(line, enough, most)(open);
}

}  // namespace thew::constraint
