#pragma once

// Flexes whose shape is held by constraints on positions (model/xpbd.h, element/xpbd.h).

#include <type_traits>

#include <thew/data.h>
#include <thew/workspace.h>

#include "element/xpbd.h"
#include "model/xpbd.h"

namespace thew::deformable {

/// After the integrator has moved everything as if nothing held the vertices of such flexes
/// together: moves them to where their constraints have them. `coupled` says that the forces of the
/// material at the begin of the step were among those that the integrator took
/// (constraint/material.h). Returns whether bodies that move carry some of the vertices: `impulse`
/// is then what the constraints did to them, by dofs.
template <class T>
bool project_positions(const Model& m, BasicData<T>& d, Workspace<T>& w, bool coupled, T* impulse);

/// Whether a flex is held so.
inline bool is_projected(const Model& m, int flex) {
  return m.flex_xpbdrunnum[flex] > 0;
}

/// Whether a body is a point with a mass of its own, and static frame: its three dofs are a
/// displacement in the world.
inline bool is_point(const Model& m, int body) {
  return m.body_simple[body] == 2 && m.body_dofnum[body] == 3 &&
         m.body_weldid[m.body_parentid[body]] == 0;
}

/// One over the mass of such a point; 0 of other bodies.
template <class T>
T inverse_mass(const Model& m, const BasicData<T>& d, int body) {
  if (body < 0 || !is_point(m, body)) return T(0);
  const int dof = m.body_dofadr[body];
  const T mass = d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1];
  return mass > T(kMinVal) ? T(1) / mass : T(0);
}

/// Calls visit(kind) with the kind as a constant.
template <class Visit>
void with_kind(int kind, Visit visit) {
  using model::XpbdKind;
  const auto call = [&]<XpbdKind one>() { visit(std::integral_constant<XpbdKind, one>()); };
  switch (static_cast<XpbdKind>(kind)) {
    case XpbdKind::Stretch:
      return call.template operator()<XpbdKind::Stretch>();
    case XpbdKind::Bend:
      return call.template operator()<XpbdKind::Bend>();
    case XpbdKind::Fold:
      return call.template operator()<XpbdKind::Fold>();
    case XpbdKind::Shear:
      return call.template operator()<XpbdKind::Shear>();
    case XpbdKind::Volume:
      return call.template operator()<XpbdKind::Volume>();
    case XpbdKind::Distort:
      return call.template operator()<XpbdKind::Distort>();
    case XpbdKind::Dilate:
      return call.template operator()<XpbdKind::Dilate>();
    case XpbdKind::Curve:
      return call.template operator()<XpbdKind::Curve>();
    case XpbdKind::kXpbdKinds:
      return;
  }
}

/// How many multipliers a constraint has.
constexpr int rows_of(model::XpbdKind kind) {
  return kind == model::XpbdKind::Bend ? 3 : kind == model::XpbdKind::Dilate ? 2 : 1;
}

/// The numbers of a constraint behind its compliance.
template <int n, class T>
struct RestNumbers {
  template <class N>
  explicit RestNumbers(const N* number) {
    for (int i = 0; i < n; ++i) value[i] = T(number[i + 1]);
  }
  T value[n];
};

/// A constraint of one row at these points.
template <model::XpbdKind kind, class T, class N>
THEW_INLINE auto constraint_at(const math::Vec3<T>* x, const N* number) {
  using model::XpbdKind;
  const RestNumbers<model::shape_of(kind).numbers - 1, T> rest(number);
  if constexpr (kind == XpbdKind::Stretch) return element::stretched(x, rest.value[0]);
  if constexpr (kind == XpbdKind::Fold) return element::folded(x, rest.value[0]);
  if constexpr (kind == XpbdKind::Shear) return element::sheared(x, rest.value);
  if constexpr (kind == XpbdKind::Volume) return element::swollen(x, rest.value[0]);
  if constexpr (kind == XpbdKind::Distort) return element::distorted(x, rest.value);
  if constexpr (kind == XpbdKind::Curve) return element::curved(x, rest.value[0]);
}

/// The two constraints of the Neo-Hookean law, from 1 / lambda V and 1 + mu / lambda: their
/// compliances are 1 / mu V and 1 / (lambda - mu) V. `yields` makes of a compliance what it is over
/// a step.
template <class T, class N, class Yields>
THEW_INLINE element::TwoConstraints<T, 4> neo_hookean(const math::Vec3<T>* x, const N* number,
                                                      Yields yields) {
  const RestNumbers<10, T> rest(number);
  using math::max;
  constexpr double kLeast = 1e-9;
  const N share = max(number[1] - N(1), N(kLeast)), other = max(N(2) - number[1], N(kLeast));
  const element::NeoHookean<T> both(x, rest.value + 1);
  return {both.strained, both.dilated, yields(number[0] / share), yields(number[0] / other)};
}

/// Where `plastic` says which constraints of a flex are torn, or null where none can be.
template <class T>
T* torn_constraints(const Model& m, const BasicData<T>& d, int flex) {
  const bool twists = m.flex_bendingadr[flex] >= 0;  // the numbers are frames
  const bool tears = m.flex_xpbdstrain[flex] > 0 && m.flex_plasticadr[flex] >= 0 && !twists;
  return tears ? d.plastic.data() + m.flex_plasticadr[flex] : nullptr;
}

}  // namespace thew::deformable
