#include "derivative/smoothing.h"

#include <algorithm>

namespace thew::derivative {

using constraint::Block, constraint::kMostBases, constraint::Problem;

namespace {

// min(x, 0), smoothed over a width, and its slope.
struct Smoothed {
  Smoothed(double x, double width) {
    const double root = math::sqrt(x * x + 4 * width * width);
    value = (x - root) / 2;
    slope = (1 - x / root) / 2;
  }
  double value, slope;
};

void add_pyramid(const Problem& p, const Block& block, const double* x, double width, double* c) {
  const double* mu = p.friction + 5 * block.id;
  element::each_edge(mu, p.D[block.row], x, block.rows,
                     [&](int k, double slope, double edge, double, bool) {
                       const double bend = p.D[block.row] * Smoothed(edge, width).slope;
                       const int t = 1 + k / 2;
                       c[0] += bend;
                       c[t] += slope * bend;
                       c[t * kMostBases] += slope * bend;
                       c[t * kMostBases + t] += slope * slope * bend;
                     });
}

void add_cone(const Problem& p, const Block& block, const double* x, double width, double* c) {
  const int n = block.bases;
  const double mu = p.mu[block.id], *friction = p.friction + 5 * block.id;
  double g[kMostBases], u[kMostBases], square = 0;
  for (int k = 0; k < n; ++k) {
    g[k] = k == 0 ? mu : friction[k - 1];
    u[k] = x[k] * g[k];
    if (k > 0) square += u[k] * u[k];
  }
  const double N = u[0], T = math::sqrt(square), r = math::sqrt(1 + mu * mu);
  const double wide = mu * width / r, k = p.D[block.row] / (mu * mu);
  const Smoothed d((N - mu * T) / r, wide), along((mu * N + T) / r, mu * wide);
  const double nn = k / (r * r) * (d.slope + mu * mu * along.slope);
  const double nt = k / (r * r) * mu * (along.slope - d.slope);
  const double tt = k / (r * r) * (mu * mu * d.slope + along.slope);
  // Across the direction of sliding; at the axis it is as stiff as along it.
  const bool on_axis = T <= 1e-9 * wide;
  const double across = on_axis ? tt : k / r * (along.value - mu * d.value) / T;
  for (int i = 0; i < n; ++i) {
    const double ti = i > 0 && !on_axis ? u[i] / T : 0;
    for (int j = 0; j < n; ++j) {
      const double tj = j > 0 && !on_axis ? u[j] / T : 0;
      double h = (tt - across) * ti * tj + (i == j ? across : 0);
      if (i == 0 || j == 0) h = i == j ? nn : nt * (i == 0 ? tj : ti);
      c[i * kMostBases + j] += g[i] * g[j] * h;
    }
  }
}

}  // namespace

void smoothed_curvature(const Problem& p, const Block& block, const double* x, double width,
                        double* c) {
  std::fill_n(c, kMostBases * kMostBases, 0.0);
  if (block.is_pyramid()) return add_pyramid(p, block, x, width, c);
  if (block.is_cone()) return add_cone(p, block, x, width, c);
  for (int k = 0; k < block.bases; ++k) {
    const double D = p.D[block.row + k];
    double& own = c[k * kMostBases + k];
    if (block.is_one_sided()) {
      own = D * Smoothed(x[k], width).slope;
    } else if (block.is_dry()) {
      const double end = p.R[block.row + k] * p.loss[block.row + k];
      own = D * (Smoothed(x[k] - end, width).slope - Smoothed(x[k] + end, width).slope);
    } else {
      own = D;
    }
  }
}

}  // namespace thew::derivative
