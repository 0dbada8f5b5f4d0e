// The forward pass, stage by stage; it reads like its documentation.

#include <algorithm>

#include <thew/collision.h>
#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "integrate/integrate.h"
#include "model/lane_types.h"
#include "pipeline/constraints.h"
#include "pipeline/stages.h"

namespace thew {

template <class T>
void forward_position(const Model& m, BasicData<T>& d) {
  d.flg_energypos = false;
  dynamics::kinematics(m, d);
  dynamics::com_pos(m, d);
  dynamics::camera_light(m, d);
  tendon::position(m, d);
  dynamics::make_inertia(m, d);
  dynamics::factor_inertia(m, d);
  collision::collide(m, d);
  if constexpr (kLanes<T> == 1) constraint::assemble(m, d);
  actuation::transmission(m, d);
}

template <class T>
void forward_velocity(const Model& m, BasicData<T>& d) {
  d.flg_energyvel = d.flg_subtreevel = false;
  tendon::velocity(m, d);
  actuation::velocity(m, d);
  dynamics::com_vel(m, d);
  passive::passive(m, d);
  if constexpr (kLanes<T> == 1) constraint::reference(m, d);
  dynamics::rne(m, d, false, d.qfrc_bias.data());
  if (m.ntendon > 0) tendon::add_armature_bias(m, d, d.qfrc_bias.data());
}

template <class T>
void forward_actuation(const Model& m, BasicData<T>& d) {
  actuation::actuation(m, d);
}

template <class T>
void forward_acceleration(const Model& m, BasicData<T>& d) {
  for (int i = 0; i < m.nv; ++i) {
    d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i];
  }
  dynamics::accumulate_applied(m, d, d.qfrc_smooth.data());
  if (m.opt.integrator == static_cast<int>(Integrator::Discrete)) {
    integrate::discrete_acceleration(m, d);
    return;
  }
  std::copy(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), d.qacc_smooth.begin());
  dynamics::solve_inertia(m, d, d.qacc_smooth.data());
}

template <class T>
void forward_constraint(const Model& m, BasicData<T>& d) {
  if constexpr (kLanes<T> == 1) {
    constraint::solve(m, d);
  } else {
    constrain_lanes(m, d, false);
  }
  if (m.opt.integrator == static_cast<int>(Integrator::Discrete)) {
    integrate::discrete_free_bodies(m, d);
  }
}

template <class T>
void forward_skip(const Model& m, BasicData<T>& d, Stage skip, bool skip_sensors) {
  if (skip < Stage::Pos) position_stage(m, d, skip_sensors);
  if (skip < Stage::Vel) velocity_stage(m, d, skip_sensors);
  ask_control(m, d);
  forward_actuation(m, d);
  forward_acceleration(m, d);
  constraint_stage(m, d, skip_sensors);
}

template <class T>
void forward(const Model& m, BasicData<T>& d) {
  forward_skip(m, d, Stage::None, false);
}

template <class T>
void forward_skip_sensors(const Model& m, BasicData<T>& d) {
  forward_skip(m, d, Stage::None, true);
}

#define THEW_INSTANTIATE(T)                                             \
  template void forward_position(const Model&, BasicData<T>&);          \
  template void forward_velocity(const Model&, BasicData<T>&);          \
  template void forward_actuation(const Model&, BasicData<T>&);         \
  template void forward_acceleration(const Model&, BasicData<T>&);      \
  template void forward_constraint(const Model&, BasicData<T>&);        \
  template void forward_skip(const Model&, BasicData<T>&, Stage, bool); \
  template void forward(const Model&, BasicData<T>&);                   \
  template void forward_skip_sensors(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
