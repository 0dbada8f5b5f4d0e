#pragma once

// The list of contacts that a search fills.

#include <algorithm>

#include <thew/data.h>
#include <thew/workspace.h>

#include "collision/parameters.h"
#include "collision/shape.h"
#include "element/pair/frame.h"
#include "model/contact_exclude.h"
#include "model/warning.h"

namespace thew::collision {

/// Appends a contact that is between nothing yet, and returns its number.
template <class T>
int append_contact(BasicData<T>& d, const ContactParameters<T>& p, const Point<T>& point) {
  const int i = d.ncon++;
  ContactColumns<T>& c = d.contact;
  c.dist[i] = point.dist;
  store(c.pos.row(i), point.pos);
  store(c.frame.row(i), element::contact_frame(point.normal, point.tangent));
  c.includemargin[i] = p.margin;
  std::copy_n(p.friction, 5, c.friction.row(i));
  std::copy_n(p.solref, kNREF, c.solref.row(i));
  std::copy_n(p.solreffriction, kNREF, c.solreffriction.row(i));
  std::copy_n(p.solimp, kNIMP, c.solimp.row(i));
  c.adhesion[i] = p.adhesion;
  c.mu[i] = T(0);
  if constexpr (kLanes<T> == 1) std::fill_n(c.H.row(i), 36, T(0));  // lanes have none
  std::fill_n(c.surfacevel.row(i), 3, T(0));
  c.dim[i] = p.dim;
  c.geom1[i] = c.geom2[i] = -1;
  for (auto* column : {&c.geom, &c.flex, &c.elem, &c.vert}) std::fill_n(column->row(i), 2, -1);
  c.exclude[i] = exclude::kNot;
  c.efc_address[i] = -1;
  return i;
}

/// Keeps the deepest contacts where there are more than the capacity, in their order.
template <class T>
void drop_shallow(BasicData<T>& d, Workspace<T>& w) {
  const int capacity = d.contact_capacity();
  if (d.ncon <= capacity) return;
  ContactColumns<T>& c = d.contact;
  // The least over the lanes.
  const auto depth = [&](int i) {
    auto least = math::lane(c.dist[i], 0);
    for (int k = 1; k < kLanes<T>; ++k) least = std::min(least, math::lane(c.dist[i], k));
    return least;
  };
  const auto move_row = [](const auto& column, int from, int to) {
    std::copy_n(column.row(from), column.columns(), column.row(to));
  };
  double* sorted = w.contact_depth.data();
  for (int i = 0; i < d.ncon; ++i) sorted[i] = depth(i);
  std::nth_element(sorted, sorted + capacity - 1, sorted + d.ncon);
  const double limit = sorted[capacity - 1];
  int deeper = 0;
  for (int i = 0; i < d.ncon; ++i) deeper += depth(i) < limit ? 1 : 0;
  int at_limit = capacity - deeper, kept = 0;
  for (int i = 0; i < d.ncon; ++i) {
    const double dist = depth(i);
    if (dist > limit || (dist == limit && at_limit-- <= 0)) continue;
#define THEW_CONTACT(type, name, columns, domain, unit, description) move_row(c.name, i, kept);
#include <thew/fields.inc>
    ++kept;
  }
  d.ncon = kept;
  raise(d, Warning::Contactfull, capacity, math::MaskOf<T>(true));
}

/// Makes sure that the points of one more pair find room.
template <class T>
void make_room(BasicData<T>& d, Workspace<T>& w) {
  if (d.ncon + kMaxPoints > d.contact.dist.rows()) drop_shallow(d, w);
}

}  // namespace thew::collision
