#pragma once

// Bodies in free flight keep their gyroscopic terms in integrators that are symmetric elsewhere:
// their six equations stand alone and are solved apart, without symmetry.

#include <algorithm>

#include <thew/workspace.h>

#include "dynamics/factor.h"
#include "dynamics/smooth_velocity.h"
#include "math/tree_lu.h"

namespace thew::integrate {

/// Calls visit(first dof) for each tree that is one body in free flight.
template <class Visit>
void each_free_body(const Model& m, Visit visit) {
  for (int tree = 0; tree < m.ntree; ++tree) {
    if (dynamics::is_free_tree(m, tree)) visit(m.tree_dofadr[tree]);
  }
}

inline bool has_free_bodies(const Model& m) {
  bool found = false;
  each_free_body(m, [&](int) { found = true; });
  return found;
}

/// Copies the rows of free bodies from one matrix in the sparsity of M to another.
template <class T>
void restore_free_bodies(const Model& m, const T* from, T* to) {
  each_free_body(m, [&](int first) {
    const int begin = m.M_rowadr[first], end = m.M_rowadr[first + 5] + m.M_rownnz[first + 5];
    for (int k = begin; k < end; ++k) to[k] = from[k];
  });
}

/// w.factor_* <- A - h D for the rows [begin, end), with D in w.deriv_* and A given by
/// entry(address).
template <class T, class Entry>
void shift_by_derivative(const Model& m, Workspace<T>& w, int begin, int end, Entry entry) {
  const T h = T(m.opt.timestep);
  for (int i = begin; i < end; ++i) {
    for (int adr = m.D_rowadr[i]; adr <= m.D_rowadr[i] + m.D_diag[i]; ++adr) {
      const T a = entry(adr);
      w.factor_lower[adr] = math::fma(-h, w.deriv_lower[adr], a);
      w.factor_upper[adr] = math::fma(-h, w.deriv_upper[adr], a);
    }
  }
}

/// The entry of M at an address of D, zero where M has none.
template <class T>
T inertia_entry(const Model& m, const BasicData<T>& d, int adr) {
  return m.mapM2D[adr] < 0 ? T(0) : d.M[m.mapM2D[adr]];
}

/// Overwrites x of the free bodies that stand alone, as alone(first dof) tells, with the solution
/// of (A - h D) x = f, where D includes their bias terms.
template <class T, class Entry, class Alone>
void solve_free_bodies(const Model& m, BasicData<T>& d, Workspace<T>& w, Entry entry, Alone alone,
                       const T* f, T* x) {
  const math::TreeRows rows = dynamics::derivative_rows(m);
  T *lower = w.factor_lower.data(), *upper = w.factor_upper.data();
  each_free_body(m, [&](int first) {
    const math::MaskOf<T> overwrite = alone(first);
    if (none(overwrite)) return;
    T kept[6];
    std::copy_n(x + first, 6, kept);
    shift_by_derivative(m, w, first, first + 6, entry);
    const auto clamped =
        math::factor_lu(rows, first, first + 6, lower, upper, d.qHDiagInv.data(), T(kMinVal));
    if (any(clamped)) raise(d, Warning::Inertia, first, clamped);
    for (int i = first; i < first + 6; ++i) x[i] = f[i];
    math::solve_lu(rows, first, first + 6, lower, upper, d.qHDiagInv.data(), x);
    for (int k = 0; k < 6; ++k) x[first + k] = math::select(overwrite, x[first + k], kept[k]);
  });
}

/// y <- y - h D x with D in w.deriv_*.
template <class T>
void add_derivative(const Model& m, const Workspace<T>& w, const T* x, T* y) {
  const T h = T(m.opt.timestep);
  for (int i = 0; i < m.nv; ++i) {
    const int start = m.D_rowadr[i], last = m.D_diag[i];
    for (int c = 0; c <= last; ++c) {
      const int j = m.D_colind[start + c];
      y[i] = math::fma(-h * w.deriv_lower[start + c], x[j], y[i]);
      if (c < last) y[j] = math::fma(-h * w.deriv_upper[start + c], x[i], y[j]);
    }
  }
}

}  // namespace thew::integrate
