#pragma once

// The constraint stages of one world, or of the lanes one after the other: worlds in lanes have
// different contacts, so that their rows have nothing in common.

#include <thew/constraint.h>
#include <thew/data.h>

namespace thew {

/// Adds to cfrc_ext what constraints and spatial tendons exert on bodies.
void add_body_forces(const Model& m, Data& d);

/// All constraint stages of lanes: qacc, qfrc_constraint, and the warm start from qacc_warmstart;
/// with what sensors read of contacts, limits and the forces between bodies, if asked for.
template <class T>
void constrain_lanes(const Model& m, BasicData<T>& d, bool with_sensors);

/// qfrc_constraint of lanes at their qacc, and the same for sensors.
template <class T>
void inverse_constrain_lanes(const Model& m, BasicData<T>& d, bool with_sensors);

}  // namespace thew
