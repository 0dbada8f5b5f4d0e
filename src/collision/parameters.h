#pragma once

// How the numbers of a contact follow from those of its two geoms.

#include <thew/data.h>

#include "math/pack.h"

namespace thew::collision {

template <class T>
struct ContactParameters {
  int dim = 3;
  T margin, gap;  ///< it pushes below margin, and is listed below margin + gap
  T friction[5], solref[kNREF], solreffriction[kNREF], solimp[kNIMP];
  T adhesion;
};

/// What a geom says about its contacts.
template <class T>
struct GeomSurface {
  const Model& m;
  const BasicData<T>& d;
  int geom;

  int priority() const { return m.geom_priority[geom]; }
  int condim() const { return m.geom_condim[geom]; }
  T margin() const { return param(d, m.geom_margin, geom); }
  T gap() const { return param(d, m.geom_gap, geom); }
  T solmix() const { return param(d, m.geom_solmix, geom); }
  T solref(int k) const { return param(d, m.geom_solref, kNREF * geom + k); }
  T solimp(int k) const { return param(d, m.geom_solimp, kNIMP * geom + k); }
  T friction(int k) const { return param(d, m.geom_friction, 3 * geom + k); }
  T adhesion() const { return param(d, m.geom_adhesion, geom); }
};

/// What a flex says about its contacts.
template <class T>
struct FlexSurface {
  const Model& m;
  int flex;

  int priority() const { return m.flex_priority[flex]; }
  int condim() const { return m.flex_condim[flex]; }
  T margin() const { return T(m.flex_margin[flex]); }
  T gap() const { return T(m.flex_gap[flex]); }
  T solmix() const { return T(m.flex_solmix[flex]); }
  T solref(int k) const { return T(m.flex_solref[kNREF * flex + k]); }
  T solimp(int k) const { return T(m.flex_solimp[kNIMP * flex + k]); }
  T friction(int k) const { return T(m.flex_friction[3 * flex + k]); }
  T adhesion() const { return T(0); }
};

/// Margin and gap of two surfaces.
template <class T, class First, class Second>
void find_reach(const Model& m, const First& a, const Second& b, ContactParameters<T>& p) {
  p.margin = a.margin() + b.margin();
  p.gap = a.gap() + b.gap();
  if (has(m.opt.enableflags, EnableBit::Override)) p.margin = T(m.opt.o_margin);
}

/// Margin and gap of two geoms, or of their explicit pair.
template <class T>
void find_reach(const Model& m, const BasicData<T>& d, int geom1, int geom2, int pair,
                ContactParameters<T>& p) {
  if (pair < 0) return find_reach(m, GeomSurface<T>{m, d, geom1}, GeomSurface<T>{m, d, geom2}, p);
  p.margin = param(d, m.pair_margin, pair);
  p.gap = param(d, m.pair_gap, pair);
  if (has(m.opt.enableflags, EnableBit::Override)) p.margin = T(m.opt.o_margin);
}

namespace detail {

template <class T, class Field>
void copy_row(const BasicData<T>& d, const Field& field, int row, int n, T* to) {
  for (int k = 0; k < n; ++k) to[k] = param(d, field, n * row + k);
}

/// The share of the first of two weights; nothing counts as nothing, twice nothing as halves.
template <class T>
T share(const T& first, const T& second) {
  const T least = T(kMinVal);
  const auto no_first = first < least, no_second = second < least;
  const T sum = select(no_first | no_second, T(1), first + second);
  return select(no_first, select(no_second, T(0.5), T(0)), select(no_second, T(1), first / sum));
}

/// What both surfaces say, mixed: the larger friction, weighted references and impedances.
template <class T, class First, class Second>
void mix(const First& a, const Second& b, ContactParameters<T>& p, T* friction) {
  using namespace math;
  p.dim = std::max(a.condim(), b.condim());
  const T mine = share(a.solmix(), b.solmix()), other = T(1) - mine;
  T ref_a[kNREF], ref_b[kNREF];
  for (int k = 0; k < kNREF; ++k) ref_a[k] = a.solref(k), ref_b[k] = b.solref(k);
  const auto standard = (ref_a[0] > T(0)) & (ref_b[0] > T(0));
  for (int k = 0; k < kNREF; ++k) {
    p.solref[k] = select(standard, mine * ref_a[k] + other * ref_b[k], min(ref_a[k], ref_b[k]));
  }
  for (int k = 0; k < kNIMP; ++k) p.solimp[k] = mine * a.solimp(k) + other * b.solimp(k);
  for (int k = 0; k < 3; ++k) friction[k] = max(a.friction(k), b.friction(k));
  p.adhesion = a.adhesion() + b.adhesion();
}

/// What one surface says.
template <class T, class Surface>
void take(const Surface& surface, ContactParameters<T>& p, T* friction) {
  p.dim = surface.condim();
  for (int k = 0; k < kNREF; ++k) p.solref[k] = surface.solref(k);
  for (int k = 0; k < kNIMP; ++k) p.solimp[k] = surface.solimp(k);
  for (int k = 0; k < 3; ++k) friction[k] = surface.friction(k);
  p.adhesion = surface.adhesion();
}

template <class T>
void take_pair(const Model& m, const BasicData<T>& d, int pair, ContactParameters<T>& p) {
  p.dim = m.pair_dim[pair];
  copy_row(d, m.pair_solref, pair, kNREF, p.solref);
  copy_row(d, m.pair_solreffriction, pair, kNREF, p.solreffriction);
  copy_row(d, m.pair_solimp, pair, kNIMP, p.solimp);
  copy_row(d, m.pair_friction, pair, 5, p.friction);
  p.adhesion = param(d, m.pair_adhesion, pair);
}

}  // namespace detail

/// The override replaces what surfaces say, and friction has a floor.
template <class T>
void override_parameters(const Model& m, ContactParameters<T>& p) {
  using namespace math;
  if (has(m.opt.enableflags, EnableBit::Override)) {
    for (int k = 0; k < kNREF; ++k) p.solref[k] = p.solreffriction[k] = T(m.opt.o_solref[k]);
    for (int k = 0; k < kNIMP; ++k) p.solimp[k] = T(m.opt.o_solimp[k]);
    for (int k = 0; k < 5; ++k) p.friction[k] = T(m.opt.o_friction[k]);
  }
  constexpr double kLeastFriction = 1e-5;
  for (T& mu : p.friction) mu = max(mu, T(kLeastFriction));
}

/// Everything but margin and gap. The surface of higher priority decides alone.
template <class T, class First, class Second>
void find_parameters(const Model& m, const First& a, const Second& b, ContactParameters<T>& p) {
  T friction[3];
  const int order = a.priority() - b.priority();
  if (order == 0) {
    detail::mix(a, b, p, friction);
  } else if (order > 0) {
    detail::take(a, p, friction);
  } else {
    detail::take(b, p, friction);
  }
  for (int k = 0; k < kNREF; ++k) p.solreffriction[k] = T(0);
  const int spread[5] = {0, 0, 1, 2, 2};
  for (int k = 0; k < 5; ++k) p.friction[k] = friction[spread[k]];
  override_parameters(m, p);
}

/// The same for two geoms; explicit pairs have their own numbers.
template <class T>
void find_parameters(const Model& m, const BasicData<T>& d, int geom1, int geom2, int pair,
                     ContactParameters<T>& p) {
  if (pair < 0) {
    return find_parameters(m, GeomSurface<T>{m, d, geom1}, GeomSurface<T>{m, d, geom2}, p);
  }
  detail::take_pair(m, d, pair, p);
  override_parameters(m, p);
}

}  // namespace thew::collision
