// Built-in shapes that are made from a grid of points, as those of deformable bodies are. Without
// triangles of their own, volumes show their hull.

#include <limits>

#include "compile/mesh/shapes.h"
#include "spec/flexcomp/shape.h"

namespace thew::compile {

namespace {

FlexcompType type_of(MeshBuiltin shape) {
  switch (shape) {
    case MeshBuiltin::Box:
      return FlexcompType::Box;
    case MeshBuiltin::Cylinder:
      return FlexcompType::Cylinder;
    case MeshBuiltin::Ellipsoid:
      return FlexcompType::Ellipsoid;
    case MeshBuiltin::Disc:
      return FlexcompType::Disc;
    default:
      return FlexcompType::Grid;
  }
}

}  // namespace

MeshData make_grid(const GridParams& grid) {
  constexpr auto kAny = std::numeric_limits<std::int64_t>::max();  // the caller has counted them
  FlexShape shape =
      make_shape({type_of(grid.shape), grid.dim, grid.count, grid.spacing, false, kAny});
  MeshData data;
  data.vertex = std::move(shape.point);
  if (grid.dim == 2) data.face = std::move(shape.elem);
  return data;
}

}  // namespace thew::compile
