// Controls become forces: clamp, activation dynamics, gain and bias, force limits, joint space.

#include <algorithm>

#include <thew/stages.h>

#include "actuation/motor.h"
#include "actuation/stages.h"
#include "math/vec3.h"
#include "model/activation.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/poly_force.h"

namespace thew::actuation {

using namespace math;

namespace {

// Sum of the actuator forces along a tendon.
template <class T>
T tendon_force(const Model& m, const BasicData<T>& d, int t) {
  T total = T(0);
  each_driver(m, m.tendon_driver[t],
              [&](int i) { total = total + d.actuator_force[m.actuator_outadr[i]]; });
  return total;
}

// Scales the forces on a tendon so that their sum stays in the tendon's range.
template <class T>
void limit_tendon_forces(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (!m.tendon_actfrclimited[t]) continue;
    const T total = tendon_force(m, d, t);
    const T low = param(d, m.tendon_actfrcrange, 2 * t),
            high = param(d, m.tendon_actfrcrange, 2 * t + 1);
    const auto outside = ((total < low) | (total > high)) & (total != T(0));
    const T scale = clamp(total, low, high) / select(outside, total, T(1));
    each_driver(m, m.tendon_driver[t], [&](int i) {
      T& f = d.actuator_force[m.actuator_outadr[i]];
      f = select(outside, f * scale, f);
    });
  }
}

// Each force within its range; an orientation servo has a range for the size of its torque.
template <class T>
void limit_actuator_forces(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (!m.actuator_forcelimited[i]) continue;
    T* f = d.actuator_force.data() + m.actuator_outadr[i];
    const T low = param(d, m.actuator_forcerange, 2 * i),
            high = param(d, m.actuator_forcerange, 2 * i + 1);
    MaskOf<T> saturated;
    if (m.actuator_gaintype[i] == static_cast<int>(Gain::So3)) {
      const T size = norm(load3(f));
      saturated = size >= high;
      const auto beyond = size > high;
      const T scale = select(beyond, high / select(beyond, size, T(1)), T(1));
      store(f, load3(f) * scale);
    } else {
      f[0] = clamp(f[0], low, high);
      saturated = (f[0] <= low) | (f[0] >= high);
    }
    d.kept.actuator_saturated[i] = select(saturated, T(1), T(0));
  }
}

// Motors turn with cogging and dry friction whatever their current is.
template <class T>
void add_mechanics(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (m.actuator_biastype[i] != static_cast<int>(Bias::Dcmotor) || actuator_disabled(m, i))
      continue;
    T& f = d.actuator_force[m.actuator_outadr[i]];
    f = f + motor_mechanics(m, d, i);
  }
}

// qfrc_actuator = moment' force, plus gravity compensation carried by actuators, within the joints'
// limits.
template <class T>
void to_joint_space(const Model& m, BasicData<T>& d) {
  for (int out = 0; out < m.nout; ++out) {
    for (int adr = d.moment_rowadr[out]; adr < d.moment_rowadr[out] + d.moment_rownnz[out]; ++adr) {
      T& f = d.qfrc_actuator[d.moment_colind[adr]];
      f = fma(d.actuator_moment[adr], d.actuator_force[out], f);
    }
  }
  for (int i = 0; i < m.nv; ++i) {
    if (m.jnt_actgravcomp[m.dof_jntid[i]])
      d.qfrc_actuator[i] = d.qfrc_actuator[i] + d.qfrc_gravcomp[i];
  }
  for (int j = 0; j < m.njnt; ++j) {
    if (!m.jnt_actfrclimited[j]) continue;
    T& f = d.qfrc_actuator[m.jnt_dofadr[j]];
    f = clamp(f, param(d, m.jnt_actfrcrange, 2 * j), param(d, m.jnt_actfrcrange, 2 * j + 1));
  }
}

}  // namespace

template <class T>
void actuation(const Model& m, BasicData<T>& d) {
  std::fill(d.actuator_force.begin(), d.actuator_force.end(), T(0));
  std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), T(0));
  if (m.nactuator == 0 || has(m.opt.disableflags, DisableBit::Actuation)) return;
  T* ctrl = d.kept.ctrl.data();
  read_controls(m, d, ctrl);
  activation_rates(m, d, ctrl);
  gain_forces(m, d, ctrl);
  if (m.ntendon > 0) limit_tendon_forces(m, d);
  limit_actuator_forces(m, d);
  find_saturated_tendons(m, d, [&](int i) { return d.actuator_force[m.actuator_outadr[i]]; });
  add_mechanics(m, d);
  to_joint_space(m, d);
  if (is_discrete(m)) force_tangents(m, d);  // others ask for them when they integrate
}

#define THEW_INSTANTIATE(T) template void actuation(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
