#pragma once

// Contacts of triangles with a distance field.

#include "collision/sdf.h"
#include "collision/sdf/field.h"
#include "collision/sdf/found.h"
#include "collision/sdf/watcher.h"

namespace thew::collision {

/// The search down a tree of boxes around triangles, for points of them inside a field. Triangles
/// have: box(node), six numbers; element(node), the triangle of a leaf or -1; child(node, 0 or 1),
/// -1 for none; corner(triangle, 0 to 2); show(watcher, node), called for nodes that are visited.
template <class Triangles>
class TriangleSearch {
 public:
  /// `placed` maps the frame of the triangles to that of the field. Where the triangles of the
  /// points are asked for, each has one at most, the deepest.
  TriangleSearch(const Triangles& triangles, const Motion& placed, const Shape& field,
                 const FieldOptions& options, Point<double>* points, int* triangle = nullptr)
      : triangles_(triangles),
        placed_(placed),
        field_(field),
        options_(options),
        found_(field, points),
        triangle_(triangle) {}

  // Down the tree, the second child of a node first.
  int run() {
    int stack[kStack] = {0}, depth = 1;
    // Who watches sees all boxes, those too that are too late to count.
    while (depth > 0 && (candidates_ < kMaxPoints || field_watcher)) {
      const int node = stack[--depth];
      if (!is_near(node)) continue;
      const int before = candidates_, triangle = triangles_.element(node);
      if (triangle >= 0) search_triangle(triangle);
      if (field_watcher && (triangle < 0 || candidates_ > before)) {
        triangles_.show(*field_watcher, node);
      }
      if (triangle >= 0) continue;
      for (int i = 0; i < 2; ++i) {
        const int child = triangles_.child(node, i);
        if (child >= 0 && depth < kStack) stack[depth++] = child;
      }
    }
    return found_.count();
  }

 private:
  static constexpr double kTiny = 1e-15;
  static constexpr int kStack = 128;

  struct Triangle {
    Vec3d corner[3];
  };

  // Whether the sphere around a box reaches the surface.
  bool is_near(int node) const {
    double box[6];
    triangles_.box(node, box);
    const double radius = plain_norm(Vec3d{box[3], box[4], box[5]});
    return field_distance(field_, placed_({box[0], box[1], box[2]})) < radius;
  }

  FieldSample sample(const Vec3d& p) const {
    if (field_watcher) field_watcher->sample(true, p);
    return field_sample(field_, p);
  }

  void search_triangle(int triangle) {
    Triangle t;
    for (int i = 0; i < 3; ++i) t.corner[i] = placed_(triangles_.corner(triangle, i));
    if (!may_touch(t)) return;
    const int starts = options_.starts > 1 ? options_.starts : 1;
    Found deepest_one = {{}, 0};
    for (int i = 1; i <= starts && candidates_ < kMaxPoints; ++i) {
      double u = halton(i, 2), v = halton(i, 3);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const double w = 1 - u - v;
      Vec3d p = t.corner[0] * w + t.corner[1] * u + t.corner[2] * v;
      const double dist = deepest(t, p);
      if (!(dist < 0)) continue;
      if (triangle_ == nullptr) {
        add({p, dist}, triangle);
      } else if (dist < deepest_one.dist) {
        deepest_one = {p, dist};
      }
    }
    if (deepest_one.dist < 0) add(deepest_one, triangle);
  }

  struct Found {
    Vec3d point;
    double dist;
  };
  void add(const Found& found, int triangle) {
    ++candidates_;
    if (found_.knows(found.point)) return;
    const int before = found_.count();
    found_.add(found.point, found.dist, sample(found.point).gradient);
    if (triangle_ != nullptr && found_.count() > before) triangle_[before] = triangle;
  }

  // Frank and Wolfe's method on a triangle: towards the corner that the gradient prefers, by 2/2,
  // 2/3, 2/4... of the way.
  double deepest(const Triangle& t, Vec3d& p) const {
    for (int step = 0; step < options_.iterations; ++step) {
      const Vec3d gradient = sample(p).gradient;
      double best = 1e10;
      Vec3d towards = p;
      for (const Vec3d& corner : t.corner) {
        const double value = plain_dot(corner, gradient);
        if (value < best) {
          best = value;
          towards = corner;
        }
      }
      p = plain_axpy(2.0 / (step + 2.0), towards - p, p);
    }
    return field_distance(field_, p);
  }

  bool may_touch(const Triangle& t) const;
  bool sphere_touches(const Triangle& t, const Vec3d& tip, double distance) const;

  const Triangles& triangles_;
  Motion placed_;
  const Shape& field_;
  const FieldOptions& options_;
  FoundPoints found_;
  int* triangle_;
  int candidates_ = 0;
};

// Whether a sphere that holds the triangle reaches the surface. Far from the surface the sphere is
// the one through the corners and a fourth point off the plane.
template <class Triangles>
bool TriangleSearch<Triangles>::may_touch(const Triangle& t) const {
  constexpr double kHeight = 10, kLeast = 0.1;
  const Vec3d *c = t.corner, ab = c[1] - c[0], ac = c[2] - c[0];
  const Vec3d across = math::cross(ab, ac);
  const double norm = plain_norm(across);
  const Vec3d normal = norm < kTiny ? Vec3d{1, 0, 0} : across * (1 / norm);
  const Vec3d centroid = plain_axpy(1. / 3., c[2], plain_axpy(1. / 3., c[1], c[0] * (1. / 3.)));
  const double distance = field_distance(field_, centroid), h = -distance / kHeight;
  if (math::abs(h) >= kLeast) {
    return sphere_touches(t, plain_axpy(-h, normal, centroid), distance);
  }
  const double x = plain_norm(c[0] - c[1]), y = plain_norm(c[1] - c[2]),
               z = plain_norm(c[2] - c[0]);
  const double half = (x + y + z) / 2, square = half * (half - x) * (half - y) * (half - z);
  const double area = math::sqrt(square);
  return distance < x * y * z / (4 * (area > kTiny ? area : kTiny));
}

template <class Triangles>
bool TriangleSearch<Triangles>::sphere_touches(const Triangle& t, const Vec3d& tip,
                                               double distance) const {
  const Vec3d a = t.corner[0] - tip, b = t.corner[1] - tip, c = t.corner[2] - tip;
  const Vec3d bc = math::cross(b, c), ca = math::cross(c, a), ab = math::cross(a, b);
  const double volume = 2 * plain_dot(a, bc);
  if (math::abs(volume) < kTiny) return distance < plain_norm(t.corner[1] - t.corner[0]);
  const Vec3d sum =
      plain_axpy(plain_dot(c, c), ab, plain_axpy(plain_dot(b, b), ca, bc * plain_dot(a, a)));
  const Vec3d centre = sum * (1 / volume);
  return field_distance(field_, centre + tip) < plain_norm(centre);
}

}  // namespace thew::collision
