// Stiffness of interpolated flexes: one matrix per cell, or per outer face of a shell. It is kept
// with a negative sign, as the forces have it. Where equalities hold the strain, its modes are kept
// instead: how many, and then each scaled by the root of its eigenvalue.

#include <algorithm>
#include <cmath>

#include "compile/flex/flex.h"
#include "compile/flex/modes.h"

namespace thew::compile {

namespace {

using Poly = CellMoments::Poly;

// Of a material whose strain is held: only the shapes of modes matter.
constexpr double kHeldYoung = 10, kHeldPoisson = 0.3;

struct Material {
  double lambda, mu;
};

// Products of the polynomials of two nodes along an axis: value or derivative of each.
struct Products {
  std::vector<std::array<std::array<Poly, 2>, 2>> by_pair;
  int nodes;

  explicit Products(int order) : nodes(order + 1) {
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < nodes; ++j) {
        const std::array<Poly, 2> a = {node_polynomial(order, i),
                                       derivative(node_polynomial(order, i))};
        const std::array<Poly, 2> b = {node_polynomial(order, j),
                                       derivative(node_polynomial(order, j))};
        auto& entry = by_pair.emplace_back();
        for (int k = 0; k < 2; ++k) {
          for (int l = 0; l < 2; ++l) entry[k][l] = spec::multiply(a[k], b[l]);
        }
      }
    }
  }
  const Poly& operator()(int i, int j, bool di, bool dj) const {
    return by_pair[static_cast<std::size_t>(i * nodes + j)][di][dj];
  }
};

// The integral of lambda tr du tr dv + 2 mu sym du : sym dv, with `g(k, l)` that of the product of
// the derivatives of two nodes along axes k and l.
void add_block(const Material& m, const Mat3& g, double scale, std::size_t n, double* block) {
  const double whole = g[0] + g[4] + g[8];
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t l = 0; l < 3; ++l) {
      const double sum =
          m.lambda * g[3 * k + l] + m.mu * g[3 * l + k] + (k == l ? m.mu * whole : 0);
      block[k * n + l] -= scale * sum;
    }
  }
}

std::vector<double> cell_matrix(const CellMoments& moments, const Vec3& size, int order,
                                const Material& material) {
  const Products products(order);
  const int along = order + 1, nodes = along * along * along;
  const std::size_t n = 3 * static_cast<std::size_t>(nodes);
  std::vector<double> matrix(n * n);
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      const int a[] = {i / (along * along), i / along % along, i % along};
      const int b[] = {j / (along * along), j / along % along, j % along};
      Mat3 g;
      for (int k = 0; k < 3; ++k) {
        for (int l = 0; l < 3; ++l) {
          const double integral = moments.integrate(products(a[0], b[0], k == 0, l == 0),
                                                    products(a[1], b[1], k == 1, l == 1),
                                                    products(a[2], b[2], k == 2, l == 2));
          g[3 * k + l] = integral / (size[k] * size[l]);
        }
      }
      const std::size_t at = 3 * static_cast<std::size_t>(i) * n + 3 * static_cast<std::size_t>(j);
      add_block(material, g, size[0] * size[1] * size[2], n, matrix.data() + at);
    }
  }
  return matrix;
}

// A face across `axis`: membrane stiffness in its plane, plane stress.
std::vector<double> face_matrix(const Vec3& size, std::size_t axis, int order, double thickness,
                                const Material& material) {
  const Products products(order);
  const CellMoments whole = CellMoments::whole();
  const int along = order + 1, nodes = along * along;
  const std::size_t first = (axis + 1) % 3, second = (axis + 2) % 3;
  const std::size_t n = 3 * static_cast<std::size_t>(nodes);
  std::vector<double> matrix(n * n);
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      Mat3 g = {};
      for (const std::size_t k : {first, second}) {
        for (const std::size_t l : {first, second}) {
          const double integral =
              whole.integrate(products(i / along, j / along, k == first, l == first),
                              products(i % along, j % along, k == second, l == second), {1});
          g[3 * k + l] = integral / (size[k] * size[l]);
        }
      }
      const std::size_t at = 3 * static_cast<std::size_t>(i) * n + 3 * static_cast<std::size_t>(j);
      add_block(material, g, size[first] * size[second] * thickness, n, matrix.data() + at);
      // Nothing across the plane.
      matrix[at + axis * n + axis] = 0;
    }
  }
  return matrix;
}

void append(FlexDraft& flex, const std::vector<double>& matrix) {
  flex.stiffness.insert(flex.stiffness.end(), matrix.begin(), matrix.end());
}

void add_cells(FlexDraft& flex, const Material& material) {
  const Flex& spec = *flex.spec;
  const auto [grid, shape] = filled_grid(flex);
  const std::vector<CellMoments> filled = fill_cells(grid, shape, spec.order);
  const Vec3 size = {grid.step(0), grid.step(1), grid.step(2)};
  const std::size_t nodes =
      static_cast<std::size_t>((spec.order + 1) * (spec.order + 1) * (spec.order + 1));
  for (std::size_t c = 0; c < static_cast<std::size_t>(grid.count()); ++c) {
    std::vector<double> matrix(9 * nodes * nodes);
    if (flex.empty.empty() || !flex.empty[c]) {
      matrix = cell_matrix(filled.empty() ? CellMoments::whole() : filled[c].with_remainder(), size,
                           spec.order, material);
      if (flex.equality == 3) matrix = modes_of(matrix, 3 * nodes);
    }
    append(flex, matrix);
  }
}

void add_faces(FlexDraft& flex, const Material& material, double young, double poisson) {
  const Flex& spec = *flex.spec;
  Box box;
  for (const Vec3& p : flex.node0) box.add(p);
  Vec3 size;
  for (std::size_t k = 0; k < 3; ++k) size[k] = (box.high[k] - box.low[k]) / spec.cellcount[k];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<double> matrix = face_matrix(size, axis, spec.order, spec.thickness, material);
    if (flex.equality == 3) {
      const auto n = static_cast<std::size_t>(3 * (spec.order + 1) * (spec.order + 1));
      matrix = modes_of(matrix, n);
      add_warp(matrix, n, spec.order, axis, size, young, poisson, spec.thickness);
    }
    const int faces = 2 * spec.cellcount[(axis + 1) % 3] * spec.cellcount[(axis + 2) % 3];
    for (int f = 0; f < faces; ++f) append(flex, matrix);
  }
}

}  // namespace

void set_cell_stiffness(const Draft& draft, FlexDraft& flex) {
  const Flex& spec = *flex.spec;
  const bool held = flex.equality == 3, shell = spec.elastic2d != 0;
  if (!(spec.young > 0) && !held) return;
  if (shell && spec.elastic2d == 1 && !held) return;
  const double young = held ? kHeldYoung : spec.young;
  const double poisson = held ? kHeldPoisson : spec.poisson;
  const double mu = young / (2 * (1 + poisson));
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(flex.size[k] > 0)) draft.fail(spec, "flex", "a cell without volume has no stiffness");
  }
  if (shell) {
    add_faces(flex, {young * poisson / (1 - poisson * poisson), mu}, young, poisson);
  } else {
    add_cells(flex, {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), mu});
  }
}

}  // namespace thew::compile
