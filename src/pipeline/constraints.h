#pragma once

// The constraint stages of one world, or of the lanes one after the other: worlds in lanes have
// different contacts, so that their rows have nothing in common.

#include <thew/constraint.h>
#include <thew/data.h>

namespace thew {

/// All constraint stages of lanes: qacc, qfrc_constraint, and the warm start from qacc_warmstart.
template <class T>
void constrain_lanes(const Model& m, BasicData<T>& d);

/// qfrc_constraint of lanes at their qacc.
template <class T>
void inverse_constrain_lanes(const Model& m, BasicData<T>& d);

}  // namespace thew
