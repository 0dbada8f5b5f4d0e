#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

// The stages of forward() outside of the rigid-body recursions of dynamics.h.

namespace thew::deformable {

/// Vertices of flexes, boxes of elements and of the trees over them, lengths and Jacobians of
/// edges.
template <class T>
void position(const Model& model, BasicData<T>& data);

/// Rates of the edges' lengths: flexedge_J qvel.
template <class T>
void velocity(const Model& model, BasicData<T>& data);

}  // namespace thew::deformable

namespace thew::tendon {

/// Lengths and Jacobians of all tendons.
template <class T>
void position(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(position)

/// Velocities: ten_J qvel.
template <class T>
void velocity(const Model& model, BasicData<T>& data);

/// Adds the bias force of tendons with armature to a force in joint space.
template <class T>
void add_armature_bias(const Model& model, const BasicData<T>& data, T* force);

/// Force along each spatial tendon: springs, dampers, actuators and the inertia of its armature.
template <class T>
void smooth_force(const Model& model, const BasicData<T>& data, T* force);

/// Adds to cfrc_ext what spatial tendons with these forces exert on each body.
template <class T>
void add_body_forces(const Model& model, BasicData<T>& data, const T* force);

}  // namespace thew::tendon

namespace thew::actuation {

/// Actuator lengths and moments (the rows of the sparse matrix actuator_moment) from positions.
template <class T>
void transmission(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(transmission)

/// Actuator velocities: actuator_moment qvel.
template <class T>
void velocity(const Model& model, BasicData<T>& data);

/// Activation rates, actuator forces and their sum in joint space: act_dot, actuator_force,
/// qfrc_actuator.
template <class T>
void actuation(const Model& model, BasicData<T>& data);

/// Puts the fibres of Hill muscles in equilibrium with their tendons, at rest, at the present
/// lengths and activations; after transmission().
template <class T>
void settle(const Model& model, BasicData<T>& data);

/// How much each force falls with length and with velocity, for the implicit integrators: into
/// Data, from the present controls and the forces of the last actuation().
template <class T>
void tangents(const Model& model, BasicData<T>& data);

}  // namespace thew::actuation

namespace thew::passive {

/// Springs, dampers, gravity compensation and fluid forces: qfrc_spring, qfrc_damper,
/// qfrc_gravcomp, qfrc_fluid and their sum qfrc_passive.
template <class T>
void passive(const Model& model, BasicData<T>& data);

}  // namespace thew::passive

namespace thew::sensor {

/// Measurements that need positions, velocities or accelerations: their entries of sensordata. In
/// lanes, what comes from contacts and limits is measured with the constraints of each world.
template <class T>
void position(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(position)
template <class T>
void velocity(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(velocity)
/// Needs rne_post_constraint() before where needs_body_forces() says so.
template <class T>
void acceleration(const Model& model, BasicData<T>& data);

/// Sensors that remember take down what they measured in this step; before the state advances.
template <class T>
void remember(const Model& model, BasicData<T>& data);

/// Whether a sensor reads cacc, cfrc_int or cfrc_ext.
bool needs_body_forces(const Model& model);
/// Whether a sensor reads contacts or the rows of constraints.
bool needs_constraints(const Model& model);
/// What all these sensors measure, whatever their stage, once the constraints are solved.
template <class T>
void constraints(const Model& model, BasicData<T>& data);

}  // namespace thew::sensor
