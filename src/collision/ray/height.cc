#include <limits>

#include "collision/ray/hit.h"
#include "collision/ray/surface.h"
#include "collision/ray/triangle.h"

namespace thew::collision {

using namespace math;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A ray over the grid: cells are unit squares, columns along x and rows along y.
class Grid {
 public:
  Grid(const HeightView& field, const Ray<double>& local)
      : field_(field),
        ray_(local),
        triangles_(local),
        dx_(2 * field.radius.x / (field.columns - 1)),
        dy_(2 * field.radius.y / (field.rows - 1)) {}

  // The first triangle met between x = from and x = to.
  Hit<double> hit(double from, double to) const {
    Hit<double> best;
    const double y0 = row_at(from), y1 = row_at(to);
    const int first = cell(min(y0, y1), field_.rows, -1), last = cell(max(y0, y1), field_.rows, 1);
    // Rows in the order in which the ray meets them.
    const int step = y1 >= y0 ? 1 : -1;
    for (int n = 0; n <= last - first; ++n) {
      const int row = step > 0 ? first + n : last - n;
      double enter = from, leave = to;
      if (!crop_to_row(row, enter, leave)) continue;
      if (best.distance >= 0 && enter > best.distance) break;
      const double x0 = column_at(enter), x1 = column_at(leave);
      const int end = cell(max(x0, x1), field_.columns, 1);
      for (int column = cell(min(x0, x1), field_.columns, -1); column <= end; ++column) {
        best = nearer(best, hit_cell(row, column));
      }
    }
    return best;
  }

  // Height, from 0 to 1, of a side of the field at x; sides are -x, +x, -y, +y.
  double side_height(int side, double x) const {
    const bool along_y = side < 2, far = side % 2 == 1;
    const double at = along_y ? row_at(x) : column_at(x);
    const int k = cell(at, along_y ? field_.rows : field_.columns, 0);
    const auto value = [&](int i) -> double {
      return along_y ? height(i, far ? field_.columns - 1 : 0)
                     : height(far ? field_.rows - 1 : 0, i);
    };
    return value(k) * (k + 1 - at) + value(k + 1) * (at - k);
  }

 private:
  double row_at(double x) const {
    return (fma(x, ray_.direction.y, ray_.origin.y) + field_.radius.y) / dy_;
  }
  double column_at(double x) const {
    return (fma(x, ray_.direction.x, ray_.origin.x) + field_.radius.x) / dx_;
  }
  // The cell that a coordinate falls into, moved by `margin` and kept within 0 ... points - 2.
  static int cell(double at, int points, int margin) {
    const double moved = at + margin, last = points - 2;
    return moved > 0 ? static_cast<int>(min(floor(moved), last)) : 0;
  }
  // Where the ray is over a row of cells, and half a cell to either side.
  bool crop_to_row(int row, double& enter, double& leave) const {
    if (ray_.direction.y == 0) return true;
    const double per_row = dy_ / ray_.direction.y, start = row_at(0);
    const double a = (row - 0.5 - start) * per_row, b = (row + 1.5 - start) * per_row;
    enter = max(enter, min(a, b));
    leave = min(leave, max(a, b));
    return enter <= leave;
  }
  float height(int row, int column) const { return field_.height[row * field_.columns + column]; }
  Vec3<double> point(int row, int column) const {
    return {dx_ * column - field_.radius.x, dy_ * row - field_.radius.y,
            height(row, column) * field_.radius.z};
  }
  Hit<double> hit_cell(int row, int column) const {
    const Vec3<double> near = point(row, column), far = point(row + 1, column + 1);
    return nearer(triangles_.hit(near, point(row, column + 1), far),
                  triangles_.hit(near, far, point(row + 1, column)));
  }

  const HeightView& field_;
  Ray<double> ray_;
  TriangleRay triangles_;
  double dx_, dy_;
};

// A box of the field between two heights.
BoxPassage<double> pass_between(const HeightView& field, double low, double high,
                                const Ray<double>& local) {
  const Vec3<double> p = local.origin - Vec3<double>{0, 0, 0.5 * (low + high)};
  return pass_box<double>({field.radius.x, field.radius.y, 0.5 * (high - low)}, p, local.direction);
}

// Number of the upright side with this normal, or -1.
int side_of(const Vec3<double>& normal) {
  if (normal.x != 0) return normal.x < 0 ? 0 : 1;
  if (normal.y != 0) return normal.y < 0 ? 2 : 3;
  return -1;
}

}  // namespace

Hit<double> ray_height(const HeightView& field, const Placed<double>& at, const Ray<double>& ray) {
  const Ray<double> local = to_local(at, ray);
  Hit<double> best;
  if (!(dot(local.direction, local.direction) > 0) || field.rows < 2 || field.columns < 2) {
    return best;
  }
  best = first_side(pass_between(field, -field.base, 0, local));
  const BoxPassage<double> top = pass_between(field, 0, field.radius.z, local);
  if (top.enter <= top.leave && top.leave >= 0 && top.leave < kInfinity) {
    const Grid grid(field, local);
    Hit<double> surface = grid.hit(max(top.enter, 0.0), top.leave);
    surface.normal = ray_parts::unit(surface.normal);
    best = nearer(best, surface);
    // The sides are walls up to the height of their edge.
    const Hit<double> walls[] = {{top.enter, top.enter_normal}, {top.leave, top.leave_normal}};
    for (const Hit<double>& wall : walls) {
      const int side = side_of(wall.normal);
      if (side < 0 || !(wall.distance >= 0)) continue;
      const double z = fma(wall.distance, local.direction.z, local.origin.z) / field.radius.z;
      if (z < grid.side_height(side, wall.distance)) best = nearer(best, wall);
    }
  }
  best.normal = at.rot * best.normal;
  return best;
}

}  // namespace thew::collision
