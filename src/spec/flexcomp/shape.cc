#include "spec/flexcomp/shape.h"

#include <algorithm>
#include <cmath>

#include "base/limits.h"
#include "math/functions.h"
#include "spec/flexcomp/box.h"
#include "spec/vector.h"

namespace thew::spec {

namespace {

using base::Fault;

constexpr std::int64_t kNumbered = 1 << 28;  // points that elements can name

void add_point(FlexShape& shape, const Vec3& p) {
  shape.point.insert(shape.point.end(), p.begin(), p.end());
}

float portion(int i, int count) {
  return static_cast<float>(i / static_cast<double>(std::max(count - 1, 1)));
}

double place(const GridShape& grid, std::size_t axis, int i) {
  return grid.spacing[axis] * (i - 0.5 * (grid.count[axis] - 1));
}

// The last of `count` points of a circle is the first.
void make_circle(const GridShape& grid, FlexShape& shape) {
  const int sides = grid.count[0] - 1;
  const double angle = 2 * kPi / sides;
  const double radius = grid.spacing[0] / math::sin(angle / 2) / 2;
  for (int i = 0; i < sides; ++i) {
    add_point(shape, {radius * math::cos(angle * i), radius * math::sin(angle * i), 0});
    shape.elem.insert(shape.elem.end(), {i, i + 1 == sides ? 0 : i + 1});
  }
}

void make_line(const GridShape& grid, FlexShape& shape) {
  for (int i = 0; i < grid.count[0]; ++i) {
    add_point(shape, {place(grid, 0, i), 0, 0});
    if (i > 0) shape.elem.insert(shape.elem.end(), {i - 1, i});
  }
}

// Two triangles per cell. A disc is cut along the other diagonal where x and y have unlike signs,
// so that triangles point to the centre.
void make_sheet(const GridShape& grid, FlexShape& shape) {
  const auto [columns, rows, layers] = grid.count;
  const bool disc = grid.type == FlexcompType::Disc;
  for (int x = 0; x < columns; ++x) {
    for (int y = 0; y < rows; ++y) {
      Vec3 p = {place(grid, 0, x), place(grid, 1, y), 0};
      const bool unlike = (p[0] < -kTiny && p[1] > -kTiny) || (p[0] > -kTiny && p[1] < -kTiny);
      if (disc) {
        round_off(p, 0.5 * grid.spacing[0] * (columns - 1), 0.5 * grid.spacing[1] * (rows - 1));
      }
      add_point(shape, p);
      if (grid.textured) {
        shape.texcoord.insert(shape.texcoord.end(), {portion(x, columns), portion(y, rows)});
      }
      if (x == columns - 1 || y == rows - 1) continue;
      const int a = rows * x + y, b = a + rows, c = b + 1, d = a + 1;
      shape.elem.insert(shape.elem.end(), {a, b, disc && unlike ? d : c});
      shape.elem.insert(shape.elem.end(), {disc && unlike ? b : a, c, d});
    }
  }
}

// Six tetrahedra per cell, all of which have one of its diagonals.
void make_lattice(const GridShape& grid, FlexShape& shape) {
  static constexpr int kCorners[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7},
                                         {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
  const auto [columns, rows, layers] = grid.count;
  const int up = layers, on = layers * rows;  // from a point to the next along y and x
  for (int x = 0; x < columns; ++x) {
    for (int y = 0; y < rows; ++y) {
      for (int z = 0; z < layers; ++z) {
        add_point(shape, {place(grid, 0, x), place(grid, 1, y), place(grid, 2, z)});
        if (grid.textured) {
          shape.texcoord.insert(shape.texcoord.end(), {portion(x, columns), portion(y, rows)});
        }
        if (x == columns - 1 || y == rows - 1 || z == layers - 1) continue;
        const int a = on * x + up * y + z, b = a + on, c = b + up, d = a + up;
        const int corner[8] = {a, b, c, d, a + 1, b + 1, c + 1, d + 1};
        for (const auto& tetrahedron : kCorners) {
          for (const int k : tetrahedron) shape.elem.push_back(corner[k]);
        }
      }
    }
  }
}

bool is_box(FlexcompType type) {
  return type == FlexcompType::Box || type == FlexcompType::Cylinder ||
         type == FlexcompType::Ellipsoid;
}

void check(const GridShape& grid) {
  std::int64_t points = 1;
  for (std::size_t k = 0; k < 3 && static_cast<int>(k) < grid.dim; ++k) {
    points *= std::max(grid.count[k], 0);
    base::check_limit(points, std::min(grid.most, kNumbered), "points", "it has too many points");
  }
  if (!is_box(grid.type)) return;
  if (grid.dim == 1) throw Fault{"a box, cylinder or ellipsoid cannot be of segments"};
  if (*std::min_element(grid.count.begin(), grid.count.end()) < 2) {
    throw Fault{"Count too small", "a box, cylinder or ellipsoid needs two points along each axis"};
  }
}

Vec3 point_of(const std::vector<double>& points, int i) {
  const auto at = 3 * static_cast<std::size_t>(i);
  return {points[at], points[at + 1], points[at + 2]};
}

// Tetrahedra to the origin, which becomes the first point; those that would be inside out are left
// out.
void add_origin(const MeshData& mesh, const Vec3& origin, FlexShape& shape) {
  shape.point.insert(shape.point.begin(), origin.begin(), origin.end());
  for (std::size_t f = 0; f + 2 < mesh.face.size(); f += 3) {
    const int corner[3] = {mesh.face[f] + 1, mesh.face[f + 1] + 1, mesh.face[f + 2] + 1};
    Vec3 edge[3];
    for (int k = 0; k < 3; ++k) edge[k] = point_of(shape.point, corner[k]) - origin;
    if (dot(cross(edge[0], edge[1]), edge[2]) < kMinVal) continue;
    shape.elem.insert(shape.elem.end(), {0, corner[0], corner[1], corner[2]});
  }
}

}  // namespace

FlexShape make_shape(const GridShape& grid) {
  FlexShape shape;
  shape.dim = grid.dim;
  check(grid);
  if (is_box(grid.type)) {
    make_box(grid, shape);
  } else if (grid.dim == 1 && grid.type == FlexcompType::Circle) {
    make_circle(grid, shape);
  } else if (grid.dim == 1) {
    make_line(grid, shape);
  } else if (grid.dim == 2) {
    make_sheet(grid, shape);
  } else {
    make_lattice(grid, shape);
  }
  return shape;
}

FlexShape make_shape(const MeshData& mesh, int dim, const Vec3& origin) {
  FlexShape shape;
  shape.dim = dim;
  shape.point = mesh.vertex;
  shape.texcoord.assign(mesh.texcoord.begin(), mesh.texcoord.end());
  shape.elemtexcoord = mesh.facetexcoord;
  if (dim == 3 && !mesh.tet.empty()) {
    shape.elem = mesh.tet;
  } else if (dim == 3) {
    add_origin(mesh, origin, shape);
  } else if (dim == 2) {
    shape.elem = mesh.face;
  } else {
    for (std::size_t f = 0; f + 2 < mesh.face.size(); f += 3) {
      shape.elem.insert(shape.elem.end(), {mesh.face[f], mesh.face[f + 1]});
    }
  }
  return shape;
}

}  // namespace thew::spec
