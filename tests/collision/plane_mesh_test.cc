// A plane and a convex mesh: prisms with n sides, standing, tilted and lying.

#include "collision/pair/plane_mesh.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace thew::collision {
namespace {

using Vec = Vec3<double>;

/// A prism about z with a regular outline of radius 1 and height 1, and its faces.
class Prism {
 public:
  explicit Prism(int sides) : sides_(sides) {
    for (const float z : {-0.5f, 0.5f})
      for (int i = 0; i < sides; ++i) {
        const double angle = (i + 0.5) * 2 * std::numbers::pi / sides;
        vert_.insert(vert_.end(), {float(std::cos(angle)), float(std::sin(angle)), z});
      }
    std::vector<int> bottom, top;
    for (int i = 0; i < sides; ++i) {
      bottom.insert(bottom.begin(), i);
      top.push_back(sides + i);
    }
    add_face(bottom, {0, 0, -1});
    add_face(top, {0, 0, 1});
    for (int i = 0; i < sides; ++i) {
      const int next = (i + 1) % sides;
      const double angle = (i + 1) * 2 * std::numbers::pi / sides;
      add_face({i, next, sides + next, sides + i}, {std::cos(angle), std::sin(angle), 0});
    }
    index_faces();
  }

  MeshView view() const {
    MeshView v;
    v.vertices = 2 * sides_;
    v.vert = vert_.data();
    v.polygons = int(corner_count_.size());
    v.poly_normal = normal_.data();
    v.poly_vert_adr = corner_first_.data();
    v.poly_vert_num = corner_count_.data();
    v.poly_vert = corner_.data();
    v.vert_poly_adr = face_first_.data();
    v.vert_poly_num = face_count_.data();
    v.vert_poly = face_.data();
    return v;
  }

 private:
  void add_face(const std::vector<int>& corners, const Vec& normal) {
    corner_first_.push_back(int(corner_.size()));
    corner_count_.push_back(int(corners.size()));
    corner_.insert(corner_.end(), corners.begin(), corners.end());
    normal_.insert(normal_.end(), {normal.x, normal.y, normal.z});
  }
  void index_faces() {
    for (int v = 0; v < 2 * sides_; ++v) {
      face_first_.push_back(int(face_.size()));
      for (std::size_t f = 0; f < corner_count_.size(); ++f)
        for (int k = 0; k < corner_count_[f]; ++k)
          if (corner_[std::size_t(corner_first_[f] + k)] == v) face_.push_back(int(f));
      face_count_.push_back(int(face_.size()) - face_first_.back());
    }
  }

  int sides_;
  std::vector<float> vert_;
  std::vector<double> normal_;
  std::vector<int> corner_first_, corner_count_, corner_, face_first_, face_count_, face_;
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
  points.resize(std::size_t(plane_mesh(kFloor, shape, margin, points.data())));
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
