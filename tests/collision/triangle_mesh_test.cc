// Meshes as they are, triangle by triangle: flat ground, valleys, ridges, cups.

#include "collision/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "compile/tree/box_tree.h"
#include "pairs.h"
#include "shapes.h"

namespace thew::collision {
namespace {

using test::Contacts, test::place, test::Poses;
using Vec = Vec3<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Triangles with the tree of their boxes.
class Mesh {
 public:
  Mesh(const std::vector<Vec>& points, std::vector<int> faces) : face_(std::move(faces)) {
    std::vector<double> exact;
    for (const Vec& p : points) {
      for (const double x : {p.x, p.y, p.z}) {
        vert_.push_back(static_cast<float>(x));
        exact.push_back(static_cast<double>(vert_.back()));
      }
    }
    for (const compile::BvhNode& node : compile::build_face_tree(exact, face_)) {
      box_.insert(box_.end(), node.box.begin(), node.box.end());
      child_.insert(child_.end(), node.child.begin(), node.child.end());
      node_.push_back(node.id);
    }
    view_.vertices = static_cast<int>(points.size());
    view_.vert = vert_.data();
    view_.faces = static_cast<int>(face_.size() / 3);
    view_.face = face_.data();
    view_.bvh_child = child_.data();
    view_.bvh_node = node_.data();
    view_.bvh_box = box_.data();
    shape.type = GeomType::Mesh;
    shape.at = {{0, 0, 0}, math::identity3<double>(), {1, 1, 1}};
    shape.mesh = &view_;
  }
  Mesh(const Mesh&) = delete;

  Shape shape;

