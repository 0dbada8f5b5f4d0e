#pragma once

// Contacts of passive flexes: springs along their normals, which integrators take into the inertia.

#include "deformable/vertices.h"
#include "model/contact_exclude.h"
#include "model/contact_side.h"

namespace thew::deformable {

/// The spring of a contact [N/m]: with the lightest vertex that takes part it oscillates at a given
/// frequency. Zero where none has a body of its own.
template <class T>
double contact_stiffness(const Model& m, const BasicData<T>& d, int contact) {
  constexpr double kFrequency2 = 5e7;  // [rad^2/s^2]
  double least = 0;
  for (int side = 0; side < 2; ++side) {
    if (d.contact.flex.row(contact)[side] < 0) continue;
    const thew::detail::Corners corners = thew::detail::contact_corners(m, d, contact, side);
    for (int i = 0; i < corners.count; ++i) {
      const int body = m.flex_vertbodyid[corners.vertex[i]];
      if (body < 0 || m.body_dofnum[body] != 3) continue;
      const double mass = math::lane(param(d, m.body_mass, body), 0);
      if (mass > 0 && (least == 0 || mass < least)) least = mass;
    }
  }
  return kFrequency2 * least;
}

/// Calls visit(contact, stiffness) for the contacts that are springs.
template <class T, class Visit>
void each_spring_contact(const Model& m, const BasicData<T>& d, Visit visit) {
  for (int i = 0; i < d.ncon; ++i) {
    if (d.contact.exclude[i] != exclude::kPassive) continue;
    const T stiffness = T(contact_stiffness(m, d, i));
    if (stiffness > T(0)) visit(i, stiffness);
  }
}

/// Pushes the sides of a contact apart.
template <class T>
void push_apart(const Model& m, const BasicData<T>& d, int contact, const T& force, T* result) {
  const math::Vec3<T> at = math::load3(d.contact.pos.row(contact));
  const math::Vec3<T> normal = math::load3(d.contact.frame.row(contact));
  for (int side = 0; side < 2; ++side) {
    each_side_body(m, d, contact, side, [&](int body, double weight) {
      push(m, d, body, at, normal * (force * T(side == 0 ? -weight : weight)), result);
    });
  }
}

}  // namespace thew::deformable
