#pragma once

// A deformable body that is interpolated between the nodes of a grid: which cells of the grid it is
// in, and how much of each it fills.

#include "spec/flexcomp/shape.h"
#include "spec/vector.h"

namespace thew::spec {

/// A box that is cut into cells, numbered with z fastest.
struct CellGrid {
  std::array<int, 3> cells = {1, 1, 1};
  Vec3 low = {}, high = {};

  int count() const { return cells[0] * cells[1] * cells[2]; }
  int index(int x, int y, int z) const { return (x * cells[1] + y) * cells[2] + z; }
  /// The size of a cell along an axis.
  double step(std::size_t axis) const { return (high[axis] - low[axis]) / cells[axis]; }
};

/// The box around points, cut into cells.
CellGrid cell_grid(const std::array<int, 3>& cells, const std::vector<double>& points);

/// By cell: no element comes near it, and it is not inside of a surface. The `order` is that of the
/// interpolation.
std::vector<bool> empty_cells(const CellGrid& grid, const FlexShape& shape, int order);

/// Integrals of x^a y^b z^c over the part of a cell that a body fills, by powers up to 4, in
/// coordinates that go from 0 to 1 in the cell.
class CellMoments {
 public:
  static constexpr std::size_t kPowers = 5;
  using Poly = std::array<double, kPowers>;  ///< coefficients of one variable, lowest first

  /// A whole cell.
  static CellMoments whole();
  void add(const Vec3& point, double weight);
  /// The integral of a product of polynomials, one of each coordinate.
  double integrate(const Poly& x, const Poly& y, const Poly& z) const;
  double volume() const { return moment_[0]; }
  void scale(double factor);
  /// What the finite cell method counts: a millionth of the material is in the rest of the cell
  /// too, so that no node is without stiffness.
  CellMoments with_remainder() const;

 private:
  std::array<double, kPowers * kPowers * kPowers> moment_ = {};
};

/// How each cell is filled by tetrahedra, or by what a surface of triangles encloses. Empty where
/// there is no such volume: cells count as whole then.
std::vector<CellMoments> fill_cells(const CellGrid& grid, const FlexShape& shape, int order);

/// Whether triangles have no edge where they end or turn over.
bool is_closed(const FlexShape& shape);

/// What a surface with holes encloses, by cell; nothing of it where that is nothing.
struct Enclosed {
  std::vector<CellMoments> filled;
  std::vector<bool> empty;
};
Enclosed enclose(const CellGrid& grid, const FlexShape& shape, int order);

/// The polynomial of coordinate s that belongs to node i of `order` + 1 along an axis.
CellMoments::Poly node_polynomial(int order, int i);
CellMoments::Poly derivative(const CellMoments::Poly& p);
CellMoments::Poly multiply(const CellMoments::Poly& p, const CellMoments::Poly& q);

}  // namespace thew::spec
