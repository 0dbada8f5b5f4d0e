#pragma once

// Separating axes of two boxes (Gottschalk, Lin and Manocha 1996): boxes are apart exactly if they
// are apart along one of 15 directions, the 6 face normals and the 9 cross products of edges. Along
// a unit direction n the gap is |n . p| - r_a - r_b, with p between the centres and
// r = sum_k size_k |n . axis_k|.

#include "element/pair/quad.h"
#include "element/shape.h"

namespace thew::element::box {

/// Two boxes, each seen from the other. Rows have a fourth entry, which is not used.
template <class S>
struct alignas(32) BoxPair {
  S rot[3][4];    ///< rot[i][j] = a_i . b_j
  S rot_t[3][4];  ///< its transpose
  S b_in_a[4];    ///< centre of b in the frame of a
  S a_in_b[4];    ///< centre of a in the frame of b
  S size_a[4];    ///< half sizes
  S size_b[4];
  S slack;  ///< how much the sums of a gap may have rounded [m]
};

/// The direction along which two boxes overlap least, or are farthest apart.
template <class S>
struct BoxAxis {
  static constexpr int kApart = -1;  ///< some gap is larger than the margin
  int index;  ///< 0-2: normal of a face of a; 3-5: of b; 6 + 3 i + j: a_i x b_j; or kApart
  S gap;      ///< negative when the boxes overlap
};

/// Unit vector along a_i x b_j in the frame of a.
template <class S>
THEW_INLINE Quad<S> edge_direction(const BoxPair<S>& pair, int i, int j) {
  const S x = pair.rot[next(i)][j], y = pair.rot[previous(i)][j];
  const Quad<S> direction = cross3(unit_quad<S>(i), Quad<S>::load(pair.rot_t[j]));
  return direction * Quad<S>(1 / sqrt(x * x + y * y));
}

// Along parallel edges the cross product is rounding, and the normals of faces cover what it would
// say. This bounds sin^2 of the angle.
template <class S>
inline constexpr S kParallel = tolerance<S>(1e-16, 1e-10);

// Rounding of a gap, relative to the sum of the half sizes. A gap this small is a contact: boxes
// that overlap by less than rounding must not fall through each other.
template <class S>
inline constexpr S kRounding = tolerance<S>(1e-13, 1e-6);

// An edge has to be better than a face by this fraction of the gap: faces give more points.
inline constexpr double kEdgeHandicap = 1e-6;

// An edge direction this close to the normal of the best face (cosine) stands for the same contact;
// the face takes it unless that costs more than this fraction of its depth.
inline constexpr double kSameDirection = 0.99;
inline constexpr double kSameDepth = 0.05;
template <class S>
inline constexpr S kSmallest = tolerance<S>(1e-15, 1e-9);  // [m]

template <class S>
inline constexpr S kFar = tolerance<S>(1e300, 1e30);

// The rows of a matrix.
template <class S>
struct Rows {
  Quad<S> x, y, z;

  explicit THEW_INLINE Rows(const Mat3<S>& m)
      : x(quad(m.xx, m.xy, m.xz)), y(quad(m.yx, m.yy, m.yz)), z(quad(m.zx, m.zy, m.zz)) {}

