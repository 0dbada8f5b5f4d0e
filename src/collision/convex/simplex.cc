#include "collision/convex/simplex.h"

#include <limits>

namespace thew::collision {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-15;

bool same_sign(double a, double b) {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

double volume(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
         a.z * (b.x * c.y - b.y * c.x);
}

// The coordinate in which a segment is longest.
double Vec3d::* longest(const Vec3d& edge) {
  const double x = math::abs(edge.x), y = math::abs(edge.y), z = math::abs(edge.z);
  if (z >= x && z >= y) return &Vec3d::z;
  return y >= x ? &Vec3d::y : &Vec3d::x;
}

// On a segment: the foot of the origin on its line, or its newer end b.
Vec3d nearest_on_segment(const Vec3d& a, const Vec3d& b, double* weight) {
  const Vec3d edge = b - a;
  const Vec3d foot = plain_axpy(-(plain_dot(b, edge) / plain_dot(edge, edge)), edge, b);
  double Vec3d::* const axis = longest(edge);
  const double length = a.*axis - b.*axis;
  const double to_b = foot.*axis - b.*axis, to_a = a.*axis - foot.*axis;
  if (same_sign(length, to_b) && same_sign(length, to_a)) {
    weight[0] = to_b / length;
    weight[1] = to_a / length;
    return foot;
  }
  weight[0] = 0;
  weight[1] = 1;
  return b;
}

// On a triangle: the foot of the origin on its plane if that is inside, weighted by the areas of
// the triangles that it makes with the sides; else on one of the sides that it is beyond.
Vec3d nearest_on_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, double* weight) {
  Vec3d foot;
  if (!foot_on_plane(a, b, c, foot)) {
    weight[2] = 0;
    return nearest_on_segment(a, b, weight);
  }
  const Axes axes = largest_shadow(a, b, c);
  const double area[3] = {shadow_area(axes, foot, b, c), shadow_area(axes, foot, c, a),
                          shadow_area(axes, foot, a, b)};
  const double total = area[0] + area[1] + area[2];
  bool inside[3];
  for (int i = 0; i < 3; ++i) inside[i] = same_sign(area[i], total);
  if (inside[0] && inside[1] && inside[2]) {
    for (int i = 0; i < 3; ++i) weight[i] = area[i] / total;
    return foot;
  }
  const Vec3d* point[3] = {&a, &b, &c};
  Vec3d nearest{};
  double best = kInfinity;
  for (int skip = 0; skip < 3; ++skip) {
    if (inside[skip]) continue;
    const int i = skip == 0 ? 1 : 0, j = skip == 2 ? 1 : 2;
    double w[2];
    const Vec3d x = nearest_on_segment(*point[i], *point[j], w);
    const double distance2 = plain_dot(x, x);
    if (distance2 < best) {
      best = distance2;
      nearest = x;
      weight[skip] = 0, weight[i] = w[0], weight[j] = w[1];
    }
  }
  return nearest;
}

// On a tetrahedron: the origin if it is inside, else on one of the faces that it is beyond.
Vec3d nearest_on_tetrahedron(const Vec3d* s, double* weight) {
  const double part[4] = {-volume(s[1], s[2], s[3]), volume(s[0], s[2], s[3]),
                          -volume(s[0], s[1], s[3]), volume(s[0], s[1], s[2])};
  const double total = part[0] + part[1] + part[2] + part[3];
  bool inside[4];
  for (int i = 0; i < 4; ++i) inside[i] = same_sign(part[i], total);
  if (inside[0] && inside[1] && inside[2] && inside[3]) {
    for (int i = 0; i < 4; ++i) weight[i] = part[i] / total;
    return {0, 0, 0};
  }
  static constexpr int kFace[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  Vec3d nearest{};
  double best = kInfinity;
  for (int skip = 0; skip < 4; ++skip) {
    if (inside[skip]) continue;
    const int* f = kFace[skip];
    double w[3] = {0, 0, 0};
    const Vec3d x = nearest_on_triangle(s[f[0]], s[f[1]], s[f[2]], w);
    const double distance2 = plain_dot(x, x);
    if (distance2 < best) {
      best = distance2;
      nearest = x;
      weight[skip] = 0;
      for (int i = 0; i < 3; ++i) weight[f[i]] = w[i];
    }
  }
  return nearest;
}

}  // namespace

// The normal is the cross product of two edges; where it is too short to trust, the next two edges
// are tried.
bool foot_on_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& foot) {
  const Vec3d ab = b - a, ac = c - a, bc = c - b;
  const Vec3d* edges[3][2] = {{&bc, &ab}, {&ab, &ac}, {&ac, &bc}};
  const Vec3d* at[3] = {&b, &a, &c};
  for (int i = 0; i < 3; ++i) {
    const Vec3d normal = math::cross(*edges[i][0], *edges[i][1]);
    const double height = plain_dot(normal, *at[i]), norm2 = plain_dot(normal, normal);
    if (norm2 == 0) return false;
    if (i == 2 || (height != 0 && norm2 > kTiny)) {
      foot = normal * (height / norm2);
      return true;
    }
  }
  return false;
}

Axes largest_shadow(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d normal = math::cross(c - b, b - a);
  const double x = math::abs(normal.x), y = math::abs(normal.y), z = math::abs(normal.z);
  if (x >= y && x >= z) return {&Vec3d::y, &Vec3d::z};
  if (y >= z) return {&Vec3d::x, &Vec3d::z};
  return {&Vec3d::x, &Vec3d::y};
}

Vec3d reduce_to_nearest(Simplex& simplex) {
  const SupportPoint* p = simplex.point;
  double weight[4] = {0, 0, 0, 0};
  Vec3d nearest = p[0].w;
  switch (simplex.count) {
    case 4: {
      const Vec3d s[4] = {p[0].w, p[1].w, p[2].w, p[3].w};
      nearest = nearest_on_tetrahedron(s, weight);
      break;
    }
    case 3:
      nearest = nearest_on_triangle(p[0].w, p[1].w, p[2].w, weight);
      break;
    case 2:
      nearest = nearest_on_segment(p[0].w, p[1].w, weight);
      break;
    default:
      weight[0] = 1;
  }
  int kept = 0;
  for (int i = 0; i < simplex.count; ++i) {
    if (weight[i] == 0) continue;
    if (kept != i) simplex.point[kept] = simplex.point[i];
    simplex.weight[kept++] = weight[i];
  }
  simplex.count = kept;
  return nearest;
}

Vec3d weighted(const Simplex& simplex, Vec3d SupportPoint::* which) {
  Vec3d sum = simplex.point[0].*which * simplex.weight[0];
  for (int i = 1; i < simplex.count; ++i) sum = sum + simplex.point[i].*which * simplex.weight[i];
  return sum;
}

}  // namespace thew::collision
