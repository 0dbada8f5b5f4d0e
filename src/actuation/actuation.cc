// Controls become forces: clamp, activation dynamics, gain and bias, force limits, joint space.

#include <algorithm>

#include <thew/stages.h>

#include "actuation/gain.h"
#include "model/activation.h"
#include "model/history.h"
#include "model/lane_types.h"
#include "model/poly_force.h"
#include "model/warning.h"

namespace thew::actuation {

using namespace math;

namespace {

// The controls as they are, or as they were where they arrive late.
template <class T>
void read_controls(const Model& m, const BasicData<T>& d, T* ctrl) {
  std::copy(d.ctrl.begin(), d.ctrl.end(), ctrl);
  for (int i = 0; i < m.nactuator && m.nhistory > 0; ++i) {
    if (m.actuator_historyadr[i] < 0) continue;
    const T delay = param(d, m.actuator_delay, i);
    for (int k = 0; k < kLanes<T>; ++k) {
      if (lane(delay, k) == 0) continue;
      history::read(history::of_actuator(m, d, i, k), lane(d.time, k) - lane(delay, k),
                    m.actuator_history[2 * i + 1], ctrl + m.actuator_ctrladr[i]);
    }
  }
}

// Controls within their ranges; if any of a lane is not a sane number, all of that lane are zero.
template <class T>
void clamp_controls(const Model& m, BasicData<T>& d, T* ctrl) {
  const bool clamping = !has(m.opt.disableflags, DisableBit::Clampctrl);
  MaskOf<T> bad_lanes = false;
  for (int i = 0; i < m.nu; ++i) {
    if (clamping && m.actuator_ctrllimited[i]) {
      ctrl[i] = clamp(ctrl[i], param(d, m.actuator_ctrlrange, 2 * i),
                      param(d, m.actuator_ctrlrange, 2 * i + 1));
    }
    const auto sane = abs(ctrl[i]) <= T(kMaxVal);
    const auto bad = !(sane | bad_lanes);
    if (any(bad)) raise(d, Warning::Badctrl, i, bad);
    bad_lanes = bad_lanes | bad;
  }
  if (!any(bad_lanes)) return;
  for (int i = 0; i < m.nu; ++i) ctrl[i] = select(bad_lanes, T(0), ctrl[i]);
}

template <class T>
void activation_rate(const Model& m, BasicData<T>& d, int i, const T* ctrl) {
  const int first = m.actuator_actadr[i];
  if (first < 0) return;
  const int last = first + m.actuator_actnum[i] - 1, u = m.actuator_ctrladr[i];
  for (int a = first; a <= last; ++a) d.act_dot[a] = T(0);
  switch (static_cast<Dynamics>(m.actuator_dyntype[i])) {
    case Dynamics::Integrator:
      d.act_dot[last] = ctrl[u];
      break;
    case Dynamics::Filter:
    case Dynamics::Filterexact:
      d.act_dot[last] = filter_rate(ctrl[u], d.act[last], param(d, m.actuator_dynprm, kNDYN * i));
      break;
    default:
      break;
  }
}

// What the gain multiplies: the control, or the (next) activation; servo angles by their nearest
// representative.
template <class T>
T gain_input(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  const T input = actuator_input(m, d, i, ctrl);
  const T period = setpoint_period(m, d, i);
  return any(period > T(0)) ? wrap_setpoint(input, d.actuator_length[m.actuator_outadr[i]], period)
                            : input;
}

template <class T>
T force(const Model& m, const BasicData<T>& d, int i, const T* ctrl) {
  const int out = m.actuator_outadr[i], g = kNGAIN * i, b = kNBIAS * i;
  const T length = d.actuator_length[out], velocity = d.actuator_velocity[out];
  T gain = param(d, m.actuator_gainprm, g);
  if (m.actuator_gaintype[i] == static_cast<int>(Gain::Affine)) {
    gain = affine(gain, param(d, m.actuator_gainprm, g + 1), param(d, m.actuator_gainprm, g + 2),
                  length, velocity);
  }
  const T f = gain * gain_input(m, d, i, ctrl);
  if (m.actuator_biastype[i] != static_cast<int>(Bias::Affine)) return f;
  return f + affine(param(d, m.actuator_biasprm, b), param(d, m.actuator_biasprm, b + 1),
                    param(d, m.actuator_biasprm, b + 2), length, velocity);
}

// Sum of the actuator forces along a tendon.
template <class T>
T tendon_force(const Model& m, const BasicData<T>& d, int t) {
  T total = T(0);
  for (int i = 0; i < m.nactuator; ++i) {
    if (drives(m, i, ActuatedBy::Tendon, t)) total = total + d.actuator_force[m.actuator_outadr[i]];
  }
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
    for (int i = 0; i < m.nactuator; ++i) {
      if (!drives(m, i, ActuatedBy::Tendon, t)) continue;
      T& f = d.actuator_force[m.actuator_outadr[i]];
      f = select(outside, f * scale, f);
    }
  }
}

// Marks the tendons whose range the final forces reach: their actuators do not react to velocity.
template <class T>
void find_saturated_tendons(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (!m.tendon_actfrclimited[t]) continue;
    const T total = tendon_force(m, d, t);
    const T low = param(d, m.tendon_actfrcrange, 2 * t),
            high = param(d, m.tendon_actfrcrange, 2 * t + 1);
    const auto saturated =
        (total <= fma(T(1e-10), abs(low), low)) | (total >= fma(T(-1e-10), abs(high), high));
    d.scratch.tendon_saturated[t] = select(saturated, T(1), T(0));
  }
}

template <class T>
void limit_actuator_forces(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nactuator; ++i) {
    if (!m.actuator_forcelimited[i]) continue;
    T& f = d.actuator_force[m.actuator_outadr[i]];
    f = clamp(f, param(d, m.actuator_forcerange, 2 * i),
              param(d, m.actuator_forcerange, 2 * i + 1));
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
  T* ctrl = d.scratch.ctrl.data();
  read_controls(m, d, ctrl);
  clamp_controls(m, d, ctrl);
  for (int i = 0; i < m.nactuator; ++i) {
    activation_rate(m, d, i, ctrl);
    if (!actuator_disabled(m, i)) d.actuator_force[m.actuator_outadr[i]] = force(m, d, i, ctrl);
  }
  if (m.ntendon > 0) limit_tendon_forces(m, d);
  limit_actuator_forces(m, d);
  if (m.ntendon > 0) find_saturated_tendons(m, d);
  to_joint_space(m, d);
}

#define THEW_INSTANTIATE(T) template void actuation(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
