#pragma once

// The force of a contact from those of its rows.

#include <thew/constraint.h>

#include "constraint/block.h"
#include "element/cone.h"
#include "math/mat3.h"

namespace thew::constraint {

/// A force and a torque.
template <class T>
struct Wrench {
  math::Vec3<T> force, torque;
};

/// What a contact exerts on its second geom at its position, along the axes of its frame; nothing
/// where it has no rows. Edges of a friction pyramid push along normal +- mu tangent; surfaces that
/// stick pull back along the normal.
template <class T>
Wrench<T> contact_force(const Model& m, const BasicData<T>& d, int contact) {
  T part[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
  const int row = d.contact.efc_address[contact], dim = d.contact.dim[contact];
  if (row >= 0) {
    const T* force = d.efc_force.data() + row;
    if (dim == 1 || has_elliptic_cones(m)) {
      for (int k = 0; k < dim; ++k) part[k] = force[k];
    } else {
      element::pyramid_force(d.contact.friction.row(contact), force, dim, part);
    }
    part[0] = part[0] - d.contact.adhesion[contact];
  }
  return {math::load3(part), math::load3(part + 3)};
}

}  // namespace thew::constraint
