#pragma once

// The joint-space inertia M: composite rigid bodies, armature, its factors, and what they solve.

#include "gpu/world.h"

namespace thew::gpu {

/// Armature of a dof, with the share of its joint's actuators.
template <class T>
THEW_STAGE T armature(const SmoothWorld<T>& w, int dof) {
  const auto& m = w.m;
  T sum = w.own(m.dof_armature, dof);
  THEW_ROLLED
  for (int i = m.jnt_driver[m.dof_jntid[dof]]; i >= 0; i = m.actuator_next[i]) {
    const T gear = w.own(m.actuator_gear, 6 * m.actuator_outadr[i]);
    sum = sum + w.own(m.actuator_armature, i) * (gear * gear);
  }
  return sum;
}

/// `rich`: tendons may have armature.
template <bool rich, class Team, class T>
THEW_STAGE void make_inertia(const Team& team, const SmoothWorld<T>& w) {
  using namespace math;
  const auto& m = w.m;
  sum_subtrees<10>(team, m, w.s.inertia, [](const T* p) { return load_inertia(p); });
  if (w.rows.crb) {
    team.each(m.nbody, [&](int body) {
      w.keep(w.rows.crb, 10 * body, load_inertia(w.s.inertia + 10 * body));
    });
  }
  T* cdof = w.row(w.rows.cdof);
  team.each(m.nv, [&](int i) {
    const Motion<T> axis = load_motion(w.s.cdof + 6 * i);
    store(w.s.momentum + 6 * i, load_inertia(w.s.inertia + 10 * m.dof_bodyid[i]) * axis);
    store(cdof + 6 * i, axis);
    w.s.inverse[i] = armature(w, i);  // until there is an inverse
  });
  T* kept = w.row(w.rows.M);
  team.each(m.nC, [&](int e) {
    const int i = m.tables.entry_row[e], j = m.M_colind[e];
    T value = dot(load_motion(w.s.cdof + 6 * j), load_force(w.s.momentum + 6 * i));
    if (i == j) value = value + w.s.inverse[i];
    if (rich && m.tables.armed_tendons != 0)
      value = value + along_tendons(w, w.row(w.rows.ten_inertia), i, j);
    w.s.M[e] = value;
    kept[e] = value;
  });
}

/// M <- its factors L' D L: D and L D in place, 1 / D in `inverse`; x <- inv(L') x. A row is done
/// when those of all descendants are: level by level. Descendants of a dof follow it, and have its
/// ancestors in the same places.
template <class Team, class T>
THEW_STAGE void factor(const Team& team, const DeviceModel<T>& m, T* matrix, T* inverse, T* x) {
  const auto& t = m.tables;
  THEW_ROLLED
  for (int level = t.ndoflevel - 1; level >= 0; --level) {
    const int first = t.entry_level_adr[level], entries = t.entry_level_adr[level + 1] - first;
    const int dofs = t.dof_level_adr[level], all = entries + t.dof_level_adr[level + 1] - dofs;
    team.each(all, [&](int k) {
      // An entry of M, or one of x.
      const bool right = k >= entries;
      const int e = right ? 0 : t.entry_level[first + k];
      const int i = right ? t.dof_level[dofs + k - entries] : t.entry_row[e];
      const int place = right ? 0 : e - m.M_rowadr[i];
      T* to = right ? x + i : matrix + e;
      T value = *to;
      THEW_ROLLED
      for (int below = t.dof_end[i] - 1; below > i; --below) {
        const T* row = matrix + m.M_rowadr[below];
        value = fma(-(row[level] * inverse[below]), right ? x[below] : row[place], value);
      }
      if (!right && place == level) {
        if (!(value >= T(kMinVal))) value = T(kMinVal);
        inverse[i] = T(1) / value;
      }
      *to = value;
    });
  }
}

/// x <- inv(L) inv(D) x: what is left to solve after the factorisation.
template <class Team, class T>
THEW_STAGE void solve(const Team& team, const DeviceModel<T>& m, const T* factors, const T* inverse,
                      T* x) {
  const auto& t = m.tables;
  team.each(m.nv, [&](int i) { x[i] = x[i] * inverse[i]; });
  THEW_ROLLED
  for (int level = 1; level < t.ndoflevel; ++level) {
    team.each(t.dof_level_adr[level], t.dof_level_adr[level + 1], [&](int k) {
      const int i = t.dof_level[k], start = m.M_rowadr[i];
      T sum = T(0);
      THEW_ROLLED
      for (int place = 0; place < level; ++place)
        sum = fma(factors[start + place], x[m.M_colind[start + place]], sum);
      x[i] = fma(-sum, inverse[i], x[i]);
    });
  }
}

}  // namespace thew::gpu