  // v' M: a vector in the frame of the columns.
  THEW_INLINE Quad<S> seen(const Vec3<S>& v) const { return combine(v.x, x, v.y, y, v.z, z); }
};

// The gaps along the normals of one box, lane by lane: |centre of the other| - own half size -
// reach of the other, whose axes are the given columns.
template <class S>
THEW_INLINE Quad<S> face_gaps(const Quad<S>& centre, const Quad<S>& size,
                              const Quad<S> (&column)[3], const Vec3<S>& other) {
  const Quad<S> reach =
      combine(other.x, abs(column[0]), other.y, abs(column[1]), other.z, abs(column[2]));
  return abs(centre) - size - reach;
}

// The gaps along a_i x b_j for j = 0, 1, 2. In the frame of a the direction is (0, -R_kj, R_mj)
// along the axes (i, m, k) in cyclic order; its reach into b comes from its components along the
// two other axes of b.
template <class S>
THEW_INLINE Quad<S> edge_gaps(const Quad<S>& row_m, const Quad<S>& row_k, const Quad<S>& size_b,
                              S size_m, S size_k, S centre_m, S centre_k) {
  const Quad<S> square = row_k * row_k + row_m * row_m;
  const Quad<S> scale = Quad<S>(S(1)) / sqrt(square);
  const Quad<S> m = -row_k * scale, k = row_m * scale;
  const Quad<S> reach_a = Quad<S>(size_m) * abs(m) + Quad<S>(size_k) * abs(k);
  const Quad<S> along_next = m * next_axis(row_m) + k * next_axis(row_k);
  const Quad<S> along_previous = m * previous_axis(row_m) + k * previous_axis(row_k);
  const Quad<S> reach_b =
      next_axis(size_b) * abs(along_next) + previous_axis(size_b) * abs(along_previous);
  const Quad<S> gap = abs(m * Quad<S>(centre_m) + k * Quad<S>(centre_k)) - reach_a - reach_b;
  return select(square < Quad<S>(kParallel<S>), Quad<S>(-kFar<S>), gap);
}

// Whether the edge direction stands for the same contact as the face does.
template <class S>
THEW_HD inline bool same_contact(const BoxPair<S>& pair, const BoxAxis<S>& edge,
                                 const BoxAxis<S>& face) {
  if (!(edge.gap < face.gap + S(kSameDepth) * abs(face.gap) + kSmallest<S>)) return false;
  const Quad<S> axis = edge_direction(pair, (edge.index - 6) / 3, (edge.index - 6) % 3);
  const Quad<S> normal =
      face.index < 3 ? unit_quad<S>(face.index) : Quad<S>::load(pair.rot_t[face.index - 3]);
  const S cosine = dot3(axis, normal);
  return abs(cosine) > S(kSameDirection);
}

// The first of the largest, of gaps in lanes 0-2.
template <class S>
THEW_INLINE void keep_largest(const Quad<S>& gaps, int first, BoxAxis<S>& best) {
  for (int i = 0; i < 3; ++i) {
    if (gaps[i] > best.gap) best = {first + i, gaps[i]};
  }
}

// The direction of least overlap: a face, unless an edge is clearly better.
template <class S>
THEW_HD inline BoxAxis<S> choose(const BoxPair<S>& pair, const Quad<S>& faces_a,
                                 const Quad<S>& faces_b, const Quad<S> (&edges)[3]) {
  BoxAxis<S> face{BoxAxis<S>::kApart, -kFar<S>};
  keep_largest(faces_a, 0, face);
  keep_largest(faces_b, 3, face);
  BoxAxis<S> best = face;
  for (int i = 0; i < 3; ++i) {
    const Quad<S> handicapped = edges[i] - Quad<S>(S(kEdgeHandicap)) * abs(edges[i]);
    if (none(handicapped > Quad<S>(best.gap))) continue;
    for (int j = 0; j < 3; ++j) {
      if (handicapped[j] > best.gap) best = {6 + 3 * i + j, edges[i][j]};
    }
  }
  return best.index >= 6 && same_contact(pair, best, face) ? face : best;
}

/// The relative pose of two boxes and, unless they are more than `margin` apart, the direction of
/// their contact.
template <class S>
THEW_HD inline BoxAxis<S> find_axis(const Placed<S>& a, const Placed<S>& b, S margin,
                                    BoxPair<S>& pair) {
  constexpr BoxAxis<S> kNone{BoxAxis<S>::kApart, 0};
  pair.slack = kRounding<S> * (a.size.x + a.size.y + a.size.z + b.size.x + b.size.y + b.size.z);
  const Quad<S> limit = margin + pair.slack;
  const Quad<S> size_a = quad(a.size, kFar<S>), size_b = quad(b.size, kFar<S>);
  const Rows<S> rot_a(a.rot), rot_b(b.rot);
  const Vec3<S> offset = b.pos - a.pos;

  const Quad<S> b_in_a = rot_a.seen(offset);
  const Quad<S> columns[3] = {rot_a.seen(b.rot.column_x()), rot_a.seen(b.rot.column_y()),
                              rot_a.seen(b.rot.column_z())};
  const Quad<S> faces_a = face_gaps(b_in_a, size_a, columns, b.size);
  if (any(faces_a > limit)) return kNone;

  const Quad<S> a_in_b = rot_b.seen(-offset);
  const Quad<S> rows[3] = {rot_b.seen(a.rot.column_x()), rot_b.seen(a.rot.column_y()),
                           rot_b.seen(a.rot.column_z())};
  const Quad<S> faces_b = face_gaps(a_in_b, size_b, rows, a.size);
  if (any(faces_b > limit)) return kNone;

  const Quad<S> edges[3] = {
      edge_gaps(rows[1], rows[2], size_b, a.size.y, a.size.z, b_in_a[1], b_in_a[2]),
      edge_gaps(rows[2], rows[0], size_b, a.size.z, a.size.x, b_in_a[2], b_in_a[0]),
      edge_gaps(rows[0], rows[1], size_b, a.size.x, a.size.y, b_in_a[0], b_in_a[1])};
  if (any((edges[0] > limit) | (edges[1] > limit) | (edges[2] > limit))) return kNone;

  b_in_a.store(pair.b_in_a);
  a_in_b.store(pair.a_in_b);
  size_a.store(pair.size_a);
  size_b.store(pair.size_b);
  for (int i = 0; i < 3; ++i) {
    rows[i].store(pair.rot[i]);
    columns[i].store(pair.rot_t[i]);
  }
  return choose(pair, faces_a, faces_b, edges);
}

}  // namespace thew::element::box
