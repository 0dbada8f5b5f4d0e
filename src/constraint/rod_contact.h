#pragma once

// Contacts of rods whose segments have hinges for their twist. Such a segment moves as a stiff one:
// with the axis point c = (1 - w) a + w b between its ends, tangent t and length L, and the arm r
// from there to the contact, a point of its surface has the velocity
//   v = (1 - w) va + w vb + W x r,  W = t x (vb - va) / L + twist t,
// and its frame, which is carried along from the tangent s of the last step, turns besides about t
// by (t x s) . (vb - va) / (1 + t . s) L.

#include <algorithm>

#include "constraint/columns.h"
#include "deformable/rod_chain.h"
#include "model/contact_side.h"

namespace thew::constraint {

/// Whether a side of a contact is a rod with hinges.
template <class T>
bool is_on_chain(const Model& m, const BasicData<T>& d, int contact, int side) {
  const int flex = d.contact.flex.row(contact)[side];
  return flex >= 0 && deformable::is_rod(m, flex) && deformable::is_chain(m, flex);
}
template <class T>
bool is_on_chain(const Model& m, const BasicData<T>& d, int contact) {
  return m.nflex > 0 && m.nplastic > 0 &&
         (is_on_chain(m, d, contact, 0) || is_on_chain(m, d, contact, 1));
}

/// A segment of a rod at a contact.
template <class T>
struct RodSide {
  int body[2], hinge;
  math::Vec3<T> end[2], tangent, arm, carry;  ///< carry: (t x s) / (1 + t . s) L
  T length, place;                            ///< of the axis point, from 0 to 1

  RodSide(const Model& m, const BasicData<T>& d, int contact, int side) {
    const int flex = d.contact.flex.row(contact)[side];
    const deformable::RodChain rod(m, flex);
    const int vertex = d.contact.vert.row(contact)[side];
    const int segment =
        vertex >= 0 ? rod.segment_at(vertex) : rod.segment_of(d.contact.elem.row(contact)[side]);
    hinge = rod.hinge(segment);
    for (int i = 0; i < 2; ++i) {
      body[i] = rod.view.body(rod.end(segment, i));
      end[i] = vertex_at(d, rod.view, rod.end(segment, i));
    }
    const math::Vec3<T> way = end[1] - end[0];
    length = norm(way);
    tangent = way * (T(1) / length);
    math::Vec3<T> at = math::load3(d.contact.pos.row(contact));
    if (vertex >= 0 && hinge >= 0) {  // the contact is in the middle; this is on the surface
      const math::Vec3<T> normal = math::load3(d.contact.frame.row(contact));
      at = axpy(T(side == 0 ? -0.5 : 0.5) * d.contact.dist[contact], normal, at);
      place = T(rod.end(segment, 1) == vertex ? 1 : 0);
    } else {
      place = min(max(dot(at - end[0], tangent) / length, T(0)), T(1));
    }
    arm = at - end[0] - way * place;
    const T* kept = d.plastic.data() + m.flex_plasticadr[flex] + deformable::kFrame * segment;
    const math::Vec3<T> last = hinge < 0 ? tangent : math::load3(kept);  // zero before a step
    carry = cross(tangent, last) * (T(1) / (length * (T(1) + dot(tangent, last))));
  }

  /// How the surface moves where an end moves.
  Motion<T> by_end(int i, const math::Vec3<T>& v) const {
    const math::Vec3<T> apart = i == 1 ? v : -v;
    const math::Vec3<T> turn =
        cross(tangent, apart) * (T(1) / length) + tangent * dot(carry, apart);
    return {v * (i == 1 ? place : T(1) - place) + cross(turn, arm), turn};
  }
  /// Where the segment turns about itself.
  Motion<T> by_twist(const T& rate) const { return {cross(tangent, arm) * rate, tangent * rate}; }
};

/// Calls visit(dof, motion) with what each dof does to the second side relative to the first, from
/// the last dof to the first.
template <class T, class Visit>
void each_chain_contact_dof(const Model& m, const BasicData<T>& d, int contact, Visit visit) {
  struct Mover {
    int dof, body, end;  // end: 0 and 1 of the side, 2 its twist, -1 a body with a weight
    int side;
    double weight;
  };
  Mover mover[2 * kSideBodies];
  int count = 0;
  const bool chain[2] = {is_on_chain(m, d, contact, 0), is_on_chain(m, d, contact, 1)};
  const RodSide<T> rod[2] = {{m, d, contact, chain[0] ? 0 : 1}, {m, d, contact, chain[1] ? 1 : 0}};
  for (int side = 0; side < 2; ++side) {
    if (!chain[side]) {
      each_side_body(m, d, contact, side, [&](int body, double weight) {
        mover[count++] = {dynamics::last_dof(m, body), body, -1, side, weight};
      });
      continue;
    }
    const RodSide<T>& r = rod[side];
    for (int i = 0; i < 2; ++i) {
      mover[count++] = {dynamics::last_dof(m, r.body[i]), r.body[i], i, side, 1};
    }
    const int turned = r.hinge < 0 ? dynamics::last_dof(m, r.body[0]) : m.jnt_dofadr[r.hinge];
    mover[count++] = {turned, r.body[0], 2, side, 1};
  }
  const math::Vec3<T> pos = math::load3(d.contact.pos.row(contact));
  const auto moved = [&](const Mover& one, int dof) -> Motion<T> {
    const RodSide<T>& r = rod[one.side];
    if (one.end < 0) return motion(d, dof, dynamics::arm_to(m, d, pos, one.body));
    if (one.end < 2) {
      const math::Vec3<T> arm = dynamics::arm_to(m, d, r.end[one.end], one.body);
      return r.by_end(one.end, motion(d, dof, arm).linear);
    }
    return r.by_twist(r.hinge >= 0 ? T(1) : dot(math::load3(d.cdof.row(dof)), r.tangent));
  };
  while (true) {
    int next = -1;
    for (int i = 0; i < count; ++i) next = std::max(next, mover[i].dof);
    if (next < 0) return;
    Motion<T> sum = {{T(0), T(0), T(0)}, {T(0), T(0), T(0)}};
    for (int i = 0; i < count; ++i) {
      Mover& one = mover[i];
      if (one.dof != next) continue;
      const Motion<T> part = moved(one, next);
      const T weight = T(one.side == 0 ? -one.weight : one.weight);
      sum = {axpy(weight, part.linear, sum.linear), axpy(weight, part.angular, sum.angular)};
      const bool hinge = one.end == 2 && rod[one.side].hinge >= 0;
      one.dof = hinge ? -1 : m.dof_parentid[next];
    }
    visit(next, sum);
  }
}

}  // namespace thew::constraint