 private:
  std::vector<float> vert_;
  std::vector<int> face_, child_, node_;
  std::vector<double> box_;
  MeshView view_;
};

/// A grid of n x n cells over [-1, 1]^2, with heights by a function of x and y.
template <class Function>
Mesh grid(int n, Function height) {
  std::vector<Vec> points;
  std::vector<int> faces;
  for (int r = 0; r <= n; ++r)
    for (int c = 0; c <= n; ++c) {
      const double x = -1 + 2.0 * c / n, y = -1 + 2.0 * r / n;
      points.push_back({x, y, height(x, y)});
    }
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int a = r * (n + 1) + c, b = a + 1, d = a + n + 1, e = d + 1;
      faces.insert(faces.end(), {a, b, e, a, e, d});
    }
  return Mesh(points, faces);
}

double flat(double, double) {
  return 0;
}

Contacts collide(const Mesh& mesh, const Shape& other, double margin = 0) {
  static std::vector<std::byte> bytes(convex_memory(64, 64, ConvexOptions{}.iterations));
  Contacts contacts;
  contacts.count =
      triangles_convex(mesh.shape, other, margin, {}, {bytes.data(), bytes.size()}, contacts.point);
  return contacts;
}

void expect_near(const Vec& got, const Vec& wanted, double tolerance = 1e-6) {
  test::expect_near(got, wanted, tolerance);
}

TEST(TriangleMesh, SphereOnFlatGroundNeverFeelsEdges) {
  const Mesh ground = grid(10, flat);
  for (int i = 0; i <= 1000; ++i) {  // across edges and corners of triangles
    const Vec pos = {-0.9 + 1.8e-3 * i, -0.4 + 1e-3 * i, 0.095};
    const auto contacts = collide(ground, place(GeomType::Sphere, pos, {0.1, 0, 0}));
    ASSERT_EQ(contacts.count, 1) << i;
    EXPECT_NEAR(contacts.point[0].dist, -0.005, 1e-9);
    expect_near(contacts.point[0].normal, {0, 0, 1}, 1e-9);
    expect_near(contacts.point[0].pos, {pos.x, pos.y, -0.0025});
  }
}

TEST(TriangleMesh, CapsuleAndCylinderOnFlatGround) {
  const Mesh ground = grid(10, flat);
  const Mat3<double> lying = {0, 0, 1, 0, 1, 0, -1, 0, 0};  // its axis along x
  for (const GeomType type : {GeomType::Capsule, GeomType::Cylinder}) {
    const auto contacts = collide(ground, place(type, {0.03, 0.07, 0.095}, {0.1, 0.3, 0}, lying));
    ASSERT_GE(contacts.count, 2);
    double low = 1, high = -1;
    for (int i = 0; i < contacts.count; ++i) {
      expect_near(contacts.point[i].normal, {0, 0, 1}, 1e-5);
      EXPECT_NEAR(contacts.point[i].dist, -0.005, 1e-5);
      low = std::min(low, contacts.point[i].pos.x);
      high = std::max(high, contacts.point[i].pos.x);
    }
    EXPECT_LT(low, -0.2);  // near both ends
    EXPECT_GT(high, 0.26);
  }
}

TEST(TriangleMesh, BoxStandsOnItsWholeFace) {
  for (const int cells : {1, 3, 10}) {
    const Mesh ground = grid(cells, flat);
    const auto contacts =
        collide(ground, place(GeomType::Box, {0.03, 0.04, 0.19}, {0.3, 0.2, 0.2}));
    ASSERT_GE(contacts.count, 4);
    EXPECT_LE(contacts.count, 9);
    Vec low = {1, 1, 1}, high = {-1, -1, -1};
    for (int i = 0; i < contacts.count; ++i) {
      const Point<double>& p = contacts.point[i];
      expect_near(p.normal, {0, 0, 1}, 1e-9);
      EXPECT_NEAR(p.dist, -0.01, 1e-9);
      low = {std::min(low.x, p.pos.x), std::min(low.y, p.pos.y), 0};
      high = {std::max(high.x, p.pos.x), std::max(high.y, p.pos.y), 0};
    }
    expect_near(low, {-0.27, -0.16, 0}, 1e-5);
    expect_near(high, {0.33, 0.24, 0}, 1e-5);
  }
}

// z = |x|: a hull would fill the valley.
TEST(TriangleMesh, BallLiesInAValley) {
  const Mesh valley = grid(2, [](double x, double) { return std::abs(x); });
  const double root = std::sqrt(0.5), radius = 0.2;
  EXPECT_EQ(collide(valley, place(GeomType::Sphere, {0, 0.3, radius / root + 1e-3}, {radius, 0, 0}))
                .count,
            0);
  const auto contacts =
      collide(valley, place(GeomType::Sphere, {0, 0.3, (radius - 0.01) / root}, {radius, 0, 0}));
  ASSERT_EQ(contacts.count, 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(contacts.point[i].dist, -0.01, 1e-6);
    EXPECT_NEAR(std::abs(contacts.point[i].normal.x), root, 1e-6);
    EXPECT_NEAR(contacts.point[i].normal.z, root, 1e-6);
  }
}

// z = -|x|: the ridge sticks out, and its normal is neither face's.
TEST(TriangleMesh, BallOnARidge) {
  const Mesh ridge = grid(2, [](double x, double) { return -std::abs(x); });
  const auto contacts = collide(ridge, place(GeomType::Sphere, {0, 0.3, 0.19}, {0.2, 0, 0}));
  ASSERT_EQ(contacts.count, 1);
  EXPECT_NEAR(contacts.point[0].dist, -0.01, 1e-6);
  expect_near(contacts.point[0].normal, {0, 0, 1}, 1e-6);
}

TEST(TriangleMesh, MarginReachesShapesNearby) {
  const Mesh ground = grid(4, flat);
  const Shape ball = place(GeomType::Sphere, {0.1, 0.2, 0.13}, {0.1, 0, 0});
  EXPECT_EQ(collide(ground, ball, 0.02).count, 0);
  const auto contacts = collide(ground, ball, 0.04);
  ASSERT_EQ(contacts.count, 1);
  EXPECT_NEAR(contacts.point[0].dist, 0.03, 1e-9);
  expect_near(contacts.point[0].pos, {0.1, 0.2, 0.015});
}

TEST(TriangleMesh, TrianglesHoldFromTheFrontOnly) {
  const Mesh ground = grid(4, flat);
  EXPECT_EQ(collide(ground, place(GeomType::Sphere, {0, 0, -0.05}, {0.1, 0, 0})).count, 0);
  // The centre is in front: out of the front, though the back is nearer to the lowest point.
  const auto deep = collide(ground, place(GeomType::Sphere, {0.1, 0.05, 0.01}, {0.1, 0, 0}));
  ASSERT_EQ(deep.count, 1);
  EXPECT_NEAR(deep.point[0].dist, -0.09, 1e-5);
  expect_near(deep.point[0].normal, {0, 0, 1}, 1e-5);
}

// A face over 700 triangles: its corners and the deepest point remain.
TEST(TriangleMesh, OuterContactsRemainOfMany) {
  const Mesh ground = grid(20, [](double x, double) { return 0.001 * x; });
  const Mat3<double> turned = {0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1};
  const auto contacts =
      collide(ground, place(GeomType::Box, {0, 0, 0.1996}, {0.6, 0.5, 0.2}, turned));
  EXPECT_GE(contacts.count, 3);
  EXPECT_LE(contacts.count, 9);
  double deepest = 0, right = 0;
  for (int i = 0; i < contacts.count; ++i) {
    deepest = std::min(deepest, contacts.point[i].dist);
    right = std::max(right, contacts.point[i].pos.x);
  }
  EXPECT_NEAR(right, 0.6 * 0.8 + 0.5 * 0.6, 1e-3);
  EXPECT_NEAR(deepest, -0.0004 - 0.001 * right, 1e-5);
}

TEST(TriangleMesh, MovesWithItsFrame) {
  Poses poses(1);
  Mesh ground = grid(6, [](double x, double y) { return 0.2 * std::sin(3 * x) * std::cos(2 * y); });
  for (int n = 0; n < 200; ++n) {
    ground.shape.at = {{0, 0, 0}, math::identity3<double>(), {1, 1, 1}};
    Shape ball = place(GeomType::Sphere, poses.vector(0.6), {0.3, 0, 0});
    const auto still = collide(ground, ball);
    ground.shape.at.rot = poses.rotation();
    ground.shape.at.pos = poses.vector(10);
    ball.at.pos = ground.shape.at.rot * ball.at.pos + ground.shape.at.pos;
    const auto moved = collide(ground, ball);
    ASSERT_EQ(moved.count, still.count);
    for (int i = 0; i < still.count; ++i)
      EXPECT_NEAR(moved.point[i].dist, still.point[i].dist, 1e-5);
  }
}

TEST(TriangleMesh, RandomPosesGiveFiniteUnitNormals) {
  Poses poses(2);
  const Mesh ground =
      grid(6, [](double x, double y) { return 0.2 * std::sin(3 * x) * std::cos(2 * y); });
  constexpr GeomType kTypes[] = {GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid,
                                 GeomType::Cylinder, GeomType::Box};
  for (int n = 0; n < 100000; ++n) {
    const double size = std::exp(poses.uniform(-6, -1));
    const Shape shape = place(kTypes[n % 5], poses.vector(1),
                              {size, size * poses.uniform(0, 2), size}, poses.rotation());
    const auto contacts = collide(ground, shape, n % 2 ? 0.01 : 0);
    for (int i = 0; i < contacts.count; ++i) {
      ASSERT_LE(contacts.point[i].dist, 0.01 + 1e-9);
      ASSERT_NEAR(norm(contacts.point[i].normal), 1, 1e-6);
      ASSERT_LT(norm(contacts.point[i].pos), 1e3);
    }
  }
}

TEST(TriangleMesh, DegenerateInput) {
  const Mesh sliver({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {0, 1, 2});  // no area
  const Shape ball = place(GeomType::Sphere, {0.5, 0, 0.05}, {0.1, 0, 0});
  EXPECT_EQ(collide(sliver, ball).count, 0);
  const Mesh ground = grid(2, flat);
  for (const double bad : {kNan, 1e300}) {
    EXPECT_EQ(collide(ground, place(GeomType::Sphere, {bad, 0, 0}, {0.1, 0, 0})).count, 0);
    EXPECT_EQ(collide(ground, place(GeomType::Box, {0, 0, bad}, {0.1, 0.1, 0.1})).count, 0);
  }
}

}  // namespace
}  // namespace thew::collision
