#include "dynamics/smooth_velocity.h"

#include <algorithm>

#include "dynamics/factor.h"
#include "dynamics/fluid_velocity.h"
#include "dynamics/load.h"
#include "element/inertia.h"
#include "math/tree_ldl.h"
#include "model/lane_types.h"
#include "model/poly_force.h"

namespace thew::dynamics {

using namespace math;

namespace {

// The address of (i, ancestor j), or -1 if j is none: an ancestor's row is a prefix of its
// descendant's.
int entry_address(const TreeRows& rows, int i, int j) {
  const int place = rows.ancestors(j);
  if (place > rows.ancestors(i)) return -1;
  const int adr = rows.start[i] + place;
  return rows.column[adr] == j ? adr : -1;
}

// Calls add(i, j, value) for the entries of s r' r with i >= j, r a sparse row with ascending
// columns.
template <class T, class Add>
void each_outer(const T& s, const T* row, const field::Int* column, int count, Add add) {
  for (int a = 0; a < count; ++a) {
    const T scaled = s * row[a];
    for (int b = 0; b <= a; ++b) add(column[a], column[b], scaled * row[b]);
  }
}

// Calls add(i, j, value) for the terms of actuators and dampers in d qfrc_smooth / d qvel with i >=
// j; they are symmetric.
template <class T, class Add>
void each_symmetric_term(const Model& m, const BasicData<T>& d, Add add) {
  for (int out = 0; out < m.nout && !has(m.opt.disableflags, DisableBit::Actuation); ++out) {
    const T slope = -d.kept.actuator_tangent.row(out)[1];
    if (all(slope == T(0))) continue;
    const int start = d.moment_rowadr[out];
    each_outer(slope, d.actuator_moment.data() + start, d.moment_colind.data() + start,
               d.moment_rownnz[out], add);
  }
  if (has(m.opt.disableflags, DisableBit::Damper)) return;
  const bool actuated = any(has_actuated_dampers(m, d));
  for (int i = 0; i < m.nv; ++i) {
    add(i, i, -damper_slope(actuated ? dof_damping(m, d, i) : own_damping(m, d, i), d.qvel[i]));
  }
  for (int t = 0; t < m.ntendon; ++t) {
    const T slope = damper_slope(tendon_damping(m, d, t), d.ten_velocity[t]);
    if (all(slope == T(0))) continue;
    const int start = m.ten_J_rowadr[t];
    each_outer(-slope, d.ten_J.data() + start, m.ten_J_colind.data() + start, m.ten_J_rownnz[t],
               add);
  }
}

// Calls set(upper, lower) for the addresses in D of (ancestor i, j) and (j, ancestor i): rows list
// descendants behind the diagonal, and an ancestor has the same place in all its descendants' rows.
template <class Set>
void each_upper_entry(const Model& m, Set set) {
  for (int i = 0; i < m.nv; ++i) {
    const int end = m.D_rowadr[i] + m.D_rownnz[i];
    for (int adr = m.D_rowadr[i] + m.D_diag[i] + 1; adr < end; ++adr)
      set(adr, m.D_rowadr[m.D_colind[adr]] + m.D_diag[i]);
  }
}

// Calls add(i, j, value) for all terms of D but those of bias forces, i >= j.
template <class T, class Add>
void each_term_without_bias(const Model& m, const BasicData<T>& d, Workspace<T>& w, Add add) {
  each_symmetric_term(m, d, add);
  if (!has_fluid(m)) return;
  each_fluid_term(
      m, d, w, FluidTerms::Symmetric, [](int) { return false; },
      [&](int i, int j, int, const T& value) { add(i, j, value); });
}

// matrix <- matrix + scale D at its entries.
template <class T>
struct AddTo {
  TreeRows rows;
  T scale;
  T* matrix;

