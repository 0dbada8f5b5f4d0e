#pragma once

// The curvature of constraints on the central path instead of at its end, for optimisers: a row
// that does not push yet already stiffens the world, and one that pushes may let go.

#include "constraint/solver/cost.h"

namespace thew::derivative {

/// Second derivatives of the cost of a block at x = J a - aref with all switches smoothed over this
/// width [m/s^2], row-major with stride kMostBases.
///
/// A row that pushes has the force f = -D min(x, 0), the end of the path f (f / D + x) = m as m ->
/// 0. On the path, f = -D h(x) with h(x) = (x - sqrt(x^2 + 4 m)) / 2, here with m = width^2. Dry
/// friction is a difference of two such forces. A cone, seen across (N, T), is
///   s = k/2 (min(d, 0)^2 + min(c, 0)^2),  d = (N - mu T)/r,  c = (mu N + T)/r,  r^2 = 1 + mu^2,
/// where d is the distance from its surface and c the place along it: both are smoothed alike, so
/// that nothing pulls sideways at its axis.
void smoothed_curvature(const constraint::Problem& p, const constraint::Block& block,
                        const double* x, double width, double* c);

}  // namespace thew::derivative
