#pragma once

// What makes a block soft: its numbers, and how far it is violated.

#include <algorithm>

#include "constraint/block.h"
#include "element/impedance.h"

namespace thew::constraint {

namespace detail {

template <class T, class Ref, class Imp>
void load(const BasicData<T>& d, const Ref& ref, const Imp& imp, int i, element::Softness<T>& s) {
  for (int k = 0; k < kNREF; ++k) s.ref[k] = param(d, ref, kNREF * i + k);
  for (int k = 0; k < kNIMP; ++k) s.imp[k] = param(d, imp, kNIMP * i + k);
}

}  // namespace detail

/// solref and solimp of a block as they are given.
template <class T>
element::Softness<T> given_softness(const Model& m, const BasicData<T>& d, const Block& block) {
  element::Softness<T> s = {};
  switch (block.kind()) {
    case ConstraintType::Equality:
      detail::load(d, m.eq_solref, m.eq_solimp, block.id, s);
      break;
    case ConstraintType::FrictionDof:
      detail::load(d, m.dof_solref, m.dof_solimp, block.id, s);
      break;
    case ConstraintType::LimitJoint:
      detail::load(d, m.jnt_solref, m.jnt_solimp, block.id, s);
      break;
    case ConstraintType::FrictionTendon:
      detail::load(d, m.tendon_solref_fri, m.tendon_solimp_fri, block.id, s);
      break;
    case ConstraintType::LimitTendon:
      detail::load(d, m.tendon_solref_lim, m.tendon_solimp_lim, block.id, s);
      break;
    default:
      std::copy_n(d.contact.solref.row(block.id), kNREF, s.ref);
      std::copy_n(d.contact.solreffriction.row(block.id), kNREF, s.ref_friction);
      std::copy_n(d.contact.solimp.row(block.id), kNIMP, s.imp);
  }
  return s;
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
