#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "integrate/integrate.h"
#include "model/lane_types.h"
#include "pipeline/stages.h"

namespace thew {

using namespace math;

template <class T>
void inverse_skip(const Model& m, BasicData<T>& d, Stage skip, bool skip_sensors) {
  const bool energy = has(m.opt.enableflags, EnableBit::Energy);
  if (skip < Stage::Pos) {
    forward_position(m, d);
    if (!skip_sensors) sensor::position(m, d);
    if (energy && !d.flg_energypos) dynamics::energy_pos(m, d);
  }
  if (skip < Stage::Vel) {
    forward_velocity(m, d);
    if (!skip_sensors) sensor::velocity(m, d);
    if (energy) dynamics::energy_vel(m, d);
  }
  // qfrc_inverse = M qacc + c - passive - constraint, or what the integrator makes of M qacc.
  T* inertial = d.scratch.dof_a.data();
  const bool discrete = m.opt.integrator == static_cast<int>(Integrator::Discrete);
  const bool of_step = has(m.opt.enableflags, EnableBit::Invdiscrete);
  if (discrete || of_step) actuation::tangents(m, d);
  if (discrete) {
    integrate::discrete_force(m, d, d.qacc.data(), inertial);
  } else if (of_step) {
    integrate::step_force(m, d, d.qacc.data(), inertial);
  } else {
    dynamics::multiply_inertia(m, d, inertial, d.qacc.data());
  }
  if constexpr (kLanes<T> == 1) {
    constraint::inverse(m, d);
  } else {
    inverse_constrain_lanes(m, d, !skip_sensors);
  }
  for (int i = 0; i < m.nv; ++i) {
    d.qfrc_inverse[i] = d.qfrc_bias[i] + inertial[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
  }
  if (skip_sensors) return;
  if constexpr (kLanes<T> == 1) {
    d.flg_rnepost = false;
    sense_acceleration(m, d);
  } else {
    sensor::acceleration(m, d);
  }
}

template <class T>
void inverse(const Model& m, BasicData<T>& d) {
  inverse_skip(m, d, Stage::None, false);
}

#define THEW_INSTANTIATE(T)                                             \
  template void inverse_skip(const Model&, BasicData<T>&, Stage, bool); \
  template void inverse(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
