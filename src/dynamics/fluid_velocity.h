#pragma once

#include <thew/data.h>
#include <thew/workspace.h>

#include "model/fluid.h"

namespace thew::dynamics {

/// Adds `scale` times the derivative of one body's fluid forces by its spatial velocity, about the
/// centre of mass of its tree, to a 6 x 6 matrix.
template <class T>
void add_fluid_matrix(const Model& model, const BasicData<T>& data, int body, FluidTerms terms,
                      const T& scale, T* matrix);

/// The symmetric derivative of qfrc_fluid by qvel: calls add(i, j, adr, value) for every dof i and
/// each of its ancestors j, and for i itself; adr is the address of (i, j) in D. With B summed over
/// the subtree of i's body it is cdof_i' B cdof_j. Bodies for which skip(body) holds are left out.
template <class T, class Skip, class Add>
void each_fluid_term(const Model& m, const BasicData<T>& d, Workspace<T>& w, FluidTerms terms,
                     Skip skip, Add add) {
  T* matrices = w.body_matrix.data();
  for (int body = 0; body < m.nbody; ++body) {
    T* matrix = matrices + 36 * body;
    for (int k = 0; k < 36; ++k) matrix[k] = T(0);
    if (!skip(body)) add_fluid_matrix(m, d, body, terms, T(1), matrix);
  }
  for (int body = static_cast<int>(m.nbody) - 1; body > 0; --body) {
    const int parent = m.body_parentid[body];
    for (int k = 0; k < 36 && parent > 0; ++k) {
      matrices[36 * parent + k] = matrices[36 * parent + k] + matrices[36 * body + k];
    }
  }
  for (int i = 0; i < m.nv; ++i) {
    if (skip(m.dof_bodyid[i])) continue;
    const T* matrix = matrices + 36 * m.dof_bodyid[i];
    T force[6];
    for (int r = 0; r < 6; ++r) {
      force[r] = T(0);
      for (int c = 0; c < 6; ++c)
        force[r] = math::fma(matrix[6 * r + c], d.cdof.row(i)[c], force[r]);
    }
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr) {
      const int j = m.D_colind[adr];
      T value = T(0);
      for (int r = 0; r < 6; ++r) value = math::fma(d.cdof.row(j)[r], force[r], value);
      add(i, j, adr, value);
    }
  }
}

}  // namespace thew::dynamics
