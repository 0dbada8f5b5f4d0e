// The forward pass, stage by stage; it reads like its documentation.

#include <thew/collision.h>
#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "dynamics/factor.h"
#include "integrate/integrate.h"
#include "model/integrator.h"
#include "model/lane_types.h"
#include "model/sleep.h"
#include "model/timer.h"
#include "pipeline/optional.h"
#include "pipeline/rows.h"
#include "pipeline/stages.h"
#include "pipeline/wake.h"

namespace thew {

namespace {

// Poses, and trees awake that a user has moved or pushed.
template <class T>
void kinematics_and_wake(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) {
    if (d.ntree_awake < m.ntree) return wake_moved(m, d, w);
  }
  dynamics::kinematics(m, d, w);
}

// Contacts, and trees awake that are touched or pulled by others that are; where one wakes, its
// contacts are to be found too.
template <class T>
void collide_and_wake(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) sleep::wake_pulled(m, d);
  collision::collide(m, d, w);
  if constexpr (kLanes<T> == 1) {
    if (sleep::wake_touched(m, d)) collision::collide(m, d, w);
    sleep::wake_joined(m, d);
  }
}

template <class T>
void make_poses(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::PosKinematics, [&] {
    kinematics_and_wake(m, d, w);
    dynamics::com_pos(m, d);
    dynamics::camera_light(m, d);
    optional::flex_position(m, d);
    optional::tendon_position(m, d, w);
  });
}

template <class T>
void factor_mass(const Model& m, BasicData<T>& d) {
  timed(d, Timer::PosInertia, [&] {
    dynamics::make_inertia(m, d);
    dynamics::factor_inertia(m, d);
  });
}

}  // namespace

template <class T>
void forward_position(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Position, [&] {
    d.flg_energypos = false;
    make_poses(m, d, w);
    factor_mass(m, d);
    collide_and_wake(m, d, w);
    make_rows(m, d, w);
    optional::transmission(m, d, w);
  });
}

template <class T>
void forward_velocity(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Velocity, [&] {
    d.flg_energyvel = d.flg_subtreevel = false;
    optional::flex_velocity(m, d);
    optional::tendon_velocity(m, d);
    optional::actuator_velocity(m, d);
    dynamics::com_vel(m, d);
    passive::passive(m, d);
    reference_rows(m, d, w);
    dynamics::rne(m, d, w, false, dynamics::Asleep::Skip, d.qfrc_bias.data());
    optional::add_armature_bias(m, d);
  });
}

template <class T>
void forward_actuation(const Model& m, BasicData<T>& d) {
  timed(d, Timer::Actuation, [&] { optional::actuation(m, d); });
}

template <class T>
void forward_acceleration(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  for (int i = 0; i < m.nv; ++i) {
    d.qfrc_smooth[i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i];
  }
  dynamics::accumulate_applied(m, d, d.qfrc_smooth.data());
  if (is_discrete(m)) {
    integrate::discrete_acceleration(m, d, w);
    optional::accelerate_flexes(m, d, w);
    return;
  }
  dynamics::solve_awake(m, d, d.qLD.data(), d.qLDiagInv.data(), d.qfrc_smooth.data(),
                        d.qacc_smooth.data());
}

template <class T>
void forward_constraint(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  timed(d, Timer::Constraint, [&] { solve_rows(m, d, w, false); });
}

template <class T>
void forward_skip(const Model& m, BasicData<T>& d, Workspace<T>& w, Stage skip, bool skip_sensors) {
  timed(d, Timer::Forward, [&] {
    if (skip < Stage::Pos) position_stage(m, d, w, skip_sensors);
    if (skip < Stage::Vel) velocity_stage(m, d, w, skip_sensors);
    ask_control(m, d);
    forward_actuation(m, d);
    forward_acceleration(m, d, w);
    constraint_stage(m, d, w, skip_sensors);
  });
}

template <class T>
void forward(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  forward_skip(m, d, w, Stage::None, false);
}

template <class T>
void forward_to(const Model& m, BasicData<T>& d, Workspace<T>& w, Stage last) {
  if (last == Stage::Acc) return forward(m, d, w);
  if (last >= Stage::Pos) position_stage(m, d, w);
  if (last >= Stage::Vel) velocity_stage(m, d, w);
}

template <class T>
void forward_skip_sensors(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  forward_skip(m, d, w, Stage::None, true);
}

#define THEW_INSTANTIATE(T)                                                            \
  template void forward_position(const Model&, BasicData<T>&, Workspace<T>&);          \
  template void forward_velocity(const Model&, BasicData<T>&, Workspace<T>&);          \
  template void forward_actuation(const Model&, BasicData<T>&);                        \
  template void forward_acceleration(const Model&, BasicData<T>&, Workspace<T>&);      \
  template void forward_constraint(const Model&, BasicData<T>&, Workspace<T>&);        \
  template void forward_skip(const Model&, BasicData<T>&, Workspace<T>&, Stage, bool); \
  template void forward(const Model&, BasicData<T>&, Workspace<T>&);                   \
  template void forward_to(const Model&, BasicData<T>&, Workspace<T>&, Stage);         \
  template void forward_skip_sensors(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew
