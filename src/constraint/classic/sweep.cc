#include <algorithm>

#include "constraint/classic/classic.h"
#include "element/penalty.h"

namespace thew::constraint::classic {

template <class S>
Outcome<S> sweep(const Dual<S>& p) {
  Outcome<S> outcome = {0, 0, p.rows == 0};
  while (!outcome.converged && outcome.iterations < p.iterations) {
    ++outcome.iterations;
    outcome.residual = 0;
    for (const DualBlock<S>& block : p.blocks) {
      const int n = block.rows();
      S *force = p.force + block.row, old[element::kMostBases];
      std::copy_n(force, n, old);
      for (int k = 0; k < n; ++k) force[k] -= p.residual(block, k) / block.among(k, k);
      element::project_on_cone(block.friction, n, force);
      for (int k = 0; k < n; ++k) {
        outcome.residual = std::max(outcome.residual, math::abs(force[k] - old[k]));
      }
    }
    outcome.converged = outcome.residual < p.tolerance;
  }
  return outcome;
}

template Outcome<float> sweep(const Dual<float>&);
template Outcome<double> sweep(const Dual<double>&);

}  // namespace thew::constraint::classic
