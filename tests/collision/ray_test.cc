// Rays against primitives, meshes and height fields: known answers, lanes, degenerate rays.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "collision/ray/hit.h"
#include "collision/ray/surface.h"

namespace thew::collision {
namespace {

using Vec = Vec3<double>;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Placed<double> at(const Vec& pos, const Vec& size) {
  return {pos, math::identity3<double>(), size};
}

void expect_hit(const Hit<double>& hit, double distance, const Vec& normal) {
  EXPECT_NEAR(hit.distance, distance, 1e-14);
  EXPECT_NEAR(hit.normal.x, normal.x, 1e-14);
  EXPECT_NEAR(hit.normal.y, normal.y, 1e-14);
  EXPECT_NEAR(hit.normal.z, normal.z, 1e-14);
}
void expect_miss(const Hit<double>& hit) {
  expect_hit(hit, -1, {0, 0, 0});
}

TEST(RayPlane, FromAboveOnly) {
  const auto floor = at({0, 0, 1}, {0, 0, 1});
  expect_hit(ray_plane(floor, {{5, 5, 3}, {0, 0, -1}}), 2, {0, 0, 1});
  expect_hit(ray_plane(floor, {{5, 5, 3}, {0, 0, -4}}), 0.5, {0, 0, 1});
  expect_hit(ray_plane(floor, {{5, 5, 1}, {0, 0, -1}}), 0, {0, 0, 1});
  expect_miss(ray_plane(floor, {{5, 5, 0}, {0, 0, 1}}));
  expect_miss(ray_plane(floor, {{5, 5, 3}, {1, 0, 0}}));
  expect_miss(ray_plane(floor, {{5, 5, 3}, {1, 0, -1e-16}}));
}

TEST(RayPlane, Rectangle) {
  const auto tile = at({0, 0, 0}, {1, 2, 1});
  expect_hit(ray_plane(tile, {{1, 2, 3}, {0, 0, -1}}), 3, {0, 0, 1});
  expect_miss(ray_plane(tile, {{1.1, 0, 3}, {0, 0, -1}}));
  expect_miss(ray_plane(tile, {{0, -2.1, 3}, {0, 0, -1}}));
}

TEST(RaySphere, OutsideInsideBehindGrazing) {
  const auto ball = at({1, 0, 0}, {0.5, 0, 0});
  expect_hit(ray_sphere(ball, {{-1, 0, 0}, {1, 0, 0}}), 1.5, {-1, 0, 0});
  expect_hit(ray_sphere(ball, {{1, 0, 0}, {0, 2, 0}}), 0.25, {0, 1, 0});
  expect_miss(ray_sphere(ball, {{2, 0, 0}, {1, 0, 0}}));
  expect_hit(ray_sphere(ball, {{-1, 0.5, 0}, {1, 0, 0}}), 2, {0, 1, 0});
  expect_miss(ray_sphere(ball, {{-1, 0.5000001, 0}, {1, 0, 0}}));
}

TEST(RayCapsule, SideAndCaps) {
  const auto capsule = at({0, 0, 0}, {0.5, 1, 0});
  expect_hit(ray_capsule(capsule, {{2, 0, 0.7}, {-1, 0, 0}}), 1.5, {1, 0, 0});
  expect_hit(ray_capsule(capsule, {{0, 0, 3}, {0, 0, -1}}), 1.5, {0, 0, 1});
  expect_hit(ray_capsule(capsule, {{0, 0, -3}, {0, 0, 1}}), 1.5, {0, 0, -1});
  expect_hit(ray_capsule(capsule, {{0, 0, 0}, {0, 0, 1}}), 1.5, {0, 0, 1});
  expect_hit(ray_capsule(capsule, {{0.3, 0, 3}, {0, 0, -1}}), 1.6, {0.6, 0, 0.8});
  expect_miss(ray_capsule(capsule, {{0.6, 0, 3}, {0, 0, -1}}));
}

TEST(RayEllipsoid, NormalIsTheGradient) {
  const auto egg = at({0, 0, 0}, {1, 2, 3});
  expect_hit(ray_ellipsoid(egg, {{0, 5, 0}, {0, -1, 0}}), 3, {0, 1, 0});
  const Hit<double> hit = ray_ellipsoid(egg, {{5, 1, 0}, {-1, 0, 0}});
  const double x = std::sqrt(0.75), length = std::hypot(x, 0.25);
  expect_hit(hit, 5 - x, {x / length, 0.25 / length, 0});
}

TEST(RayCylinder, CapsAndSide) {
  const auto can = at({0, 0, 0}, {0.5, 1, 0});
  expect_hit(ray_cylinder(can, {{0.4, 0, 3}, {0, 0, -1}}), 2, {0, 0, 1});
  expect_hit(ray_cylinder(can, {{0.4, 0, -3}, {0, 0, 1}}), 2, {0, 0, -1});
  expect_hit(ray_cylinder(can, {{0, 3, 0.9}, {0, -1, 0}}), 2.5, {0, 1, 0});
  expect_hit(ray_cylinder(can, {{0, 0, 0}, {0, 0, 1}}), 1, {0, 0, 1});
  expect_miss(ray_cylinder(can, {{0, 3, 1.1}, {0, -1, 0}}));
}

TEST(RayBox, SidesEdgesInside) {
  const auto box = at({0, 0, 0}, {1, 2, 3});
  expect_hit(ray_box(box, {{5, 1, 1}, {-1, 0, 0}}), 4, {1, 0, 0});
  expect_hit(ray_box(box, {{0, 0, 0}, {0, 0, -1}}), 3, {0, 0, -1});
  expect_hit(ray_box(box, {{1, 0, 5}, {0, 0, -1}}), 2, {0, 0, 1});  // in the plane of a side
  expect_miss(ray_box(box, {{1.0001, 0, 5}, {0, 0, -1}}));
  expect_miss(ray_box(box, {{5, 1, 1}, {1, 0, 0}}));
}

TEST(RayPrimitive, NoDirectionOrNoNumbers) {
  const GeomType types[] = {GeomType::Plane,     GeomType::Sphere,   GeomType::Capsule,
                            GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box};
  for (const GeomType type : types) {
    const auto shape = at({0, 0, 0}, {1, 1, 1});
    expect_miss(ray_primitive<double>(type, shape, {{0, 0, 0.5}, {0, 0, 0}}));
    expect_miss(ray_primitive<double>(type, shape, {{kNan, 0, 0.5}, {1, 0, -1}}));
    expect_miss(ray_primitive<double>(type, shape, {{0, 0, 0.5}, {kNan, kNan, kNan}}));
  }
}

TEST(RayPrimitive, LanesAreSingleRays) {
  using Pack4 = math::Pack<double, 4>;
  const GeomType types[] = {GeomType::Plane,     GeomType::Sphere,   GeomType::Capsule,
                            GeomType::Ellipsoid, GeomType::Cylinder, GeomType::Box};
  const Placed<double> shape = {{0.1, 0.2, 0.3}, {0, 0, 1, 0, 1, 0, -1, 0, 0}, {0.4, 0.5, 0.6}};
  const auto wide = [](const Vec& v) { return Vec3<Pack4>{Pack4(v.x), Pack4(v.y), Pack4(v.z)}; };
  Placed<Pack4> shapes = {wide(shape.pos), {}, wide(shape.size)};
  const double rot[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
  Pack4 rots[9];
  for (int i = 0; i < 9; ++i) rots[i] = Pack4(rot[i]);
  shapes.rot = math::load9(rots);
  for (int n = 0; n < 200; ++n) {
    Ray<Pack4> four;
    Ray<double> single[4];
    for (int k = 0; k < 4; ++k) {
      const double a = 0.37 * n + k, b = 0.91 * n - k;
      single[k] = {{1.3 * std::sin(a), std::cos(b), std::sin(a + b)},
                   {-std::sin(a), -std::cos(b), 0.3 - std::sin(a + b)}};
      math::set_lane(four.origin.x, k, single[k].origin.x);
      math::set_lane(four.origin.y, k, single[k].origin.y);
      math::set_lane(four.origin.z, k, single[k].origin.z);
      math::set_lane(four.direction.x, k, single[k].direction.x);
      math::set_lane(four.direction.y, k, single[k].direction.y);
      math::set_lane(four.direction.z, k, single[k].direction.z);
    }
    for (const GeomType type : types) {
      const Hit<Pack4> hits = ray_primitive(type, shapes, four);
      for (int k = 0; k < 4; ++k) {
        const Hit<double> hit = ray_primitive(type, shape, single[k]);
        EXPECT_EQ(hits.distance[k], hit.distance);
        EXPECT_EQ(hits.normal.x[k], hit.normal.x);
        EXPECT_EQ(hits.normal.z[k], hit.normal.z);
      }
    }
  }
}

// Two triangles in the plane z = 1, and the tree around them.
struct Square {
  std::vector<float> vert = {0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  std::vector<int> face = {0, 1, 2, 0, 2, 3}, child = {1, 2, -1, -1, -1, -1}, node = {-1, 0, 1};
  std::vector<double> box = {0.5, 0.5, 1, 0.5, 0.5, 0, 0.5, 0.5, 1,
                             0.5, 0.5, 0, 0.5, 0.5, 1, 0.5, 0.5, 0};
  MeshView view() const {
    MeshView mesh;
    mesh.vertices = 4;
    mesh.vert = vert.data();
    mesh.faces = 2;
    mesh.face = face.data();
    mesh.bvh_child = child.data();
    mesh.bvh_node = node.data();
    mesh.bvh_box = box.data();
    return mesh;
  }
};

TEST(RayMesh, FlatSquare) {
  const Square square;
  const MeshView mesh = square.view();
  const auto place = at({0, 0, 0}, {1, 1, 1});
  expect_hit(ray_mesh(mesh, place, {{0.2, 0.7, 3}, {0, 0, -2}}), 1, {0, 0, 1});
  expect_hit(ray_mesh(mesh, place, {{0.2, 0.7, 0}, {0, 0, 1}}), 1, {0, 0, 1});
  expect_hit(ray_mesh(mesh, place, {{0.5, 0.5, 3}, {0, 0, -1}}), 2, {0, 0, 1});  // the diagonal
  expect_hit(ray_mesh(mesh, place, {{0, 0, 3}, {0, 0, -1}}), 2, {0, 0, 1});      // a corner
  expect_miss(ray_mesh(mesh, place, {{0.2, 0.7, 3}, {0, 0, 1}}));                // behind
  expect_miss(ray_mesh(mesh, place, {{-1, 0.5, 1}, {1, 0, 0}}));                 // in its plane
  expect_miss(ray_mesh(mesh, place, {{0.2, 0.7, 3}, {0, 0, 0}}));
  expect_miss(ray_mesh(mesh, place, {{kNan, 0.7, 3}, {0, 0, -1}}));
}

TEST(RayMesh, NearestCornerOfTriangles) {
  const Square square;
  int vertex = -1;
  const Ray<double> ray = {{0.9, 0.2, 0}, {0, 0, 0.5}};
  const auto hit = ray_triangles(2, square.face.data(), square.vert.data(), ray, vertex);
  expect_hit(hit, 2, {0, 0, 1});
  EXPECT_EQ(vertex, 1);
}

TEST(RayHeight, SlopeWallsAndBase) {
  const float heights[] = {0, 1, 0, 1};  // rises along x
  HeightView field;
  field.rows = field.columns = 2;
  field.height = heights;
  field.radius = {1, 1, 2};
  field.base = 0.5;
  const auto place = at({0, 0, 0}, {1, 1, 1});
  const double s = std::sqrt(0.5);
  expect_hit(ray_height(field, place, {{0.5, 0.2, 5}, {0, 0, -1}}), 3.5, {-s, 0, s});
  expect_hit(ray_height(field, place, {{5, 0.2, 1.5}, {-1, 0, 0}}), 4, {1, 0, 0});
  expect_hit(ray_height(field, place, {{-5, 0.2, 1.5}, {1, 0, 0}}), 5.5, {-s, 0, s});
  expect_hit(ray_height(field, place, {{0.5, -5, 1}, {0, 1, 0}}), 4, {0, -1, 0});
  expect_hit(ray_height(field, place, {{-0.5, -5, 1}, {0, 1, 0}}), -1, {0, 0, 0});
  expect_hit(ray_height(field, place, {{0, 0, -5}, {0, 0, 1}}), 4.5, {0, 0, -1});
  expect_miss(ray_height(field, place, {{2, 0, 5}, {0, 0, -1}}));
  expect_miss(ray_height(field, place, {{0, kNan, 5}, {0, 0, -1}}));
}

// A ray over a fine field finds what looking at every cell finds.
TEST(RayHeight, WalkMeetsEveryCell) {
  constexpr int kRows = 40, kColumns = 30;
  std::vector<float> heights;
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kColumns; ++c) {
      heights.push_back(static_cast<float>(0.5 + 0.5 * std::sin(0.9 * r) * std::cos(1.3 * c)));
    }
  }
  HeightView field;
  field.rows = kRows;
  field.columns = kColumns;
  field.height = heights.data();
  field.radius = {2, 3, 0.3};
  field.base = 0.1;
  // The same surface as triangles.
  std::vector<float> vert;
  std::vector<int> face;
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kColumns; ++c) {
      const int i = r * kColumns + c;
      vert.push_back(static_cast<float>(4.0 * c / (kColumns - 1) - 2));
      vert.push_back(static_cast<float>(6.0 * r / (kRows - 1) - 3));
      vert.push_back(0.3f * heights[static_cast<std::size_t>(i)]);
      if (r + 1 == kRows || c + 1 == kColumns) continue;
      for (const int k : {0, 1, kColumns + 1, 0, kColumns + 1, kColumns}) face.push_back(i + k);
    }
  }
  int hits = 0;
  for (int n = 0; n < 500; ++n) {
    const Ray<double> ray = {
        {3.0 * std::sin(1.7 * n), 4.0 * std::cos(2.3 * n), 1.0},
        {std::sin(0.3 * n), std::cos(0.7 * n), -0.25 - 0.2 * std::sin(5.0 * n)}};
    int vertex = -1;
    const auto want =
        ray_triangles(static_cast<int>(face.size()) / 3, face.data(), vert.data(), ray, vertex);
    const auto got = ray_height(field, at({0, 0, 0}, {1, 1, 1}), ray);
    if (want.distance < 0) continue;
    ++hits;
    // Walls and base may come first.
    if (std::abs(got.normal.z) < 0.5 || got.normal.z < 0) continue;
    EXPECT_NEAR(got.distance, want.distance, 1e-6);
  }
  EXPECT_GT(hits, 80);
}

}  // namespace
}  // namespace thew::collision
