#pragma once

#include <thew/data.h>
#include <thew/model.h>
#include <thew/workspace.h>

namespace thew::constraint {

/// The rows of all active constraints, from positions: efc_pos, efc_margin, efc_D, efc_R... Where
/// they do not fit into memory there are none, one world counts a warning, and it is false.
template <class T>
bool assemble(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(assemble)

/// The islands of the rows: groups of trees that they couple. assemble() has found them already.
template <class T>
void find_islands(const Model& model, BasicData<T>& data);

/// What rows meet in the inertia: exact diagonals where asked, and softness in the metric of the
/// discrete integrator.
template <class T>
void project(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(project)

/// How fast the rows change and the acceleration that corrects them: efc_vel, efc_aref.
template <class T>
void reference(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(reference)

/// Adds to cfrc_ext what contacts and equalities exert on each body.
template <class T>
void add_body_forces(const Model& model, BasicData<T>& data);

/// Adds the constraint forces along each tendon: those of its friction, limits and equalities.
template <class T>
void add_tendon_forces(const Model& model, const BasicData<T>& data, T* force);

/// Forces of the constraints and the acceleration that they leave: efc_force, efc_state,
/// qfrc_constraint, qacc.
template <class T>
void solve(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(solve)

/// Whether the rows of all lanes can be solved as one problem: one tree, Newton's method on the
/// primal cost, contacts that do not stick. Otherwise worlds are solved one after the other.
template <class T>
bool fits_lanes(const Model& model, const BasicData<T>& data);

/// What solve() does, for lanes that fit: qfrc_constraint, qacc. False if there is not enough
/// memory; then nothing is written.
template <class T>
bool solve_lanes(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// Fills what no stage needs, for readers: the Jacobian as MuJoCo lays it out (efc_J...), efc_b, of
/// dual methods efc_Y and efc_AR, and rows and dofs in the order of the islands (map_..., iefc_...,
/// iacc...). These tables are empty after a step until this is called; in Python, reading them
/// calls it.
void show(const Model& model, Data& data, Workspace<double>& work);
THEW_SIMPLE_CALL(show)

/// Whether contacts with friction have the rows of elliptic cones: where `cone` says so, and always
/// in the classic formulation.
inline bool has_elliptic_cones(const Model& model) {
  return model.opt.cone == static_cast<int>(Cone::Elliptic) ||
         model.opt.formulation == static_cast<int>(Formulation::Classic);
}

/// What a contact exerts on its second geom, along the axes of its frame: force, then torque.
void contact_force(const Model& model, const Data& data, int contact, double* result);

/// Forces of rows with J qacc - aref = `x`: efc_force, efc_state, qfrc_constraint. Returns the
/// cost; the curvature of cones goes to contact.H where asked.
double update(const Model& model, Data& data, const double* x, bool with_curvature);

/// result <- J v, and result <- J' f.
void multiply_jacobian(const Model& model, const Data& data, const double* v, double* result);
void multiply_jacobian_transposed(const Model& model, const Data& data, const double* f,
                                  double* result);

/// Forces of the constraints at a given acceleration, without a solver: efc_force, efc_state,
/// qfrc_constraint from qacc.
template <class T>
void inverse(const Model& model, BasicData<T>& data, Workspace<T>& work);
THEW_SIMPLE_CALL(inverse)

}  // namespace thew::constraint
