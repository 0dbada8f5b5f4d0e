#pragma once

// The cost along a direction, and its exact minimum.

#include "gpu/reaction.h"

namespace thew::gpu::detail {

/// The cost at a point of the line less the cost at its start, and its derivatives along the line.
template <class T>
struct Trial {
  T alpha, cost, slope, bend;
};

/// By numbers, so that all stay in registers.
template <class T>
THEW_STAGE Trial<T> choose(bool first, const Trial<T>& a, const Trial<T>& b) {
  return {first ? a.alpha : b.alpha, first ? a.cost : b.cost, first ? a.slope : b.slope,
          first ? a.bend : b.bend};
}

/// Collects the edges of all blocks: one-sided pieces of the cost, of limits and of pyramids. Those
/// of dense blocks have a fixed number of places; a place without one has no weight.
template <bool cones, class Team, class T>
THEW_STAGE void collect_edges(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  const auto& s = w.s;
  const int most = w.m.tables.nedges;
  team.each(n.blocks(), [&](int block) {
    const bool dense = block < n.dense;
    const BlockInfo info = s.info()[block];
    const ConstraintType kind = info.kind();
    const bool pyramid = !cones && kind == ConstraintType::ContactPyramidal;
    const bool one = kind == ConstraintType::LimitJoint || kind == ConstraintType::LimitTendon ||
                     kind == ConstraintType::ContactFrictionless;
    const int edges = pyramid ? 2 * (info.count() - 1) : one ? 1 : 0;
    const T *x = s.x() + info.base(), *y = s.y() + info.base();
    const T* mu = s.friction() + (w.m.tables.most_bases - 1) * block;
    T* to = s.edges() + 3 * (dense ? most * block : most * n.dense + block - n.dense);
    THEW_ROLLED
    for (int e = 0; e < (dense ? most : 1); ++e) {
      const bool there = e < edges;
      T from = there ? x[0] : T(0), rate = there ? y[0] : T(0);
      if (pyramid && there) {
        const int k = 1 + e / 2;
        const T slope = e % 2 == 0 ? mu[k - 1] : -mu[k - 1];
        from = fma(slope, x[k], from);
        rate = fma(slope, y[k], rate);
      }
      to[3 * e] = from;
      to[3 * e + 1] = rate;
      to[3 * e + 2] = there ? s.weight()[info.base()] : T(0);
    }
  });
}

/// What an edge adds along the line: twice the cost, slope and bend.
template <class T>
THEW_STAGE Sums<T, 3> edge_along(const T* edge, const T& alpha) {
  const T from = edge[0], rate = edge[1], weight = edge[2];
  const T z = fma(alpha, rate, from), pushed = min(from, T(0)), pushes = min(z, T(0));
  const T force = z < T(0) ? weight * rate : T(0);
  Sums<T, 3> sums(0);
  sums[0] = weight * fma(pushes, pushes, -(pushed * pushed));
  sums[1] = force * z;
  sums[2] = force * rate;
  return sums;
}

/// A cone along the line.
template <class T>
THEW_STAGE Sums<T, 3> cone_along(const Shape<T>& shape, const T* x, const T* y, const T& alpha) {
  const int n = shape.count;
  const T *D = shape.D, *friction = shape.friction;
  const T mu = shape.mu, weight = D[0] / (mu * mu * (T(1) + mu * mu));
  const T u0 = mu * x[0], v0 = mu * y[0];
  T uu = T(0), uv = T(0), vv = T(0), constant = T(0), linear = T(0), square = T(0);
  THEW_ROLLED
  for (int k = 0; k < n; ++k) {
    constant += D[k] * x[k] * x[k];
    linear += D[k] * x[k] * y[k];
    square += D[k] * y[k] * y[k];
    if (k == 0) continue;
    const T u = friction[k - 1] * x[k], v = friction[k - 1] * y[k];
    uu += u * u;
    uv += u * v;
    vv += v * v;
  }
  const auto cost = [&](const T& along, const T& normal, const T& t) {
    if (normal >= mu * t) return T(0);
    if (mu * normal + t <= T(0))
      return T(0.5) * (constant + along * (T(2) * linear + along * square));
    return T(0.5) * weight * (normal - mu * t) * (normal - mu * t);
  };
  const T normal = u0 + alpha * v0, half = uv + alpha * vv, below = uu + alpha * (uv + half);
  const T t = below > T(0) ? sqrt(below) : T(0);
  Sums<T, 3> sums(0);
  sums[0] = T(2) * (cost(alpha, normal, t) - cost(T(0), u0, sqrt(uu)));
  if (normal >= mu * t) return sums;
  if (mu * normal + t <= T(0)) {
    sums[1] = linear + alpha * square;
    sums[2] = square;
    return sums;
  }
  const T depth = normal - mu * t, t1 = half / t, t2 = (vv - t1 * t1) / t, depth1 = v0 - mu * t1;
  sums[1] = weight * depth * depth1;
  sums[2] = weight * (depth1 * depth1 - depth * mu * t2);
  return sums;
}

template <class T>
THEW_STAGE T twice_dry_cost(const T& x, const T& bound) {
  const T size = abs(x);
  return size < bound ? x * x : bound * (size + size - bound);
}

/// A block whose cost has no edges along the line: an equality, dry friction or a cone.
template <bool cones, class T>
THEW_STAGE Sums<T, 3> block_along(const SolveWorld<T>& w, const RowCounts& n, int block,
                                  const T& alpha) {
  const auto& s = w.s;
  const BlockInfo info = s.info()[block];
  const ConstraintType kind = info.kind();
  const T *x = s.x() + info.base(), *y = s.y() + info.base(), *D = s.weight() + info.base();
  Sums<T, 3> sums(0);
  if (kind == ConstraintType::Equality) {
    THEW_ROLLED
    for (int k = 0; k < info.count(); ++k) {
      const T linear = D[k] * x[k] * y[k], square = D[k] * y[k] * y[k];
      sums[0] += alpha * (T(2) * linear + alpha * square);
      sums[1] += linear + alpha * square;
      sums[2] += square;
    }
  } else if (is_dry(kind)) {
    const T bound = s.mu()[block] * s.bound()[bound_place(w, n, block)], z = fma(alpha, y[0], x[0]);
    const T held = clamp(z, -bound, bound);
    sums[0] = D[0] * (twice_dry_cost(z, bound) - twice_dry_cost(x[0], bound));
    sums[1] = D[0] * held * y[0];
    sums[2] = held == z ? D[0] * y[0] * y[0] : T(0);
  } else if constexpr (cones) {
    if (kind == ConstraintType::ContactElliptic)
      return cone_along(shape_of(w, n, block, info), x, y, alpha);
  }
  return sums;
}

/// A point of the line: `linear` and `square` are of the quadratic part of the cost.
template <bool cones, class Team, class T>
THEW_STAGE Trial<T> try_point(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                              const T& linear, const T& square, const T& alpha) {
  const int edges = w.m.tables.nedges * n.dense + n.singles;
  const int more = cones || n.smooth > 0 ? n.blocks() : 0;
  const Sums<T, 3> sums = team.template sum<Sums<T, 3>>(edges + more, [&](int i) {
    return i < edges ? edge_along(w.s.edges() + 3 * i, alpha)
                     : block_along<cones>(w, n, i - edges, alpha);
  });
  Trial<T> t = {alpha, alpha * (linear + T(0.5) * alpha * square) + T(0.5) * sums[0],
                linear + alpha * square + sums[1], square + sums[2]};
  if (!(t.bend > T(0))) t.bend = T(kMinVal);
  return t;
}

/// Where the search is: at its first point; on the way to the other side; one step beyond; between
/// two ends; one step from the near or from the far end.
enum class At { First, Approach, Beyond, Middle, Near, Far };

/// Moves an end to where the slope has the same sign and is less steep; true if it moved.
template <class T>
THEW_STAGE bool narrow(const Trial<T>& t, Trial<T>& end) {
  const bool same = (end.slope < T(0) && t.slope < T(0)) || (end.slope > T(0) && t.slope > T(0));
  const bool moves = same && abs(t.slope) < abs(end.slope);
  end = choose(moves, t, end);
  return moves;
}

/// The exact minimum along the direction, between bounds. The points tried are MuJoCo's.
template <bool cones, class Team, class T>
THEW_STAGE T search(const Team& team, const SolveWorld<T>& w, const RowCounts& n, const T& linear,
                    const T& square, const Trial<T>& start, const T& enough, int most,
                    T& improvement) {
  const auto flat = [&](const Trial<T>& t) { return abs(t.slope) < enough; };
  const auto take = [&](const Trial<T>& t) {
    improvement = -t.cost;
    return t.alpha;
  };
  At at = At::First;
  Trial<T> far = start, near = far, after_far = far, after_near = far;
  Trial<T> from = far;  // what the next point is one step of Newton's method from
  T side = T(1);
  bool far_moved = false;
  improvement = T(0);
  THEW_ROLLED
  for (int tried = 2;; ++tried) {
    T alpha = T(0.5) * (near.alpha + far.alpha);
    if (at != At::Middle) alpha = from.alpha - from.slope / from.bend;
    const Trial<T> t = try_point<cones>(team, w, n, linear, square, alpha);
    if (at == At::First || at == At::Approach) {
      if (flat(t) && t.cost < T(0)) return take(t);
      near = from = t;
      if (at == At::First) side = t.slope < T(0) ? T(1) : T(-1);
      if (tried >= most) return take(t);
      const bool short_of_it = t.slope * side <= -enough;
      far = choose(short_of_it, t, far);
      after_far = choose(short_of_it, after_far, t);
      at = short_of_it ? At::Approach : At::Beyond;
    } else if (at == At::Middle) {
      Trial<T> best = after_near;
      bool found = flat(best);
      const auto consider = [&](const Trial<T>& other) {
        const bool better = flat(other) && (!found || other.cost < best.cost);
        best = choose(better, other, best);
        found |= better;
      };
      consider(after_far);
      consider(t);
      if (found) return take(best);
      const bool moved1 = narrow(after_near, near), moved2 = narrow(after_far, near),
                 moved3 = narrow(t, near);
      const bool near_moved = moved1 || moved2 || moved3;
      const bool moved4 = narrow(after_near, far), moved5 = narrow(after_far, far),
                 moved6 = narrow(t, far);
      far_moved = moved4 || moved5 || moved6;
      if (!near_moved && !far_moved) return take(t);
      at = near_moved ? At::Near : At::Far;
      from = choose(near_moved, near, far);
    } else {
      after_far = choose(at == At::Far, t, after_far);
      after_near = choose(at == At::Far, after_near, t);
      if (at == At::Near && far_moved) {
        at = At::Far;
        from = far;
      } else if (tried >= most) {
        const Trial<T> lower = choose(near.cost <= far.cost, near, far);
        return lower.cost < T(0) ? take(lower) : T(0);
      } else {
        at = At::Middle;
      }
    }
  }
}

}  // namespace thew::gpu::detail
