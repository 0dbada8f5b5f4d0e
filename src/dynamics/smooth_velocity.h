#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

#include "math/pack.h"
#include "math/tree_ldl.h"

namespace thew::dynamics {

/// Which Coriolis and gyroscopic terms the derivative includes.
enum class BiasTerms { None, FreeBodies, All };

/// The sparsity of derivatives: every dof with all its ancestors (M leaves out those of simple
/// bodies).
inline math::TreeRows derivative_rows(const Model& m) {
  return {static_cast<int>(m.nv), m.D_diag.data(), m.D_rowadr.data(), m.D_colind.data(), 0,
          m.dof_run.data()};
}

/// D = d qfrc_smooth / d qvel of dampers, actuators (their tangents must be up to date), fluids and
/// (as asked) bias forces: w.deriv_lower holds D(i, j) and w.deriv_upper, at the same
/// address, D(j, i) for every dof i and ancestor j; the diagonal is in the lower one. Terms between
/// dofs on different branches are left out, as they have no place there.
template <class T>
void smooth_velocity(const Model& model, BasicData<T>& data, Workspace<T>& work, BiasTerms bias);

/// matrix <- matrix + scale * D without bias terms, for a symmetric matrix in the sparsity of M.
template <class T>
void add_symmetric_velocity(const Model& model, const BasicData<T>& data, Workspace<T>& work,
                            const T& scale, T* matrix);

/// D without bias terms into qDeriv, whose rows list ancestors and descendants.
template <class T>
void store_symmetric_velocity(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// D with the bias terms alone, and those of fluids on the same bodies where asked.
template <class T>
void bias_velocity(const Model& model, BasicData<T>& data, Workspace<T>& work, BiasTerms bias,
                   bool fluid = false);

/// Copies the derivative into qDeriv.
template <class T>
void store_derivative(const Model& model, BasicData<T>& data, Workspace<T>& work);

/// True if a tree is one rigid body in free flight: a free joint and no other.
bool is_free_tree(const Model& model, int tree);

}  // namespace thew::dynamics
