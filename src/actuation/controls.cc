// From data.ctrl to what reaches the actuators.

#include <algorithm>

#include "actuation/servo.h"
#include "actuation/stages.h"
#include "model/history.h"
#include "model/lane_types.h"
#include "model/warning.h"

namespace thew::actuation {

using namespace math;
using element::slew, element::wrap_setpoint;

namespace {

// The controls as they were, where they arrive late.
template <class T>
void delay_controls(const Model& m, const BasicData<T>& d, T* ctrl) {
  for (int i = 0; i < m.nactuator; ++i) {
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
    if (all(sane | bad_lanes)) continue;
    const auto bad = !(sane | bad_lanes);
    raise(d, Warning::Badctrl, i, bad);
    bad_lanes = bad_lanes | bad;
  }
  if (!any(bad_lanes)) return;
  for (int i = 0; i < m.nu; ++i) ctrl[i] = select(bad_lanes, T(0), ctrl[i]);
}

// Set points whose rate is limited become what can be reached within the step.
template <class T>
void slew_controls(const Model& m, const BasicData<T>& d, T* ctrl) {
  for (int i = 0; i < m.nactuator; ++i) {
    const int place = slew_rate_place(m, i);
    if (place < 0) continue;
    const T rate = param(d, m.actuator_dynprm, kNDYN * i + place),
            previous = d.act[m.actuator_actadr[i]];
    const bool pid = m.actuator_gaintype[i] == static_cast<int>(Gain::Pid);
    const T period = pid ? setpoint_period(m, d, i) : T(0);
    T& input = ctrl[m.actuator_ctrladr[i]];
    input = slew(wrap_setpoint(input, previous, period), previous, rate, T(m.opt.timestep));
  }
}

}  // namespace

template <class T>
void read_controls(const Model& m, BasicData<T>& d, T* ctrl) {
  std::copy(d.ctrl.begin(), d.ctrl.end(), ctrl);
  if (m.nhistory > 0) delay_controls(m, d, ctrl);
  clamp_controls(m, d, ctrl);
  if (m.na > 0) slew_controls(m, d, ctrl);
}

#define THEW_INSTANTIATE(T) template void read_controls(const Model&, BasicData<T>&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::actuation
