#pragma once

// What rods add to the metric of linearly implicit integrators.

#include "deformable/rod.h"
#include "deformable/rod_bends.h"
#include "deformable/rod_chain.h"
#include "model/flex_sleep.h"

namespace thew::deformable {

/// A bend of a rod, or a pair of bends: points of bodies with terms of rank one over them, and the
/// hinges of two segments. As with MuJoCo, the metric does not couple points with hinges.
template <class T>
struct RodElement {
  int count = 0;
  int body[element::RodTerms<T>::kPoints];
  math::Vec3<T> x[element::RodTerms<T>::kPoints];
  element::RodTerms<T> terms;
  T damping = T(0);
  int dof[2] = {-1, -1};     ///< of the hinges, -1 where there is none
  T twist = T(0);            ///< stiffness between them
  T turn[2] = {T(0), T(0)};  ///< and of each alone, by bending

  bool has_hinges() const { return dof[0] >= 0 || dof[1] >= 0; }
  /// What a term over the points weighs in the metric.
  T weight(int term, const T& spring, const T& damper) const {
    return fma(spring, terms.spring[term], damper * damping * terms.damper[term]);
  }
  /// As with MuJoCo, the holonomy in the twist of a chain is in the metric, and not in its shift.
  bool shifts(int term) const { return twist == T(0) || term != element::kTwistTerm; }
};

/// What is to be known of the elements of rods.
enum class RodPart {
  Bodies,  ///< what moves: bodies, and which dofs the hinges are
  Hinges,  ///< and what resists the hinges
  All,     ///< and the terms over the points
};

/// Calls visit(element) for the bends of all rods, of which so much is filled in.
template <class T, class Visit>
void each_rod_element(const Model& m, const BasicData<T>& d, RodPart what, Visit visit) {
  for (int f = 0; f < m.nflex; ++f) {
    if (!is_elastic_rod(m, f) || sleep::flex_sleeps(m, d, f)) continue;
    const FlexView flex(m, f);
    RodElement<T> part;
    part.damping = T(m.flex_damping[f]);
    const auto place = [&](const int* vertex, int count) {
      part.count = count;
      for (int p = 0; p < count; ++p) {
        part.body[p] = flex.body(vertex[p]);
        part.x[p] = vertex_at(d, flex, vertex[p]);
      }
    };
    if (!is_chain(m, f)) {
      each_loose_bend(m, d, f, [&](const LooseBend<T>& bend) {
        place(bend.vertex, bend.count);
        if (what == RodPart::All) part.terms = bend.terms();
        visit(part);
      });
      continue;
    }
    const RodChain rod(m, f);
    const auto place_chain = [&](const int* vertex, int segment) {
      place(vertex, 3);
      for (int s = 0; s < 2; ++s) {
        const int hinge = rod.hinge(segment + s);
        part.dof[s] = hinge < 0 ? -1 : m.jnt_dofadr[hinge];
      }
    };
    for (int b = 0; b < rod.bends && what == RodPart::Bodies; ++b) {
      const int vertex[3] = {rod.end(b, 0), rod.end(b, 1), rod.end(b + 1, 1)};
      place_chain(vertex, b);
      visit(part);
    }
    if (what == RodPart::Bodies) continue;
    each_chain_bend(rod, d, f, [&](const ChainBend<T>& bend) {
      place_chain(bend.vertex, bend.segment);
      part.twist = T(2 * bend.k.twist);
      for (int s = 0; s < 2; ++s) {
        part.turn[s] = element::turn_stiffness_of(bend.state, bend.k, s);
      }
      if (what == RodPart::All) part.terms = element::chain_terms(bend.state, bend.k);
      visit(part);
    });
  }
}

/// Calls visit(weight, first, second) for the terms over the hinges of an element, which are
/// weight (first q0 + second q1)^2 / 2; a part that is zero has no hinge.
template <class T, class Visit>
void each_hinge_term(const RodElement<T>& e, const T& spring, const T& damper, Visit visit) {
  const T first = T(e.dof[0] >= 0 ? 1 : 0), second = T(e.dof[1] >= 0 ? 1 : 0);
  const T twist = fma(damper, e.damping, spring) * e.twist;
  const T turn[2] = {spring * e.turn[0], spring * e.turn[1]};
  if (e.has_hinges() && twist != T(0)) visit(twist, -first, second);
  if (e.dof[0] >= 0 && turn[0] != T(0)) visit(turn[0], first, T(0));
  if (e.dof[1] >= 0 && turn[1] != T(0)) visit(turn[1], T(0), second);
}

}  // namespace thew::deformable
