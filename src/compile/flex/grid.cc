// Interpolated flexes: the grid of nodes, turned into its own axes, and where vertices lie in it.

#include <algorithm>
#include <cmath>
#include <limits>

#include "compile/flex/flex.h"

namespace thew::compile {

namespace {

// In the axes of the grid, which are rows.
Vec3 turn(const Mat3& axes, const Vec3& p) {
  return multiply(axes, p);
}

int first_filled(const FlexDraft& flex) {
  const auto found = std::find(flex.empty.begin(), flex.empty.end(), false);
  return found == flex.empty.end() ? 0 : static_cast<int>(found - flex.empty.begin());
}

// Along the edges of a cell that is filled.
void find_axes(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const auto [cx, cy, cz] = spec.cellcount;
  const int cell = first_filled(flex), order = spec.order;
  const std::array<int, 3> at = {cell / (cy * cz) * order, cell / cz % cy * order,
                                 cell % cz * order};
  const int up = cz * order + 1, on = up * (cy * order + 1);
  const auto node = [&](const std::array<int, 3>& i) {
    return flex.nodepos[static_cast<std::size_t>(i[0] * on + i[1] * up + i[2])];
  };
  for (std::size_t k = 0; k < 3; ++k) {
    std::array<int, 3> next = at;
    next[k] += order;
    Vec3 edge = node(next) - node(at);
    if (normalise(edge) == 0) edge = {};
    std::copy(edge.begin(), edge.end(), flex.axes.begin() + static_cast<std::ptrdiff_t>(3 * k));
  }
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b) {
      double product = 0;
      for (int k = 0; k < 3; ++k) product += flex.axes[3 * a + k] * flex.axes[3 * b + k];
      if (!(std::abs(product - (a == b)) <= 1e-8)) {
        draft.fail(spec, "flex", "flex grid rotation R0 is not orthonormal",
                   "the nodes at qpos0 are a grid of boxes");
      }
    }
  }
}

// From 0 to 1 in a box.
double share_of(double x, double low, double high) {
  return high - low > kMinVal ? (x - low) / (high - low) : 0.5;
}

int cell_along(double share, int cells) {
  return static_cast<int>(std::clamp(share * cells, 0.0, cells - 1.0));
}

bool is_empty(const FlexDraft& flex, int cell) {
  return !flex.empty.empty() && flex.empty[cell];
}

// The cell closest to a point of the unit box that something is in, with cells as the unit; a
// surface with holes can have corners in cells that count as empty.
int nearest_cell(const FlexDraft& flex, const CellGrid& grid, const Vec3& share) {
  const int cy = grid.cells[1], cz = grid.cells[2];
  int nearest = 0;
  double least = std::numeric_limits<double>::max();
  for (int cell = 0; cell < grid.count(); ++cell) {
    if (is_empty(flex, cell)) continue;
    const std::array<int, 3> at = {cell / (cy * cz), cell / cz % cy, cell % cz};
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = share[k] * grid.cells[k] - at[k];
      const double apart = std::max({0.0, -x, x - 1});
      square += apart * apart;
    }
    if (square >= least) continue;
    least = square;
    nearest = cell;
  }
  return nearest;
}

// Where one body has all vertices, they are as written in its frame: that of a flexcomp's grid,
// however the body is turned.
FlexShape written_shape(const FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  FlexShape shape = shape_of(flex);
  const bool of_one_body = std::all_of(spec.vertbody.begin(), spec.vertbody.end(),
                                       [&](const auto& name) { return name == spec.vertbody[0]; });
  if (of_one_body && !spec.vert.empty()) shape.point = spec.vert;
  return shape;
}

// Whether these points lie in a box where the vertices lie in the grid.
bool lies_in(const CellGrid& box, const std::vector<double>& points, const FlexDraft& flex) {
  constexpr double kSame = 1e-9;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::size_t k = i % 3;
    const double share = share_of(points[i], box.low[k], box.high[k]);
    if (!(std::abs(share - flex.vert0[i / 3][k]) <= kSame)) return false;
  }
  return true;
}

}  // namespace

FlexShape shape_of(const FlexDraft& flex) {
  FlexShape shape;
  shape.dim = flex.spec->dim;
  shape.elem = flex.elem;
  for (const Vec3& p : flex.vertpos) {
    const Vec3 turned = turn(flex.axes, p);
    shape.point.insert(shape.point.end(), turned.begin(), turned.end());
  }
  return shape;
}

FilledGrid filled_grid(const FlexDraft& flex) {
  const FlexShape written = written_shape(flex);
  const CellGrid around = cell_grid(flex.spec->cellcount, written.point);
  if (lies_in(around, written.point, flex)) return {around, written};
  Box box;
  for (const Vec3& p : flex.node0) box.add(p);
  return {{flex.spec->cellcount, box.low, box.high}, shape_of(flex)};
}

void place_in_grid(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const FlexShape shape = written_shape(flex);
  const CellGrid around = cell_grid(spec.cellcount, shape.point);
  if (spec.elastic2d == 0 && around.count() > 1) {
    flex.empty = empty_cells(around, shape, spec.order);
  }
  find_axes(draft, flex);
  Box box;
  for (const Vec3& p : flex.nodepos) {
    flex.node0.push_back(turn(flex.axes, p));
    box.add(flex.node0.back());
  }
  flex.size = 0.5 * (box.high - box.low);
  for (const Vec3& p : flex.vertpos) {
    const Vec3 q = turn(flex.axes, p);
    Vec3 share;
    std::array<int, 3> cell;
    for (std::size_t k = 0; k < 3; ++k) {
      share[k] = share_of(q[k], box.low[k], box.high[k]);
      cell[k] = cell_along(share[k], spec.cellcount[k]);
    }
    flex.vert0.push_back(share);
    const int held_by = around.index(cell[0], cell[1], cell[2]);
    flex.vertcell.push_back(is_empty(flex, held_by) ? nearest_cell(flex, around, share) : held_by);
  }
}

}  // namespace thew::compile
