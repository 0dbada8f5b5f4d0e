#include "compile/mesh/distance.h"

#include <algorithm>
#include <limits>

#include "math/functions.h"

namespace thew::compile {

namespace {

// Parts of a triangle: corner k, the edge from corner k to the next, the inside.
enum Part { kCorner = 0, kEdge = 3, kInside = 6 };

double square_distance(const Vec3& a, const Vec3& b) {
  const Vec3 d = a - b;
  return dot(d, d);
}

// The point of a triangle that is nearest to another.
struct Foot {
  double square = 0;  // of the distance
  Vec3 place = {};
  int part = 0;

  Foot(const Vec3& from, const Vec3& to, int part_of)
      : square(square_distance(from, to)), place(to), part(part_of) {}
};

// Looks at the regions of space whose nearest point is a corner, on an edge or inside, in turn
// (C. Ericson, Real-Time Collision Detection, 5.1.5).
Foot nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double ab_a = dot(ab, ap), ac_a = dot(ac, ap);
  if (ab_a <= 0 && ac_a <= 0) return {p, a, kCorner};

  const Vec3 bp = p - b;
  const double ab_b = dot(ab, bp), ac_b = dot(ac, bp);
  if (ab_b >= 0 && ac_b <= ab_b) return {p, b, kCorner + 1};

  const double weight_c = ab_a * ac_b - ab_b * ac_a;
  if (weight_c <= 0 && ab_a >= 0 && ab_b <= 0) {
    return {p, a + ab_a / (ab_a - ab_b) * ab, kEdge};
  }

  const Vec3 cp = p - c;
  const double ab_c = dot(ab, cp), ac_c = dot(ac, cp);
  if (ac_c >= 0 && ab_c <= ac_c) return {p, c, kCorner + 2};

  const double weight_b = ab_c * ac_a - ab_a * ac_c;
  if (weight_b <= 0 && ac_a >= 0 && ac_c <= 0) {
    return {p, a + ac_a / (ac_a - ac_c) * ac, kEdge + 2};
  }

  const double weight_a = ab_b * ac_c - ab_c * ac_b;
  const double from_b = ac_b - ab_b, from_c = ab_c - ac_c;
  if (weight_a <= 0 && from_b >= 0 && from_c >= 0) {
    return {p, b + from_b / (from_b + from_c) * (c - b), kEdge + 1};
  }

  const double scale = 1 / (weight_a + weight_b + weight_c);
  return {p, a + weight_b * scale * ab + weight_c * scale * ac, kInside};
}

double square_distance_to_box(const Vec3& p, const Vec6& box) {
  double square = 0;
  for (int k = 0; k < 3; ++k) {
    const double low = box[k] - box[3 + k], high = box[k] + box[3 + k];
    const double gap = p[k] < low ? low - p[k] : p[k] > high ? p[k] - high : 0;
    square += gap * gap;
  }
  return square;
}

std::uint64_t edge_key(int a, int b) {
  const auto [low, high] = std::minmax(a, b);
  return static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint32_t>(high);
}

// Not a direction for a triangle without area.
Vec3 unit(const Vec3& v) {
  const double size = std::sqrt(dot(v, v));
  return size > 0 ? 1 / size * v : Vec3{};
}

double angle(const Vec3& a, const Vec3& b) {
  return math::acos(std::clamp(dot(unit(a), unit(b)), -1.0, 1.0));
}

}  // namespace

struct MeshDistance::Nearest {
  double square = std::numeric_limits<double>::max();
  Vec3 place = {};
  int part = kInside;
  int face = -1;
};

MeshDistance::MeshDistance(std::span<const double> vertices, std::span<const int> faces,
                           std::span<const BvhNode> tree)
    : vertices_(vertices), faces_(faces), tree_(tree), vertex_normal_(vertices.size() / 3) {
  for (int f = 0; f < face_count(); ++f) {
    const std::array<Vec3, 3> t = triangle(f);
    const Vec3 n = face_normal_.emplace_back(unit(cross(t[1] - t[0], t[2] - t[0])));
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3;
      Vec3& at_corner = vertex_normal_[faces[3 * f + k]];
      Vec3& at_edge = edge_normal_[edge_key(faces[3 * f + k], faces[3 * f + next])];
      at_corner = at_corner + angle(t[next] - t[k], t[(k + 2) % 3] - t[k]) * n;
      at_edge = at_edge + n;
    }
  }
}

std::array<Vec3, 3> MeshDistance::triangle(int face) const {
  std::array<Vec3, 3> corners;
  for (int k = 0; k < 3; ++k) {
    const double* v = &vertices_[3 * faces_[3 * face + k]];
    corners[k] = {v[0], v[1], v[2]};
  }
  return corners;
}

Vec3 MeshDistance::normal(const Nearest& nearest) const {
  if (nearest.part == kInside) return face_normal_[nearest.face];
  const int* corner = &faces_[3 * nearest.face];
  if (nearest.part < kEdge) return vertex_normal_[corner[nearest.part]];
  const int k = nearest.part - kEdge;
  return edge_normal_.at(edge_key(corner[k], corner[(k + 1) % 3]));
}

// Of triangles at the same distance the first in the tree counts.
void MeshDistance::search(int node, const Vec3& point, Nearest& best) const {
  const BvhNode& here = tree_[node];
  if (square_distance_to_box(point, here.box) >= best.square) return;
  if (here.id < 0) {
    for (const int child : here.child) search(child, point, best);
    return;
  }
  const std::array<Vec3, 3> t = triangle(here.id);
  const Foot foot = nearest_on_triangle(point, t[0], t[1], t[2]);
  if (foot.square < best.square) best = {foot.square, foot.place, foot.part, here.id};
}

double MeshDistance::operator()(const Vec3& point) const {
  if (tree_.empty()) return 0;
  Nearest best;
  search(0, point, best);
  if (best.face < 0) return 0;
  const double distance = std::sqrt(best.square);
  const Vec3 n = normal(best);
  // What is level with the surface counts as inside.
  const bool outside = dot(point - best.place, n) > 1e-12 * std::sqrt(dot(n, n)) * distance;
  return outside ? distance : -distance;
}

}  // namespace thew::compile
