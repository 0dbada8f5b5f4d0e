// The joint-space inertia M: composite rigid bodies, armature, factorisation and products.

#include <algorithm>

#include <thew/dynamics.h>

#include "dynamics/factor.h"
#include "dynamics/load.h"
#include "dynamics/subtree.h"
#include "model/lane_types.h"
#include "model/poly_force.h"

namespace thew::dynamics {

using namespace math;

namespace {

// M += J' a J of the tendons with armature. Pairs of dofs on different branches have no entry in M
// and are left out.
template <class T>
void add_tendon_armature(const Model& m, BasicData<T>& d) {
  for (int t = 0; t < m.ntendon; ++t) {
    const T armature = tendon_armature(m, d, t);
    if (all(armature == T(0))) continue;
    const int start = m.ten_J_rowadr[t], count = m.ten_J_rownnz[t];
    for (int a = 0; a < count; ++a) {
      const int i = m.ten_J_colind[start + a];
      const T scale = armature * d.ten_J[start + a];
      // Columns of both rows ascend: merge them.
      int b = 0;
      for (int adr = m.M_rowadr[i]; adr < m.M_rowadr[i] + m.M_rownnz[i]; ++adr) {
        while (b < count && m.ten_J_colind[start + b] < m.M_colind[adr]) ++b;
        if (b < count && m.ten_J_colind[start + b] == m.M_colind[adr]) {
          d.M[adr] = fma(scale, d.ten_J[start + b], d.M[adr]);
        }
      }
    }
  }
}

template <class T>
T armature(const Model& m, const BasicData<T>& d, int dof, int joint) {
  return param(d, m.dof_armature, dof) + actuator_armature(m, d, m.jnt_driver[joint]);
}

// The rows of a free body that turns about its principal axes.
template <class T>
void principal_rows(const Model& m, BasicData<T>& d, int dof) {
  const int body = m.dof_bodyid[dof], joint = m.dof_jntid[dof];
  const T share = actuator_armature(m, d, m.jnt_driver[joint]);
  T* diagonal = d.M.data() + m.M_rowadr[dof];
  for (int k = 0; k < 6; ++k) {
    const T inertia = k < 3 ? d.crb.row(body)[9] : param(d, m.body_inertia, 3 * body + k - 3);
    diagonal[k] = inertia + (param(d, m.dof_armature, dof + k) + share);
  }
}

// The rows of a free joint's translations, which are the world axes: the mass of all it carries.
template <class T>
void translation_rows(const Model& m, BasicData<T>& d, int dof) {
  for (int k = 0; k < 3; ++k) {
    T* row = d.M.data() + m.M_rowadr[dof + k];
    for (int c = 0; c < k; ++c) row[c] = T(0);
    row[k] = d.crb.row(m.dof_bodyid[dof])[9] + armature(m, d, dof + k, m.dof_jntid[dof]);
  }
}

// M(i, j) = s_j' (I_c s_i) for every ancestor j of i. If the first three are the translations of a
// free joint, their axes are those of the world.
template <class T>
THEW_INLINE void dof_row(const Model& m, BasicData<T>& d, int i, bool below_free) {
  const int start = m.M_rowadr[i], ancestors = m.M_rownnz[i] - 1;
  const field::Int* column = m.M_colind.data() + start;
  T* row = d.M.data() + start;
  const Motion<T> axis = load_motion(d.cdof.row(i));
  const Force<T> momentum = load_inertia(d.crb.row(m.dof_bodyid[i])) * axis;
  if (below_free) store(row, momentum.force);
  for (int c = below_free ? 3 : 0; c < ancestors; ++c) {
    row[c] = dot(load_motion(d.cdof.row(column[c])), momentum);
  }
  row[ancestors] = dot(axis, momentum) + armature(m, d, i, m.dof_jntid[i]);
}

// The row of a point's dof.
template <class T>
THEW_INLINE void point_row(const Model& m, BasicData<T>& d, int i) {
  const Vec3<T> axis = load3(d.cdof.row(i) + 3);
  const T mass = d.crb.row(m.dof_bodyid[i])[9];
  d.M[m.M_rowadr[i]] = dot(axis, mass * axis) + armature(m, d, i, m.dof_jntid[i]);
}

template <class T, class Points>
THEW_INLINE void composite_inertias(const Model& m, BasicData<T>& d, Points points) {
  const auto bodies = sleep::awake_bodies(m, d);
  for (int b = 0; b < bodies.count; ++b) {
    store(d.crb.row(bodies[b]), load_inertia(d.cinert.row(bodies[b])));
  }
  sleep::each_sleeping_root(m, d, [&](int root) {
    const int parent = m.body_parentid[root];
    if (parent > 0) math::axpy(10, T(1), d.crb.row(root), d.crb.row(parent));
  });
  sum_subtrees(
      m, bodies, d.crb.data(), false, points,
      [](const T* p) THEW_INLINE_LAMBDA { return load_inertia(p); },
      [&](int body, const Inertia<T>& sum, bool chained) THEW_INLINE_LAMBDA {
        if (chained) store(d.crb.row(body), sum);
      });
}

}  // namespace

template <class T>
void crba(const Model& m, BasicData<T>& d) {
  const auto is_free = [&](int dof) {
    return m.jnt_type[m.dof_jntid[dof]] == static_cast<int>(JointType::Free);
  };
  with_points(m, [&](auto points) THEW_INLINE_LAMBDA {
    composite_inertias(m, d, points);
    each_range(m, d, false, [&](const DofRange& range) THEW_INLINE_LAMBDA {
      const auto [first, end, diagonal] = range;
      if (diagonal) {
        for (int i = first; i < end;) {
          if (points && is_point(m, m.dof_bodyid[i])) {
            point_row(m, d, i++);
          } else if (is_free(i)) {
            principal_rows(m, d, i);
            i += 6;
          } else {
            dof_row(m, d, i++, false);
          }
        }
        return;
      }
      const bool free = is_free(first);
      if (free) translation_rows(m, d, first);
      for (int i = end - 1; i >= first + (free ? 3 : 0); --i) dof_row(m, d, i, free);
    });
  });
}

template <class T>
void make_inertia(const Model& m, BasicData<T>& d) {
  crba(m, d);
  if (m.ntendon > 0) add_tendon_armature(m, d);
}

template <class T>
void factor_inertia(const Model& m, BasicData<T>& d) {
  each_range(m, d, false, [&](const DofRange& range) {
    copy_range(m, range, d.M.data(), d.qLD.data());
    factor_range(m, d, range, d.qLD.data(), d.qLDiagInv.data());
  });
}

template <class T>
void multiply_inertia(const Model& m, const BasicData<T>& d, T* result, const T* vector) {
  multiply_symmetric(inertia_rows(m), d.M.data(), vector, result);
}

template <class T>
void solve_inertia(const Model& m, const BasicData<T>& d, T* x) {
  each_range(m, d, true, [&](const DofRange& range) {
    solve_range(m, range, d.qLD.data(), d.qLDiagInv.data(), x);
  });
}

template <class T>
void solve_inertia_half(const Model& m, const BasicData<T>& d, T* x) {
  solve_upper(inertia_rows(m), 0, static_cast<int>(m.nv), d.qLD.data(), x);
  for (int i = 0; i < m.nv; ++i) x[i] = x[i] * sqrt(d.qLDiagInv[i]);
}

template <class T>
void full_inertia(const Model& m, const BasicData<T>& d, T* dense) {
  const std::int64_t nv = m.nv;
  std::fill_n(dense, nv * nv, T(0));
  for (std::int64_t i = 0; i < nv; ++i) {
    for (int adr = m.M_rowadr[i]; adr < m.M_rowadr[i] + m.M_rownnz[i]; ++adr) {
      const std::int64_t j = m.M_colind[adr];
      dense[i * nv + j] = dense[j * nv + i] = d.M[adr];
    }
  }
}

#define THEW_INSTANTIATE(T)                                                        \
  template void crba(const Model&, BasicData<T>&);                                 \
  template void make_inertia(const Model&, BasicData<T>&);                         \
  template void factor_inertia(const Model&, BasicData<T>&);                       \
  template void multiply_inertia(const Model&, const BasicData<T>&, T*, const T*); \
  template void solve_inertia(const Model&, const BasicData<T>&, T*);              \
  template void solve_inertia_half(const Model&, const BasicData<T>&, T*);         \
  template void full_inertia(const Model&, const BasicData<T>&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
