#pragma once

// The constraint stages, for one world and for worlds in lanes alike. Lanes that fit together
// (constraint::fits_lanes) have the union of their rows and are solved as one problem. The others
// are solved apart: when the constraint stage comes, each lane is a world of its own, with its own
// numbers of the model. docs/constraints.md lists which those are.

#include <thew/constraint.h>
#include <thew/data.h>
#include <thew/workspace.h>

namespace thew {

/// Position stage: the rows of all active constraints.
template <class T>
void make_rows(const Model& m, BasicData<T>& d, Workspace<T>& w);

/// Velocity stage: the accelerations that the rows ask for.
template <class T>
void reference_rows(const Model& m, BasicData<T>& d, Workspace<T>& w);

/// Constraint stage: qacc and qfrc_constraint. Lanes apart are also measured here, by sensors of
/// contacts, limits and forces between bodies, if asked for.
template <class T>
void solve_rows(const Model& m, BasicData<T>& d, Workspace<T>& w, bool with_sensors);

/// Gives dofs of one world that nothing touches the accelerations of free_flight.
template <class T>
void restore_free_flight(const Model& m, BasicData<T>& d, Workspace<T>& w, const T* free);

/// qfrc_constraint at a given qacc, and the same for sensors. `inertial` is the force of inertia
/// (nv), to which the discrete integrator adds gyroscopic forces of what no constraint touches.
template <class T>
void inverse_rows(const Model& m, BasicData<T>& d, Workspace<T>& w, T* inertial, bool with_sensors);

/// What sensors of contacts and limits measure in lanes that were solved together. In one world
/// each sensor looks by itself.
template <class T>
void sense_rows(const Model& m, BasicData<T>& d, Workspace<T>& w);

/// Adds to cfrc_ext what constraints and spatial tendons exert on bodies.
template <class T>
void add_body_forces(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew
