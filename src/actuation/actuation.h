#pragma once

#include <thew/data.h>

namespace thew::actuation {

/// Actuator lengths and moments (the rows of the sparse matrix actuator_moment) from positions.
template <class T>
void transmission(const Model& model, BasicData<T>& data);

/// Actuator velocities: actuator_moment qvel.
template <class T>
void velocity(const Model& model, BasicData<T>& data);

/// Activation rates, actuator forces and their sum in joint space: act_dot, actuator_force, qfrc_actuator.
template <class T>
void actuation(const Model& model, BasicData<T>& data);

}  // namespace thew::actuation
