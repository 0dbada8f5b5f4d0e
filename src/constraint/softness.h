#pragma once

// What makes a block soft: its numbers, and how far it is violated.

#include <algorithm>

#include "constraint/block.h"
#include "element/impedance.h"

namespace thew::constraint {

/// solref and solimp of blocks of a kind as they are given: of(value) makes an X of what value(id)
/// is for each.
template <class X, class T, class Of>
THEW_INLINE element::Softness<X> given_softness(const Model& m, const BasicData<T>& d,
                                                ConstraintType kind, const Of& of) {
  element::Softness<X> s = {};
  const auto load = [&](const auto& ref, const auto& imp) THEW_INLINE_LAMBDA {
    for (int k = 0; k < kNREF; ++k) {
      s.ref[k] = of([&](int id) { return param(d, ref, kNREF * id + k); });
    }
    for (int k = 0; k < kNIMP; ++k) {
      s.imp[k] = of([&](int id) { return param(d, imp, kNIMP * id + k); });
    }
  };
  const auto copy = [&](const auto& column, int n, X* to) THEW_INLINE_LAMBDA {
    for (int k = 0; k < n; ++k) to[k] = of([&](int id) { return column.row(id)[k]; });
  };
  switch (kind) {
    case ConstraintType::Equality:
      load(m.eq_solref, m.eq_solimp);
      break;
    case ConstraintType::FrictionDof:
      load(m.dof_solref, m.dof_solimp);
      break;
    case ConstraintType::LimitJoint:
      load(m.jnt_solref, m.jnt_solimp);
      break;
    case ConstraintType::FrictionTendon:
      load(m.tendon_solref_fri, m.tendon_solimp_fri);
      break;
    case ConstraintType::LimitTendon:
      load(m.tendon_solref_lim, m.tendon_solimp_lim);
      break;
    default:
      copy(d.contact.solref, kNREF, s.ref);
      copy(d.contact.solreffriction, kNREF, s.ref_friction);
      copy(d.contact.solimp, kNIMP, s.imp);
  }
  return s;
}

/// Those of one block.
template <class T>
element::Softness<T> given_softness(const Model& m, const BasicData<T>& d, const Block& block) {
  return given_softness<T>(m, d, block.kind(), [&](const auto& value) { return value(block.id); });
}

/// The violation that decides the impedance: of connects and welds the norm over their rows.
template <class T>
T violation(const BasicData<T>& d, const Block& block) {
  const T* pos = d.efc_pos.data() + block.row;
  if (block.kind() != ConstraintType::Equality || block.rows == 1) {
    return pos[0] - d.efc_margin[block.row];
  }
  T square(0);
  for (int k = 0; k < block.rows; ++k) square = math::fma(pos[k], pos[k], square);
  return math::sqrt(square) - d.efc_margin[block.row];
}

}  // namespace thew::constraint
