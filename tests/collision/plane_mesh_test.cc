// A plane and a convex mesh: prisms with n sides, standing, tilted and lying.

#include "element/pair/plane_mesh.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "collision/convex.h"
#include "prism_mesh.h"

namespace thew::collision {
namespace {

using Vec = Vec3<double>;

/// A prism about z with a regular outline of radius 1 and height 1.
struct Prism {
  explicit Prism(int sides) : mesh(sides, 1, 0.5, std::numbers::pi / sides) {}
  const MeshView& view() const { return *mesh.view(); }
  test::PrismMesh mesh;
};

const Placed<double> kFloor{{0, 0, 0}, math::identity3<double>(), {0, 0, 0}};

/// Rotation about x [rad].
Mat3<double> about_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {1, 0, 0, 0, c, -s, 0, s, c};
}

std::vector<Point<double>> contacts(const MeshView& view, double height, const Mat3<double>& rot,
                                    double margin = 0) {
  Shape shape;
  shape.type = GeomType::Mesh;
  shape.at = {{0, 0, height}, rot, {1, 1, 1}};
  shape.mesh = &view;
  std::vector<Point<double>> points(kMaxPoints);
  points.resize(std::size_t(plane_mesh(kFloor, convex_of(shape), margin, points.data())));
  return points;
}

double quadrangle(const std::vector<Point<double>>& p) {
  return norm(cross(p[2].pos - p[0].pos, p[3].pos - p[1].pos)) / 2;
}

TEST(PlaneMesh, StandingBlockTouchesWithItsFourCornersInTheOrderOfTheFace) {
  const Prism block(4);
  const auto c = contacts(block.view(), 0.4, math::identity3<double>());
  ASSERT_EQ(c.size(), 4u);
  for (const auto& p : c) {
    EXPECT_NEAR(p.dist, -0.1, 1e-15);
    EXPECT_NEAR(p.pos.z, -0.05, 1e-15);
    EXPECT_EQ(p.normal.z, 1);
    EXPECT_EQ(norm(p.tangent), 0);
  }
  EXPECT_NEAR(quadrangle(c), 2, 1e-6) << "the square around a circle of radius 1, not crossed";
}

TEST(PlaneMesh, TheLowestCornerComesFirst) {
  const Prism block(4);
  const auto c = contacts(block.view(), 0.4, about_x(0.01));
  ASSERT_EQ(c.size(), 4u);
  for (const auto& p : c) EXPECT_LE(c[0].dist, p.dist);
  EXPECT_LT(c[0].pos.y, 0) << "turning about x lowers what has negative y";
}

TEST(PlaneMesh, OnlyCornersWithinTheMarginCount) {
  const Prism block(4);
  const auto c = contacts(block.view(), 0.5, about_x(0.1));
  ASSERT_EQ(c.size(), 2u);
  for (const auto& p : c) EXPECT_LT(p.dist, 0);
  EXPECT_EQ(contacts(block.view(), 0.5, about_x(0.1), 0.2).size(), 4u);
}

TEST(PlaneMesh, CornersAboveTheOriginDoNotCount) {
  const Prism block(4);
  const auto deep = contacts(block.view(), -5, about_x(0.7));
  ASSERT_EQ(deep.size(), 2u);
  for (const auto& p : deep) EXPECT_LT(p.dist, -5);
}

TEST(PlaneMesh, FourOfManyCornersSpanALargeArea) {
  const double square = 2;  // the largest quadrangle in a circle of radius 1
  for (const int sides : {5, 6, 7, 12, 30, 100}) {
    const Prism prism(sides);
    for (const double tilt : {0.0, 1e-3, -1e-3}) {
      const auto c = contacts(prism.view(), 0.45, about_x(tilt));
      ASSERT_EQ(c.size(), 4u) << sides;
      EXPECT_GT(quadrangle(c), 0.75 * square) << sides;
      for (const auto& p : c) EXPECT_GE(p.dist, c[0].dist) << sides;
    }
  }
}

TEST(PlaneMesh, TriangleHasThreePoints) {
  const Prism wedge(3);
  EXPECT_EQ(contacts(wedge.view(), 0.4, math::identity3<double>()).size(), 3u);
}

TEST(PlaneMesh, WithoutFacesTheLowestVertexIsTheOnlyPoint) {
  const Prism block(4);
  MeshView bare = block.view();
  bare.polygons = 0;
  bare.poly_normal = nullptr;
  bare.vert_poly = bare.vert_poly_adr = bare.vert_poly_num = nullptr;
  const auto c = contacts(bare, 0.4, about_x(0.01));
  ASSERT_EQ(c.size(), 1u);
  EXPECT_LT(c[0].pos.y, 0);
}

TEST(PlaneMesh, ApartOrWithNanThereIsNone) {
  const Prism block(4);
  EXPECT_TRUE(contacts(block.view(), 0.6, math::identity3<double>(), 0.05).empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contacts(block.view(), nan, math::identity3<double>()).empty());
  EXPECT_TRUE(contacts(block.view(), 0.4, about_x(nan)).empty());
}

}  // namespace
}  // namespace thew::collision
