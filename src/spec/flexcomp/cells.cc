#include "spec/flexcomp/cells.h"

#include <algorithm>
#include <limits>

namespace thew::spec {

namespace {

constexpr double kLeastFilled = 1e-6;  // share of a cell below which nothing is in it

struct Range {
  std::array<int, 3> first, last;
};

// The cells that the box around an element touches.
Range cells_around(const CellGrid& grid, const FlexShape& shape, std::size_t element) {
  Range range;
  const auto corners = static_cast<std::size_t>(shape.dim) + 1;
  for (std::size_t k = 0; k < 3; ++k) {
    double low = std::numeric_limits<double>::max(), high = -low;
    for (std::size_t c = 0; c < corners; ++c) {
      const auto v = static_cast<std::size_t>(shape.elem[element * corners + c]);
      low = std::min(low, shape.point[3 * v + k]);
      high = std::max(high, shape.point[3 * v + k]);
    }
    const double extent = grid.high[k] - grid.low[k];
    const auto cell = [&](double x) {
      if (!(extent > 0)) return 0;
      const double at = (x - grid.low[k]) / extent * grid.cells[k];
      return static_cast<int>(std::clamp(at, 0.0, grid.cells[k] - 1.0));
    };
    range.first[k] = cell(low);
    range.last[k] = cell(high);
  }
  return range;
}

template <class Visit>
void visit_cells(const Range& range, const Visit& visit) {
  for (int x = range.first[0]; x <= range.last[0]; ++x) {
    for (int y = range.first[1]; y <= range.last[1]; ++y) {
      for (int z = range.first[2]; z <= range.last[2]; ++z) visit(x, y, z);
    }
  }
}

// What can be reached from outside the grid without crossing a cell that is touched.
std::vector<bool> reach_from_outside(const CellGrid& grid, const std::vector<bool>& touched) {
  std::vector<bool> reached(touched.size());
  std::vector<std::array<int, 3>> open;
  const auto reach = [&](int x, int y, int z) {
    const auto i = static_cast<std::size_t>(grid.index(x, y, z));
    if (touched[i] || reached[i]) return;
    reached[i] = true;
    open.push_back({x, y, z});
  };
  const Range all = {{0, 0, 0}, {grid.cells[0] - 1, grid.cells[1] - 1, grid.cells[2] - 1}};
  visit_cells(all, [&](int x, int y, int z) {
    const std::array<int, 3> at = {x, y, z};
    for (std::size_t k = 0; k < 3; ++k) {
      if (at[k] == 0 || at[k] == all.last[k]) reach(x, y, z);
    }
  });
  while (!open.empty()) {
    const std::array<int, 3> from = open.back();
    open.pop_back();
    for (std::size_t k = 0; k < 3; ++k) {
      for (const int side : {-1, 1}) {
        std::array<int, 3> to = from;
        to[k] += side;
        if (to[k] >= 0 && to[k] <= all.last[k]) reach(to[0], to[1], to[2]);
      }
    }
  }
  return reached;
}

}  // namespace

CellGrid cell_grid(const std::array<int, 3>& cells, const std::vector<double>& points) {
  CellGrid grid;
  grid.cells = cells;
  grid.low = {1e10, 1e10, 1e10};
  grid.high = {-1e10, -1e10, -1e10};
  for (std::size_t i = 0; i < points.size(); ++i) {
    grid.low[i % 3] = std::min(grid.low[i % 3], points[i]);
    grid.high[i % 3] = std::max(grid.high[i % 3], points[i]);
  }
  return grid;
}

std::vector<bool> empty_cells(const CellGrid& grid, const FlexShape& shape, int order) {
  std::vector<bool> touched(static_cast<std::size_t>(grid.count()));
  const std::size_t elements = shape.elem.size() / (static_cast<std::size_t>(shape.dim) + 1);
  for (std::size_t e = 0; e < elements; ++e) {
    visit_cells(cells_around(grid, shape, e), [&](int x, int y, int z) {
      touched[static_cast<std::size_t>(grid.index(x, y, z))] = true;
    });
  }
  if (shape.dim != 2) {
    touched.flip();
    return touched;
  }
  // What a surface encloses tells more than where it is near.
  std::vector<bool> empty;
  if (is_closed(shape)) {
    for (const CellMoments& cell : fill_cells(grid, shape, order)) {
      empty.push_back(!(cell.volume() > kLeastFilled));
    }
  } else {
    empty = enclose(grid, shape, order).empty;
  }
  return empty.empty() ? reach_from_outside(grid, touched) : empty;
}

}  // namespace thew::spec
