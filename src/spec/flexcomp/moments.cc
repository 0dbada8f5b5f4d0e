// The finite cell method: integrals over the part of a cell that is filled. Tetrahedra are cut at
// the faces between cells, and polynomials integrated over the pieces exactly.

#include <algorithm>
#include <cmath>
#include <map>

#include "spec/flexcomp/cells.h"

namespace thew::spec {

namespace {

constexpr double kRemainder = 1e-6;  // share of the material in the rest of a cell
constexpr int kGauss = 8;            // points along an axis: exact for the degree 12 + 2 of moments

using Tet = std::array<Vec3, 4>;

Vec3 point_of(const FlexShape& shape, int i) {
  const auto at = 3 * static_cast<std::size_t>(i);
  return {shape.point[at], shape.point[at + 1], shape.point[at + 2]};
}

double volume(const Tet& t) {
  return dot(cross(t[1] - t[0], t[2] - t[0]), t[3] - t[0]) / 6;
}

// Gauss-Legendre points and weights on [0, 1], for 8 points.
struct Gauss {
  std::array<double, kGauss> x, w;
  Gauss() {
    constexpr double at[] = {0.1834346424956498049394761, 0.5255324099163289858177390,
                             0.7966664774136267395915539, 0.9602898564975362316835609};
    constexpr double weight[] = {0.3626837833783619829651504, 0.3137066458778872873379622,
                                 0.2223810344533744705443560, 0.1012285362903762591525314};
    for (std::size_t i = 0; i < 4; ++i) {
      x[i] = (1 - at[i]) / 2;
      x[i + 4] = (1 + at[i]) / 2;
      w[i] = w[i + 4] = weight[i] / 2;
    }
  }
};

// Cuts at the plane where coordinate `axis` is `at`: pieces below and above.
class Cutter {
 public:
  Cutter(std::size_t axis, double at) : axis_(axis), at_(at) {}

  void cut(const Tet& t, std::vector<Tet>& below, std::vector<Tet>& above) {
    std::array<std::size_t, 4> low, high;
    std::size_t lows = 0, highs = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (t[i][axis_] < at_) {
        low[lows++] = i;
      } else {
        high[highs++] = i;
      }
    }
    if (lows == 0) return above.push_back(t);
    if (highs == 0) return below.push_back(t);
    const auto on = [&](std::size_t i, std::size_t j) { return crossing(t[i], t[j]); };
    if (lows == 1) {
      const auto [a, b, c] = std::array{high[0], high[1], high[2]};
      const Vec3 p = on(low[0], a), q = on(low[0], b), r = on(low[0], c);
      below.push_back({t[low[0]], p, q, r});
      add_prism({p, q, r}, {t[a], t[b], t[c]}, above);
    } else if (highs == 1) {
      const auto [a, b, c] = std::array{low[0], low[1], low[2]};
      const Vec3 p = on(a, high[0]), q = on(b, high[0]), r = on(c, high[0]);
      above.push_back({t[high[0]], p, q, r});
      add_prism({p, q, r}, {t[a], t[b], t[c]}, below);
    } else {
      const auto [a, b] = std::array{low[0], low[1]};
      const auto [c, d] = std::array{high[0], high[1]};
      const Vec3 ac = on(a, c), ad = on(a, d), bc = on(b, c), bd = on(b, d);
      add_prism({t[a], ac, ad}, {t[b], bc, bd}, below);
      add_prism({t[c], ac, bc}, {t[d], ad, bd}, above);
    }
  }

 private:
  using Face = std::array<Vec3, 3>;

  Vec3 crossing(const Vec3& p, const Vec3& q) const {
    const double share = (at_ - p[axis_]) / (q[axis_] - p[axis_]);
    Vec3 x = p + share * (q - p);
    x[axis_] = at_;
    return x;
  }

  static void add_prism(const Face& f, const Face& g, std::vector<Tet>& pieces) {
    pieces.push_back({f[0], f[1], f[2], g[2]});
    pieces.push_back({f[0], f[1], g[1], g[2]});
    pieces.push_back({f[0], g[0], g[1], g[2]});
  }

  std::size_t axis_;
  double at_;
};

class Filler {
 public:
  explicit Filler(const CellGrid& grid)
      : grid_(grid), cells_(static_cast<std::size_t>(grid.count())) {}

  /// Adds a tetrahedron, or takes it away where it is turned inside out and `signs` count.
  void add(const Tet& tet, bool signs) {
    const double size = volume(tet);
    sign_ = signs && size < 0 ? -1 : 1;
    total_ += signs ? size : std::abs(size);
    if (size != 0) divide({tet}, 0, {0, 0, 0});
  }

  std::vector<CellMoments> take() {
    double box = 1;
    for (std::size_t k = 0; k < 3; ++k) box *= grid_.high[k] - grid_.low[k];
    if (!(std::abs(total_) > 1e-12 * box)) return {};
    if (total_ < 0) {
      for (CellMoments& cell : cells_) cell.scale(-1);
    }
    return std::move(cells_);
  }

 private:
  double face(std::size_t axis, int i) const {
    return i == grid_.cells[axis] ? grid_.high[axis] : grid_.low[axis] + i * grid_.step(axis);
  }

  // Cuts pieces into slabs along one axis after the other.
  void divide(std::vector<Tet> pieces, std::size_t axis, std::array<int, 3> cell) {
    if (axis == 3) return integrate(pieces, cell);
    for (int i = 0; i + 1 < grid_.cells[axis] && !pieces.empty(); ++i) {
      std::vector<Tet> below, above;
      Cutter cutter(axis, face(axis, i + 1));
      for (const Tet& piece : pieces) cutter.cut(piece, below, above);
      cell[axis] = i;
      divide(std::move(below), axis + 1, cell);
      pieces = std::move(above);
    }
    cell[axis] = grid_.cells[axis] - 1;
    if (!pieces.empty()) divide(std::move(pieces), axis + 1, cell);
  }

