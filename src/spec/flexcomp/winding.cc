// What a surface that is not closed encloses, as MuJoCo decides it: a point is inside where the
// surface winds around it by more than half a turn (Jacobson, Kavan, Sorkine-Hornung, "Robust
// inside-outside segmentation using generalized winding numbers", 2013). Cells that the surface
// touches are cut into eight parts, and parts that it touches are tested at Gauss points; all
// others are inside or outside as a whole.

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/functions.h"
#include "spec/flexcomp/cells.h"

namespace thew::spec {

namespace {

constexpr double kInside = 0.5;   // turns
constexpr double kInner = 0.96;   // a cell is grazed where nothing comes into this share of it
constexpr double kSlack = 1e-12;  // of the size of the grid: faces on faces touch

using Triangle = std::array<Vec3, 3>;

struct Block {
  Vec3 middle, half;
};

double length(const Vec3& v) {
  return std::sqrt(dot(v, v));
}

// The solid angle of a triangle from a point, in turns of 4 pi (van Oosterom and Strackee, "The
// solid angle of a plane triangle", 1983).
double turns(const Triangle& triangle, const Vec3& point) {
  const Vec3 a = triangle[0] - point, b = triangle[1] - point, c = triangle[2] - point;
  const double la = length(a), lb = length(b), lc = length(c);
  const double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return math::atan2(dot(a, cross(b, c)), below) / (2 * kPi);
}

// Whether no plane across this axis parts the triangle from a block around the origin.
bool meets_along(const Vec3& axis, const Triangle& t, const Vec3& half, double slack) {
  double reach = 0;
  for (std::size_t k = 0; k < 3; ++k) reach += (half[k] + slack) * std::abs(axis[k]);
  const auto [low, high] = std::minmax({dot(axis, t[0]), dot(axis, t[1]), dot(axis, t[2])});
  return low <= reach && high >= -reach;
}

// By the thirteen axes that can part a triangle and a box.
bool meets(const Triangle& triangle, const Block& block, double slack) {
  const Triangle t = {triangle[0] - block.middle, triangle[1] - block.middle,
                      triangle[2] - block.middle};
  const Triangle edge = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
  if (!meets_along(cross(edge[0], edge[1]), t, block.half, slack)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3 unit = {};
    unit[k] = 1;
    if (!meets_along(unit, t, block.half, slack)) return false;
    for (const Vec3& e : edge) {
      if (!meets_along(cross(unit, e), t, block.half, slack)) return false;
    }
  }
  return true;
}

class Sampler {
 public:
  Sampler(const CellGrid& grid, const FlexShape& shape, int order)
      : grid_(grid), along_(order == 1 ? 2 : 3), near_(static_cast<std::size_t>(grid.count())) {
    for (std::size_t f = 0; f + 2 < shape.elem.size(); f += 3) {
      Triangle& triangle = triangles_.emplace_back();
      for (std::size_t c = 0; c < 3; ++c) {
        const auto at = 3 * static_cast<std::size_t>(shape.elem[f + c]);
        triangle[c] = {shape.point[at], shape.point[at + 1], shape.point[at + 2]};
      }
    }
    slack_ = kSlack * length(grid.high - grid.low);
    for (std::size_t k = 0; k < 3; ++k) {
      step_[k] = grid.step(k);
      inner_[k] = 0.5 * step_[k] * (grid.cells[k] > 1 ? kInner : 1);
    }
    for (const Triangle& triangle : triangles_) find_cells(triangle);
  }

  Enclosed take() {
    Enclosed result;
    result.filled.resize(near_.size());
    result.empty.assign(near_.size(), true);
    for_each_cell([&](const Place& at, std::size_t cell) {
      if (!near_[cell].empty()) {
        result.empty[cell] = grazed(at, cell) && !inside(middle(at));
        if (!result.empty[cell]) sample(at, cell, result.filled[cell]);
      } else if (!known_[cell]) {
        spread(at, result);
      }
    });
    const bool any = std::any_of(result.filled.begin(), result.filled.end(),
                                 [](const CellMoments& part) { return part.volume() > 0; });
    return any ? std::move(result) : Enclosed{};
  }

 private:
  using Place = std::array<int, 3>;

  template <class Visit>
  void for_each_cell(const Visit& visit) const {
    std::size_t cell = 0;
    for (int x = 0; x < grid_.cells[0]; ++x) {
      for (int y = 0; y < grid_.cells[1]; ++y) {
        for (int z = 0; z < grid_.cells[2]; ++z) visit(Place{x, y, z}, cell++);
      }
    }
  }

  Vec3 low(const Place& at) const {
    return {grid_.low[0] + at[0] * step_[0], grid_.low[1] + at[1] * step_[1],
            grid_.low[2] + at[2] * step_[2]};
  }
  Vec3 middle(const Place& at) const { return low(at) + 0.5 * step_; }

  bool inside(const Vec3& point) const {
    double sum = 0;
    for (const Triangle& triangle : triangles_) sum += turns(triangle, point);
    return std::abs(sum) > kInside;
  }

