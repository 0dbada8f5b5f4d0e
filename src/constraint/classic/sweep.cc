#include <algorithm>

#include "constraint/classic/classic.h"
#include "element/penalty.h"

namespace thew::constraint::classic {

// Forces that differ without moving anything, as those of four corners of one box, settle as slowly
// as they are soft. So changes of forces count as far as they move their row: a sweep finds rows
// accelerated otherwise than the sweep before did, by what a force on that row alone would do.
template <class S>
Outcome<S> sweep(const Dual<S>& p, Memory memory) {
  Outcome<S> outcome = {0, 0, p.rows == 0};
  S* before = memory.take<S>(p.rows);
  if (before != nullptr) std::fill_n(before, p.rows, S(0));
  while (!outcome.converged && outcome.iterations < p.iterations) {
    S changed = 0, moved = 0;
    for (const DualBlock<S>& block : p.blocks) {
      const int n = block.rows();
      S *force = p.force + block.row, old[element::kMostBases];
      std::copy_n(force, n, old);
      for (int k = 0; k < n; ++k) {
        const S residual = p.residual(block, k), own = block.among(k, k);
        force[k] -= residual / own;
        if (before == nullptr) continue;
        moved = std::max(moved, math::abs(residual - before[block.row + k]) / own);
        before[block.row + k] = residual;
      }
      element::project_on_cone(block.friction, n, force);
      for (int k = 0; k < n; ++k) changed = std::max(changed, math::abs(force[k] - old[k]));
    }
    const bool compares = outcome.iterations++ > 0 && before != nullptr;
    outcome.residual = compares ? std::min(changed, moved) : changed;
    outcome.converged = outcome.residual < p.tolerance;
  }
  return outcome;
}

template Outcome<float> sweep(const Dual<float>&, Memory);
template Outcome<double> sweep(const Dual<double>&, Memory);

}  // namespace thew::constraint::classic
