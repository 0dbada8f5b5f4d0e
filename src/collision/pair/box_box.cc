#include "collision/pair/box_box.h"

#include "collision/pair/box_axes.h"
#include "collision/pair/clip.h"

namespace thew::collision {

namespace {

// Corners of a contact that are closer than this are one; squared, relative to the face.
constexpr double kSamePoint = 1e-14;

// A component of a direction below this has no sign.
constexpr double kNoSign = 1e-9;

constexpr double kSmallest = 1e-15;

THEW_INLINE Quad column(const Mat3<double>& m, int i) {
  static_assert(sizeof m == 9 * sizeof(double));
  const double* entry = &m.xx + i;
  return quad(entry[0], entry[3], entry[6]);
}

THEW_INLINE Vec3<double> vec3(const Quad& a) {
  return {a[0], a[1], a[2]};
}

// A face of one box, the reference, and what the other box looks like from there.
struct Face {
  const Placed<double>& box;
  int axis;            // its normal is this axis of the box
  double side;         // +1 or -1: the other box is that way along the axis
  const double* size;  // half sizes of the box
  const double* other_size;
  const double* centre;           // of the other box, in the frame of this one
  const double (*other_axes)[4];  // axes of the other box as rows, in the frame of this one
};

// The face of the other box that looks most towards this one, in the frame of the reference box but
// for the coordinate along the normal: that is the height above the reference face. Returns how far
// it reaches from the middle of the reference face.
THEW_INLINE Quad incident_face(const Face& face, Polygon& polygon) {
  const int a = face.axis;
  int k = 0;
  if (abs(face.other_axes[1][a]) > abs(face.other_axes[k][a])) k = 1;
  if (abs(face.other_axes[2][a]) > abs(face.other_axes[k][a])) k = 2;
  const double towards = face.side * face.other_axes[k][a] > 0 ? -1 : 1;
  const int u = next(k), v = previous(k);

  const Quad unit = Quad::load(kUnit[a]);
  const Quad flip = Quad(1.0) + unit * Quad(face.side - 1);
  const Quad middle =
      Quad::load(face.centre) + Quad(towards * face.other_size[k]) * Quad::load(face.other_axes[k]);
  const Quad centre = flip * middle - unit * Quad(face.size[a]);
  const Quad du = flip * (Quad(face.other_size[u]) * Quad::load(face.other_axes[u]));
  const Quad dv = flip * (Quad(face.other_size[v]) * Quad::load(face.other_axes[v]));
  polygon.count = 4;
  (centre + du + dv).store(polygon.corner[0]);
  (centre - du + dv).store(polygon.corner[1]);
  (centre - du - dv).store(polygon.corner[2]);
  (centre + du - dv).store(polygon.corner[3]);
  return abs(centre) + abs(du) + abs(dv);
}

// Corners of the polygon within the margin become contacts, halfway between the two surfaces.
int face_points(const Face& face, const Polygon& polygon, double margin, const Quad& normal,
                Point<double>* points) {
  const int a = face.axis, x = next(a), y = previous(a);
  const Quad centre = quad(face.box.pos), along_x = column(face.box.rot, x),
             along_y = column(face.box.rot, y), along_a = column(face.box.rot, a);
  const double same = kSamePoint * (face.size[x] * face.size[x] + face.size[y] * face.size[y]);
  const Vec3<double> n = vec3(normal);
  int kept[Polygon::kMost];
  int count = 0;
  for (int k = 0; k < polygon.count; ++k) {
    const double* corner = polygon.corner[k];
    if (!(corner[a] <= margin)) continue;
    bool known = false;
    for (int q = 0; q < count; ++q) {
      const double dx = polygon.corner[kept[q]][x] - corner[x];
      const double dy = polygon.corner[kept[q]][y] - corner[y];
      known |= dx * dx + dy * dy < same;
    }
    if (known) continue;
    const double height = face.side * (face.size[a] + 0.5 * corner[a]);
    const Quad pos = fma(Quad(height), along_a,
                         fma(Quad(corner[y]), along_y, fma(Quad(corner[x]), along_x, centre)));
    points[count] = {corner[a], vec3(pos), n, {0, 0, 0}};
    kept[count++] = k;
  }
  return count;
}

// Contacts of a face: the corners of the other box's face, as far as they are above this one.
int face_contact(const Face& face, double margin, double sign, Point<double>* points) {
  Polygon buffer[2];
  int current = 0;
  alignas(32) double reach[4];
  incident_face(face, buffer[0]).store(reach);
  for (const int axis : {next(face.axis), previous(face.axis)}) {
    if (reach[axis] <= face.size[axis]) continue;
    clip(buffer[current], axis, face.size[axis], buffer[1 - current]);
    current = 1 - current;
  }
  const Quad normal = Quad(sign * face.side) * column(face.box.rot, face.axis);
  return face_points(face, buffer[current], margin, normal, points);
}

// Two edges, one along axis i of a and one along b_j, in the frame of a.
struct Edges {
  Quad along_a, along_b;
  int i;
  double cosine, inverse;  // 1 / sin^2; zero if parallel
  double size_a, size_b;   // half lengths
};

// Nearest points of two edges.
struct NearestPoints {
  Quad on_a, on_b;
  double square;  // of their distance
};

// Nearest points of the edges with the given middles: parameters s and t along the lines, each
// limited to its edge.
THEW_INLINE NearestPoints nearest_points(const Edges& edges, const Quad& middle_a,
                                         const Quad& middle_b) {
  const Quad offset = middle_b - middle_a;
  const double along_a = lane(offset, edges.i), along_b = dot3(edges.along_b, offset);
  double s = (along_a - edges.cosine * along_b) * edges.inverse;
  s = clamp(s, -edges.size_a, edges.size_a);
  const double t = clamp(edges.cosine * s - along_b, -edges.size_b, edges.size_b);
  s = clamp(along_a + edges.cosine * t, -edges.size_a, edges.size_a);
  const Quad on_a = middle_a + edges.along_a * Quad(s);
  const Quad on_b = middle_b + edges.along_b * Quad(t);
  return {on_a, on_b, dot3(on_b - on_a, on_b - on_a)};
}

// What turns an edge along `unit` into the other one that reaches as far along a direction: -1 for
// a coordinate in which the direction has no sign, +1 for others.
THEW_INLINE Quad other_edge(const Quad& direction, const Quad& unit) {
  const Quad size = abs(direction) + unit + quad(0, 0, 0, 1);
  return select(size < Quad(kNoSign), Quad(-1.0), Quad(1.0));
}

// Contact between an edge of a along a_i and one of b along b_j: those that reach farthest along
// the axis and against it. Where rounding decides which edge that is, the nearest pair is taken.
int edge_contact(const Placed<double>& a, const BoxPair& pair, int i, int j, double margin,
                 Point<double>* points) {
  const Quad unit_a = Quad::load(kUnit[i]), unit_b = Quad::load(kUnit[j]);
  const Quad along_b = Quad::load(pair.rot_t[j]), b_in_a = Quad::load(pair.b_in_a);
  Quad axis = edge_direction(pair, i, j);
  if (dot3(axis, b_in_a) < 0) axis = -axis;
  const Quad axis_in_b = combine(axis, pair.rot);

  const Quad size_a = Quad::load(pair.size_a), size_b = Quad::load(pair.size_b);
  const Quad zero = 0.0, one = 1.0;
  const Quad middle_a = select(axis >= zero, size_a, -size_a) * (one - unit_a);
  const Quad middle_b = select(axis_in_b >= zero, -size_b, size_b) * (one - unit_b);
  const auto from_b = [&](const Quad& middle) { return combine(middle, pair.rot_t) + b_in_a; };

  const double cosine = pair.rot[i][j], square_sine = 1 - cosine * cosine;
  const Edges edges{
      unit_a,         along_b,       i, cosine, square_sine < kSmallest ? 0 : 1 / square_sine,
      pair.size_a[i], pair.size_b[j]};
  NearestPoints best = nearest_points(edges, middle_a, from_b(middle_b));
  const Quad other_a = other_edge(axis, unit_a), other_b = other_edge(axis_in_b, unit_b);
  if (any((other_a < zero) | (other_b < zero))) {
    const Quad more_a[3] = {middle_a, middle_a * other_a, middle_a * other_a};
    const Quad more_b[3] = {middle_b * other_b, middle_b, middle_b * other_b};
    for (int k = 0; k < 3; ++k) {
      const NearestPoints next = nearest_points(edges, more_a[k], from_b(more_b[k]));
      if (next.square < best.square) best = next;
    }
  }
  const double dist = dot3(best.on_b - best.on_a, axis);
  if (!(dist <= margin + pair.slack)) return 0;
  const Quad middle = Quad(0.5) * (best.on_a + best.on_b);
  points[0] = {dist, a.rot * vec3(middle) + a.pos, a.rot * vec3(axis), {0, 0, 0}};
  return 1;
}

}  // namespace

int box_box(const Placed<double>& a, const Placed<double>& b, double margin,
            Point<double>* points) {
  BoxPair pair;
  const BoxAxis axis = find_axis(a, b, margin, pair);
  if (axis.index == BoxAxis::kApart) return 0;
  if (axis.index >= 6) {
    const int edges = axis.index - 6;
    return edge_contact(a, pair, edges / 3, edges % 3, margin, points);
  }
  if (axis.index < 3) {
    const double side = pair.b_in_a[axis.index] >= 0 ? 1 : -1;
    const Face face{a, axis.index, side, pair.size_a, pair.size_b, pair.b_in_a, pair.rot_t};
    return face_contact(face, margin, 1, points);
  }
  const int index = axis.index - 3;
  const double side = pair.a_in_b[index] >= 0 ? 1 : -1;
  const Face face{b, index, side, pair.size_b, pair.size_a, pair.a_in_b, pair.rot};
  return face_contact(face, margin, -1, points);
}

}  // namespace thew::collision
