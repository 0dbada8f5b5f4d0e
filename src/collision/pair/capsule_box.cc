#include "collision/pair/capsule_box.h"

#include "collision/pair/frame.h"
#include "collision/pair/quad.h"
#include "collision/pair/sphere.h"

namespace thew::collision {

namespace {

constexpr double kSmallest = 1e-15;
constexpr double kFar = 1e300;

// The axis of a capsule in the frame of a box: the points centre + s half, -1 <= s <= 1.
struct Segment {
  double centre[3], half[3];
  double axis[3];  // half / |half|
  double length;   // |half|
  double size[3];  // of the box
};

// Whether the axis is farther than `reach` from the box along some coordinate, for sure.
bool clear_of_box(const Segment& segment, double reach) {
  constexpr double kSure = 1 - 1e-9;
  bool clear = !(reach < kFar);  // a radius without sense reaches nothing
  for (int k = 0; k < 3; ++k) {
    const double gap = abs(segment.centre[k]) - abs(segment.half[k]) - segment.size[k];
    clear |= gap * kSure > reach;
  }
  return clear;
}

// Where the axis is nearest to the box.
struct Nearest {
  enum Feature { kNothing, kInside, kFace, kEdge, kCorner };
  Feature feature = kNothing;
  double square = kFar;  // of the distance [m^2]
  double along = 0;      // s
  int axis = 0;          // normal of the face, or direction of the edge
  unsigned corner = 0;   // bit k: on the upper side along axis k; of an edge, its lower end
  double on_edge = 0;    // -1 to 1 from the lower to the upper end
};

// Ends of the axis that are inside the box, or straight over a face.
void try_ends(const Segment& segment, Nearest& best) {
  for (const double s : {-1.0, 1.0}) {
    int outside = 0, axis = 0;
    double square = 0;
    for (int k = 0; k < 3; ++k) {
      const double beyond = abs(segment.centre[k] + s * segment.half[k]) - segment.size[k];
      if (beyond > 0) ++outside, axis = k, square = beyond * beyond;
    }
    if (outside > 1 || !(square < best.square)) continue;
    best = {outside ? Nearest::kFace : Nearest::kInside, square, s, axis, 0, 0};
  }
}

// What is nearest of the axis to four parallel edges of the box, one per lane.
struct NearestToEdges {
  Quad square, along, on_edge;
  MaskOf<Quad> lower, upper;  // nearest to that end of the edge
};

// The edges along axis j. With x on the edge (-1 to 1, from the lower to the upper end) and s on
// the axis, the distance is least where
//   ma x + mb s = u
//   mb x + mc s = v,
// limited to |x| <= 1 and |s| <= 1, one after the other.
// Quad are (-, -), (+, -), (-, +), (+, +) along the other axes p < q.
template <int j>
THEW_INLINE NearestToEdges nearest_to_edges(const Segment& segment, double determinant) {
  constexpr int p = j == 0 ? 1 : 0, q = j == 2 ? 1 : 2;
  const double size = segment.size[j];
  const double ma = size * size, mb = -size * segment.half[j], mc = segment.length * segment.length;
  Quad to_edge[3];  // from the centre of the axis to the middle of the edge
  to_edge[j] = -segment.centre[j];
  to_edge[p] = quad(-1, 1, -1, 1) * Quad(segment.size[p]) - Quad(segment.centre[p]);
  to_edge[q] = quad(-1, -1, 1, 1) * Quad(segment.size[q]) - Quad(segment.centre[q]);
  const Quad u = size * segment.centre[j];
  const Quad v = combine(segment.half[0], to_edge[0], segment.half[1], to_edge[1], segment.half[2],
                         to_edge[2]);

  const double inverse = 1 / determinant;
  const Quad one = 1.0, lower_bound = -1.0, inverse_a = 1 / ma, inverse_c = 1 / mc;
  Quad x = (Quad(mc) * u - Quad(mb) * v) * Quad(inverse);
  Quad s = (Quad(ma) * v - Quad(mb) * u) * Quad(inverse);
  auto upper = x > one, lower = x < lower_bound;
  s = select(upper, (v - Quad(mb)) * inverse_c, select(lower, (v + Quad(mb)) * inverse_c, s));
  x = clamp(x, lower_bound, one);
  const auto past = s > one, before = s < lower_bound;
  s = clamp(s, lower_bound, one);
  x = select(past, (u - Quad(mb)) * inverse_a, select(before, (u + Quad(mb)) * inverse_a, x));
  // An end of the edge that was left again by this still counts as the end.
  upper = (x > one) | (upper & !(x < lower_bound));
  lower = (x < lower_bound) | (lower & !(x > one));
  x = clamp(x, lower_bound, one);

  Quad square = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Quad difference = to_edge[k] - Quad(segment.half[k]) * s + Quad(kUnit[j][k] * size) * x;
    square += difference * difference;
  }
  return {square, s, x, lower, upper};
}

// The edges of the box along axis j, with their ends.
template <int j>
void try_edges(const Segment& segment, Nearest& best) {
  const double ma = segment.size[j] * segment.size[j];
  const double mb = segment.size[j] * segment.half[j];
  const double determinant = ma * (segment.length * segment.length) - mb * mb;
  if (abs(determinant) < kSmallest) return;  // parallel: the ends of the axis decide
  const NearestToEdges edges = nearest_to_edges<j>(segment, determinant);
  if (none(edges.square < Quad(best.square - kSmallest))) return;
  for (unsigned e = 0; e < 4; ++e) {
    const int k = static_cast<int>(e);
    if (!(edges.square[k] < best.square - kSmallest)) continue;
    const unsigned below = e & ((1u << j) - 1), above = e >> j << (j + 1);
    const bool at_end = edges.lower[k] || edges.upper[k];
    best = {at_end ? Nearest::kCorner : Nearest::kEdge,     edges.square[k], edges.along[k], j,
            below | above | (edges.upper[k] ? 1u << j : 0), edges.on_edge[k]};
  }
}

// How far along the axis (in units of `half`) a coordinate changes by `distance`.
THEW_INLINE double steps(const Segment& segment, int axis, double distance) {
  return distance / abs(segment.half[axis]);
}

// At a corner, when the axis runs along one of the three edges or faces there. Going along the axis
// one way enters the slab of the box along one coordinate and leaves it along the other two.
bool step_from_corner(const Segment& segment, const Nearest& first, unsigned differs,
                      double& step) {
  if (differs == 0 || differs == 7) return false;  // straight out of the corner
  const bool single = (differs & (differs - 1)) == 0;
  const unsigned bit = single ? differs : 7 - differs;
  const double way = single ? 1 : -1;
  const int k = bit == 1 ? 0 : bit == 2 ? 1 : 2;
  if (segment.axis[k] * segment.axis[k] > 0.5) {  // along the edge
    step = way * min(steps(segment, k, 2 * segment.size[k]), 1 - way * first.along);
  } else {  // along the face, the other way
    const int p = next(k), q = previous(k);
    const double reach = min(steps(segment, p, 2 * segment.size[p]), 1 + way * first.along);
    step = -way * min(steps(segment, q, 2 * segment.size[q]), reach);
  }
  return true;
}

// Within an edge, when the axis crosses it over a face: on to the far side of that face, or to
// where the face ends along the edge.
bool step_from_edge(const Segment& segment, const Nearest& first, unsigned differs, double& step) {
  const int j = first.axis;
  differs &= ~(1u << j);
  if (differs == 0 || (differs & (differs - 1)) != 0) return false;  // only the edge is near
  int p = next(j), q = previous(j);
  if (abs(segment.axis[p]) > abs(segment.axis[q])) p = q;
  q = 3 - j - p;  // across the face
  const double way = (differs & (1u << q)) ? 1 : -1;
  const double rest = way * segment.half[j] > 0 ? 1 - first.on_edge : 1 + first.on_edge;
  const double reach = min(steps(segment, q, 2 * segment.size[q]), 1 - way * first.along);
  step = way * min(steps(segment, j, segment.size[j] * rest), reach);
  return true;
}

// Over a face: towards the other end, until the axis is no longer over the face.
bool step_from_face(const Segment& segment, const Nearest& first, double& step) {
  const double way = -first.along;
  step = 2;
  for (int k = 0; k < 3; ++k) {
    if (k == first.axis) continue;
    const double start = segment.centre[k] + first.along * segment.half[k];
    for (const double side : {segment.size[k], -segment.size[k]}) {
      const double reach = (side - start) / segment.half[k] * way;
      if (reach > 0 && reach < step) step = reach;
    }
  }
  step *= way;
  return true;
}

// The step along the axis to a second contact; false: there is none.
bool second_contact(const Segment& segment, const Nearest& first, double& step) {
  unsigned direction = 0;
  for (unsigned k = 0; k < 3; ++k) direction |= segment.half[k] > 0 ? 1u << k : 0;
  switch (first.feature) {
    case Nearest::kFace:
      return step_from_face(segment, first, step);
    case Nearest::kEdge:
      return step_from_edge(segment, first, direction ^ first.corner, step);
    case Nearest::kCorner:
      return step_from_corner(segment, first, direction ^ first.corner, step);
    default:
      return false;
  }
}

}  // namespace

int capsule_box(const Placed<double>& capsule, const Placed<double>& box, double margin,
                Point<double>* points) {
  const Vec3<double> centre = into_frame(box.rot, capsule.pos - box.pos);
  const Vec3<double> axis = into_frame(box.rot, capsule.rot.column_z());
  const Vec3<double> half = axis * capsule.size.y;
  const Segment segment{{centre.x, centre.y, centre.z},
                        {half.x, half.y, half.z},
                        {axis.x, axis.y, axis.z},
                        capsule.size.y,
                        {box.size.x, box.size.y, box.size.z}};
  if (clear_of_box(segment, capsule.size.x + margin)) return 0;

  Nearest first;
  try_ends(segment, first);
  try_edges<0>(segment, first);
  try_edges<1>(segment, first);
  try_edges<2>(segment, first);
  if (first.feature == Nearest::kNothing) return 0;

  const auto ball = [&](double s) {
    return Placed<double>{out_of_frame(box.rot, centre + s * half) + box.pos, capsule.rot,
                          capsule.size};
  };
  int count = sphere_box(ball(first.along), box, margin, points);
  double step;
  if (second_contact(segment, first, step))
    count += sphere_box(ball(first.along + step), box, margin, points + count);
  return count;
}

}  // namespace thew::collision