  void integrate(const std::vector<Tet>& pieces, const std::array<int, 3>& at) {
    CellMoments& cell = cells_[static_cast<std::size_t>(grid_.index(at[0], at[1], at[2]))];
    for (Tet piece : pieces) {
      for (Vec3& corner : piece) {
        for (std::size_t k = 0; k < 3; ++k) {
          corner[k] = (corner[k] - face(k, at[k])) / grid_.step(k);
        }
      }
      add_piece(piece, cell);
    }
  }

  // The unit cube is folded to a tetrahedron.
  void add_piece(const Tet& tet, CellMoments& cell) const {
    static const Gauss gauss;
    const double six = sign_ * std::abs(6 * volume(tet));
    if (six == 0) return;
    for (std::size_t i = 0; i < kGauss; ++i) {
      const double a = gauss.x[i];
      for (std::size_t j = 0; j < kGauss; ++j) {
        const double b = gauss.x[j] * (1 - a);
        const double flat = gauss.w[i] * gauss.w[j] * (1 - a) * (1 - a) * (1 - gauss.x[j]);
        for (std::size_t k = 0; k < kGauss; ++k) {
          const double c = gauss.x[k] * (1 - a) * (1 - gauss.x[j]);
          const Vec3 p =
              tet[0] + a * (tet[1] - tet[0]) + b * (tet[2] - tet[0]) + c * (tet[3] - tet[0]);
          cell.add(p, six * flat * gauss.w[k]);
        }
      }
    }
  }

  const CellGrid& grid_;
  std::vector<CellMoments> cells_;
  double sign_ = 1;
  double total_ = 0;
};

}  // namespace

CellMoments CellMoments::whole() {
  CellMoments cell;
  for (std::size_t i = 0; i < cell.moment_.size(); ++i) {
    const std::size_t a = i / (kPowers * kPowers), b = i / kPowers % kPowers, c = i % kPowers;
    cell.moment_[i] =
        1 / (static_cast<double>(a + 1) * static_cast<double>(b + 1) * static_cast<double>(c + 1));
  }
  return cell;
}

void CellMoments::add(const Vec3& point, double weight) {
  std::size_t i = 0;
  double x = weight;
  for (std::size_t a = 0; a < kPowers; ++a, x *= point[0]) {
    double y = x;
    for (std::size_t b = 0; b < kPowers; ++b, y *= point[1]) {
      double z = y;
      for (std::size_t c = 0; c < kPowers; ++c, z *= point[2]) moment_[i++] += z;
    }
  }
}

double CellMoments::integrate(const Poly& x, const Poly& y, const Poly& z) const {
  double sum = 0;
  for (std::size_t a = 0, i = 0; a < kPowers; ++a) {
    for (std::size_t b = 0; b < kPowers; ++b) {
      const double xy = x[a] * y[b];
      for (std::size_t c = 0; c < kPowers; ++c) sum += xy * z[c] * moment_[i++];
    }
  }
  return sum;
}

void CellMoments::scale(double factor) {
  for (double& x : moment_) x *= factor;
}

CellMoments CellMoments::with_remainder() const {
  CellMoments cell = whole();
  for (std::size_t i = 0; i < cell.moment_.size(); ++i) {
    cell.moment_[i] = (1 - kRemainder) * moment_[i] + kRemainder * cell.moment_[i];
  }
  return cell;
}

// Each edge is passed once in either direction.
bool is_closed(const FlexShape& shape) {
  std::map<std::pair<int, int>, int> passed;
  for (std::size_t f = 0; f + 2 < shape.elem.size(); f += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = shape.elem[f + k], b = shape.elem[f + (k + 1) % 3];
      passed[std::minmax(a, b)] += a < b ? 1 : 1 << 16;
    }
  }
  return std::all_of(passed.begin(), passed.end(),
                     [](const auto& edge) { return edge.second == 1 + (1 << 16); });
}

std::vector<CellMoments> fill_cells(const CellGrid& grid, const FlexShape& shape, int order) {
  if (shape.dim < 2) return {};
  if (shape.dim == 2 && !is_closed(shape)) return enclose(grid, shape, order).filled;
  Filler filler(grid);
  const Vec3 middle = 0.5 * (grid.low + grid.high);
  const auto corners = static_cast<std::size_t>(shape.dim) + 1;
  for (std::size_t e = 0; e + corners <= shape.elem.size(); e += corners) {
    Tet tet = {middle, middle, middle, middle};
    for (std::size_t c = 0; c < corners; ++c) {
      tet[c + (4 - corners)] = point_of(shape, shape.elem[e + c]);
    }
    filler.add(tet, shape.dim == 2);
  }
  return filler.take();
}

CellMoments::Poly node_polynomial(int order, int i) {
  if (order == 1) return i == 0 ? CellMoments::Poly{1, -1} : CellMoments::Poly{0, 1};
  if (i == 1) return {0, 4, -4};
  return i == 0 ? CellMoments::Poly{1, -3, 2} : CellMoments::Poly{0, -1, 2};
}

CellMoments::Poly derivative(const CellMoments::Poly& p) {
  CellMoments::Poly d = {};
  for (std::size_t k = 1; k < p.size(); ++k) d[k - 1] = static_cast<double>(k) * p[k];
  return d;
}

CellMoments::Poly multiply(const CellMoments::Poly& p, const CellMoments::Poly& q) {
  CellMoments::Poly product = {};
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; i + j < p.size(); ++j) product[i + j] += p[i] * q[j];
  }
  return product;
}

}  // namespace thew::spec
