#include "constraint/statistics.h"

#include <algorithm>

#include "model/lane_types.h"

namespace thew::constraint {

template <class T>
void record(BasicData<T>& d, int island, const BasicSolution<T>& solution) {
  if (island >= kNISLAND) return;
  int at = d.solver_niter[island];
  d.solver_niter[island] += std::max(solution.iterations, 0);
  if (solution.entries > 0) d.solver_nnz[island] = solution.entries;
  for (const Iteration& i : solution.history) {
    if (at >= kNSOLVER) return;
    double* number = d.kept.solver_number.row(island * kNSOLVER + at);
    number[0] = i.improvement;
    number[1] = i.gradient;
    number[2] = i.slope;
    int* count = d.kept.solver_count.row(island * kNSOLVER + at);
    count[0] = i.active;
    count[1] = i.changed;
    count[2] = i.evaluations;
    count[3] = i.updates;
    ++at;
    d.kept.solver_recorded[island] = std::max(d.kept.solver_recorded[island], at);
  }
}

#define THEW_INSTANTIATE(T) template void record(BasicData<T>&, int, const BasicSolution<T>&)
THEW_FOR_WORLD_TYPES(THEW_INSTANTIATE)

}  // namespace thew::constraint
