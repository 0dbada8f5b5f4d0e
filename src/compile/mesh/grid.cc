// Built-in shapes that are made from a grid of points: flat sheets, and boxes that may be rounded
// to cylinders and ellipsoids.

#include <algorithm>

#include "compile/mesh/shapes.h"

namespace thew::compile {

namespace {

void add_vertex(MeshData& data, const Vec3& p) {
  data.vertex.insert(data.vertex.end(), p.begin(), p.end());
}

void add_face(MeshData& data, int a, int b, int c) {
  data.face.insert(data.face.end(), {a, b, c});
}

// Moves a point of a square onto the circle around it, scaled by its distance from the centre and
// the half sizes.
void round_off(Vec3& p, double half_x, double half_y) {
  const double reach = std::max(std::abs(p[0]), std::abs(p[1]));
  std::array<double, 2> direction = {p[0], p[1]};
  normalise(direction);
  p[0] = direction[0] * (half_x * reach);
  p[1] = direction[1] * (half_y * reach);
}

Vec3 grid_point(const GridParams& grid, int x, int y, int z) {
  const auto at = [&](int k, int i) { return grid.spacing[k] * (i - 0.5 * (grid.count[k] - 1)); };
  return {at(0, x), at(1, y), grid.dim == 3 ? at(2, z) : 0};
}

// Two triangles per cell. A disc is cut along the other diagonal where x and y have unlike signs,
// so that triangles point to the centre.
MeshData make_sheet(const GridParams& grid) {
  const auto [columns, rows, one] = grid.count;
  const bool disc = grid.shape == MeshBuiltin::Disc;
  MeshData data;
  for (int x = 0; x < columns; ++x) {
    for (int y = 0; y < rows; ++y) {
      Vec3 p = grid_point(grid, x, y, 0);
      const bool unlike = (p[0] < -kTiny && p[1] > -kTiny) || (p[0] > -kTiny && p[1] < -kTiny);
      if (disc) {
        round_off(p, 0.5 * grid.spacing[0] * (columns - 1), 0.5 * grid.spacing[1] * (rows - 1));
      }
      add_vertex(data, p);
      if (x == columns - 1 || y == rows - 1) continue;
      const int a = rows * x + y, b = a + rows, c = b + 1, d = a + 1;
      add_face(data, a, b, disc && unlike ? d : c);
      add_face(data, disc && unlike ? b : a, c, d);
    }
  }
  return data;
}

// A lattice without triangles: the mesh is its hull.
MeshData make_lattice(const GridParams& grid) {
  MeshData data;
  for (int x = 0; x < grid.count[0]; ++x) {
    for (int y = 0; y < grid.count[1]; ++y) {
      for (int z = 0; z < grid.count[2]; ++z) add_vertex(data, grid_point(grid, x, y, z));
    }
  }
  return data;
}

// The surface of a box as a grid of points, numbered side by side; open at the top when dim is 2.
class BoxSurface {
 public:
  explicit BoxSurface(const GridParams& grid)
      : grid_(grid),
        open_(grid.dim == 2),
        number_(static_cast<std::size_t>(grid.count[0]) * grid.count[1] * grid.count[2]) {}

  MeshData make() {
    if (!open_) add_vertex(data_, {});  // a centre, for the hull only
    add_points();
    if (open_) add_faces();
    return std::move(data_);
  }

 private:
  static constexpr int kX = 0, kY = 1, kZ = 2;

  int last(int axis) const { return grid_.count[axis] - 1; }

  int& number(int x, int y, int z) {
    return number_[(static_cast<std::size_t>(x) * grid_.count[1] + y) * grid_.count[2] + z];
  }

  void add_points() {
    for (const int z : {0, last(kZ)}) {
      if (open_ && z > 0) continue;
      for (int x = 0; x <= last(kX); ++x) {
        for (int y = 0; y <= last(kY); ++y) add_point(x, y, z);
      }
    }
    // Sides, without the bottom that they share and, if it is closed, the top.
    const int end = open_ ? last(kZ) : last(kZ) - 1;
    for (const int y : {0, last(kY)}) {
      for (int x = 0; x <= last(kX); ++x) {
        for (int z = 1; z <= end; ++z) add_point(x, y, z);
      }
    }
    for (const int x : {0, last(kX)}) {
      for (int y = 1; y < last(kY); ++y) {
        for (int z = 1; z <= end; ++z) add_point(x, y, z);
      }
    }
  }

  void add_point(int x, int y, int z) {
    number(x, y, z) = next_++;
    Vec3 p = {2.0 * x / last(kX) - 1, 2.0 * y / last(kY) - 1, 2.0 * z / last(kZ) - 1};
    Vec3 half;
    for (int k = 0; k < 3; ++k) half[k] = 0.5 * grid_.spacing[k] * last(k);
    if (grid_.shape == MeshBuiltin::Cylinder) {
      round_off(p, half[0], half[1]);
      p[2] *= half[2];
    } else {
      if (grid_.shape == MeshBuiltin::Ellipsoid) normalise(p);
      for (int k = 0; k < 3; ++k) p[k] *= half[k];
    }
    add_vertex(data_, p);
  }

  // Two triangles from corners in order around a cell.
  void add_cell(int a, int b, int c, int d) {
    add_face(data_, a, b, c);
    add_face(data_, a, c, d);
  }

  void add_faces() {
    for (int x = 0; x < last(kX); ++x) {
      for (int y = 0; y < last(kY); ++y) {
        const int a = number(x, y, 0), b = number(x + 1, y, 0);
        const int c = number(x + 1, y + 1, 0), d = number(x, y + 1, 0);
        add_face(data_, a, c, b);
        add_face(data_, a, d, c);
      }
    }
    for (const int y : {0, last(kY)}) {
      for (int x = 0; x < last(kX); ++x) {
        const int from = y == 0 ? x : x + 1, to = y == 0 ? x + 1 : x;
        for (int z = 0; z < last(kZ); ++z) {
          add_cell(number(from, y, z), number(to, y, z), number(to, y, z + 1),
                   number(from, y, z + 1));
        }
      }
    }
    for (const int x : {0, last(kX)}) {
      for (int y = 0; y < last(kY); ++y) {
        const int from = x > 0 ? y : y + 1, to = x > 0 ? y + 1 : y;
        for (int z = 0; z < last(kZ); ++z) {
          add_cell(number(x, from, z), number(x, to, z), number(x, to, z + 1),
                   number(x, from, z + 1));
        }
      }
    }
  }

  const GridParams& grid_;
  const bool open_;
  std::vector<int> number_;
  int next_ = 0;
  MeshData data_;
};

}  // namespace

MeshData make_grid(const GridParams& grid) {
  switch (grid.shape) {
    case MeshBuiltin::Box:
    case MeshBuiltin::Cylinder:
    case MeshBuiltin::Ellipsoid:
      return BoxSurface(grid).make();
    default:
      return grid.dim == 2 ? make_sheet(grid) : make_lattice(grid);
  }
}

}  // namespace thew::compile
