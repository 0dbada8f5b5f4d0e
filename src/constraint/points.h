#pragma once

// Contacts of many points that constraints on positions hold together (deformable/xpbd.h). A sheet
// that lies on something is one island, as each of its triangles touches with three points. But the
// solve has to find only what the points do by themselves; what they do together follows when
// positions are projected, where contacts are kept too (deformable/guard.h). So in large islands of
// such points each contact has a share of its own of the masses of its points and of the forces on
// them, and is a problem of its own; a point moves as its shares do in the mean (Tonge et al.,
// "Mass splitting for jitter-free parallel rigid body simulation", 2012). Forces and accelerations
// balance exactly. Where each point has one contact, there is nothing to share: the solution is
// that of the whole problem, whatever holds the points together.

#include "constraint/solver/problem.h"

namespace thew::constraint {

/// Solves the problem so where it is of nothing but contacts of such points, and a large one, or
/// one of flexes in which points have one contact each. False where it is not, or where memory does
/// not suffice.
template <class T>
bool solve_points(const Model& m, const BasicProblem<T>& p, Memory memory, BasicData<T>& d,
                  BasicSolution<T>& solution);

}  // namespace thew::constraint
