#pragma once

#include <thew/workspace.h>

#include "constraint/solver/dual.h"

namespace thew::constraint {

/// efc_force by sweeps, island by island, from the forces at `whole.warmstart` where they help.
/// `bias` is J qacc_smooth - aref.
void solve_dual(const Model& m, Data& d, Workspace<double>& w, const Problem& whole,
                const double* bias, Memory memory);

/// Friction of contacts and dofs again, without softness.
void take_out_slip(const Model& m, Data& d, const double* bias, Memory memory);

/// qfrc_constraint and qacc from efc_force.
void finish_dual(const Model& m, Data& d);

}  // namespace thew::constraint
