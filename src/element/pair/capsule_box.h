#pragma once

#include "element/pair/frame.h"
#include "element/pair/quad.h"
#include "element/pair/sphere.h"

namespace thew::element {

/// The most points that a capsule and a box can give.
inline constexpr int kCapsuleBoxPoints = 2;

namespace capsule_on_box {

template <class S>
inline constexpr S kSmallest = tolerance<S>(1e-15, 1e-9);
template <class S>
inline constexpr S kFar = tolerance<S>(1e300, 1e30);

// The axis of a capsule in the frame of a box: the points centre + s half, -1 <= s <= 1.
template <class S>
struct Segment {
  S centre[3], half[3];
  S axis[3];  // half / |half|
  S length;   // |half|
  S size[3];  // of the box
};

// Whether the axis is farther than `reach` from the box along some coordinate, for sure.
template <class S>
THEW_HD inline bool clear_of_box(const Segment<S>& segment, S reach) {
  constexpr S kSure = tolerance<S>(1 - 1e-9, 1 - 1e-6);
  bool clear = !(reach < kFar<S>);  // a radius without sense reaches nothing
  for (int k = 0; k < 3; ++k) {
    const S gap = abs(segment.centre[k]) - abs(segment.half[k]) - segment.size[k];
    clear |= gap * kSure > reach;
  }
  return clear;
}

// Where the axis is nearest to the box.
template <class S>
struct Nearest {
  enum Feature { kNothing, kInside, kFace, kEdge, kCorner };
  Feature feature = kNothing;
  S square = kFar<S>;   // of the distance [m^2]
  S along = 0;          // s
  int axis = 0;         // normal of the face, or direction of the edge
  unsigned corner = 0;  // bit k: on the upper side along axis k; of an edge, its lower end
  S on_edge = 0;        // -1 to 1 from the lower to the upper end
};

// Ends of the axis that are inside the box, or straight over a face.
template <class S>
THEW_HD inline void try_ends(const Segment<S>& segment, Nearest<S>& best) {
  for (const S s : {S(-1), S(1)}) {
    int outside = 0, axis = 0;
    S square = 0;
    for (int k = 0; k < 3; ++k) {
      const S beyond = abs(segment.centre[k] + s * segment.half[k]) - segment.size[k];
      if (beyond > 0) ++outside, axis = k, square = beyond * beyond;
    }
    if (outside > 1 || !(square < best.square)) continue;
    best = {outside ? Nearest<S>::kFace : Nearest<S>::kInside, square, s, axis, 0, 0};
  }
}

// What is nearest of the axis to four parallel edges of the box, one per lane.
template <class S>
struct NearestToEdges {
  Quad<S> square, along, on_edge;
  QuadMask<S> lower, upper;  // nearest to that end of the edge
};

// The edges along axis j. With x on the edge (-1 to 1, from the lower to the upper end) and s on
// the axis, the distance is least where
//   ma x + mb s = u
//   mb x + mc s = v,
// limited to |x| <= 1 and |s| <= 1, one after the other.
// Quad are (-, -), (+, -), (-, +), (+, +) along the other axes p < q.
template <int j, class S>
THEW_INLINE NearestToEdges<S> nearest_to_edges(const Segment<S>& segment, S determinant) {
  constexpr int p = j == 0 ? 1 : 0, q = j == 2 ? 1 : 2;
  const S size = segment.size[j];
  const S ma = size * size, mb = -size * segment.half[j], mc = segment.length * segment.length;
  Quad<S> to_edge[3];  // from the centre of the axis to the middle of the edge
  to_edge[j] = -segment.centre[j];
  to_edge[p] = quad<S>(-1, 1, -1, 1) * Quad<S>(segment.size[p]) - Quad<S>(segment.centre[p]);
  to_edge[q] = quad<S>(-1, -1, 1, 1) * Quad<S>(segment.size[q]) - Quad<S>(segment.centre[q]);
  const Quad<S> u = size * segment.centre[j];
  const Quad<S> v = combine(segment.half[0], to_edge[0], segment.half[1], to_edge[1],
                            segment.half[2], to_edge[2]);

  const S inverse = 1 / determinant;
  const Quad<S> one = S(1), lower_bound = S(-1), inverse_a = 1 / ma, inverse_c = 1 / mc;
  Quad<S> x = (Quad<S>(mc) * u - Quad<S>(mb) * v) * Quad<S>(inverse);
  Quad<S> s = (Quad<S>(ma) * v - Quad<S>(mb) * u) * Quad<S>(inverse);
  auto upper = x > one, lower = x < lower_bound;
  s = select(upper, (v - Quad<S>(mb)) * inverse_c, select(lower, (v + Quad<S>(mb)) * inverse_c, s));
  x = clamp(x, lower_bound, one);
  const auto past = s > one, before = s < lower_bound;
  s = clamp(s, lower_bound, one);
  x = select(past, (u - Quad<S>(mb)) * inverse_a, select(before, (u + Quad<S>(mb)) * inverse_a, x));
  // An end of the edge that was left again by this still counts as the end.
  upper = (x > one) | (upper & !(x < lower_bound));
  lower = (x < lower_bound) | (lower & !(x > one));
  x = clamp(x, lower_bound, one);

  Quad<S> square = S(0);
  for (int k = 0; k < 3; ++k) {
    const Quad<S> difference =
        to_edge[k] - Quad<S>(segment.half[k]) * s + Quad<S>(k == j ? size : S(0)) * x;
    square += difference * difference;
  }
  return {square, s, x, lower, upper};
}

// The edges of the box along axis j, with their ends.
template <int j, class S>
THEW_HD inline void try_edges(const Segment<S>& segment, Nearest<S>& best) {
  const S ma = segment.size[j] * segment.size[j];
  const S mb = segment.size[j] * segment.half[j];
  const S determinant = ma * (segment.length * segment.length) - mb * mb;
  if (abs(determinant) < kSmallest<S>) return;  // parallel: the ends of the axis decide
  const NearestToEdges<S> edges = nearest_to_edges<j>(segment, determinant);
  if (none(edges.square < Quad<S>(best.square - kSmallest<S>))) return;
  for (unsigned e = 0; e < 4; ++e) {
    const int k = static_cast<int>(e);
    if (!(edges.square[k] < best.square - kSmallest<S>)) continue;
    const unsigned below = e & ((1u << j) - 1), above = e >> j << (j + 1);
    const bool at_end = edges.lower[k] || edges.upper[k];
    best = {at_end ? Nearest<S>::kCorner : Nearest<S>::kEdge, edges.square[k], edges.along[k], j,
            below | above | (edges.upper[k] ? 1u << j : 0),   edges.on_edge[k]};
  }
}

// How far along the axis (in units of `half`) a coordinate changes by `distance`.
template <class S>
THEW_INLINE S steps(const Segment<S>& segment, int axis, S distance) {
  return distance / abs(segment.half[axis]);
}

// At a corner, when the axis runs along one of the three edges or faces there. Going along the axis
// one way enters the slab of the box along one coordinate and leaves it along the other two.
template <class S>
THEW_HD inline bool step_from_corner(const Segment<S>& segment, const Nearest<S>& first,
                                     unsigned differs, S& step) {
  if (differs == 0 || differs == 7) return false;  // straight out of the corner
  const bool single = (differs & (differs - 1)) == 0;
  const unsigned bit = single ? differs : 7 - differs;
  const S way = single ? 1 : -1;
  const int k = bit == 1 ? 0 : bit == 2 ? 1 : 2;
  if (segment.axis[k] * segment.axis[k] > 0.5) {  // along the edge
    step = way * min(steps(segment, k, 2 * segment.size[k]), 1 - way * first.along);
  } else {  // along the face, the other way
    const int p = next(k), q = previous(k);
    const S reach = min(steps(segment, p, 2 * segment.size[p]), 1 + way * first.along);
    step = -way * min(steps(segment, q, 2 * segment.size[q]), reach);
  }
  return true;
}

// Within an edge, when the axis crosses it over a face: on to the far side of that face, or to
// where the face ends along the edge.
template <class S>
THEW_HD inline bool step_from_edge(const Segment<S>& segment, const Nearest<S>& first,
                                   unsigned differs, S& step) {
  const int j = first.axis;
  differs &= ~(1u << j);
  if (differs == 0 || (differs & (differs - 1)) != 0) return false;  // only the edge is near
  int p = next(j), q = previous(j);
  if (abs(segment.axis[p]) > abs(segment.axis[q])) p = q;
  q = 3 - j - p;  // across the face
  const S way = (differs & (1u << q)) ? 1 : -1;
  const S rest = way * segment.half[j] > 0 ? 1 - first.on_edge : 1 + first.on_edge;
  const S reach = min(steps(segment, q, 2 * segment.size[q]), 1 - way * first.along);
  step = way * min(steps(segment, j, segment.size[j] * rest), reach);
  return true;
}

// Over a face: towards the other end, until the axis is no longer over the face.
template <class S>
THEW_HD inline bool step_from_face(const Segment<S>& segment, const Nearest<S>& first, S& step) {
  const S way = -first.along;
  step = 2;
  for (int k = 0; k < 3; ++k) {
    if (k == first.axis) continue;
    const S start = segment.centre[k] + first.along * segment.half[k];
    for (const S side : {segment.size[k], -segment.size[k]}) {
      const S reach = (side - start) / segment.half[k] * way;
      if (reach > 0 && reach < step) step = reach;
    }
  }
  step *= way;
  return true;
}

// The step along the axis to a second contact; false: there is none.
template <class S>
THEW_HD inline bool second_contact(const Segment<S>& segment, const Nearest<S>& first, S& step) {
  unsigned direction = 0;
  for (unsigned k = 0; k < 3; ++k) direction |= segment.half[k] > 0 ? 1u << k : 0;
  switch (first.feature) {
    case Nearest<S>::kFace:
      return step_from_face(segment, first, step);
    case Nearest<S>::kEdge:
      return step_from_edge(segment, first, direction ^ first.corner, step);
    case Nearest<S>::kCorner:
      return step_from_corner(segment, first, direction ^ first.corner, step);
    default:
      return false;
  }
}

}  // namespace capsule_on_box

/// Contacts of a capsule and a box closer than `margin`; returns how many of `points`
/// (kCapsuleBoxPoints) were written. One where the capsule's axis is nearest to the box, and one
/// where an axis that lies along a face or an edge stops being over it.
template <class S>
THEW_HD inline int capsule_box(const Placed<S>& capsule, const Placed<S>& box,
                               std::type_identity_t<S> margin, Point<S>* points) {
  using namespace capsule_on_box;
  const Vec3<S> centre = into_frame(box.rot, capsule.pos - box.pos);
  const Vec3<S> axis = into_frame(box.rot, capsule.rot.column_z());
  const Vec3<S> half = axis * capsule.size.y;
  const Segment<S> segment{{centre.x, centre.y, centre.z},
                           {half.x, half.y, half.z},
                           {axis.x, axis.y, axis.z},
                           capsule.size.y,
                           {box.size.x, box.size.y, box.size.z}};
  if (clear_of_box(segment, capsule.size.x + margin)) return 0;

  Nearest<S> first;
  try_ends(segment, first);
  try_edges<0>(segment, first);
  try_edges<1>(segment, first);
  try_edges<2>(segment, first);
  if (first.feature == Nearest<S>::kNothing) return 0;

  const auto ball = [&](S s) {
    return Placed<S>{out_of_frame(box.rot, centre + s * half) + box.pos, capsule.rot, capsule.size};
  };
  int count = sphere_box(ball(first.along), box, margin, points);
  S step;
  if (second_contact(segment, first, step))
    count += sphere_box(ball(first.along + step), box, margin, points + count);
  return count;
}

}  // namespace thew::element
