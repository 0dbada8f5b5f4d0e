#include "collision/convex/simplex.h"

#include <limits>

namespace thew::collision {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool same_sign(double a, double b) {
  return (a > 0 && b > 0) || (a < 0 && b < 0);
}

double volume(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return plain_dot(a, math::cross(b, c));
}

/// Nearest point of a segment: of a line, its foot from the origin; else the end b.
void nearest_on_segment(const Vec3d& a, const Vec3d& b, double* weight) {
  const Vec3d edge = b - a;
  const double length2 = plain_dot(edge, edge);
  const double to_a = plain_dot(b, edge);  // length2 times the weight of a
  const double to_b = -plain_dot(a, edge);
  const bool inside = to_a > 0 && to_b > 0;
  weight[0] = inside ? to_a / length2 : 0;
  weight[1] = inside ? to_b / length2 : 1;
}

/// The foot of the origin on the plane of a triangle; false where the triangle has no plane.
bool foot_on_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& normal, Vec3d& foot) {
  normal = math::cross(c - b, b - a);
  const double norm2 = plain_dot(normal, normal);
  if (norm2 == 0) return false;
  foot = normal * (plain_dot(normal, b) / norm2);
  return true;
}

void nearest_on_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c, double* weight) {
  Vec3d normal, foot;
  if (!foot_on_plane(a, b, c, normal, foot)) {
    nearest_on_segment(a, b, weight);
    weight[2] = 0;
    return;
  }
  // Areas of the three triangles with the foot, along the normal.
  const Vec3d fa = a - foot, fb = b - foot, fc = c - foot;
  const Vec3d minus = -normal;
  const double area[3] = {plain_dot(minus, math::cross(fb, fc)),
                          plain_dot(minus, math::cross(fc, fa)),
                          plain_dot(minus, math::cross(fa, fb))};
  if (area[0] > 0 && area[1] > 0 && area[2] > 0) {
    const double total = plain_dot(normal, normal);
    for (int i = 0; i < 3; ++i) weight[i] = area[i] / total;
    return;
  }
  const Vec3d* point[3] = {&a, &b, &c};
  double best = kInfinity;
  for (int skip = 0; skip < 3; ++skip) {
    if (area[skip] > 0) continue;
    const int i = skip == 0 ? 1 : 0, j = skip == 2 ? 1 : 2;
    double w[2];
    nearest_on_segment(*point[i], *point[j], w);
    const Vec3d x = *point[i] * w[0] + *point[j] * w[1];
    const double d = plain_dot(x, x);
    if (d < best) {
      best = d;
      weight[skip] = 0, weight[i] = w[0], weight[j] = w[1];
    }
  }
}

void nearest_on_tetrahedron(const Vec3d* s, double* weight) {
  const double part[4] = {-volume(s[1], s[2], s[3]), volume(s[0], s[2], s[3]),
                          -volume(s[0], s[1], s[3]), volume(s[0], s[1], s[2])};
  const double total = part[0] + part[1] + part[2] + part[3];
  bool inside[4];
  for (int i = 0; i < 4; ++i) inside[i] = same_sign(part[i], total);
  if (inside[0] && inside[1] && inside[2] && inside[3]) {
    for (int i = 0; i < 4; ++i) weight[i] = part[i] / total;
    return;
  }
  static constexpr int kFace[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  double best = kInfinity;
  for (int skip = 0; skip < 4; ++skip) {
    if (inside[skip]) continue;
    const int* f = kFace[skip];
    double w[3];
    nearest_on_triangle(s[f[0]], s[f[1]], s[f[2]], w);
    const Vec3d x = s[f[0]] * w[0] + s[f[1]] * w[1] + s[f[2]] * w[2];
    const double d = plain_dot(x, x);
    if (d < best) {
      best = d;
      weight[skip] = 0;
      for (int i = 0; i < 3; ++i) weight[f[i]] = w[i];
    }
  }
}

}  // namespace

void reduce_to_nearest(Simplex& simplex) {
  const SupportPoint* p = simplex.point;
  double weight[4] = {0, 0, 0, 0};
  switch (simplex.count) {
    case 4: {
      const Vec3d s[4] = {p[0].w, p[1].w, p[2].w, p[3].w};
      nearest_on_tetrahedron(s, weight);
      break;
    }
    case 3:
      nearest_on_triangle(p[0].w, p[1].w, p[2].w, weight);
      break;
    case 2:
      nearest_on_segment(p[0].w, p[1].w, weight);
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
}

Vec3d weighted(const Simplex& simplex, Vec3d SupportPoint::* which) {
  Vec3d sum = simplex.point[0].*which * simplex.weight[0];
  for (int i = 1; i < simplex.count; ++i) sum = sum + simplex.point[i].*which * simplex.weight[i];
  return sum;
}

}  // namespace thew::collision
