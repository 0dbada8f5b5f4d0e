#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

namespace thew::integrate {

/// Advances activations with `act_dot`, velocities with `qacc`, positions with `qvel` (nullptr: the
/// new velocities) and time by one step.
template <class T>
void advance(const Model& model, BasicData<T>& data, const T* act_dot, const T* qacc,
             const T* qvel);

/// Lets springs yield at the new positions: the rest follows where the displacement exceeds what
/// the spring can take. Tendons are as long as their velocities under `qvel` make them.
template <class T>
void yield_springs(const Model& model, BasicData<T>& data, const T* qvel);

/// Semi-implicit Euler; joint damping is implicit: (M + h D) a = f.
template <class T>
void euler(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// Implicit in velocity with all derivatives: (M - h df/dv) a = f.
template <class T>
void implicit(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// The same with the symmetric part only; bodies in free flight keep their gyroscopic terms.
template <class T>
void implicit_fast(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// Smooth acceleration of the `discrete` integrator: (M + h D + h^2 K) a = f - h K v, with
/// stiffness and damping of joints, tendons and actuators.
template <class T>
void discrete_acceleration(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// The same with the gyroscopic terms of bodies in free flight, for trees that no constraint
/// touches.
template <class T>
void free_flight(const Model& model, BasicData<T>& data, Workspace<T>& work, T* acceleration);

/// The smooth force that gives this acceleration in the discrete metric: the inverse of
/// discrete_acceleration, and what free_flight adds to it.
template <class T>
void discrete_force(const Model& model, BasicData<T>& data, Workspace<T>& work,
                    const T* acceleration, T* force, T* gyroscopic);

/// The force that the integrator of the model turns into (v' - v)/h = `acceleration`, without
/// Coriolis and passive forces: M a plus the implicit terms of Euler's rule and the implicit
/// integrators.
template <class T>
void step_force(const Model& model, BasicData<T>& data, Workspace<T>& work, const T* acceleration,
                T* force);

/// Advances with the accelerations of the discrete metric, which are in qacc already.
template <class T>
void discrete(const Model& model, BasicData<T>& data);

/// (M + h D + h^2 K) v' = M v + h f - h K (q - q_ref) with the springs and dampers of joints and
/// tendons.
template <class T>
void implicit_spring_damper(const Model& model, BasicData<T>& data, Workspace<T>& work);

}  // namespace thew::integrate
