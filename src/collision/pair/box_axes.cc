#include "collision/pair/box_axes.h"

namespace thew::collision {

namespace {

// Along parallel edges the cross product is rounding, and the normals of faces cover what it would
// say. This bounds sin^2 of the angle.
constexpr double kParallel = 1e-16;

// Rounding of a gap, relative to the sum of the half sizes. A gap this small is a contact: boxes
// that overlap by less than rounding must not fall through each other.
constexpr double kRounding = 1e-13;

// An edge has to be better than a face by this fraction of the gap: faces give more points.
constexpr double kEdgeHandicap = 1e-6;

// An edge direction this close to the normal of the best face (cosine) stands for the same contact;
// the face takes it unless that costs more than this fraction of its depth.
constexpr double kSameDirection = 0.99;
constexpr double kSameDepth = 0.05;
constexpr double kSmallest = 1e-15;  // [m]

constexpr double kFar = 1e300;

// The rows of a matrix.
struct Rows {
  Quad x, y, z;

  explicit Rows(const Mat3<double>& m)
      : x(quad(m.xx, m.xy, m.xz)), y(quad(m.yx, m.yy, m.yz)), z(quad(m.zx, m.zy, m.zz)) {}

  // v' M: a vector in the frame of the columns.
  THEW_INLINE Quad seen(const Vec3<double>& v) const { return combine(v.x, x, v.y, y, v.z, z); }
};

// The gaps along the normals of one box, lane by lane: |centre of the other| - own half size -
// reach of the other, whose axes are the given columns.
THEW_INLINE Quad face_gaps(const Quad& centre, const Quad& size, const Quad (&column)[3],
                           const Vec3<double>& other) {
  const Quad reach =
      combine(other.x, abs(column[0]), other.y, abs(column[1]), other.z, abs(column[2]));
  return abs(centre) - size - reach;
}

// The gaps along a_i x b_j for j = 0, 1, 2. In the frame of a the direction is (0, -R_kj, R_mj)
// along the axes (i, m, k) in cyclic order; its reach into b comes from its components along the
// two other axes of b.
THEW_INLINE Quad edge_gaps(const Quad& row_m, const Quad& row_k, const Quad& size_b, double size_m,
                           double size_k, double centre_m, double centre_k) {
  const Quad square = row_k * row_k + row_m * row_m;
  const Quad scale = Quad(1.0) / sqrt(square);
  const Quad m = -row_k * scale, k = row_m * scale;
  const Quad reach_a = Quad(size_m) * abs(m) + Quad(size_k) * abs(k);
  const Quad along_next = m * next_axis(row_m) + k * next_axis(row_k);
  const Quad along_previous = m * previous_axis(row_m) + k * previous_axis(row_k);
  const Quad reach_b =
      next_axis(size_b) * abs(along_next) + previous_axis(size_b) * abs(along_previous);
  const Quad gap = abs(m * Quad(centre_m) + k * Quad(centre_k)) - reach_a - reach_b;
  return select(square < Quad(kParallel), Quad(-kFar), gap);
}

// Whether the edge direction stands for the same contact as the face does.
bool same_contact(const BoxPair& pair, const BoxAxis& edge, const BoxAxis& face) {
  if (!(edge.gap < face.gap + kSameDepth * abs(face.gap) + kSmallest)) return false;
  const Quad axis = edge_direction(pair, (edge.index - 6) / 3, (edge.index - 6) % 3);
  const Quad normal = Quad::load(face.index < 3 ? kUnit[face.index] : pair.rot_t[face.index - 3]);
  const double cosine = dot3(axis, normal);
  return abs(cosine) > kSameDirection;
}

// The first of the largest, of gaps in lanes 0-2.
THEW_INLINE void keep_largest(const Quad& gaps, int first, BoxAxis& best) {
  for (int i = 0; i < 3; ++i) {
    if (gaps[i] > best.gap) best = {first + i, gaps[i]};
  }
}

// The direction of least overlap: a face, unless an edge is clearly better.
BoxAxis choose(const BoxPair& pair, const Quad& faces_a, const Quad& faces_b,
               const Quad (&edges)[3]) {
  BoxAxis face{BoxAxis::kApart, -kFar};
  keep_largest(faces_a, 0, face);
  keep_largest(faces_b, 3, face);
  BoxAxis best = face;
  for (int i = 0; i < 3; ++i) {
    const Quad handicapped = edges[i] - Quad(kEdgeHandicap) * abs(edges[i]);
    if (none(handicapped > Quad(best.gap))) continue;
    for (int j = 0; j < 3; ++j) {
      if (handicapped[j] > best.gap) best = {6 + 3 * i + j, edges[i][j]};
    }
  }
  return best.index >= 6 && same_contact(pair, best, face) ? face : best;
}

}  // namespace

BoxAxis find_axis(const Placed<double>& a, const Placed<double>& b, double margin, BoxPair& pair) {
  constexpr BoxAxis kNone{BoxAxis::kApart, 0};
  pair.slack = kRounding * (a.size.x + a.size.y + a.size.z + b.size.x + b.size.y + b.size.z);
  const Quad limit = margin + pair.slack;
  const Quad size_a = quad(a.size, kFar), size_b = quad(b.size, kFar);
  const Rows rot_a(a.rot), rot_b(b.rot);
  const Vec3<double> offset = b.pos - a.pos;

  const Quad b_in_a = rot_a.seen(offset);
  const Quad columns[3] = {rot_a.seen(b.rot.column_x()), rot_a.seen(b.rot.column_y()),
                           rot_a.seen(b.rot.column_z())};
  const Quad faces_a = face_gaps(b_in_a, size_a, columns, b.size);
  if (any(faces_a > limit)) return kNone;

  const Quad a_in_b = rot_b.seen(-offset);
  const Quad rows[3] = {rot_b.seen(a.rot.column_x()), rot_b.seen(a.rot.column_y()),
                        rot_b.seen(a.rot.column_z())};
  const Quad faces_b = face_gaps(a_in_b, size_b, rows, a.size);
  if (any(faces_b > limit)) return kNone;

  const Quad edges[3] = {
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

}  // namespace thew::collision
