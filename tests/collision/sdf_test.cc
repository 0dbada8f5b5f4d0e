// Signed distance fields: formulas, primitives, octrees, and their contacts.

#include "collision/sdf.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "collision/sdf/difference.h"
#include "collision/sdf/field.h"
#include "collision/sdf/formula.h"
#include "collision/sdf/octree.h"
#include "pairs.h"
#include "shapes.h"

namespace thew::collision {
namespace {

using test::expect_near, test::Poses;
using Vec = Vec3<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A geom in closed form with the standard numbers of its formula.
struct Field {
  explicit Field(const char* plugin, Vec pos = {0, 0, 0}) {
    view.formula = find_formula(plugin);
    const Formula& formula = kFormula[view.formula];
    for (int i = 0; i < formula.count; ++i) view.number[i] = formula.standard[i];
    shape.type = GeomType::Sdf;
    shape.at = {pos, math::identity3<double>(), {1, 1, 1}};
    shape.field = &view;
    shape.box_half = formula.half_box(view.number);
  }
  Field(const Field&) = delete;

  FieldView view;
  Shape shape;
};

void turn(Shape& shape, const math::Quat<double>& quat) {
  shape.quat = quat;
  shape.at.rot = to_matrix(quat);
}

Shape primitive(GeomType type, Vec pos, Vec size) {
  Shape shape = test::place(type, pos, size);
  switch (type) {
    case GeomType::Sphere:
      shape.box_half = {size.x, size.x, size.x};
      break;
    case GeomType::Capsule:
      shape.box_half = {size.x, size.x, size.x + size.y};
      break;
    case GeomType::Cylinder:
      shape.box_half = {size.x, size.x, size.y};
      break;
    default:
      shape.box_half = size;
  }
  return shape;
}

TEST(Formula, NamesAreFound) {
  for (int i = 0; i < kFormulas; ++i) EXPECT_EQ(find_formula(kFormula[i].plugin), i);
  EXPECT_EQ(find_formula("mujoco.sdf.sphere"), -1);
  EXPECT_EQ(find_formula(""), -1);
}

TEST(Formula, Torus) {
  const Field torus("mujoco.sdf.torus");  // radii 0.35 and 0.15
  EXPECT_NEAR(field_distance(torus.shape, {0, 0, 0}), 0.2, 1e-15);
  EXPECT_NEAR(field_distance(torus.shape, {0.35, 0, 0}), -0.15, 1e-15);
  EXPECT_NEAR(field_distance(torus.shape, {0, -0.35, 0.15}), 0, 1e-15);
  EXPECT_NEAR(field_distance(torus.shape, {0.7, 0, 0}), 0.2, 1e-15);
}

TEST(Formula, Bowl) {
  const Field bowl("mujoco.sdf.bowl");  // cut at height 0.4, radius 1, wall 0.02 to both sides
  EXPECT_NEAR(field_distance(bowl.shape, {0, 0, -1}), -0.02, 1e-15);
  EXPECT_NEAR(field_distance(bowl.shape, {0, 0, 0}), 0.98, 1e-15);
  EXPECT_NEAR(field_distance(bowl.shape, {0, 0, -1.5}), 0.48, 1e-15);
  const double rim = std::sqrt(1 - 0.16);
  EXPECT_NEAR(field_distance(bowl.shape, {rim, 0, 0.4}), -0.02, 1e-12);
  EXPECT_NEAR(field_distance(bowl.shape, {rim, 0, 1.4}), 0.98, 1e-12);
}

TEST(Formula, BoltAndNutHaveHexagonsAndTheSameThread) {
  const Field bolt("mujoco.sdf.bolt"), nut("mujoco.sdf.nut");
  for (int side = 0; side < 6; ++side) {
    const double angle = side * std::numbers::pi / 3;
    const Vec flat = {0.5 * std::cos(angle), 0.5 * std::sin(angle), -0.25};
    EXPECT_NEAR(field_distance(bolt.shape, flat), 0, 1e-12) << side;
    EXPECT_NEAR(field_distance(nut.shape, flat), 0, 1e-12) << side;
  }
  EXPECT_LT(field_distance(bolt.shape, {0, 0, -0.75}), 0);  // the rod
  EXPECT_GT(field_distance(nut.shape, {0, 0, -0.25}), 0);   // the hole
  // Where the thread of one ends, that of the other begins.
  for (double z = -0.4; z < -0.1; z += 0.01) {
    const Vec p = {0, 0.3, z};
    if (field_distance(nut.shape, p) < 0) EXPECT_LE(field_distance(bolt.shape, p), 0.5);
  }
  EXPECT_GT(field_distance(bolt.shape, {2, 0, 0}), 1);
}

TEST(Formula, GearRepeatsFromToothToTooth) {
  const Field gear("mujoco.sdf.gear");  // 25 teeth
  const double step = 2 * std::numbers::pi / 25, c = std::cos(step), s = std::sin(step);
  Poses poses(1);
  for (int n = 0; n < 1000; ++n) {
    const Vec p = poses.vector(1.6), q = {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
    EXPECT_NEAR(field_distance(gear.shape, p), field_distance(gear.shape, q), 1e-9);
  }
  EXPECT_LT(field_distance(gear.shape, {1.2, 0, 0}), 0);
  EXPECT_NEAR(field_distance(gear.shape, {1.2, 0, 0.3}), 0.2, 1e-12);
}

TEST(Formula, NegativeOnlyInTheBox) {
  Poses poses(2);
  for (int i = 0; i < kFormulas; ++i) {
    const Field field(kFormula[i].plugin);
    const Vec half = field.shape.box_half;
    for (int n = 0; n < 5000; ++n) {
      const Vec p = poses.vector(2.5);
      const bool in_box =
          std::abs(p.x) <= half.x && std::abs(p.y) <= half.y && std::abs(p.z) <= half.z;
      if (!in_box) EXPECT_GT(field_distance(field.shape, p), 0) << kFormula[i].plugin;
    }
  }
}

// Searches start exactly in the corner of a box.
TEST(Primitive, SurfaceOfABoxHasTheMeanOfTheNormalsThatMeet) {
  const Shape box = primitive(GeomType::Box, {0, 0, 0}, {0.3, 0.25, 0.2});
  const auto gradient = [&](const Vec& p) { return field_sample(box, p).gradient; };
  expect_near(gradient({0.1, -0.25, 0.1}), {0, -1, 0}, 0);
  expect_near(gradient({0.3, 0.1, -0.2}), Vec{1, 0, -1} * std::sqrt(0.5), 1e-15);
  expect_near(gradient({-0.3, 0.25, 0.2}), Vec{-1, 1, 1} * std::sqrt(1. / 3), 1e-15);
}

TEST(Primitive, MiddleOfRoundShapesHasNoDirection) {
  for (const auto type : {GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid}) {
    const FieldSample middle =
        field_sample(primitive(type, {0, 0, 0}, {0.3, 0.25, 0.2}), {0, 0, 0});
    EXPECT_EQ(middle.distance, type == GeomType::Ellipsoid ? -0.2 : -0.3);
    expect_near(middle.gradient, {0, 0, 0}, 0);
  }
}

TEST(Primitive, DistancesOutsideAreExact) {
  const Vec o = {0, 0, 0};
  EXPECT_NEAR(field_distance(primitive(GeomType::Box, o, {1, 2, 3}), {2, 3, 5}), std::sqrt(6),
              1e-15);
  EXPECT_NEAR(field_distance(primitive(GeomType::Box, o, {1, 2, 3}), {0.5, 0, 4}), 1, 1e-15);
  EXPECT_NEAR(field_distance(primitive(GeomType::Capsule, o, {0.5, 1, 0}), {0, 2, 2}),
              std::sqrt(5) - 0.5, 1e-15);
  EXPECT_NEAR(field_distance(primitive(GeomType::Cylinder, o, {0.5, 1, 0}), {1.5, 0, 2}),
              std::sqrt(2), 1e-15);
  EXPECT_NEAR(field_distance(primitive(GeomType::Cylinder, o, {0.5, 1, 0}), {0, 0, 0.9}), -0.1,
              1e-15);
  EXPECT_NEAR(field_distance(primitive(GeomType::Ellipsoid, o, {1, 2, 3}), {0, 2, 0}), 0, 1e-15);
  EXPECT_NEAR(field_distance(primitive(GeomType::Sphere, o, {0.5, 0, 0}), {3, 4, 0}), 4.5, 1e-15);
}

TEST(Primitive, GradientsAreThoseOfTheDistance) {
  Poses poses(3);
  const Field torus("mujoco.sdf.torus");
  std::vector<Shape> shapes = {torus.shape};
  for (const GeomType type :
       {GeomType::Sphere, GeomType::Capsule, GeomType::Cylinder, GeomType::Box}) {
    shapes.push_back(primitive(type, {0, 0, 0}, {0.3, 0.4, 0.5}));
  }
  for (const Shape& shape : shapes) {
    for (int n = 0; n < 2000; ++n) {
      const Vec p = poses.vector(1);
      const auto [distance, gradient] = field_sample(shape, p);
      if (distance < 1e-3) continue;  // inside, gradients lead out but distances are bounds
      const auto f = [&](const Vec& x) { return field_distance(shape, x); };
      expect_near(gradient, difference_gradient(f, p, distance), 1e-5);
      EXPECT_NEAR(norm(gradient), 1, 1e-9);
    }
  }
}

/// One cell of an octree, or one and its eight children, over [-1, 1]^3; the distance is z.
struct Plane {
  explicit Plane(bool divided) {
    add({0, 0, 0}, 1);
    if (divided) {
      for (int i = 0; i < 8; ++i) {
        add({i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5}, 0.5);
        child[i] = i + 1;
      }
    }
    view.child = child.data();
    view.box = box.data();
    view.corner = corner.data();
  }
  void add(Vec centre, double half) {
    for (int i = 0; i < 8; ++i) {
      child.push_back(-1);
      corner.push_back(centre.z + (i & 4 ? half : -half));
    }
    box.insert(box.end(), {centre.x, centre.y, centre.z, half, half, half});
  }
  std::vector<int> child;
  std::vector<double> box, corner;
  FieldView view;
};

TEST(Octree, InterpolatesInCells) {
  Poses poses(4);
  for (const bool divided : {false, true}) {
    const Plane plane(divided);
    for (int n = 0; n < 1000; ++n) {
      const Vec p = poses.vector(1);
      EXPECT_NEAR(octree_distance(plane.view, p), p.z, 1e-12);
      expect_near(octree_gradient(plane.view, p), {0, 0, 1}, 1e-12);
    }
  }
}

TEST(Octree, OutsideTheWayToTheBoxIsAdded) {
  const Plane plane(true);
  EXPECT_NEAR(octree_distance(plane.view, {0.2, 0.3, 3}), 3, 1e-5);
  EXPECT_NEAR(octree_distance(plane.view, {4, 0, 0.5}), 3.5, 1e-5);
  EXPECT_NEAR(octree_gradient(plane.view, {4, 0, 0.5}).x, 1, 1e-5);
}

struct Contacts {
  int count = 0;
  Point<double> point[kMaxPoints];
};

Contacts collide(const Shape& a, const Shape& b, FieldOptions options = {40, 20}) {
  Contacts contacts;
  contacts.count = field_field(a, b, options, contacts.point);
  return contacts;
}

double deepest(const Contacts& contacts) {
  double least = 0;
  for (int i = 0; i < contacts.count; ++i) least = std::min(least, contacts.point[i].dist);
  return least;
}

// The distance of a contact is that of the deepest point both have in common, at most half the
// overlap; the descents come near it.
TEST(FieldField, SphereInTheTubeOfATorus) {
  const Field torus("mujoco.sdf.torus");
  const Shape ball = primitive(GeomType::Sphere, {0.35 + 0.15 + 0.1 - 0.02, 0, 0}, {0.1, 0, 0});
  const auto contacts = collide(ball, torus.shape);
  ASSERT_GT(contacts.count, 0);
  EXPECT_GT(deepest(contacts), -0.01 - 1e-9);
  EXPECT_LT(deepest(contacts), -0.007);
  for (int i = 0; i < contacts.count; ++i) {
    EXPECT_LT(contacts.point[i].normal.x, -0.8);  // from the ball to the ring
    EXPECT_NEAR(norm(contacts.point[i].normal), 1, 1e-12);
    EXPECT_NEAR(contacts.point[i].pos.x, 0.49, 0.02);
  }
}

TEST(FieldField, TwoTori) {
  const Field below("mujoco.sdf.torus"), above("mujoco.sdf.torus", {0, 0, 0.28});
  const auto contacts = collide(below.shape, above.shape);
  ASSERT_GT(contacts.count, 0);
  EXPECT_GT(deepest(contacts), -0.01 - 1e-9);
  EXPECT_LT(deepest(contacts), -0.007);
  for (int i = 0; i < contacts.count; ++i) EXPECT_GT(contacts.point[i].normal.z, 0.8);
}

TEST(FieldField, ApartIsApart) {
  const Field torus("mujoco.sdf.torus");
  EXPECT_EQ(collide(primitive(GeomType::Sphere, {0, 0, 0}, {0.19, 0, 0}), torus.shape).count, 0);
  EXPECT_EQ(collide(primitive(GeomType::Box, {3, 0, 0}, {0.2, 0.2, 0.2}), torus.shape).count, 0);
}

TEST(FieldField, AsManyPointsAsThereIsRoomFor) {
  const Field torus("mujoco.sdf.torus");
  const Shape ball = primitive(GeomType::Sphere, {0.3, 0, 0}, {0.3, 0, 0});
  EXPECT_EQ(collide(ball, torus.shape, {0, 10}).count, 0);
  EXPECT_LE(collide(ball, torus.shape, {1000, 3}).count, kMaxPoints);
  EXPECT_EQ(collide(ball, torus.shape, {-5, -5}).count, 0);
}

/// Two triangles that make the square [-1, 1]^2 at z = 0.
struct Square {
  Square() {
    view.vertices = 4;
    view.vert = vert;
    view.faces = 2;
    view.face = face;
    view.bvh_child = child;
    view.bvh_node = node;
    view.bvh_box = box;
    shape.type = GeomType::Mesh;
    shape.at = {{0, 0, 0}, math::identity3<double>(), {1, 1, 1}};
    shape.mesh = &view;
  }
  float vert[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
  int face[6] = {0, 1, 2, 0, 2, 3};
  int child[6] = {1, 2, -1, -1, -1, -1};
  int node[3] = {-1, 0, 1};
  double box[18] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0};
  MeshView view;
  Shape shape;
};

TEST(MeshField, TorusLiesOnTriangles) {
  const Square square;
  const Field torus("mujoco.sdf.torus", {0, 0, 0.14});
  Point<double> points[kMaxPoints];
  const int count = mesh_field(square.shape, torus.shape, {20, 20}, points);
  ASSERT_GT(count, 0);
  double least = 0;
  for (int i = 0; i < count; ++i) {
    EXPECT_NEAR(points[i].pos.z, 0, 0.01);
    EXPECT_GT(points[i].normal.z, 0.9);  // from the mesh to the ring
    least = std::min(least, points[i].dist);
  }
  EXPECT_GT(least, -0.01 - 1e-9);
  EXPECT_LT(least, -0.005);
}

TEST(MeshField, NothingFarAway) {
  const Square square;
  const Field torus("mujoco.sdf.torus", {0, 0, 0.5});
  Point<double> points[kMaxPoints];
  EXPECT_EQ(mesh_field(square.shape, torus.shape, {20, 20}, points), 0);
}

TEST(FieldField, RandomPosesGiveFinitePoints) {
  Poses poses(5);
  const Square square;
  const Plane plane(true);
  constexpr GeomType kTypes[] = {GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid,
                                 GeomType::Cylinder, GeomType::Box};
  for (int n = 0; n < 100000; ++n) {
    Field field(kFormula[n % kFormulas].plugin);
    if (n % 11 == 0) field.view = plane.view;
    field.shape.at.pos = poses.vector(1);
    turn(field.shape, poses.quat());
    Shape other = primitive(kTypes[n % 5], poses.vector(1), {0.3, 0.4, 0.2});
    turn(other, poses.quat());
    Point<double> points[kMaxPoints];
    const int count = n % 7 == 0 ? mesh_field(square.shape, field.shape, {2, 2}, points)
                                 : field_field(other, field.shape, {2, 2}, points);
    for (int i = 0; i < count; ++i) {
      ASSERT_LE(points[i].dist, 0);
      ASSERT_NEAR(norm(points[i].normal), 1, 1e-9);
      ASSERT_LT(norm(points[i].pos), 1e3);
    }
  }
}

TEST(FieldField, PosesWithoutNumbersTouchNothing) {
  const Field torus("mujoco.sdf.torus");
  const Square square;
  Point<double> points[kMaxPoints];
  for (const double bad : {kNan, 1e300, -1e300}) {
    EXPECT_EQ(collide(primitive(GeomType::Sphere, {bad, 0, 0}, {0.1, 0, 0}), torus.shape).count, 0);
    Field moved("mujoco.sdf.torus", {0, bad, 0});
    EXPECT_EQ(mesh_field(square.shape, moved.shape, {5, 5}, points), 0);
  }
}

}  // namespace
}  // namespace thew::collision
