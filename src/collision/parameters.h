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

/// Margin and gap of two geoms, or of their explicit pair.
template <class T>
void find_reach(const Model& m, const BasicData<T>& d, int geom1, int geom2, int pair,
                ContactParameters<T>& p) {
  if (pair >= 0) {
    p.margin = param(d, m.pair_margin, pair);
    p.gap = param(d, m.pair_gap, pair);
  } else {
    p.margin = param(d, m.geom_margin, geom1) + param(d, m.geom_margin, geom2);
    p.gap = param(d, m.geom_gap, geom1) + param(d, m.geom_gap, geom2);
  }
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
  const T least(kMinVal);
  const auto no_first = first < least, no_second = second < least;
  const T sum = select(no_first | no_second, T(1), first + second);
  return select(no_first, select(no_second, T(0.5), T(0)), select(no_second, T(1), first / sum));
}

/// What both geoms say, mixed: the larger friction, weighted references and impedances.
template <class T>
void mix(const Model& m, const BasicData<T>& d, int a, int b, ContactParameters<T>& p,
         T* friction) {
  using namespace math;
  p.dim = std::max(m.geom_condim[a], m.geom_condim[b]);
  const T mine = share(param(d, m.geom_solmix, a), param(d, m.geom_solmix, b)), other = T(1) - mine;
  T ref_a[kNREF], ref_b[kNREF];
  copy_row(d, m.geom_solref, a, kNREF, ref_a);
  copy_row(d, m.geom_solref, b, kNREF, ref_b);
  const auto standard = (ref_a[0] > T(0)) & (ref_b[0] > T(0));
  for (int k = 0; k < kNREF; ++k) {
    p.solref[k] = select(standard, mine * ref_a[k] + other * ref_b[k], min(ref_a[k], ref_b[k]));
  }
  for (int k = 0; k < kNIMP; ++k) {
    p.solimp[k] = mine * param(d, m.geom_solimp, kNIMP * a + k) +
                  other * param(d, m.geom_solimp, kNIMP * b + k);
  }
  for (int k = 0; k < 3; ++k) {
    friction[k] = max(param(d, m.geom_friction, 3 * a + k), param(d, m.geom_friction, 3 * b + k));
  }
  p.adhesion = param(d, m.geom_adhesion, a) + param(d, m.geom_adhesion, b);
}

/// What one geom says.
template <class T>
void take(const Model& m, const BasicData<T>& d, int geom, ContactParameters<T>& p, T* friction) {
  p.dim = m.geom_condim[geom];
  copy_row(d, m.geom_solref, geom, kNREF, p.solref);
  copy_row(d, m.geom_solimp, geom, kNIMP, p.solimp);
  copy_row(d, m.geom_friction, geom, 3, friction);
  p.adhesion = param(d, m.geom_adhesion, geom);
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

/// Everything but margin and gap. The geom of higher priority decides alone; explicit pairs have
/// their own numbers; the override replaces all of them.
template <class T>
void find_parameters(const Model& m, const BasicData<T>& d, int geom1, int geom2, int pair,
                     ContactParameters<T>& p) {
  using namespace math;
  if (pair >= 0) {
    detail::take_pair(m, d, pair, p);
  } else {
    T friction[3];
    const int order = m.geom_priority[geom1] - m.geom_priority[geom2];
    if (order == 0) {
      detail::mix(m, d, geom1, geom2, p, friction);
    } else {
      detail::take(m, d, order > 0 ? geom1 : geom2, p, friction);
    }
    for (int k = 0; k < kNREF; ++k) p.solreffriction[k] = T(0);
    const int spread[5] = {0, 0, 1, 2, 2};
    for (int k = 0; k < 5; ++k) p.friction[k] = friction[spread[k]];
  }
  if (has(m.opt.enableflags, EnableBit::Override)) {
    for (int k = 0; k < kNREF; ++k) p.solref[k] = p.solreffriction[k] = T(m.opt.o_solref[k]);
    for (int k = 0; k < kNIMP; ++k) p.solimp[k] = T(m.opt.o_solimp[k]);
    for (int k = 0; k < 5; ++k) p.friction[k] = T(m.opt.o_friction[k]);
  }
  constexpr double kLeastFriction = 1e-5;
  for (T& mu : p.friction) mu = max(mu, T(kLeastFriction));
}

}  // namespace thew::collision
