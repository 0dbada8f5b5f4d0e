#pragma once

// Contacts of rods whose segments have hinges for their twist. Such a segment moves as a stiff one:
// with the axis point c = (1 - w) a + w b between its ends, tangent t and length L, and the arm r
// from there to the contact, a point of its surface has the velocity
//   v = (1 - w) va + w vb + W x r,  W = t x (vb - va) / L + twist t,
// and its frame, which is carried along from the tangent s of the last step, turns besides about t
// by (t x s) . (vb - va) / (1 + t . s) L.

#include <algorithm>
#include <optional>

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

/// The segment of a rod at a side of a contact.
template <class T>
struct RodSide {
  int flex, vertex;  ///< vertex: -1 where the contact is with the segment
  deformable::RodChain rod;
  int segment, hinge;

  RodSide(const Model& m, const BasicData<T>& d, int contact, int side)
      : flex(d.contact.flex.row(contact)[side]),
        vertex(d.contact.vert.row(contact)[side]),
        rod(m, flex),
        segment(vertex >= 0 ? rod.segment_at(vertex)
                            : rod.segment_of(d.contact.elem.row(contact)[side])),
        hinge(rod.hinge(segment)) {}

  int body(int i) const { return rod.view.body(rod.end(segment, i)); }
};

/// How that segment moves.
template <class T>
struct RodMotion {
  math::Vec3<T> end[2], tangent, arm, carry;  ///< carry: (t x s) / (1 + t . s) L
  T length, place;                            ///< of the axis point, from 0 to 1

  RodMotion(const Model& m, const BasicData<T>& d, int contact, int side, const RodSide<T>& own) {
    const deformable::RodChain& rod = own.rod;
    for (int i = 0; i < 2; ++i) end[i] = vertex_at(d, rod.view, rod.end(own.segment, i));
    const math::Vec3<T> way = end[1] - end[0];
    length = norm(way);
    tangent = way * (T(1) / length);
    math::Vec3<T> at = math::load3(d.contact.pos.row(contact));
    if (own.vertex >= 0 &&
        own.hinge >= 0) {  // the contact is in the middle; this is on the surface
      const math::Vec3<T> normal = math::load3(d.contact.frame.row(contact));
      at = axpy(T(side == 0 ? -0.5 : 0.5) * d.contact.dist[contact], normal, at);
      place = T(rod.end(own.segment, 1) == own.vertex ? 1 : 0);
    } else {
      place = min(max(dot(at - end[0], tangent) / length, T(0)), T(1));
    }
    arm = at - end[0] - way * place;
    const T* kept =
        d.plastic.data() + m.flex_plasticadr[own.flex] + deformable::kFrame * own.segment;
    const math::Vec3<T> last = own.hinge < 0 ? tangent : math::load3(kept);  // zero before a step
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

/// What moves a contact of which a side or both are rods with hinges.
template <class T>
class ChainContact {
 public:
  ChainContact(const Model& m, const BasicData<T>& d, int contact)
      : m_(m), d_(d), contact_(contact) {
    for (int side = 0; side < 2; ++side) {
      if (!is_on_chain(m, d, contact, side)) {
        each_side_body(m, d, contact, side, [&](int body, double weight) {
          mover_[count_++] = {dynamics::last_dof(m, body), body, kBody, side, weight};
        });
        continue;
      }
      const RodSide<T>& rod = rod_[side].emplace(m, d, contact, side);
      for (int i = 0; i < 2; ++i) {
        mover_[count_++] = {dynamics::last_dof(m, rod.body(i)), rod.body(i), i, side, 1};
      }
      const int turned =
          rod.hinge < 0 ? dynamics::last_dof(m, rod.body(0)) : m.jnt_dofadr[rod.hinge];
      mover_[count_++] = {turned, rod.body(0), kTwist, side, 1};
    }
  }

  /// How many dofs do.
  int count_dofs() const {
    int dofs = 0;
    walk([&](int) { ++dofs; }, [](const Mover&) {});
    return dofs;
  }

  /// Calls visit(dof, motion) with what each dof does to the second side relative to the first,
  /// from the last dof to the first.
  template <class Visit>
  void each_dof(Visit visit) const {
    std::optional<RodMotion<T>> motion[2];
    for (int side = 0; side < 2; ++side) {
      if (rod_[side]) motion[side].emplace(m_, d_, contact_, side, *rod_[side]);
    }
    Motion<T> sum = {};
    walk(
        [&](int dof) {
          visit(dof, sum);
          sum = {};
        },
        [&](const Mover& one) {
          const auto& rod = motion[one.side];
          const Motion<T> part = rod ? moved(one, *rod) : moved(one);
          const T weight = T(one.side == 0 ? -one.weight : one.weight);
          sum = {axpy(weight, part.linear, sum.linear), axpy(weight, part.angular, sum.angular)};
        });
  }

 private:
  static constexpr int kBody = -1, kTwist = 2, kMostMovers = 2 * kSideBodies;
  struct Mover {
    int dof, body, end;  // end: 0 and 1 of a segment, its twist, or a body with a weight
    int side;
    double weight;
  };

  // Calls add(mover) for all that have a dof, then finish(dof).
  template <class Finish, class Add>
  void walk(Finish finish, Add add) const {
    Mover mover[kMostMovers];
    std::copy_n(mover_, count_, mover);
    while (true) {
      int next = -1;
      for (int i = 0; i < count_; ++i) next = std::max(next, mover[i].dof);
      if (next < 0) return;
      for (int i = 0; i < count_; ++i) {
        Mover& one = mover[i];
        if (one.dof != next) continue;
        add(one);
        one.dof = is_hinge(one) ? -1 : m_.dof_parentid[next];
      }
      finish(next);
    }
  }
  bool is_hinge(const Mover& one) const { return one.end == kTwist && rod_[one.side]->hinge >= 0; }

  Motion<T> moved(const Mover& one) const {
    const math::Vec3<T> pos = math::load3(d_.contact.pos.row(contact_));
    return motion(d_, one.dof, dynamics::arm_to(m_, d_, pos, one.body));
  }
  Motion<T> moved(const Mover& one, const RodMotion<T>& rod) const {
    if (one.end != kTwist) {
      const math::Vec3<T> arm = dynamics::arm_to(m_, d_, rod.end[one.end], one.body);
      return rod.by_end(one.end, motion(d_, one.dof, arm).linear);
    }
    return rod.by_twist(is_hinge(one) ? T(1) : dot(math::load3(d_.cdof.row(one.dof)), rod.tangent));
  }

  const Model& m_;
  const BasicData<T>& d_;
  int contact_;
  std::optional<RodSide<T>> rod_[2];
  Mover mover_[kMostMovers];
  int count_ = 0;
};

}  // namespace thew::constraint
