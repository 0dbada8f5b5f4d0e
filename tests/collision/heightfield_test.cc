// Height fields against convex shapes: flat ground, slopes, steps, edges, and every prism tried.

#include "collision/heightfield.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "pairs.h"
#include "shapes.h"

namespace thew::collision {
namespace {

using test::Contacts, test::place, test::Poses;
using Vec = Vec3<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Heights given by a function of the row and the column, over 2 m x 2 m unless told otherwise.
class Field {
 public:
  template <class Function>
  Field(int rows, int columns, Function height, Vec radius = {1, 1, 0.5}, double base = 0.2) {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) height_.push_back(static_cast<float>(height(r, c)));
    view_ = {rows, columns, height_.data(), radius, base};
    shape.type = GeomType::Hfield;
    shape.at = {{0, 0, 0}, math::identity3<double>(), {1, 1, 1}};
    shape.height = &view_;
  }
  Field(const Field&) = delete;
  const HeightView& view() const { return view_; }

  Shape shape;

 private:
  std::vector<float> height_;
  HeightView view_;
};

double flat(int, int) {
  return 0;
}

ConvexMemory memory() {
  static std::vector<std::byte> bytes(convex_memory(0, 0, ConvexOptions{}.iterations));
  return {bytes.data(), bytes.size()};
}

Contacts collide(const Field& field, const Shape& other, double margin = 0) {
  Contacts contacts;
  contacts.count = heightfield_convex(field.shape, other, margin, {}, memory(), contacts.point);
  return contacts;
}

void expect_near(const Vec& got, const Vec& wanted, double tolerance = 1e-9) {
  test::expect_near(got, wanted, tolerance);
}

TEST(HeightField, SphereRestsOnFlatGround) {
  const Field field(3, 3, flat);
  const auto contacts = collide(field, place(GeomType::Sphere, {0.2, 0.7, 0.09}, {0.1, 0, 0}));
  ASSERT_EQ(contacts.count, 1);
  EXPECT_NEAR(contacts.point[0].dist, -0.01, 1e-12);
  expect_near(contacts.point[0].pos, {0.2, 0.7, -0.005});
  expect_near(contacts.point[0].normal, {0, 0, 1});
}

TEST(HeightField, MarginReachesShapesAboveTheGround) {
  const Field field(3, 3, flat);
  const Shape ball = place(GeomType::Sphere, {0.2, 0.7, 0.13}, {0.1, 0, 0});
  EXPECT_EQ(collide(field, ball, 0.029).count, 0);
  const auto contacts = collide(field, ball, 0.031);
  ASSERT_EQ(contacts.count, 1);
  EXPECT_NEAR(contacts.point[0].dist, 0.03, 1e-12);
  expect_near(contacts.point[0].pos, {0.2, 0.7, 0.015});
}

TEST(HeightField, NormalOfASlopeIsThatOfItsPlane) {
  // z = 0.25 (x + 1): a plane over the whole field.
  const Field field(3, 5, [](int, int c) { return c / 4.0; });
  const double scale = 1 / std::sqrt(1 + 0.25 * 0.25);
  const Vec normal = {-0.25 * scale, 0, scale};
  const Vec foot = {0.3, 0.15, 0.25 * 1.3};
  const auto contacts = collide(field, place(GeomType::Sphere, foot + normal * 0.08, {0.1, 0, 0}));
  ASSERT_GE(contacts.count, 1);
  int on_plane = 0;
  for (int i = 0; i < contacts.count; ++i) {
    EXPECT_GT(contacts.point[i].dist, -0.02 - 1e-9);
    on_plane += std::abs(contacts.point[i].dist + 0.02) < 1e-9;
  }
  ASSERT_EQ(on_plane, 1);  // the triangle below the sphere; others touch it with their edges
  for (int i = 0; i < contacts.count; ++i) {
    if (std::abs(contacts.point[i].dist + 0.02) > 1e-9) continue;
    expect_near(contacts.point[i].normal, normal);
    expect_near(contacts.point[i].pos, foot - normal * 0.01);
  }
}

TEST(HeightField, BoxTouchesEveryTriangleBelowIt) {
  const Field field(5, 5, flat);  // cells of 0.5 m
  const auto contacts = collide(field, place(GeomType::Box, {0, 0, 0.19}, {0.7, 0.7, 0.2}));
  EXPECT_EQ(contacts.count, 2 * 4 * 4 - 2);  // two triangles in corners are out of reach
  for (int i = 0; i < contacts.count; ++i) {
    EXPECT_NEAR(contacts.point[i].dist, -0.01, 1e-9);
    EXPECT_NEAR(contacts.point[i].normal.z, 1, 1e-9);
  }
}

TEST(HeightField, ContactsComeRowByRow) {
  const Field field(9, 9, flat);
  const auto contacts = collide(field, place(GeomType::Box, {0, 0, 0.05}, {0.6, 0.6, 0.1}));
  ASSERT_GT(contacts.count, 30);
  int row = 0;
  for (int i = 0; i < contacts.count; ++i) {
    const int now = static_cast<int>(std::floor((contacts.point[i].pos.y + 1) / 0.25 + 1e-6));
    EXPECT_GE(now, row - 1);  // a point may be on the line between two rows
    row = std::max(row, now);
  }
}

TEST(HeightField, AtMostFiftyContacts) {
  const Field field(40, 40, flat);
  const auto contacts = collide(field, place(GeomType::Box, {0, 0, 0.19}, {0.9, 0.9, 0.2}));
  EXPECT_EQ(contacts.count, kMaxPoints);
}

TEST(HeightField, WallsOfAStepPushSideways) {
  // A step 0.5 m high between the columns at x = 0 and x = 1e-3.
  const Field field(2, 2002, [](int, int c) { return c > 1000 ? 1 : 0; }, {1.0005, 1, 0.5});
  const auto contacts = collide(field, place(GeomType::Sphere, {-0.045, 0.001, 0.2}, {0.05, 0, 0}));
  ASSERT_GE(contacts.count, 1);
  double deepest = 0;
  for (int i = 0; i < contacts.count; ++i) {
    EXPECT_LT(contacts.point[i].normal.x, -0.99);
    deepest = std::min(deepest, contacts.point[i].dist);
  }
  EXPECT_NEAR(deepest, -0.005, 1e-3);
}

TEST(HeightField, NothingBesideAboveOrBelow) {
  const Field field(3, 3, flat);
  for (const Vec& pos : {Vec{1.2, 0, 0}, Vec{-1.2, 0, 0}, Vec{0, 1.2, 0}, Vec{0, -1.2, 0},
                         Vec{0, 0, 0.2}, Vec{0, 0, -0.4}}) {
    EXPECT_EQ(collide(field, place(GeomType::Sphere, pos, {0.1, 0, 0})).count, 0);
    EXPECT_EQ(collide(field, place(GeomType::Box, pos, {0.1, 0.1, 0.1})).count, 0);
  }
}

TEST(HeightField, MovesWithItsFrame) {
  Poses poses(1);
  Field field(4, 5, [](int r, int c) { return ((r * 5 + c) * 7 % 11) / 10.0; });
  for (int n = 0; n < 200; ++n) {
    Shape shape = place(GeomType::Ellipsoid, poses.vector(0.8), {0.2, 0.1, 0.3}, poses.rotation());
    field.shape.at = {{0, 0, 0}, math::identity3<double>(), {1, 1, 1}};
    const auto still = collide(field, shape);
    const Mat3<double> turn = poses.rotation();
    const Vec shift = poses.vector(10);
    field.shape.at.rot = turn;
    field.shape.at.pos = shift;
    shape.at.rot = turn * shape.at.rot;
    shape.at.pos = turn * shape.at.pos + shift;
    const auto moved = collide(field, shape);
    ASSERT_EQ(moved.count, still.count);
    for (int i = 0; i < still.count; ++i) {
      EXPECT_NEAR(moved.point[i].dist, still.point[i].dist, 2e-6);
      expect_near(moved.point[i].pos, turn * still.point[i].pos + shift, 1e-3);
    }
  }
}

/// All prisms of a field in its own frame, without any thought for speed.
int try_all_prisms(const HeightView& view, const Shape& other, double margin) {
  const auto at = [&](int r, int c) {
    return Vec{2 * view.radius.x / (view.columns - 1) * c - view.radius.x,
               2 * view.radius.y / (view.rows - 1) * r - view.radius.y,
               view.height[r * view.columns + c] * view.radius.z};
  };
  int count = 0;
  for (int r = 0; r + 1 < view.rows; ++r)
    for (int c = 0; c + 1 < view.columns; ++c)
      for (int half = 0; half < 2; ++half) {
        Vec corner[6] = {
            {}, {}, {}, at(r + 1 - half, c), at(r + half, c + half), at(r + 1 - half, c + 1)};
        for (int i = 0; i < 3; ++i) corner[i] = {corner[i + 3].x, corner[i + 3].y, -view.base};
        Point<double> point;
        const Convex prism = prism_of(corner), shape = convex_of(other);
        count +=
            convex_point(prism, shape, margin, {}, memory(), point) && point.dist < margin - 1e-5;
      }
  return count;
}

constexpr GeomType kTypes[] = {GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid,
                               GeomType::Cylinder, GeomType::Box};

TEST(HeightField, FindsWhatTryingAllPrismsFinds) {
  Poses poses(2);
  const Field field(6, 7, [](int r, int c) { return ((r * 31 + c * 17) % 13) / 13.0; });
  int touching = 0;
  for (int n = 0; n < 4000; ++n) {
    const double size = std::exp(poses.uniform(-4, -1));
    Shape shape =
        place(kTypes[n % 5], poses.vector(1), {size, size * 2, size / 2}, poses.rotation());
    shape.at.pos.z = poses.uniform(-0.3, 0.8);
    const double margin = n % 3 ? 0 : poses.uniform(0, 0.1);
    const int wanted = try_all_prisms(field.view(), shape, margin);
    const auto contacts = collide(field, shape, margin);
    int got = 0;
    for (int i = 0; i < contacts.count; ++i) got += contacts.point[i].dist < margin - 1e-5;
    ASSERT_EQ(got, std::min(wanted, kMaxPoints)) << n;
    touching += got > 0;
  }
  EXPECT_GT(touching, 1000);
}

TEST(HeightField, RandomPosesGiveFiniteUnitNormals) {
  Poses poses(3);
  const Field field(8, 8, [](int r, int c) { return ((r * 31 + c * 17) % 13) / 13.0; });
  for (int n = 0; n < 100000; ++n) {
    const double size = std::exp(poses.uniform(-6, 0));
    const Shape shape =
        place(kTypes[n % 5], poses.vector(1.5),
              {size, size * poses.uniform(0, 2), size * poses.uniform(0, 2)}, poses.rotation());
    const auto contacts = collide(field, shape, n % 2 ? 0.01 : 0);
    for (int i = 0; i < contacts.count; ++i) {
      const Point<double>& p = contacts.point[i];
      ASSERT_LE(p.dist, 0.01);
      ASSERT_NEAR(norm(p.normal), 1, 1e-9);
      ASSERT_LT(norm(p.pos), 1e3);
    }
  }
}

TEST(HeightField, PosesWithoutNumbersTouchNothing) {
  const Field field(3, 3, flat);
  for (const double bad : {kNan, kInf, -kInf, 1e300}) {
    for (const GeomType type : kTypes) {
      EXPECT_EQ(collide(field, place(type, {bad, 0, 0}, {0.1, 0.1, 0.1})).count, 0);
      EXPECT_EQ(collide(field, place(type, {0, 0, bad}, {0.1, 0.1, 0.1})).count, 0);
    }
  }
  Shape turned = place(GeomType::Box, {0, 0, 0}, {0.1, 0.1, 0.1});
  turned.at.rot.xx = kNan;
  EXPECT_EQ(collide(field, turned).count, 0);
}

}  // namespace
}  // namespace thew::collision
