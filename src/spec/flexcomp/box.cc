#include "spec/flexcomp/box.h"

#include <algorithm>
#include <cmath>

#include "spec/vector.h"

namespace thew::spec {

namespace {

constexpr std::size_t kX = 0, kY = 1, kZ = 2;

class BoxSurface {
 public:
  BoxSurface(const GridShape& grid, FlexShape& shape)
      : grid_(grid),
        shape_(shape),
        open_(grid.dim == 2),
        number_(static_cast<std::size_t>(grid.count[0]) * static_cast<std::size_t>(grid.count[1]) *
                static_cast<std::size_t>(grid.count[2])) {}

  void make() {
    if (!open_) {
      shape_.point.assign(3, 0);
      if (grid_.textured) shape_.texcoord.assign(2, 0);
      next_ = 1;
    }
    add_points();
    add_floor(0);
    if (!open_) add_floor(last(kZ));
    for (const int y : {0, last(kY)}) add_wall_along_x(y);
    for (const int x : {0, last(kX)}) add_wall_along_y(x);
  }

 private:
  int last(std::size_t axis) const { return grid_.count[axis] - 1; }

  int& number(int x, int y, int z) {
    const auto row = static_cast<std::size_t>(x) * static_cast<std::size_t>(grid_.count[1]) +
                     static_cast<std::size_t>(y);
    return number_[row * static_cast<std::size_t>(grid_.count[2]) + static_cast<std::size_t>(z)];
  }

  void add_points() {
    for (const int z : {0, last(kZ)}) {
      if (open_ && z > 0) continue;
      for (int x = 0; x <= last(kX); ++x) {
        for (int y = 0; y <= last(kY); ++y) add_point(x, y, z, kX, kY);
      }
    }
    // Sides, without the bottom that they share and, if it is closed, the top.
    const int end = open_ ? last(kZ) : last(kZ) - 1;
    for (const int y : {0, last(kY)}) {
      for (int x = 0; x <= last(kX); ++x) {
        for (int z = 1; z <= end; ++z) add_point(x, y, z, kX, kZ);
      }
    }
    for (const int x : {0, last(kX)}) {
      for (int y = 1; y < last(kY); ++y) {
        for (int z = 1; z <= end; ++z) add_point(x, y, z, kY, kZ);
      }
    }
  }

  // The texture lies on the side that has the axes u and v.
  void add_point(int x, int y, int z, std::size_t u, std::size_t v) {
    number(x, y, z) = next_++;
    Vec3 p = {2.0 * x / last(kX) - 1, 2.0 * y / last(kY) - 1, 2.0 * z / last(kZ) - 1};
    Vec3 half;
    for (std::size_t k = 0; k < 3; ++k) half[k] = 0.5 * grid_.spacing[k] * last(k);
    if (grid_.type == FlexcompType::Cylinder) {
      round_off(p, half[0], half[1]);
      p[2] *= half[2];
    } else {
      if (grid_.type == FlexcompType::Ellipsoid) normalise(p);
      for (std::size_t k = 0; k < 3; ++k) p[k] *= half[k];
    }
    shape_.point.insert(shape_.point.end(), p.begin(), p.end());
    if (!grid_.textured) return;
    const int at[] = {x, y, z};
    for (const std::size_t k : {u, v}) {
      shape_.texcoord.push_back(static_cast<float>(at[k]) / static_cast<float>(last(k)));
    }
  }

  void add_triangle(int a, int b, int c) { shape_.elem.insert(shape_.elem.end(), {a, b, c}); }
  void add_tetrahedron(int a, int b, int c) { shape_.elem.insert(shape_.elem.end(), {0, a, b, c}); }

  // Two simplices of a cell whose corners come in order around it.
  void add_cell(int a, int b, int c, int d) {
    if (open_) {
      add_triangle(a, b, c);
      add_triangle(a, c, d);
    } else {
      add_tetrahedron(a, b, c);
      add_tetrahedron(a, d, c);
    }
  }

  void add_floor(int z) {
    for (int x = 0; x < last(kX); ++x) {
      for (int y = 0; y < last(kY); ++y) {
        const int a = number(x, y, z), b = number(x + 1, y, z);
        const int c = number(x + 1, y + 1, z), d = number(x, y + 1, z);
        if (open_) {
          add_triangle(a, c, b);
          add_triangle(a, d, c);
        } else {
          add_cell(a, b, c, d);
        }
      }
    }
  }

  // Triangles of opposite walls are turned, so that all look outwards.
  void add_wall_along_x(int y) {
    for (int x = 0; x < last(kX); ++x) {
      const bool turn = open_ && y > 0;
      const int from = turn ? x + 1 : x, to = turn ? x : x + 1;
      for (int z = 0; z < last(kZ); ++z) {
        add_cell(number(from, y, z), number(to, y, z), number(to, y, z + 1),
                 number(from, y, z + 1));
      }
    }
  }

  void add_wall_along_y(int x) {
    for (int y = 0; y < last(kY); ++y) {
      const bool turn = open_ && x == 0;
      const int from = turn ? y + 1 : y, to = turn ? y : y + 1;
      for (int z = 0; z < last(kZ); ++z) {
        add_cell(number(x, from, z), number(x, to, z), number(x, to, z + 1),
                 number(x, from, z + 1));
      }
    }
  }

  const GridShape& grid_;
  FlexShape& shape_;
  const bool open_;
  std::vector<int> number_;
  int next_ = 0;
};

}  // namespace

void round_off(Vec3& p, double half_x, double half_y) {
  const double reach = std::max(std::abs(p[0]), std::abs(p[1]));
  std::array<double, 2> direction = {p[0], p[1]};
  normalise(direction);
  p[0] = direction[0] * (half_x * reach);
  p[1] = direction[1] * (half_y * reach);
}

void make_box(const GridShape& grid, FlexShape& shape) {
  BoxSurface(grid, shape).make();
}

}  // namespace thew::spec
