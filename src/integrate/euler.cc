#include <algorithm>

#include "dynamics/factor.h"
#include "integrate/integrate.h"
#include "model/formulation.h"
#include "model/lane_types.h"
#include "model/poly_force.h"

namespace thew::integrate {

using namespace math;

namespace {

// In which lanes the slope of joint dampers counts.
template <class T>
MaskOf<T> is_damped(const Model& m, const BasicData<T>& d) {
  const bool counts = !has(m.opt.disableflags, DisableBit::Eulerdamp) &&
                      !has(m.opt.disableflags, DisableBit::Damper) && !is_classic(m);
  return counts ? has_dampers(m, d) : MaskOf<T>(false);
}

// Block of qH <- M + h D, D the slope of the joint dampers; `actuated` where actuators have a share
// in them.
template <class T>
void add_dampers(const Model& m, BasicData<T>& d, const dynamics::DofRange& range, bool actuated) {
  const T h = T(m.opt.timestep);
  dynamics::copy_range(m, range, d.M.data(), d.qH.data());
  for (int i = range.first; i < range.end; ++i) {
    const PolyForce<T> damping = actuated ? dof_damping(m, d, i) : own_damping(m, d, i);
    if (is_zero(damping)) continue;
    T& diagonal = d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    diagonal = fma(h, damper_slope(damping, d.qvel[i]), diagonal);
  }
}

}  // namespace

template <class T>
void euler(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  const MaskOf<T> damped = is_damped(m, d);
  if (none(damped)) {
    advance<T>(m, d, d.act_dot.data(), d.qacc.data(), nullptr);
    return;
  }
  const bool actuated = any(has_actuated_dampers(m, d));
  T* acceleration = w.dof_a.data();
  dynamics::each_range(m, d, false, [&](const dynamics::DofRange& range) {
    add_dampers(m, d, range, actuated);
    dynamics::factor_range(m, d, range, d.qH.data(), d.qHDiagInv.data());
    for (int i = range.first; i < range.end; ++i)
      acceleration[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i];
    dynamics::solve_range(m, range, d.qH.data(), d.qHDiagInv.data(), acceleration);
    for (int i = range.first; i < range.end && !all(damped); ++i)
      acceleration[i] = select(damped, acceleration[i], d.qacc[i]);
  });
  advance<T>(m, d, d.act_dot.data(), acceleration, nullptr);
}

#define THEW_INSTANTIATE(T) template void euler(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::integrate
