#pragma once

// Contacts of height fields with convex sets.

#include "element/convex/convex.h"
#include "element/height_view.h"

namespace thew::element::convex {

// The grid of a height field in its own frame. The cell between columns c and c + 1 and rows r and
// r + 1 is cut along the diagonal from (r, c) to (r + 1, c + 1), and below each triangle is a prism
// down to the base.
class Grid {
 public:
  explicit THEW_INLINE Grid(const HeightView& view)
      : view_(view),
        step_x_(2 * view.radius.x / (view.columns - 1)),
        step_y_(2 * view.radius.y / (view.rows - 1)) {}

  THEW_INLINE Vec3d vertex(int row, int column) const {
    const double height = double(view_.height[std::int64_t{row} * view_.columns + column]);
    return {step_x_ * column - view_.radius.x, step_y_ * row - view_.radius.y,
            height * view_.radius.z};
  }
  /// Horizontal and perpendicular to the diagonals, from the triangle on the left of one to that on
  /// its right.
  THEW_INLINE Vec3d across() const {
    const double norm = math::sqrt(step_x_ * step_x_ + step_y_ * step_y_);
    return {step_y_ / norm, -step_x_ / norm, 0};
  }

 private:
  const HeightView& view_;
  double step_x_, step_y_;
};

// How far a shape with its margin reaches along a direction.
struct Slab {
  Vec3d direction;
  double low, high;
};

THEW_LARGE Slab slab_of(Convex& shape, const Vec3d& direction, double margin) {
  return {direction, plain_dot(support(shape, -direction), direction) - margin,
          plain_dot(support(shape, direction), direction) + margin};
}

// The slabs of one shape along the axes of the field, and those that are only needed near it.
struct Extent {
  THEW_HD Extent(Convex& shape, double margin)
      : x(slab_of(shape, {1, 0, 0}, margin)),
        y(slab_of(shape, {0, 1, 0}, margin)),
        z(slab_of(shape, {0, 0, 1}, margin)) {}
  THEW_HD void refine(Convex& shape, const Vec3d& across_diagonals, double margin) {
    refined = true;
    across = slab_of(shape, across_diagonals, margin);
    if (shape.kind == Kind::Sphere) return;
    own[0] = slab_of(shape, shape.rot.column_x(), margin);
    own[1] = slab_of(shape, shape.rot.column_y(), margin);
    own[2] = slab_of(shape, shape.rot.column_z(), margin);
  }

  Slab x, y, z;
  bool refined = false;
  Slab across{};  ///< from triangles on the left of diagonals to those on their right
  Slab own[3]{};  ///< along the axes of the shape
};

// Whether a prism is beside a slab: its lower corners are below the upper ones by `depth`.
THEW_LARGE bool beside(const Slab& slab, const Vec3d* top, const double* depth) {
  bool below = true, above = true;
  for (int i = 0; i < 3; ++i) {
    const double upper = plain_dot(slab.direction, top[i]);
    const double lower = upper - slab.direction.z * depth[i];
    below &= upper < slab.low && lower < slab.low;
    above &= upper > slab.high && lower > slab.high;
  }
  return below || above;
}

// NaN overlaps nothing.
THEW_HD inline bool overlaps(const Extent& e, const HeightView& field) {
  const Vec3d& r = field.radius;
  return e.x.low <= r.x && e.x.high >= -r.x && e.y.low <= r.y && e.y.high >= -r.y &&
         e.z.low <= r.z && e.z.high >= -field.base;
}

// Lines of the grid, first to last, around a slab.
struct Lines {
  int first, last;
};
THEW_HD inline Lines lines_around(const Slab& slab, double radius, int count) {
  const double scale = (count - 1) / (2 * radius);
  const double first = math::floor((slab.low + radius) * scale),
               last = -math::floor(-(slab.high + radius) * scale);
  // Sizes that are no numbers give the first row.
  const auto within = [&](double x) {
    return x > 0 ? static_cast<int>(x < count - 1.0 ? x : count - 1.0) : 0;
  };
  return {within(first), within(last)};
}

// A walk along one row of cells: each new vertex makes a prism with the two before it.
class Strip {
 public:
  THEW_INLINE Strip(const Grid& grid, int row, double base) : grid_(grid), row_(row), base_(base) {}

  THEW_HD void add(int column, int upper) {
    for (int i = 0; i < 2; ++i) {
      corner_[i] = corner_[i + 1];
      corner_[3 + i] = corner_[4 + i];
    }
    corner_[5] = grid_.vertex(row_ + upper, column);
    corner_[2] = {corner_[5].x, corner_[5].y, -base_};
  }
  THEW_INLINE const Vec3d* corners() const { return corner_; }
  THEW_INLINE const Vec3d* top() const { return corner_ + 3; }

 private:
  const Grid& grid_;
  int row_;
  double base_;
  Vec3d corner_[6]{};
};

// Whether a point of the plane of a triangle is inside it, seen from above.
THEW_HD inline bool is_above(const Vec3d* triangle, const Vec3d& p) {
  bool left[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3d &from = triangle[i], &to = triangle[i == 2 ? 0 : i + 1];
    left[i] = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x) > 0;
  }
  return left[0] == left[1] && left[1] == left[2];
}

