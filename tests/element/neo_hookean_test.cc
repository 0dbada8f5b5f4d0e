// Tetrahedra of the stable Neo-Hookean law: forces are the slope of the energy, and the stiffness
// that of the forces where it has no negative directions; principal stretches give back what they
// are of.

#include "element/neo_hookean.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

using math::Mat3;
using math::Vec3;
using V = Vec3<double>;

// mu V = 1 and lambda V = 1.5 of the corner of a cube of volume 1: tr E^2 - tr^2 E by its edges.
struct Corner {
  static constexpr double kSquare[6] = {1, 2, 1, 2, 1, 2};  // edges in their order
  double form[24] = {};

  Corner() {
    // E from changes c of the edges from corner 0 (0, 2, 4) and of the others (1, 3, 5): on the
    // diagonal c / 2, beside it (ci + cj - cij) / 4.
    double e[6][9];
    for (int k = 0; k < 6; ++k) {
      double c[6] = {};
      c[k] = 1;
      const Mat3<double> p = products_of<3>(c);
      math::store(e[k], p);
      for (double& x : e[k]) x /= 2;
    }
    double* out = form;
    for (int i = 0; i < 6; ++i) {
      for (int j = i; j < 6; ++j) {
        double product = 0;
        for (int a = 0; a < 9; ++a) product += e[i][a] * e[j][a];
        const double traces = (e[i][0] + e[i][4] + e[i][8]) * (e[j][0] + e[j][4] + e[j][8]);
        *out++ = 4 * (product - traces);
      }
    }
    form[21] = -0.5, form[22] = 1.75, form[23] = 1;
  }

  // tr F'F / 2 - J^2 / 2 + 1.75 (J - 1)^2, but for a constant.
  static double energy(const V* x) {
    const V a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    const double j = dot(cross(a, b), c);
    return 0.5 * (dot(a, a) + dot(b, b) + dot(c, c) - j * j) + 1.75 * (j - 1) * (j - 1);
  }
  void add_force(const V* x, V* force) const {
    double change[6];
    for (int k = 0; k < 6; ++k) {
      const V way = x[SimplexEdges<3>::end(k, 0)] - x[SimplexEdges<3>::end(k, 1)];
      change[k] = dot(way, way) - kSquare[k];
    }
    add_neo_hookean(x, change, form, force);
  }
};

constexpr V kStretched[4] = {
    {0.02, 0.01, -0.03}, {1.2, 0.05, 0.02}, {-0.04, 1.1, 0.06}, {0.03, -0.02, 1.15}};

double& coordinate(V& x, int i) {
  return i == 0 ? x.x : i == 1 ? x.y : x.z;
}

TEST(NeoHookean, ForcesAreTheSlopeOfTheEnergy) {
  constexpr double kStep = 1e-6;
  V force[4] = {};
  Corner().add_force(kStretched, force);
  for (int i = 0; i < 12; ++i) {
    V up[4], down[4];
    for (int k = 0; k < 4; ++k) up[k] = down[k] = kStretched[k];
    coordinate(up[i / 3], i % 3) += kStep;
    coordinate(down[i / 3], i % 3) -= kStep;
    const double slope = (Corner::energy(up) - Corner::energy(down)) / (2 * kStep);
    EXPECT_NEAR(coordinate(force[i / 3], i % 3), -slope, 1e-8);
  }
}

TEST(NeoHookean, StiffnessIsTheSlopeOfForcesWhereNothingGivesWay) {
  constexpr double kStep = 1e-6;
  const double none[6] = {};
  const Corner corner;
  double matrix[144] = {};
  add_neo_hookean_tangent(kStretched, Corner::kSquare, none, corner.form, matrix);
  for (int i = 0; i < 12; ++i) {
    V up[4], down[4], force[2][4] = {};
    for (int k = 0; k < 4; ++k) up[k] = down[k] = kStretched[k];
    coordinate(up[i / 3], i % 3) += kStep;
    coordinate(down[i / 3], i % 3) -= kStep;
    corner.add_force(up, force[0]);
    corner.add_force(down, force[1]);
    for (int j = 0; j < 12; ++j) {
      const V change = (force[1][j / 3] - force[0][j / 3]) * (0.5 / kStep);
      V copy = change;
      EXPECT_NEAR(matrix[12 * j + i], coordinate(copy, j % 3), 1e-7) << i << ' ' << j;
    }
  }
}

TEST(Principal, StretchesGiveBackTheDeformation) {
  const Mat3<double> turned_inside_out = {1.2, 0.3, -0.1, 0.2, -0.9, 0.4, 0.1, 0.2, 0.5};
  const Principal<double> at(turned_inside_out);
  EXPECT_LT(at.stretch[2], 0);
  for (int i = 0; i < 3; ++i) {
    const V image = turned_inside_out * at.right[i] - at.left[i] * at.stretch[i];
    EXPECT_NEAR(norm(image), 0, 1e-12);
    EXPECT_NEAR(dot(at.left[i], at.left[(i + 1) % 3]), 0, 1e-12);
  }
  EXPECT_NEAR(dot(cross(at.right[0], at.right[1]), at.right[2]), 1, 1e-12);
}

TEST(Principal, NegativeDirectionsAreLeftOut) {
  // Eigenvalues 3, 1 and -1: (1, 1, 0), (0, 0, 1) and (1, -1, 0).
  const Mat3<double> positive = positive_part(Mat3<double>{1, 2, 0, 2, 1, 0, 0, 0, 1});
  double found[9];
  math::store(found, positive);
  const double expected[9] = {1.5, 1.5, 0, 1.5, 1.5, 0, 0, 0, 1};
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

}  // namespace
}  // namespace thew::element
