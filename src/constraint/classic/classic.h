#pragma once

// The classic formulation (docs/classic.md): limits and equalities are springs and dampers, and
// contacts a problem of their own, which sees the smooth forces only:
//   minimise 1/2 f' (A + R) f + b' f,   A = J inv(M) J',   b = J qacc_smooth - aref,   f in cones
//
// Rows are those of constraint::assemble. Of limits and equalities aref is the force itself, on a
// unit mass; of contacts it brings the normal to the velocity that removes a share of the depth,
// and the tangents to rest, by the end of the step.

#include <thew/workspace.h>

#include "constraint/solver/dual.h"

namespace thew::constraint::classic {

/// efc_KBIP, efc_R and efc_D of all rows, and the friction of cones.
template <class T>
void soften(const Model& m, BasicData<T>& d);

/// The blocks of limits and equalities, and those of contacts.
template <class T>
std::span<const Block> penalty_blocks(const BasicData<T>& d);
template <class T>
std::span<const Block> contact_blocks(const BasicData<T>& d);

/// efc_force and efc_state of limits and equalities. False where the memory does not suffice.
template <class T>
bool push_back(const Model& m, BasicData<T>& d, Memory memory);

/// efc_force of contacts that contact_warmstart knows, zero of others; and what the next step will
/// know of them.
template <class T>
void recall(const Model& m, BasicData<T>& d);
template <class T>
void remember(const Model& m, BasicData<T>& d);

/// How a method ended: the largest change of a force in its last iteration, as far as it moved
/// anything.
template <class S>
struct Outcome {
  int iterations = 0;
  S residual = 0;
  bool converged = true;
};

/// Whether the force of a contact is within its cone, and not on it.
template <class S>
bool sticks(const DualBlock<S>& block, const S* force) {
  constexpr S kRoom = S(1e-6);
  S square = 0;
  for (int k = 1; k < block.rows(); ++k) {
    const S part = force[k] / block.friction[k - 1];
    square += part * part;
  }
  return force[0] > 0 && square < (1 - kRoom) * force[0] * force[0];
}

/// Gauss-Seidel sweeps, a contact at a time, each put into its cone. Without memory for what the
/// last sweep found, all changes of forces count.
template <class S>
Outcome<S> sweep(const Dual<S>& p, Memory memory);

/// Projected gradient with steps of Barzilai and Borwein, from where the sweeps end as well. Not
/// converged where the memory does not suffice.
template <class S>
Outcome<S> descend(const Dual<S>& p, Memory memory);

/// The force of a contact whose rows, by this force among others, have the accelerations aref + c.
template <class S>
void force_at(const DualBlock<S>& block, const S* R, const S* c, S* force);

/// efc_force and efc_state.
template <class T>
void solve(const Model& m, BasicData<T>& d, Workspace<T>& w);
/// The same at the accelerations qacc.
template <class T>
void inverse(const Model& m, BasicData<T>& d, Workspace<T>& w);

}  // namespace thew::constraint::classic
