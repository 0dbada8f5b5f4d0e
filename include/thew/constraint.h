#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew::constraint {

/// The rows of all active constraints, from positions: efc_J, efc_pos, efc_margin, efc_D, efc_R...
template <class T>
void assemble(const Model& model, BasicData<T>& data);

/// How fast the rows change and the acceleration that corrects them: efc_vel, efc_aref.
template <class T>
void reference(const Model& model, BasicData<T>& data);

/// Adds to cfrc_ext what contacts and equalities exert on each body.
template <class T>
void add_body_forces(const Model& model, BasicData<T>& data);

/// Adds the constraint forces along each tendon: those of its friction, limits and equalities.
template <class T>
void add_tendon_forces(const Model& model, const BasicData<T>& data, T* force);

/// Forces of the constraints and the acceleration that they leave: efc_force, efc_state,
/// qfrc_constraint, qacc.
template <class T>
void solve(const Model& model, BasicData<T>& data);

/// Forces of the constraints at a given acceleration, without a solver: efc_force, efc_state,
/// qfrc_constraint from qacc.
template <class T>
void inverse(const Model& model, BasicData<T>& data);

}  // namespace thew::constraint
