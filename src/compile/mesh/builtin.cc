// The parameters of built-in meshes.

#include <algorithm>

#include "compile/draft.h"
#include "compile/mesh/shapes.h"

namespace thew::compile {

namespace {

constexpr int kNumbered = 1 << 28;  // vertices that triangles can name

// The parameters of a shape, checked one by one.
class Params {
 public:
  Params(const Draft& draft, const Mesh& mesh, std::size_t least, std::size_t most)
      : draft_(draft), mesh_(mesh) {
    const std::size_t n = mesh.params.size();
    if (n >= least && n <= most) return;
    const std::string range =
        std::to_string(least) + (most > least ? " or " + std::to_string(most) : "");
    fail("this shape needs " + range + " numbers in params, not " + std::to_string(n));
  }

  // Fractions are cut off.
  int whole(std::size_t i, const char* name, int low, int high = kNumbered) const {
    const double x = mesh_.params[i];
    if (!(x > low - 1 && x < high + 1.0)) {
      fail(std::string(name) + " must be a whole number from " + std::to_string(low) + " to " +
           std::to_string(high));
    }
    return static_cast<int>(x);
  }

  double real(std::size_t i, const char* name, double low, double high) const {
    const double x = mesh_.params[i];
    if (!(x >= low && x <= high)) {
      fail(std::string(name) + " must be from " + text(low) + " to " + text(high));
    }
    return x;
  }

  double above_zero(std::size_t i, const char* name, double high) const {
    if (!(mesh_.params[i] > 0)) fail(std::string(name) + " must be positive");
    return real(i, name, 0, high);
  }

  double finite(std::size_t i) const {
    if (!std::isfinite(mesh_.params[i])) fail("params must be finite");
    return mesh_.params[i];
  }

  // The product of numbers of vertices along each direction.
  void limit(std::initializer_list<int> counts) const {
    const std::int64_t most = std::min<std::int64_t>(draft_.limits.points, kNumbered);
    std::int64_t vertices = 1;
    for (const int count : counts) {
      vertices *= count;
      draft_.check_limit(mesh_, "mesh", vertices, most, "points",
                         "the shape has too many vertices");
    }
  }

  [[noreturn]] void fail(const std::string& what) const { draft_.fail(mesh_, "mesh", what); }

 private:
  static std::string text(double x) { return std::to_string(static_cast<int>(x)); }

  const Draft& draft_;
  const Mesh& mesh_;
};

// The least and the greatest number of parameters.
std::array<std::size_t, 2> param_count(MeshBuiltin shape) {
  switch (shape) {
    case MeshBuiltin::Sphere:
    case MeshBuiltin::Hemisphere:
      return {1, 1};
    case MeshBuiltin::Cone:
    case MeshBuiltin::Plate:
      return {2, 2};
    case MeshBuiltin::Supersphere:
      return {3, 3};
    case MeshBuiltin::Supertorus:
      return {4, 4};
    case MeshBuiltin::Wedge:
      return {5, 5};
    case MeshBuiltin::Square:
    case MeshBuiltin::Disc:
      return {6, 6};
    default:
      return {6, 7};
  }
}

GridParams grid_params(const Params& params, const Mesh& mesh) {
  GridParams grid;
  grid.shape = mesh.builtin;
  const bool planar = mesh.builtin == MeshBuiltin::Square || mesh.builtin == MeshBuiltin::Disc;
  const bool box = !planar && mesh.builtin != MeshBuiltin::Grid;
  for (std::size_t k = 0; k < 3; ++k) {
    grid.count[k] = params.whole(k, "count", box ? 2 : 1);
    grid.spacing[k] = params.finite(k + 3);
  }
  grid.dim = planar ? 2 : mesh.params.size() == 7 ? params.whole(6, "dim", 2, 3) : 3;
  const auto [x, y, z] = grid.count;
  params.limit({x, y, z});
  if (!box && grid.dim == 2 && z != 1) params.fail("the third count of a flat grid must be 1");
  if (!box && (x < 2 || y < 2 || (grid.dim == 3 && z < 2))) {
    params.fail("a grid needs at least 2 points along each axis");
  }
  return grid;
}

}  // namespace

MeshData make_builtin(const Draft& draft, const Mesh& mesh) {
  constexpr double kAny = 1e9;
  const auto [least, most] = param_count(mesh.builtin);
  const Params p(draft, mesh, least, most);
  // Two whole numbers, with as many vertices as their product.
  const auto square = [&](int low, std::size_t second) {
    const std::array<int, 2> n = {p.whole(0, "resolution", low),
                                  p.whole(second, "resolution", low)};
    p.limit({n[0], n[1]});
    return n;
  };
  switch (mesh.builtin) {
    case MeshBuiltin::Sphere:
      return make_sphere(p.whole(0, "subdivision", 0, 4));
    case MeshBuiltin::Hemisphere:
      return make_hemisphere(p.whole(0, "resolution", 0, 10));
    case MeshBuiltin::Cone: {
      const int corners = p.whole(0, "nvert", 3);
      p.limit({corners});
      return make_cone(corners, p.real(1, "radius", 0, 1));
    }
    case MeshBuiltin::Supersphere:
      return make_supersphere(square(3, 0)[0], p.real(1, "e", 0, kAny), p.real(2, "n", 0, kAny));
    case MeshBuiltin::Supertorus:
      return make_supertorus(square(3, 0)[0], p.above_zero(1, "radius", 1),
                             p.above_zero(2, "s", kAny), p.above_zero(3, "t", kAny));
    case MeshBuiltin::Wedge: {
      const auto [columns, rows] = square(1, 1);
      return make_wedge(columns, rows, p.above_zero(2, "the first field of view", 180),
                        p.above_zero(3, "the second field of view", 90), p.real(4, "gamma", 0, 1));
    }
    case MeshBuiltin::Plate: {
      const auto [columns, rows] = square(1, 1);
      return make_plate(columns, rows);
    }
    default:
      return make_grid(grid_params(p, mesh));
  }
}

bool is_flat(const Mesh& mesh) {
  switch (mesh.builtin) {
    case MeshBuiltin::Square:
    case MeshBuiltin::Disc:
      return true;
    case MeshBuiltin::Grid:
    case MeshBuiltin::Box:
    case MeshBuiltin::Cylinder:
    case MeshBuiltin::Ellipsoid:
      return mesh.params.size() == 7 && mesh.params[6] < 3;
    default:
      return false;
  }
}

}  // namespace thew::compile
