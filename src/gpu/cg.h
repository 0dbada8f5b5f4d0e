#pragma once

// Conjugate gradients on the primal problem with the preconditioner inv(M), as on the processor:
// the direction is that of Hager and Zhang (SIAM J. Optim. 16, 2005). With g the gradient,
// z = inv(M) g, y the change of g, w that of z, and p the last direction,
//   p+ = -z + beta p,  beta = (y'z - 2 (y'w / p'y) p'g) / p'y,  bounded from below.

#include "gpu/newton.h"

namespace thew::gpu {

namespace detail {

/// Vectors of conjugate gradients, where Newton's method has the Hessian.
template <class T>
struct Conjugate {
  T *z, *old_gradient, *old_z;
  THEW_STAGE explicit Conjugate(const SolveMemory<T>& s)
      : z(s.hessian()), old_gradient(z + s.width()), old_z(old_gradient + s.width()) {}
};

/// Forces, gradient and inv(M) times the gradient at x; in the metric of an integrator M is what
/// fits the trees.
template <bool cones, bool metric, class Team, class T>
THEW_STAGE void evaluate_slope(const Team& team, const SolveWorld<T>& w, const RowCounts& n,
                               const Conjugate<T>& c) {
  const auto& s = w.s;
  react_all<cones, false>(team, w, n);
  if (w.rows.row_force) team.copy(n.bases(), s.force(), w.row(w.rows.row_force));
  collect_gradient<false>(team, w, n);
  const T* mass = metric ? w.row(w.rows.metric_inertia) : s.mass();
  copy_fours(team, s.packed(), mass, s.factor());
  team.each(s.width(), [&](int i) { c.z[i] = s.gradient()[i]; });
  factor_and_solve(team, s, w.m.tables.quad, c.z);
}

/// How much of the last direction the next one has.
template <class Team, class T>
THEW_STAGE T conjugacy(const Team& team, const SolveWorld<T>& w, const Conjugate<T>& c) {
  const auto& s = w.s;
  const T *p = s.direction(), *g = s.gradient();
  const Sums<T, 6> sums = team.template sum<Sums<T, 6>>(w.m.nv, [&](int i) {
    Sums<T, 6> all(0);
    const T y = g[i] - c.old_gradient[i];
    all[0] = p[i] * y;
    all[1] = y * (c.z[i] - c.old_z[i]);
    all[2] = y * c.z[i];
    all[3] = p[i] * g[i];
    all[4] = p[i] * p[i];
    all[5] = g[i] * g[i];
    return all;
  });
  const T py = sums[0];
  if (py < T(kMinVal)) return T(0);
  const T bound = sqrt(sums[4]) * min(T(0.01), sqrt(sums[5]));
  return max(T(-1) / max(T(kMinVal), bound), (sums[2] - T(2) * (sums[1] / py) * sums[3]) / py);
}

}  // namespace detail

/// Finds the acceleration `acc` and the forces of all rows; returns how many iterations it took.
/// `acc` begins as the acceleration of the last step, `gradient` as that without constraints.
template <bool cones, bool metric, class Team, class T>
THEW_STAGE int solve_cg(const Team& team, const SolveWorld<T>& w, const RowCounts& n) {
  using namespace detail;
  const auto& m = w.m;
  const auto& s = w.s;
  const T scale = begin_newton<cones, metric>(team, w, n), tolerance = tolerance_of(m);
  const Conjugate<T> c(s);
  evaluate_slope<cones, metric>(team, w, n, c);
  // The cost is at least as curved as M, so it is above its minimum by 1/2 g' inv(M) g at most.
  const T gap = team.template sum<T>(m.nv, [&](int i) { return s.gradient()[i] * c.z[i]; });
  if (max(T(0), T(0.5) * scale * gap) < tolerance) return 0;
  team.each(s.width(), [&](int i) { s.direction()[i] = -c.z[i]; });
  int rounds = 0;
  THEW_ROLLED
  while (rounds < m.opt.iterations) {
    const Sums<T, 3> sums = follow_direction(team, w, n);
    const T length = sqrt(sums[2]);
    if (length < T(kMinVal)) break;
    collect_edges<cones>(team, w, n);
    Trial<T> start = try_point<cones>(team, w, n, sums[0], sums[1], T(0));
    T improvement;
    const T step = search<cones>(team, w, n, sums[0], sums[1], start,
                                 tolerance * m.opt.ls_tolerance * length / scale,
                                 m.opt.ls_iterations, improvement);
    if (step == T(0)) break;
    improvement = improvement * scale;
    team.each(s.width(), [&](int i) {
      c.old_gradient[i] = s.gradient()[i];
      c.old_z[i] = c.z[i];
    });
    move_along(team, w, n, step);
    evaluate_slope<cones, metric>(team, w, n, c);
    ++rounds;
    const T gradient = scale * sqrt(team.template sum<T>(
                                   m.nv, [&](int i) { return s.gradient()[i] * s.gradient()[i]; }));
    if ((improvement > T(0) && improvement < tolerance) || gradient < tolerance) break;
    const T beta = conjugacy(team, w, c);
    team.each(s.width(), [&](int i) { s.direction()[i] = fma(beta, s.direction()[i], -c.z[i]); });
  }
  return rounds;
}

}  // namespace thew::gpu
