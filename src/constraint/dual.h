#pragma once

#include <thew/workspace.h>

#include "constraint/solver/dual.h"

namespace thew::constraint {

/// The dual problems of some blocks that follow one another: of a world's islands, or of all lanes.
/// They begin at efc_force; none if the memory does not suffice.
template <class T>
std::span<Dual<math::Scalar<T>>> make_problems(const Model& m, const BasicData<T>& d,
                                               std::span<const Block> some, const T* bias,
                                               Memory& memory);

/// Forces and states of a problem to where users read them.
template <class T>
void write_back(const Dual<math::Scalar<T>>& p, int lane, BasicData<T>& d);

/// efc_force by sweeps, island by island, from the forces at `whole.warmstart` where they help.
/// `bias` is J qacc_smooth - aref. False where the memory does not suffice.
template <class T>
bool solve_dual(const Model& m, BasicData<T>& d, Workspace<T>& w, const BasicProblem<T>& whole,
                const T* bias, Memory memory);

/// Friction of contacts and dofs again, without softness.
template <class T>
void take_out_slip(const Model& m, BasicData<T>& d, const T* bias, Memory memory);

/// qfrc_constraint = J' efc_force.
template <class T>
void collect_force(const Model& m, BasicData<T>& d, Workspace<T>& w);

/// qacc from qfrc_constraint.
template <class T>
void finish_dual(const Model& m, BasicData<T>& d);

}  // namespace thew::constraint
