#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

namespace thew {

// Each function works on one world (T = double) or on several in lanes. None allocates, throws,
// logs or does I/O.

/// Checks the state, computes everything from it and advances it by opt.timestep with
/// opt.integrator.
template <class T>
void step(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(step)

/// The same from a later stage on, as forward_skip(): for who steps often from states that differ
/// only in what that stage sees.
template <class T>
void step_skip(const Model& model, BasicData<T>& data, Workspace<T>& work, Stage skip,
               bool skip_sensors);
THEW_SIMPLE_CALL(step_skip)

/// step() in two halves, so that controls can depend on positions and velocities of the same step
/// (not for RK4).
template <class T>
void step1(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(step1)
template <class T>
void step2(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(step2)

/// Computes every stage from the state: position, velocity, actuation, acceleration, constraint.
template <class T>
void forward(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(forward)

/// The same from a later stage on (Stage::Pos: positions are up to date...), optionally without
/// sensors and energy.
template <class T>
void forward_skip(const Model& model, BasicData<T>& data, Workspace<T>& work, Stage skip,
                  bool skip_sensors);
THEW_SIMPLE_CALL(forward_skip)
/// The stages of forward() up to one, with their sensors: none, positions, velocities or all.
template <class T>
void forward_to(const Model& model, BasicData<T>& data, Workspace<T>& work, Stage last);
THEW_SIMPLE_CALL(forward_to)
template <class T>
void forward_skip_sensors(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(forward_skip_sensors)

/// The force that produces `qacc`: qfrc_inverse.
template <class T>
void inverse(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(inverse)
template <class T>
void inverse_skip(const Model& model, BasicData<T>& data, Workspace<T>& work, Stage skip,
                  bool skip_sensors);
THEW_SIMPLE_CALL(inverse_skip)

/// How far inverse dynamics is from the forward dynamics just computed: solver_fwdinv.
template <class T>
void compare_inverse(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(compare_inverse)

/// Body accelerations, external forces and forces between bodies, after forward(): cacc, cfrc_ext,
/// cfrc_int.
template <class T>
void rne_post_constraint(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(rne_post_constraint)
/// Sensors of the acceleration stage, with the above where one of them needs it and flg_rnepost is
/// not set.
template <class T>
void sense_acceleration(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(sense_acceleration)

// The stages of forward().
template <class T>
void forward_position(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(forward_position)
template <class T>
void forward_velocity(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(forward_velocity)
template <class T>
void forward_actuation(const Model& model, BasicData<T>& data);
template <class T>
void forward_acceleration(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(forward_acceleration)
template <class T>
void forward_constraint(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(forward_constraint)

/// Flags bad numbers (non-finite or beyond 1e10) in qpos, qvel or qacc; resets the affected lanes
/// unless disabled.
template <class T>
void check_position(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(check_position)
template <class T>
void check_velocity(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(check_velocity)
template <class T>
void check_acceleration(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(check_acceleration)

/// Advances the state with one integrator from the accelerations in Data, as step() does after
/// forward().
template <class T>
void integrate_euler(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(integrate_euler)
template <class T>
void integrate_implicit(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(integrate_implicit)
template <class T>
void integrate_rk4(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(integrate_rk4)

}  // namespace thew