  // Notes a triangle with the cells that it touches, among those around its box.
  void find_cells(const Triangle& triangle) {
    Place first, last;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [least, most] = std::minmax({triangle[0][k], triangle[1][k], triangle[2][k]});
      const auto cell = [&](double x) {
        const double at = step_[k] > 0 ? (x - grid_.low[k]) / step_[k] : 0;
        return std::clamp(at, 0.0, grid_.cells[k] - 1.0);
      };
      first[k] = std::max(static_cast<int>(cell(least)) - 1, 0);
      last[k] = std::min(static_cast<int>(cell(most)) + 1, grid_.cells[k] - 1);
    }
    for (int x = first[0]; x <= last[0]; ++x) {
      for (int y = first[1]; y <= last[1]; ++y) {
        for (int z = first[2]; z <= last[2]; ++z) {
          if (!meets(triangle, {middle({x, y, z}), 0.5 * step_}, slack_)) continue;
          near_[static_cast<std::size_t>(grid_.index(x, y, z))].push_back(&triangle);
        }
      }
    }
  }

  bool meets_any(std::size_t cell, const Block& block) const {
    return std::any_of(near_[cell].begin(), near_[cell].end(),
                       [&](const Triangle* t) { return meets(*t, block, slack_); });
  }

  bool grazed(const Place& at, std::size_t cell) const {
    return !meets_any(cell, {middle(at), inner_});
  }

  // Cells that one can reach from this one without touching the surface are what it is.
  void spread(const Place& from, Enclosed& result) {
    const bool is_inside = inside(middle(from));
    std::vector<Place> open;
    const auto reach = [&](const Place& at) {
      const auto cell = static_cast<std::size_t>(grid_.index(at[0], at[1], at[2]));
      if (known_[cell] || !near_[cell].empty()) return;
      known_[cell] = true;
      result.empty[cell] = !is_inside;
      if (is_inside) result.filled[cell] = CellMoments::whole();
      open.push_back(at);
    };
    reach(from);
    while (!open.empty()) {
      const Place at = open.back();
      open.pop_back();
      for (std::size_t k = 0; k < 3; ++k) {
        for (const int side : {-1, 1}) {
          Place to = at;
          to[k] += side;
          if (to[k] >= 0 && to[k] < grid_.cells[k]) reach(to);
        }
      }
    }
  }

  // The part of a cell that is inside, by its eight parts.
  void sample(const Place& at, std::size_t cell, CellMoments& moments) const {
    const Vec3 quarter = 0.25 * step_;
    for (std::size_t part = 0; part < 8; ++part) {
      Vec3 corner;  // in the cell, from 0 to 1
      for (std::size_t k = 0; k < 3; ++k) corner[k] = (part >> k & 1) != 0 ? 0.5 : 0;
      const Vec3 centre = place(at, corner + Vec3{0.25, 0.25, 0.25});
      const bool touched = meets_any(cell, {centre, quarter});
      if (touched || inside(centre)) add_part(at, corner, touched, moments);
    }
  }

  Vec3 place(const Place& at, const Vec3& local) const {
    const Vec3 corner = low(at);
    return {corner[0] + local[0] * step_[0], corner[1] + local[1] * step_[1],
            corner[2] + local[2] * step_[2]};
  }

  // Gauss points of an eighth of a cell; only those that are inside where it is `cut`.
  void add_part(const Place& at, const Vec3& corner, bool cut, CellMoments& moments) const {
    static const double two = 0.5 / std::sqrt(3.0), three = 0.5 * std::sqrt(0.6);
    const std::array<double, 3> x = along_ == 2 ? std::array{0.5 - two, 0.5 + two, 0.0}
                                                : std::array{0.5 - three, 0.5, 0.5 + three};
    const std::array<double, 3> w =
        along_ == 2 ? std::array{0.5, 0.5, 0.0} : std::array{5. / 18, 8. / 18, 5. / 18};
    for (std::size_t i = 0; i < along_; ++i) {
      for (std::size_t j = 0; j < along_; ++j) {
        for (std::size_t k = 0; k < along_; ++k) {
          const Vec3 local = corner + 0.5 * Vec3{x[i], x[j], x[k]};
          if (cut && !inside(place(at, local))) continue;
          moments.add(local, w[i] * w[j] * w[k] / 8);
        }
      }
    }
  }

  const CellGrid& grid_;
  std::size_t along_;  // Gauss points of a part
  std::vector<Triangle> triangles_;
  std::vector<std::vector<const Triangle*>> near_;  // triangles that touch a cell
  std::vector<bool> known_ = std::vector<bool>(near_.size());
  Vec3 step_ = {}, inner_ = {};
  double slack_ = 0;
};

}  // namespace

Enclosed enclose(const CellGrid& grid, const FlexShape& shape, int order) {
  return Sampler(grid, shape, order).take();
}

}  // namespace thew::spec
