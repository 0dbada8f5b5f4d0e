#pragma once

#include "element/pair/box_axes.h"
#include "element/pair/clip.h"

namespace thew::element {

/// The most points that two boxes can give: a rectangle clipped by four lines has eight corners.
inline constexpr int kBoxBoxPoints = 8;

namespace box {

// Corners of a contact that are closer than this are one; squared, relative to the face.
template <class S>
inline constexpr S kSamePoint = tolerance<S>(1e-14, 1e-9);

// A component of a direction below this has no sign.
template <class S>
inline constexpr S kNoSign = tolerance<S>(1e-9, 1e-5);

template <class S>
THEW_INLINE Quad<S> column(const Mat3<S>& m, int i) {
  static_assert(sizeof m == 9 * sizeof(S));
  const S* entry = &m.xx + i;
  return quad(entry[0], entry[3], entry[6]);
}

template <class S>
THEW_INLINE Vec3<S> vec3(const Quad<S>& a) {
  return {a[0], a[1], a[2]};
}

// A face of one box, the reference, and what the other box looks like from there.
template <class S>
struct Face {
  const Placed<S>& box;
  int axis;       // its normal is this axis of the box
  S side;         // +1 or -1: the other box is that way along the axis
  const S* size;  // half sizes of the box
  const S* other_size;
  const S* centre;           // of the other box, in the frame of this one
  const S (*other_axes)[4];  // axes of the other box as rows, in the frame of this one
};

// The face of the other box that looks most towards this one, in the frame of the reference box but
// for the coordinate along the normal: that is the height above the reference face. Returns how far
// it reaches from the middle of the reference face.
template <class S>
THEW_INLINE Quad<S> incident_face(const Face<S>& face, Polygon<S>& polygon) {
  const int a = face.axis;
  int k = 0;
  if (abs(face.other_axes[1][a]) > abs(face.other_axes[k][a])) k = 1;
  if (abs(face.other_axes[2][a]) > abs(face.other_axes[k][a])) k = 2;
  const S towards = face.side * face.other_axes[k][a] > 0 ? -1 : 1;
  const int u = next(k), v = previous(k);

  const Quad<S> unit = unit_quad<S>(a);
  const Quad<S> flip = Quad<S>(S(1)) + unit * Quad<S>(face.side - 1);
  const Quad<S> middle = Quad<S>::load(face.centre) +
                         Quad<S>(towards * face.other_size[k]) * Quad<S>::load(face.other_axes[k]);
  const Quad<S> centre = flip * middle - unit * Quad<S>(face.size[a]);
  const Quad<S> du = flip * (Quad<S>(face.other_size[u]) * Quad<S>::load(face.other_axes[u]));
  const Quad<S> dv = flip * (Quad<S>(face.other_size[v]) * Quad<S>::load(face.other_axes[v]));
  polygon.count = 4;
  (centre + du + dv).store(polygon.corner[0]);
  (centre - du + dv).store(polygon.corner[1]);
  (centre - du - dv).store(polygon.corner[2]);
  (centre + du - dv).store(polygon.corner[3]);
  return abs(centre) + abs(du) + abs(dv);
}

// Corners of the polygon within the margin become contacts, halfway between the two surfaces.
template <class S>
THEW_HD inline int face_points(const Face<S>& face, const Polygon<S>& polygon, S margin,
                               const Quad<S>& normal, Point<S>* points) {
  const int a = face.axis, x = next(a), y = previous(a);
  const Quad<S> centre = quad(face.box.pos), along_x = column(face.box.rot, x),
                along_y = column(face.box.rot, y), along_a = column(face.box.rot, a);
  const S same = kSamePoint<S> * (face.size[x] * face.size[x] + face.size[y] * face.size[y]);
  const Vec3<S> n = vec3(normal);
  int kept[Polygon<S>::kMost];
  int count = 0;
  for (int k = 0; k < polygon.count; ++k) {
    const S* corner = polygon.corner[k];
    if (!(corner[a] <= margin)) continue;
    bool known = false;
    for (int q = 0; q < count; ++q) {
      const S dx = polygon.corner[kept[q]][x] - corner[x];
      const S dy = polygon.corner[kept[q]][y] - corner[y];
      known |= dx * dx + dy * dy < same;
    }
    if (known) continue;
    const S height = face.side * (face.size[a] + S(0.5) * corner[a]);
    const Quad<S> pos =
        fma(Quad<S>(height), along_a,
            fma(Quad<S>(corner[y]), along_y, fma(Quad<S>(corner[x]), along_x, centre)));
    points[count] = {corner[a], vec3(pos), n, {0, 0, 0}};
    kept[count++] = k;
  }
  return count;
}

// Contacts of a face: the corners of the other box's face, as far as they are above this one.
template <class S>
THEW_HD inline int face_contact(const Face<S>& face, S margin, S sign, Point<S>* points) {
  Polygon<S> buffer[2];
  int current = 0;
  alignas(32) S reach[4];
  incident_face(face, buffer[0]).store(reach);
  for (const int axis : {next(face.axis), previous(face.axis)}) {
    if (reach[axis] <= face.size[axis]) continue;
    clip(buffer[current], axis, face.size[axis], buffer[1 - current]);
    current = 1 - current;
  }
  const Quad<S> normal = Quad<S>(sign * face.side) * column(face.box.rot, face.axis);
  return face_points(face, buffer[current], margin, normal, points);
}

// Two edges, one along axis i of a and one along b_j, in the frame of a.
template <class S>
struct Edges {
  Quad<S> along_a, along_b;
  int i;
  S cosine, inverse;  // 1 / sin^2; zero if parallel
  S size_a, size_b;   // half lengths
};

// Nearest points of two edges.
template <class S>
struct NearestPoints {
  Quad<S> on_a, on_b;
  S square;  // of their distance
};

// Nearest points of the edges with the given middles: parameters s and t along the lines, each
// limited to its edge.
template <class S>
THEW_INLINE NearestPoints<S> nearest_points(const Edges<S>& edges, const Quad<S>& middle_a,
                                            const Quad<S>& middle_b) {
  const Quad<S> offset = middle_b - middle_a;
  const S along_a = lane(offset, edges.i), along_b = dot3(edges.along_b, offset);
  S s = (along_a - edges.cosine * along_b) * edges.inverse;
  s = clamp(s, -edges.size_a, edges.size_a);
  const S t = clamp(edges.cosine * s - along_b, -edges.size_b, edges.size_b);
  s = clamp(along_a + edges.cosine * t, -edges.size_a, edges.size_a);
  const Quad<S> on_a = middle_a + edges.along_a * Quad<S>(s);
  const Quad<S> on_b = middle_b + edges.along_b * Quad<S>(t);
  return {on_a, on_b, dot3(on_b - on_a, on_b - on_a)};
}

// What turns an edge along `unit` into the other one that reaches as far along a direction: -1 for
// a coordinate in which the direction has no sign, +1 for others.
template <class S>
THEW_INLINE Quad<S> other_edge(const Quad<S>& direction, const Quad<S>& unit) {
  const Quad<S> size = abs(direction) + unit + quad<S>(0, 0, 0, 1);
  return select(size < Quad<S>(kNoSign<S>), Quad<S>(S(-1)), Quad<S>(S(1)));
}

// Contact between an edge of a along a_i and one of b along b_j: those that reach farthest along
// the axis and against it. Where rounding decides which edge that is, the nearest pair is taken.
template <class S>
THEW_HD inline int edge_contact(const Placed<S>& a, const BoxPair<S>& pair, int i, int j, S margin,
                                Point<S>* points) {
  const Quad<S> unit_a = unit_quad<S>(i), unit_b = unit_quad<S>(j);
  const Quad<S> along_b = Quad<S>::load(pair.rot_t[j]), b_in_a = Quad<S>::load(pair.b_in_a);
  Quad<S> axis = edge_direction(pair, i, j);
  if (dot3(axis, b_in_a) < 0) axis = -axis;
  const Quad<S> axis_in_b = combine(axis, pair.rot);

  const Quad<S> size_a = Quad<S>::load(pair.size_a), size_b = Quad<S>::load(pair.size_b);
  const Quad<S> zero = S(0), one = S(1);
  const Quad<S> middle_a = select(axis >= zero, size_a, -size_a) * (one - unit_a);
  const Quad<S> middle_b = select(axis_in_b >= zero, -size_b, size_b) * (one - unit_b);
  const auto from_b = [&](const Quad<S>& middle) { return combine(middle, pair.rot_t) + b_in_a; };

  const S cosine = pair.rot[i][j], square_sine = 1 - cosine * cosine;
  const Edges<S> edges{
      unit_a,         along_b,       i, cosine, square_sine < kSmallest<S> ? 0 : 1 / square_sine,
      pair.size_a[i], pair.size_b[j]};
  NearestPoints<S> best = nearest_points(edges, middle_a, from_b(middle_b));
  const Quad<S> other_a = other_edge(axis, unit_a), other_b = other_edge(axis_in_b, unit_b);
  if (any((other_a < zero) | (other_b < zero))) {
    const Quad<S> more_a[3] = {middle_a, middle_a * other_a, middle_a * other_a};
    const Quad<S> more_b[3] = {middle_b * other_b, middle_b, middle_b * other_b};
    for (int k = 0; k < 3; ++k) {
      const NearestPoints<S> next = nearest_points(edges, more_a[k], from_b(more_b[k]));
      if (next.square < best.square) best = next;
    }
  }
  const S dist = dot3(best.on_b - best.on_a, axis);
  if (!(dist <= margin + pair.slack)) return 0;
  const Quad<S> middle = Quad<S>(S(0.5)) * (best.on_a + best.on_b);
  points[0] = {dist, a.rot * vec3(middle) + a.pos, a.rot * vec3(axis), {0, 0, 0}};
  return 1;
}

}  // namespace box

/// Contacts of two boxes closer than `margin`; returns how many of `points` (kBoxBoxPoints) were
/// written. Either a face of one box and the corners of the other's face within it, or one point
/// between two edges.
template <class S>
THEW_HD inline int box_box(const Placed<S>& a, const Placed<S>& b, std::type_identity_t<S> margin,
                           Point<S>* points) {
  box::BoxPair<S> pair;
  const box::BoxAxis<S> axis = box::find_axis(a, b, margin, pair);
  if (axis.index == box::BoxAxis<S>::kApart) return 0;
  if (axis.index >= 6) {
    const int edges = axis.index - 6;
    return box::edge_contact(a, pair, edges / 3, edges % 3, margin, points);
  }
  if (axis.index < 3) {
    const S side = pair.b_in_a[axis.index] >= 0 ? 1 : -1;
    const box::Face<S> face{a, axis.index, side, pair.size_a, pair.size_b, pair.b_in_a, pair.rot_t};
    return box::face_contact(face, margin, S(1), points);
  }
  const int index = axis.index - 3;
  const S side = pair.a_in_b[index] >= 0 ? 1 : -1;
  const box::Face<S> face{b, index, side, pair.size_b, pair.size_a, pair.a_in_b, pair.rot};
  return box::face_contact(face, margin, S(-1), points);
}

}  // namespace thew::element
