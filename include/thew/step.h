#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew {

// Each function works on one world (T = double) or on several in lanes. None allocates, throws,
// logs or does I/O.

/// Checks the state, computes everything from it and advances it by opt.timestep with
/// opt.integrator.
template <class T>
void step(const Model& model, BasicData<T>& data);

/// step() in two halves, so that controls can depend on positions and velocities of the same step
/// (not for RK4).
template <class T>
void step1(const Model& model, BasicData<T>& data);
template <class T>
void step2(const Model& model, BasicData<T>& data);

/// Computes every stage from the state: position, velocity, actuation, acceleration, constraint.
template <class T>
void forward(const Model& model, BasicData<T>& data);

/// The same from a later stage on (Stage::Pos: positions are up to date...), optionally without
/// sensors and energy.
template <class T>
void forward_skip(const Model& model, BasicData<T>& data, Stage skip, bool skip_sensors);
template <class T>
void forward_skip_sensors(const Model& model, BasicData<T>& data);

/// The force that produces `qacc`: qfrc_inverse.
template <class T>
void inverse(const Model& model, BasicData<T>& data);
template <class T>
void inverse_skip(const Model& model, BasicData<T>& data, Stage skip, bool skip_sensors);

/// Body accelerations, external forces and forces between bodies, after forward(): cacc, cfrc_ext,
/// cfrc_int.
void rne_post_constraint(const Model& model, Data& data);
/// Sensors of the acceleration stage, with the above where one of them needs it and flg_rnepost is
/// not set.
void sense_acceleration(const Model& model, Data& data);

// The stages of forward().
template <class T>
void forward_position(const Model& model, BasicData<T>& data);
template <class T>
void forward_velocity(const Model& model, BasicData<T>& data);
template <class T>
void forward_actuation(const Model& model, BasicData<T>& data);
template <class T>
void forward_acceleration(const Model& model, BasicData<T>& data);
template <class T>
void forward_constraint(const Model& model, BasicData<T>& data);

/// Flags bad numbers (non-finite or beyond 1e10) in qpos, qvel or qacc; resets the affected lanes
/// unless disabled.
template <class T>
void check_position(const Model& model, BasicData<T>& data);
template <class T>
void check_velocity(const Model& model, BasicData<T>& data);
template <class T>
void check_acceleration(const Model& model, BasicData<T>& data);

/// Advances the state with one integrator from the accelerations in Data, as step() does after
/// forward().
template <class T>
void integrate_euler(const Model& model, BasicData<T>& data);
template <class T>
void integrate_implicit(const Model& model, BasicData<T>& data);
template <class T>
void integrate_rk4(const Model& model, BasicData<T>& data);

}  // namespace thew
