#pragma once

// Numbers of a contact: those of its explicit pair, or mixed from its two geoms.

#include "element/impedance.h"
#include "gpu/world.h"

namespace thew::gpu {

template <class T>
using RowsWorld = World<T, NoMemory>;

namespace detail {

/// Numbers of a contact that follow from its pair.
template <class T>
struct ContactParameters {
  int dim;
  T margin;
  T friction[5];
  element::Softness<T> softness;
};

/// The share of the first of two weights; nothing counts as nothing, twice nothing as halves.
template <class T>
THEW_STAGE T share(const T& first, const T& second) {
  const bool no_first = first < T(kMinVal), no_second = second < T(kMinVal);
  if (no_first) return no_second ? T(0.5) : T(0);
  return no_second ? T(1) : first / (first + second);
}

template <class T>
THEW_STAGE void mix(const RowsWorld<T>& w, int a, int b, ContactParameters<T>& p, T* friction) {
  const auto& m = w.m;
  p.dim = max(m.geom_condim[a], m.geom_condim[b]);
  const T mine = share(w.own(m.geom_solmix, a), w.own(m.geom_solmix, b)), other = T(1) - mine;
  const T *ref_a = w.own(m.geom_solref) + kNREF * a, *ref_b = w.own(m.geom_solref) + kNREF * b;
  const bool standard = ref_a[0] > T(0) && ref_b[0] > T(0);
  for (int k = 0; k < kNREF; ++k) {
    p.softness.ref[k] = standard ? mine * ref_a[k] + other * ref_b[k] : min(ref_a[k], ref_b[k]);
  }
  const T *imp_a = w.own(m.geom_solimp) + kNIMP * a, *imp_b = w.own(m.geom_solimp) + kNIMP * b;
  for (int k = 0; k < kNIMP; ++k) p.softness.imp[k] = mine * imp_a[k] + other * imp_b[k];
  const T *mu_a = w.own(m.geom_friction) + 3 * a, *mu_b = w.own(m.geom_friction) + 3 * b;
  for (int k = 0; k < 3; ++k) friction[k] = max(mu_a[k], mu_b[k]);
}

template <class T>
THEW_STAGE int dim_of(const DeviceModel<T>& m, int pair) {
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair],
            named = m.tables.pair_explicit[pair];
  if (named >= 0) return m.pair_dim[named];
  const int order = m.geom_priority[a] - m.geom_priority[b];
  if (order == 0) return max(m.geom_condim[a], m.geom_condim[b]);
  return m.geom_condim[order > 0 ? a : b];
}

/// The pull with which a contact sticks.
template <class W>
THEW_CALL typename W::Real adhesion_of(const W& w, int pair) {
  const auto& m = w.m;
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair],
            named = m.tables.pair_explicit[pair];
  if (named >= 0) return w.own(m.pair_adhesion, named);
  const int order = m.geom_priority[a] - m.geom_priority[b];
  if (order == 0) return w.own(m.geom_adhesion, a) + w.own(m.geom_adhesion, b);
  return w.own(m.geom_adhesion, order > 0 ? a : b);
}

template <class T>
THEW_STAGE T margin_of(const RowsWorld<T>& w, int pair) {
  const auto& m = w.m;
  if (has(m.opt.enableflags, EnableBit::Override)) return m.opt.o_margin;
  const int named = m.tables.pair_explicit[pair];
  return named >= 0 ? w.own(m.pair_margin, named)
                    : w.own(m.geom_margin, m.tables.pair_geom1[pair]) +
                          w.own(m.geom_margin, m.tables.pair_geom2[pair]);
}

template <class T>
THEW_STAGE ContactParameters<T> parameters_of(const RowsWorld<T>& w, int pair) {
  const auto& m = w.m;
  const int a = m.tables.pair_geom1[pair], b = m.tables.pair_geom2[pair],
            named = m.tables.pair_explicit[pair];
  ContactParameters<T> p;
  p.margin = margin_of(w, pair);
  for (int k = 0; k < kNREF; ++k) p.softness.ref_friction[k] = T(0);
  const auto take = [&](const T* ref, const T* imp) {
    for (int k = 0; k < kNREF; ++k) p.softness.ref[k] = ref[k];
    for (int k = 0; k < kNIMP; ++k) p.softness.imp[k] = imp[k];
  };
  if (named >= 0) {
    p.dim = m.pair_dim[named];
    take(w.own(m.pair_solref) + kNREF * named, w.own(m.pair_solimp) + kNIMP * named);
    for (int k = 0; k < kNREF; ++k)
      p.softness.ref_friction[k] = w.own(m.pair_solreffriction, kNREF * named + k);
    for (int k = 0; k < 5; ++k) p.friction[k] = w.own(m.pair_friction, 5 * named + k);
  } else {
    T friction[3];
    const int order = m.geom_priority[a] - m.geom_priority[b];
    if (order == 0) {
      mix(w, a, b, p, friction);
    } else {
      const int geom = order > 0 ? a : b;
      p.dim = m.geom_condim[geom];
      take(w.own(m.geom_solref) + kNREF * geom, w.own(m.geom_solimp) + kNIMP * geom);
      for (int k = 0; k < 3; ++k) friction[k] = w.own(m.geom_friction, 3 * geom + k);
    }
    p.friction[0] = p.friction[1] = friction[0];
    p.friction[2] = friction[1];
    p.friction[3] = p.friction[4] = friction[2];
  }
  if (has(m.opt.enableflags, EnableBit::Override)) {
    take(m.opt.o_solref, m.opt.o_solimp);
    for (int k = 0; k < kNREF; ++k) p.softness.ref_friction[k] = m.opt.o_solref[k];
    for (int k = 0; k < 5; ++k) p.friction[k] = m.opt.o_friction[k];
  }
  for (int k = 0; k < 5; ++k) p.friction[k] = max(p.friction[k], T(1e-5));
  return p;
}

}  // namespace detail

}  // namespace thew::gpu
