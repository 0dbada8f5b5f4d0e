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

template <class Team, class T>
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
  });
  T* kept = w.row(w.rows.M);
  team.each(m.nC, [&](int e) {
    const int i = m.tables.entry_row[e], j = m.M_colind[e];
    T value = dot(load_motion(w.s.cdof + 6 * j), load_force(w.s.momentum + 6 * i));
    if (i == j) value = value + armature(w, i);
    w.s.M[e] = value;
    kept[e] = value;
  });
}

/// M <- its factors L' D L: D and L D in place, 1 / D in `inverse`. A row is done when those of all
/// descendants are: level by level. Descendants of a dof follow it, and have its ancestors in the
/// same places.
template <class Team, class T>
THEW_STAGE void factor(const Team& team, const DeviceModel<T>& m, T* matrix, T* inverse) {
  const auto& t = m.tables;
  THEW_ROLLED
  for (int level = t.ndoflevel - 1; level >= 0; --level) {
    team.each(t.entry_level_adr[level], t.entry_level_adr[level + 1], [&](int k) {
      const int e = t.entry_level[k], i = t.entry_row[e], place = e - m.M_rowadr[i];
      T value = matrix[e];
      THEW_ROLLED
      for (int below = t.dof_end[i] - 1; below > i; --below) {
        const T* row = matrix + m.M_rowadr[below];
        value = fma(-(row[level] * inverse[below]), row[place], value);
      }
      if (place == level) {
        if (!(value >= T(kMinVal))) value = T(kMinVal);
        inverse[i] = T(1) / value;
      }
      matrix[e] = value;
    });
  }
}

/// x <- A^-1 x with the factors of A.
template <class Team, class T>
THEW_STAGE void solve(const Team& team, const DeviceModel<T>& m, const T* factors, const T* inverse,
                      T* x) {
  const auto& t = m.tables;
  THEW_ROLLED
  for (int level = t.ndoflevel - 2; level >= 0; --level) {
    team.each(t.dof_level_adr[level], t.dof_level_adr[level + 1], [&](int k) {
      const int i = t.dof_level[k];
      T value = x[i];
      THEW_ROLLED
      for (int below = t.dof_end[i] - 1; below > i; --below) {
        value = fma(-(factors[m.M_rowadr[below] + level] * inverse[below]), x[below], value);
      }
      x[i] = value;
    });
  }
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
