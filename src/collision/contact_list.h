#pragma once

// The list of contacts that a search fills.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <thew/data.h>
#include <thew/workspace.h>

#include "collision/parameters.h"
#include "collision/shape.h"
#include "element/pair/frame.h"
#include "model/contact_exclude.h"
#include "model/formulation.h"
#include "model/warning.h"

namespace thew::collision {

/// Frames of points that come one after another. Those of a pair mostly share their normal: a frame
/// costs two roots and two divisions, which wait for one another.
template <class T>
class PointFrames {
 public:
  const Mat3<T>& of(const Point<T>& point) {
    if (!last_ || std::memcmp(&last_->normal, &point.normal, kBytes) != 0) {
      frame_ = element::contact_frame(point.normal, point.tangent);
    }
    last_ = &point;
    return frame_;
  }

 private:
  static constexpr std::size_t kBytes = 2 * sizeof(Vec3<T>);
  static_assert(offsetof(Point<T>, tangent) == offsetof(Point<T>, normal) + sizeof(Vec3<T>));

  const Point<T>* last_ = nullptr;
  Mat3<T> frame_;
};

/// Appends a contact that is between nothing yet, and returns its number.
template <class T>
int append_contact(const Model& m, BasicData<T>& d, const ContactParameters<T>& p,
                   const Point<T>& point, const Mat3<T>& frame) {
  const int i = d.ncon++;
  ContactColumns<T>& c = d.contact;
  c.dist[i] = point.dist;
  store(c.pos.row(i), point.pos);
  store(c.frame.row(i), frame);
  c.includemargin[i] = p.margin;
  std::copy_n(p.friction, 5, c.friction.row(i));
  std::copy_n(p.solref, kNREF, c.solref.row(i));
  std::copy_n(p.solreffriction, kNREF, c.solreffriction.row(i));
  std::copy_n(p.solimp, kNIMP, c.solimp.row(i));
  c.adhesion[i] = p.adhesion;
  c.mu[i] = T(0);
  // Long, and of cones alone; lanes have none.
  const bool elliptic = m.opt.cone == static_cast<int>(Cone::Elliptic) || is_classic(m);
  if (kLanes<T> == 1 && elliptic) std::fill_n(c.H.row(i), c.H.columns(), T(0));
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
