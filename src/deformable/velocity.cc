#include <thew/stages.h>

#include "math/pack.h"
#include "model/lane_types.h"

namespace thew::deformable {

using namespace math;

template <class T>
void velocity(const Model& m, BasicData<T>& d) {
  for (int e = 0; e < m.nflexedge; ++e) {
    T rate(0);
    const int first = m.flexedge_J_rowadr[e];
    for (int at = first; at < first + m.flexedge_J_rownnz[e]; ++at) {
      rate = fma(d.flexedge_J[at], d.qvel[m.flexedge_J_colind[at]], rate);
    }
    d.flexedge_velocity[e] = rate;
  }
}

#define THEW_INSTANTIATE(T) template void velocity(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::deformable