THEW_LARGE Vec3d nearest_on_edges(const Vec3d* triangle, const Vec3d& p) {
  Vec3d best{};
  double least = kInfinity;
  for (int i = 0; i < 3; ++i) {
    const Vec3d &from = triangle[i], edge = triangle[i == 2 ? 0 : i + 1] - from;
    const double along = plain_dot(p - from, edge) / plain_dot(edge, edge);
    const double clamped = along < 0 ? 0 : 1 < along ? 1 : along;
    const Vec3d on_edge = plain_axpy(clamped, edge, from), way = p - on_edge;
    const double square = plain_dot(way, way);
    if (square < least) {
      least = square;
      best = on_edge;
    }
  }
  return best;
}

// One height field and one shape.
class HeightSearch {
 public:
  THEW_HD HeightSearch(const HeightView& field, const Convex& shape, double margin,
                       const ConvexOptions& options, ConvexMemory memory)
      : field_(field),
        grid_(field),
        across_(grid_.across()),
        shape_(shape),
        margin_(margin),
        reach_(margin + shape.skin),
        extent_(shape_, reach_),
        options_(options),
        memory_(memory) {}

  THEW_HD int run(Point<double>* points) {
    if (!overlaps(extent_, field_)) return 0;
    const Lines x = lines_around(extent_.x, field_.radius.x, field_.columns);
    const Lines y = lines_around(extent_.y, field_.radius.y, field_.rows);
    int count = 0;
    for (int row = y.first; row < y.last && count < kMaxPoints; ++row) {
      count = run_row(row, x, points, count);
    }
    return count;
  }

 private:
  THEW_HD int run_row(int row, const Lines& x, Point<double>* points, int count) {
    Strip strip(grid_, row, field_.base);
    strip.add(x.first, 1);
    strip.add(x.first, 0);
    for (int column = x.first + 1; column <= x.last; ++column) {
      for (int upper = 1; upper >= 0;
           --upper) {  // the triangle on the left of the diagonal, then the other
        strip.add(column, upper);
        if (!touch(strip, upper == 1, points[count])) continue;
        if (++count == kMaxPoints) return count;
      }
    }
    return count;
  }

  // The contact of one prism.
  THEW_LARGE bool touch(const Strip& strip, bool left, Point<double>& point) {
    const Vec3d* top = strip.top();
    if (is_apart(top, left)) return false;
    const Vec3d edge = top[1] - top[0], other = top[2] - top[0];
    const Vec3d up = left ? math::cross(edge, other) : math::cross(other, edge);
    const Vec3d normal = up * (1 / plain_norm(up));
    if (plain_dot(normal, support(shape_, -normal) - top[0]) > reach_) return false;
    if (shape_.kind == Kind::Sphere && sphere_on_top(top, normal, point)) {
      return point.dist < margin_;
    }
    return convex_point(prism_of(strip.corners()), shape_, margin_, options_, memory_, point);
  }

  // Whether a plane that is known beforehand separates the shape from a prism: the level of the
  // highest corner, the wall below the diagonal, the sides of the shape's own box.
  THEW_HD bool is_apart(const Vec3d* top, bool left) {
    const double low = extent_.z.low;
    if (top[0].z < low && top[1].z < low && top[2].z < low) return true;
    if (!extent_.refined) extent_.refine(shape_, across_, reach_);
    const double wall = plain_dot(across_, top[left ? 1 : 0]);
    if (left ? extent_.across.low > wall : extent_.across.high < wall) return true;
    if (shape_.kind == Kind::Sphere) return false;
    const double depth[3] = {top[0].z + field_.base, top[1].z + field_.base,
                             top[2].z + field_.base};
    for (int i = 0; i < 3; ++i) {
      if (beside(extent_.own[i], top, depth)) return true;
    }
    return false;
  }

  // Contact of a sphere whose centre c is above the triangle, along its normal: where c is not
  // below the nearest point p of the triangle either, p is the nearest point of the whole prism,
  // since (c - p).(q - p) <= 0 for all points q of the triangle and all below them. GJK finds the
  // same, more slowly. Returns whether this is such a case.
  THEW_LARGE bool sphere_on_top(const Vec3d* top, const Vec3d& normal, Point<double>& point) const {
    const double height = plain_dot(normal, shape_.pos - top[0]), radius = shape_.size.x;
    if (!(height > options_.tolerance)) return false;
    if (is_above(top, plain_axpy(-height, normal, shape_.pos))) {
      point = {height - radius, plain_axpy(-0.5 * (radius + height), normal, shape_.pos), normal,
               Vec3d{0, 0, 0}};
      return true;
    }
    const Vec3d nearest = nearest_on_edges(top, shape_.pos), way = shape_.pos - nearest;
    if (!(way.z >= 0)) return false;
    const double distance = plain_norm(way);
    const Vec3d up = way * (1 / distance);
    point = {distance - radius, plain_axpy(-0.5 * (radius + distance), up, shape_.pos), up,
             Vec3d{0, 0, 0}};
    return true;
  }

  const HeightView& field_;
  const Grid grid_;
  const Vec3d across_;
  Convex shape_;
  double margin_;
  double reach_;  ///< the margin, from the set without its skin
  Extent extent_;
  const ConvexOptions& options_;
  ConvexMemory memory_;
};

/// Contacts of a height field with a convex set that is given in its frame, with its skin, and is
/// closer than `margin`: one for each of the prisms below the triangles of the field that it
/// reaches, row by row. Returns how many of `points` (kMaxPoints) were written.
THEW_LARGE int heightfield_contacts(const HeightView& field, const Convex& set, double margin,
                                    const ConvexOptions& options, ConvexMemory memory,
                                    Point<double>* points) {
  return HeightSearch(field, set, margin, options, memory).run(points);
}

}  // namespace thew::element::convex
