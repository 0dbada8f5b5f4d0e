#pragma once

#include <algorithm>

#include "constraint/shared_dofs.h"
#include "deformable/xpbd.h"
#include "dynamics/jacobian.h"
#include "model/contact_side.h"

namespace thew::constraint {

/// A contact of which a side is several bodies: with w the signed weight of all bodies that a dof
/// moves, each base row is w times what it would be for one body. Bodies that one dof moves are in
/// one tree, and have one reference point. Calls visit(dof, body, w) from the last dof to the
/// first.
template <class T, class Visit>
void each_spread_dof(const Model& m, const BasicData<T>& d, int contact, Visit visit) {
  constexpr int kMost = 2 * kSideBodies;
  int body[kMost], dof[kMost], count = 0;
  double weight[kMost];
  for (int side = 0; side < 2; ++side) {
    each_side_body(m, d, contact, side, [&](int b, double w) {
      body[count] = b;
      dof[count] = dynamics::last_dof(m, b);
      weight[count++] = side == 0 ? -w : w;
    });
  }
  while (true) {
    const int next = *std::max_element(dof, dof + count);
    if (next < 0) return;
    double sum = 0;
    int one = 0;
    for (int i = 0; i < count; ++i) {
      if (dof[i] != next) continue;
      sum += weight[i];
      one = body[i];
      dof[i] = m.dof_parentid[next];
    }
    visit(next, one, sum);
  }
}

/// How many dofs move several points with masses of their own; -1 where others are among them.
inline int count_point_dofs(const Model& m, const int* body, int count) {
  int dofs = 0;
  for (int i = 0; i < count; ++i) {
    if (m.body_treeid[body[i]] < 0 || std::find(body, body + i, body[i]) != body + i) continue;
    if (!deformable::is_point(m, body[i])) return -1;
    dofs += 3;
  }
  return dofs;
}

/// How many dofs those are. Which point of an element is touched does not matter.
template <class T>
int count_spread_dofs(const Model& m, const BasicData<T>& d, int contact) {
  constexpr int kMost = 2 * element::kSimplexCorners;
  int body[kMost], count = 0, dofs = 0;
  for (int side = 0; side < 2; ++side) {
    const int flex = d.contact.flex.row(contact)[side];
    if (const int one = side_body(m, d, contact, side); one >= 0) {
      body[count++] = one;
    } else if (m.flex_interp[flex] != 0) {
      each_spread_dof(m, d, contact, [&](int, int, double) { ++dofs; });
      return dofs;
    } else {
      const int corners = m.flex_dim[flex] + 1, e = d.contact.elem.row(contact)[side];
      const int* vertex = m.flex_elem.data() + m.flex_elemdataadr[flex] + std::int64_t{e} * corners;
      for (int i = 0; i < corners; ++i) {
        body[count++] = m.flex_vertbodyid[m.flex_vertadr[flex] + vertex[i]];
      }
    }
  }
  dofs = count_point_dofs(m, body, count);
  return dofs >= 0 ? dofs : count_shared_dofs(m, body, count);
}

}  // namespace thew::constraint
