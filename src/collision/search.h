#pragma once

// From poses to the pairs of geoms that may touch: boxes, sweep over bodies, pairs of geoms.

#include <thew/data.h>
#include <thew/workspace.h>

#include "math/pack.h"
#include "model/warning.h"

namespace thew::collision {

/// Two geoms to be tested, ordered by type as the table of pair functions wants them.
struct GeomPair {
  int geom1;
  int geom2;
  int pair;  ///< the explicit pair that they are, or -1
};

/// An axis-aligned box, in single precision and rounded outwards.
struct Box {
  float low[3];
  float high[3];
};

inline bool overlap(const Box& a, const Box& b) {
  return (a.low[0] <= b.high[0]) & (b.low[0] <= a.high[0]) & (a.low[1] <= b.high[1]) &
         (b.low[1] <= a.high[1]) & (a.low[2] <= b.high[2]) & (b.low[2] <= a.high[2]);
}

/// How far beyond its surface a geom can be in contact.
template <class T>
T reach(const Model& m, const BasicData<T>& d, int geom) {
  const T margin = has(m.opt.enableflags, EnableBit::Override) ? T(0.5 * m.opt.o_margin)
                                                               : param(d, m.geom_margin, geom);
  return margin + param(d, m.geom_gap, geom);
}

/// Warns where the pose of a geom is not finite; false where it is not in any lane.
template <class T>
bool flag_pose(BasicData<T>& d, int geom) {
  T sum(0);
  for (int k = 0; k < 3; ++k) sum = sum + d.geom_xpos.row(geom)[k];
  for (int k = 0; k < 9; ++k) sum = sum + d.geom_xmat.row(geom)[k];
  const math::MaskOf<T> unsound = !(sum - sum == T(0));
  if (none(unsound)) return true;
  raise(d, Warning::Badqpos, geom, unsound);
  return !all(unsound);
}

// boxes.cc
/// Boxes around all geoms, over all lanes; those of geoms that collide with nothing are empty.
template <class T>
void geom_boxes(const Model& m, BasicData<T>& d, Workspace<T>& w);

// broad.cc
/// Pairs of bodies that may touch, lower number first, in ascending order; returns how many there
/// are, of which `list` holds the first `room`.
std::int64_t body_pairs(const Model& m, const Box* geom_box, float* body_box, int* order,
                        std::int64_t* list, std::int64_t room);

// middle.cc
/// Pairs of geoms of two bodies whose boxes overlap, appended to `list`; returns its new end.
/// The explicit pairs first ... last - 1 are these bodies' and are left out. Without poses of the
/// bodies (null) their trees are not used. Pairs of fast bodies stay in the order of the bodies'
/// geoms. Adds to `lost` how many found no room.
GeomPair* geom_pairs(const Model& m, const double* xipos, const double* ximat, const Box* box,
                     int body1, int body2, int first, int last, bool fast, GeomPair* list,
                     GeomPair* end, std::int64_t& lost);

}  // namespace thew::collision
