#pragma once

// A side of a contact is what the contact pushes: bodies, each with its weight, at the position of
// the contact; weights of a side add up to one. A geom or a vertex of a flex is one body with
// weight one. An element of a flex is the bodies of its corners, four at most, with the coordinates
// of the contact in the element as weights; of an interpolated flex it is the bodies of the nodes
// around, or of those that they follow. Whoever goes from a contact to bodies asks here, so
// that stages need not know what a contact is between.

#include <thew/data.h>

#include "element/simplex.h"
#include "math/pack.h"
#include "model/flex_grid.h"

namespace thew {

/// The body of a side that is one body, or -1 where it is several.
template <class T>
int side_body(const Model& m, const BasicData<T>& d, int contact, int side) {
  const int geom = d.contact.geom.row(contact)[side];
  if (geom >= 0) return m.geom_bodyid[geom];
  const int flex = d.contact.flex.row(contact)[side], vert = d.contact.vert.row(contact)[side];
  const bool several = vert < 0 || m.flex_interp[flex] != 0;
  return several ? -1 : m.flex_vertbodyid[m.flex_vertadr[flex] + vert];
}

/// The bodies of a contact where each side is one body.
struct ContactBodies {
  int first, second;

  int operator[](int side) const { return side == 0 ? first : second; }
};

/// -1 for a side that is several bodies.
template <class T>
ContactBodies contact_bodies(const Model& m, const BasicData<T>& d, int contact) {
  return {side_body(m, d, contact, 0), side_body(m, d, contact, 1)};
}

/// Whether a side of a contact is several bodies.
inline bool is_spread(const ContactBodies& bodies) {
  return bodies.first < 0 || bodies.second < 0;
}

/// The bodies that stand for the sides where one is asked for by name: of an element, that of its
/// first corner; of an interpolated flex, that of its first node.
template <class T>
ContactBodies named_bodies(const Model& m, const BasicData<T>& d, int contact) {
  const auto named = [&](int side) {
    const int body = side_body(m, d, contact, side);
    if (body >= 0) return body;
    const int flex = d.contact.flex.row(contact)[side];
    if (m.flex_interp[flex] != 0) return m.flex_nodebodyid[m.flex_nodeadr[flex]];
    const std::int64_t first =
        m.flex_elemdataadr[flex] +
        std::int64_t{d.contact.elem.row(contact)[side]} * (m.flex_dim[flex] + 1);
    return m.flex_vertbodyid[m.flex_vertadr[flex] + m.flex_elem[first]];
  };
  return {named(0), named(1)};
}

/// The most bodies that a side has: within a shell, the nodes of a cell follow others that are as
/// many as its corners, edges and faces have in line with them.
inline constexpr int kSideBodies = 8 + 12 * 3 + 6 * 9 + element::kCellNodes;

namespace detail {

/// The bodies of a side with their weights. Only one world has flexes.
struct SpreadSide {
  int count = 0;
  int body[kSideBodies];
  double weight[kSideBodies];

  void add(int one, double share) {
    for (int i = 0; i < count; ++i) {
      if (body[i] != one) continue;
      weight[i] += share;
      return;
    }
    body[count] = one;
    weight[count++] = share;
  }
};

/// Vertices of a flex with their weights at a contact: the corners of an element, or one alone.
struct Corners {
  int count = 0;
  int vertex[element::kSimplexCorners];
  double weight[element::kSimplexCorners];
};

template <class T>
Corners contact_corners(const Model& m, const BasicData<T>& d, int contact, int side) {
  using math::lane;
  const auto point = [](const T* x) {
    return math::Vec3<double>{lane(x[0], 0), lane(x[1], 0), lane(x[2], 0)};
  };
  const int flex = d.contact.flex.row(contact)[side], first = m.flex_vertadr[flex];
  if (const int vert = d.contact.vert.row(contact)[side]; vert >= 0) {
    return {1, {first + vert}, {1}};
  }
  Corners result;
  result.count = m.flex_dim[flex] + 1;
  const int* vertex = m.flex_elem.data() + m.flex_elemdataadr[flex] +
                      std::int64_t{d.contact.elem.row(contact)[side]} * result.count;
  math::Vec3<double> corner[element::kSimplexCorners];
  for (int i = 0; i < result.count; ++i) {
    result.vertex[i] = first + vertex[i];
    corner[i] = point(d.flexvert_xpos.row(first + vertex[i]));
  }
  element::nearest_weights(corner, result.count, point(d.contact.pos.row(contact)), result.weight);
  return result;
}

template <class T>
SpreadSide spread_side(const Model& m, const BasicData<T>& d, int contact, int side) {
  const int flex = d.contact.flex.row(contact)[side];
  const Corners corners = contact_corners(m, d, contact, side);
  SpreadSide result;
  if (m.flex_interp[flex] == 0) {
    result.count = corners.count;
    for (int i = 0; i < corners.count; ++i) {
      result.body[i] = m.flex_vertbodyid[corners.vertex[i]];
      result.weight[i] = corners.weight[i];
    }
    return result;
  }
  math::Vec3<double> place = {0, 0, 0};
  for (int i = 0; i < corners.count; ++i) {
    place = axpy(corners.weight[i], math::load3(m.flex_vert0.row(corners.vertex[i])), place);
  }
  const FlexGrid grid(m, flex);
  int node[element::kCellNodes];
  double weight[element::kCellNodes];
  grid.find(place, node, weight);
  for (int i = 0; i < grid.nodes_of_cell(); ++i) {
    grid.each_leader(node[i], [&](int leader, double share) {
      result.add(m.flex_nodebodyid[m.flex_nodeadr[flex] + leader], weight[i] * share);
    });
  }
  return result;
}

}  // namespace detail

/// Calls visit(body, weight) for the bodies of a side, 0 or 1.
template <class T, class Visit>
void each_side_body(const Model& m, const BasicData<T>& d, int contact, int side, Visit visit) {
  const int body = side_body(m, d, contact, side);
  if (body >= 0) return visit(body, 1.0);
  const detail::SpreadSide spread = detail::spread_side(m, d, contact, side);
  for (int i = 0; i < spread.count; ++i) visit(spread.body[i], spread.weight[i]);
}

}  // namespace thew