  void operator()(int i, int j, const T& value) const {
    const int adr = entry_address(rows, i, j);
    if (adr >= 0) matrix[adr] = fma(scale, value, matrix[adr]);
  }
};

template <class T>
T dot6(const T* a, const T* b) {
  return fma(a[5], b[5], fma(a[4], b[4], a[3] * b[3])) +
         fma(a[2], b[2], fma(a[1], b[1], a[0] * b[0]));
}

template <class T>
void multiply6(const T* matrix, const T* x, T* y) {
  for (int r = 0; r < 6; ++r) y[r] = dot6(matrix + 6 * r, x);
}

template <class T>
void multiply_transposed6(const T* matrix, const T* x, T* y) {
  for (int c = 0; c < 6; ++c) {
    T sum = matrix[c] * x[0];
    for (int r = 1; r < 6; ++r) sum = fma(matrix[6 * r + c], x[r], sum);
    y[c] = sum;
  }
}

// How the bias acceleration of everything beyond dof j reacts to its rate: psi_j + s_j x v, with
// psi_j = ds_j/dt + v_after x s_j, where v_after is the velocity after the joint that j belongs to.
template <class T>
void bias_axes(const Model& m, BasicData<T>& d, Workspace<T>& w, int body) {
  const int end = m.body_dofadr[body] + m.body_dofnum[body];
  Motion<T> after = load_motion(d.cvel.row(m.body_parentid[body]));
  for (int i = m.body_dofadr[body]; i < end;) {
    const auto type = static_cast<JointType>(m.jnt_type[m.dof_jntid[i]]);
    const int together = type == JointType::Ball || type == JointType::Free ? 3 : 1;
    for (int k = i; k < i + together; ++k)
      after = axpy(d.qvel[k], load_motion(d.cdof.row(k)), after);
    for (int k = i; k < i + together; ++k) {
      const Motion<T> axis = load_motion(d.cdof.row(k));
      store(w.dof_axis.row(k), load_motion(d.cdof_dot.row(k)) + cross(after, axis));
    }
    i += together;
  }
}

// D -= d qfrc_bias / d qvel. With I_c, B_c the inertia and the matrix above summed over the subtree
// of the deeper of two dofs: d bias_i / d v_j = s_i' (I_c psi_j + B_c s_j). The matrices of fluid
// forces belong to the same sums.
template <class T>
void subtract_bias(const Model& m, BasicData<T>& d, Workspace<T>& w, bool free_only, bool fluid) {
  T* matrices = w.body_matrix.data();
  const auto skip = [&](int body) { return free_only && !is_free_tree(m, m.body_treeid[body]); };
  for (int body = 1; body < m.nbody; ++body) {
    if (skip(body)) continue;
    element::momentum_rate_slope(load_inertia(d.cinert.row(body)), load_motion(d.cvel.row(body)),
                                 matrices + 36 * body);
    if (fluid) add_fluid_matrix(m, d, body, FluidTerms::All, T(-1), matrices + 36 * body);
    bias_axes(m, d, w, body);
  }
  for (int body = static_cast<int>(m.nbody) - 1; body > 0; --body) {
    const int parent = m.body_parentid[body];
    if (parent > 0 && !skip(body))
      math::axpy(36, T(1), matrices + 36 * body, matrices + 36 * parent);
  }
  for (int i = 0; i < m.nv; ++i) {
    const int body = m.dof_bodyid[i];
    if (skip(body)) continue;
    const T* matrix = matrices + 36 * body;
    const T *axis = d.cdof.row(i), *psi = w.dof_axis.row(i);
    const Inertia<T> composite = load_inertia(d.crb.row(body));
    T momentum[6], back[6], up[6], force[6];
    store(momentum, composite * load_motion(axis));
    multiply_transposed6(matrix, axis, back);
    multiply6(matrix, axis, up);
    store(force, composite * load_motion(psi));
    for (int k = 0; k < 6; ++k) force[k] = force[k] + up[k];
    const int start = m.D_rowadr[i], last = m.D_diag[i];
    for (int c = 0; c <= last; ++c) {
      const int j = m.D_colind[start + c];
      T& lower = w.deriv_lower[start + c];
      lower = lower - (dot6(momentum, w.dof_axis.row(j)) + dot6(back, d.cdof.row(j)));
      if (c == last) continue;
      T& upper = w.deriv_upper[start + c];
      upper = upper - dot6(d.cdof.row(j), force);
    }
  }
}

}  // namespace

bool is_free_tree(const Model& m, int tree) {
  return tree >= 0 && m.tree_dofnum[tree] == 6 &&
         m.jnt_type[m.dof_jntid[m.tree_dofadr[tree]]] == static_cast<int>(JointType::Free);
}

template <class T>
void bias_velocity(const Model& m, BasicData<T>& d, Workspace<T>& w, BiasTerms bias, bool fluid) {
  std::fill(w.deriv_lower.begin(), w.deriv_lower.end(), T(0));
  std::fill(w.deriv_upper.begin(), w.deriv_upper.end(), T(0));
  if (bias != BiasTerms::None) subtract_bias(m, d, w, bias == BiasTerms::FreeBodies, fluid);
}

template <class T>
void smooth_velocity(const Model& m, BasicData<T>& d, Workspace<T>& w, BiasTerms bias) {
  const TreeRows rows = derivative_rows(m);
  const bool fluid = has_fluid(m);
  bias_velocity(m, d, w, bias, fluid);
  const auto add = [&](int i, int j, const T& value) {
    const int adr = entry_address(rows, i, j);
    if (adr < 0) return;
    w.deriv_lower[adr] = w.deriv_lower[adr] + value;
    if (i != j) w.deriv_upper[adr] = w.deriv_upper[adr] + value;
  };
  each_symmetric_term(m, d, add);
  if (!fluid || bias == BiasTerms::All) return;
  const auto done = [&](int body) {
    return bias == BiasTerms::FreeBodies && is_free_tree(m, m.body_treeid[body]);
  };
  each_fluid_term(m, d, w, FluidTerms::Symmetric, done,
                  [&](int i, int j, int, const T& value) { add(i, j, value); });
}

template <class T>
void add_symmetric_velocity(const Model& m, const BasicData<T>& d, Workspace<T>& w, const T& scale,
                            T* matrix) {
  each_term_without_bias(m, d, w, AddTo<T>{inertia_rows(m), scale, matrix});
}

template <class T>
void store_symmetric_velocity(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  std::fill(d.qDeriv.begin(), d.qDeriv.end(), T(0));
  each_term_without_bias(m, d, w, AddTo<T>{derivative_rows(m), T(1), d.qDeriv.data()});
  each_upper_entry(m, [&](int upper, int lower) { d.qDeriv[upper] = d.qDeriv[lower]; });
}

template <class T>
void store_derivative(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  for (int i = 0; i < m.nv; ++i) {
    const int diagonal = m.D_rowadr[i] + m.D_diag[i];
    for (int adr = m.D_rowadr[i]; adr <= diagonal; ++adr) d.qDeriv[adr] = w.deriv_lower[adr];
  }
  each_upper_entry(m, [&](int upper, int lower) { d.qDeriv[upper] = w.deriv_upper[lower]; });
}

#define THEW_INSTANTIATE(T)                                                                        \
  template void bias_velocity(const Model&, BasicData<T>&, Workspace<T>&, BiasTerms, bool);        \
  template void smooth_velocity(const Model&, BasicData<T>&, Workspace<T>&, BiasTerms);            \
  template void add_symmetric_velocity(const Model&, const BasicData<T>&, Workspace<T>&, const T&, \
                                       T*);                                                        \
  template void store_symmetric_velocity(const Model&, BasicData<T>&, Workspace<T>&);              \
  template void store_derivative(const Model&, BasicData<T>&, Workspace<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
