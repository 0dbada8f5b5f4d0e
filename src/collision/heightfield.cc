#include "collision/heightfield.h"

#include <algorithm>

namespace thew::collision {
namespace {

// The grid of a height field in its own frame. The cell between columns c and c + 1 and rows r and
// r + 1 is cut along the diagonal from (r, c) to (r + 1, c + 1), and below each triangle is a prism
// down to the base.
class Grid {
 public:
  explicit Grid(const HeightView& view)
      : view_(view),
        step_x_(2 * view.radius.x / (view.columns - 1)),
        step_y_(2 * view.radius.y / (view.rows - 1)) {}

  Vec3d vertex(int row, int column) const {
    const double height = double(view_.height[std::int64_t{row} * view_.columns + column]);
    return {step_x_ * column - view_.radius.x, step_y_ * row - view_.radius.y,
            height * view_.radius.z};
  }
  /// Horizontal and perpendicular to the diagonals, from the triangle on the left of one to that on
  /// its right.
  Vec3d across() const {
    const double norm = math::sqrt(step_x_ * step_x_ + step_y_ * step_y_);
    return {step_y_ / norm, -step_x_ / norm, 0};
  }

 private:
  const HeightView& view_;
  double step_x_, step_y_;
};

// How far a shape reaches in the frame of the field.
struct Extent {
  Vec3d low, high;
  double across_low,
      across_high;  ///< from triangles on the left of diagonals to those on their right
};

Extent extent_of(Convex& shape, const Vec3d& across, double margin) {
  const auto reach = [&](const Vec3d& d) { return plain_dot(support(shape, d), d) + margin; };
  return {{-reach({-1, 0, 0}), -reach({0, -1, 0}), -reach({0, 0, -1})},
          {reach({1, 0, 0}), reach({0, 1, 0}), reach({0, 0, 1})},
          -reach(-across),
          reach(across)};
}

// NaN overlaps nothing.
bool overlaps(const Extent& e, const HeightView& field) {
  const Vec3d& r = field.radius;
  return e.low.x <= r.x && e.high.x >= -r.x && e.low.y <= r.y && e.high.y >= -r.y &&
         e.low.z <= r.z && e.high.z >= -field.base;
}

// Lines of the grid, first to last, around an interval of one coordinate.
struct Lines {
  int first, last;
};
Lines lines_around(double low, double high, double radius, int count) {
  const double scale = (count - 1) / (2 * radius);
  const double first = math::floor((low + radius) * scale),
               last = -math::floor(-(high + radius) * scale);
  return {static_cast<int>(std::clamp(first, 0.0, count - 1.0)),
          static_cast<int>(std::clamp(last, 0.0, count - 1.0))};
}

// A walk along one row of cells: each new vertex makes a prism with the two before it.
class Strip {
 public:
  Strip(const Grid& grid, int row, double base) : grid_(grid), row_(row), base_(base) {}

  void add(int column, int upper) {
    for (const int i : {0, 1, 3, 4}) corner_[i] = corner_[i + 1];
    corner_[5] = grid_.vertex(row_ + upper, column);
    corner_[2] = {corner_[5].x, corner_[5].y, -base_};
  }
  const Vec3d* corners() const { return corner_; }
  const Vec3d* top() const { return corner_ + 3; }

 private:
  const Grid& grid_;
  int row_;
  double base_;
  Vec3d corner_[6]{};
};

// One height field and one shape.
class Search {
 public:
  Search(const HeightView& field, const Convex& shape, double margin, const ConvexOptions& options,
         ConvexMemory memory)
      : field_(field),
        grid_(field),
        across_(grid_.across()),
        shape_(shape),
        margin_(margin),
        options_(options),
        memory_(memory) {}

  int run(Point<double>* points) {
    extent_ = extent_of(shape_, across_, margin_);
    if (!overlaps(extent_, field_)) return 0;
    const Lines x = lines_around(extent_.low.x, extent_.high.x, field_.radius.x, field_.columns);
    const Lines y = lines_around(extent_.low.y, extent_.high.y, field_.radius.y, field_.rows);
    int count = 0;
    for (int row = y.first; row < y.last && count < kMaxPoints; ++row) {
      count = run_row(row, x, points, count);
    }
    return count;
  }

 private:
  int run_row(int row, const Lines& x, Point<double>* points, int count) {
    Strip strip(grid_, row, field_.base);
    strip.add(x.first, 1);
    strip.add(x.first, 0);
    for (int column = x.first + 1; column <= x.last; ++column) {
      for (const int upper : {1, 0}) {  // the triangle on the left of the diagonal, then the other
        strip.add(column, upper);
        if (!may_touch(strip, upper == 1)) continue;
        if (!convex_point(prism_of(strip.corners()), shape_, margin_, options_, memory_,
                          points[count])) {
          continue;
        }
        if (++count == kMaxPoints) return count;
      }
    }
    return count;
  }

  // Whether none of the planes that are cheap to test separates the shape from a prism: the level
  // of its highest corner, the wall below the diagonal, the plane of its triangle.
  bool may_touch(const Strip& strip, bool left) {
    const Vec3d *top = strip.top(), &on_diagonal = top[left ? 1 : 0];
    if (top[0].z < extent_.low.z && top[1].z < extent_.low.z && top[2].z < extent_.low.z) {
      return false;
    }
    const double wall = plain_dot(across_, on_diagonal);
    if (left ? extent_.across_low > wall : extent_.across_high < wall) return false;
    const Vec3d edge = top[1] - top[0], other = top[2] - top[0];
    const Vec3d up = left ? math::cross(edge, other) : math::cross(other, edge);
    const Vec3d normal = up * (1 / plain_norm(up));
    return !(plain_dot(normal, support(shape_, -normal) - top[0]) > margin_);
  }

  const HeightView& field_;
  const Grid grid_;
  const Vec3d across_;
  Convex shape_;
  Extent extent_{};
  double margin_;
  const ConvexOptions& options_;
  ConvexMemory memory_;
};

Mat3d in_frame_of(const Mat3d& frame, const Mat3d& rot) {
  const Vec3d x = plain_unrotate(frame, rot.column_x()), y = plain_unrotate(frame, rot.column_y()),
              z = plain_unrotate(frame, rot.column_z());
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

}  // namespace

int heightfield_convex(const Shape& field, const Shape& other, double margin,
                       const ConvexOptions& options, ConvexMemory memory, Point<double>* points) {
  Convex shape = convex_of(other);
  shape.pos = plain_unrotate(field.at.rot, other.at.pos - field.at.pos);
  shape.rot = in_frame_of(field.at.rot, other.at.rot);
  const int count = Search(*field.height, shape, margin, options, memory).run(points);
  for (int i = 0; i < count; ++i) {
    points[i].normal = plain_rotate(field.at.rot, points[i].normal);
    points[i].pos = plain_rotate(field.at.rot, points[i].pos) + field.at.pos;
  }
  return count;
}

}  // namespace thew::collision
