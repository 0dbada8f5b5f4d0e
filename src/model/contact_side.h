#pragma once

// A side of a contact is what the contact pushes: bodies, each with its weight, at the position of
// the contact; weights of a side add up to one. A geom is one body with weight one. An element of
// something that deforms is the bodies of its corners, four at most, with the coordinates of the
// contact in the element as weights. Whoever goes from a contact to bodies asks here, so that
// stages need not know what a contact is between.

#include <thew/data.h>

namespace thew {

/// The bodies of a contact where each side is one body, as between geoms.
struct ContactBodies {
  int first, second;

  int operator[](int side) const { return side == 0 ? first : second; }
};

template <class T>
ContactBodies contact_bodies(const Model& m, const BasicData<T>& d, int contact) {
  const int* geom = d.contact.geom.row(contact);
  return {m.geom_bodyid[geom[0]], m.geom_bodyid[geom[1]]};
}

/// Calls visit(body, weight) for the bodies of a side, 0 or 1. Contacts are between geoms so far.
template <class T, class Visit>
void each_side_body(const Model& m, const BasicData<T>& d, int contact, int side, Visit visit) {
  visit(contact_bodies(m, d, contact)[side], 1.0);
}

}  // namespace thew
