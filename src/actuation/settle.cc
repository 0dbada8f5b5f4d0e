// Muscles at rest: the lengths of fibres that pull as much as their tendons.

#include <thew/stages.h>

#include "actuation/hill_actuator.h"
#include "model/lane_types.h"

namespace thew::actuation {

using namespace math;

namespace {

// The fibre's state in equilibrium. A muscle that is too short for its tendon has none: its fibre
// stays at the optimum.
template <class T>
T settled_fibre(const Model& m, const BasicData<T>& d, int i) {
  const HillMuscle<T> p = hill_parameters(m, d, i);
  const int last = m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
  const T floor = param(d, m.actuator_dynprm, kNDYN * i + hill_dyn::kFloor);
  const T length = hill_length(m, d, i);
  const T rest = hill_rest(p, clamp(d.act[last], floor, T(1)), length);
  return select(length > p.slack, rest / cos(p.pennation) - T(1), T(0));
}

}  // namespace

template <class T>
void settle(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (!has_fibre(m, i)) continue;
    d.act[m.actuator_actadr[i]] = settled_fibre(m, d, i);
  }
}

#define THEW_INSTANTIATE(T) template void settle(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
