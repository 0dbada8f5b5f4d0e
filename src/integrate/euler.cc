#include <algorithm>

#include "dynamics/factor.h"
#include "integrate/integrate.h"
#include "model/lane_types.h"
#include "model/poly_force.h"

namespace thew::integrate {

using namespace math;

namespace {

// qH <- M + h D, D the slope of the joint dampers; whether any of them is there.
template <class T>
bool damped_inertia(const Model& m, BasicData<T>& d) {
  if (has(m.opt.disableflags, DisableBit::Eulerdamp) ||
      has(m.opt.disableflags, DisableBit::Damper) || !has_dampers(m, d))
    return false;
  bool damped = false;
  const T h = T(m.opt.timestep);
  for (int i = 0; i < m.nv; ++i) {
    const PolyForce<T> damping = dof_damping(m, d, i);
    if (is_zero(damping)) continue;
    if (!damped) std::copy(d.M.begin(), d.M.end(), d.qH.begin());
    damped = true;
    T& diagonal = d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    diagonal = fma(h, damper_slope(damping, d.qvel[i]), diagonal);
  }
  return damped;
}

}  // namespace

template <class T>
void euler(const Model& m, BasicData<T>& d) {
  if (!damped_inertia(m, d)) {
    advance<T>(m, d, d.act_dot.data(), d.qacc.data(), nullptr);
    return;
  }
  T* acceleration = d.scratch.dof_a.data();
  dynamics::factor_like_inertia(m, d, d.qH.data(), d.qHDiagInv.data());
  for (int i = 0; i < m.nv; ++i) acceleration[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
  dynamics::solve_like_inertia(m, d.qH.data(), d.qHDiagInv.data(), acceleration);
  advance<T>(m, d, d.act_dot.data(), acceleration, nullptr);
}

#define THEW_INSTANTIATE(T) template void euler(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
