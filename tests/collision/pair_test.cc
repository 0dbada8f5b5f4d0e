// Pairs in closed form: known answers, symmetries, lanes, degenerate input and many random poses.

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include <gtest/gtest.h>

#include "collision/pairs.h"

namespace thew::collision {
namespace test {
inline void PrintTo(const Pair& pair, std::ostream* out) {
  *out << pair.name;
}
}  // namespace test

namespace {

using namespace element;
using test::kPairs;
using test::Pair;
using test::Place;
using test::Poses;
using test::Vec;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Place at(double x, double y, double z, double s0, double s1 = 0, double s2 = 0) {
  return {{x, y, z}, math::identity3<double>(), {s0, s1, s2}};
}

/// Turned by 90 degrees: z becomes x.
Place lying(Place p) {
  p.rot = {0, 0, 1, 0, 1, 0, -1, 0, 0};
  return p;
}

std::vector<Point<double>> contacts(test::PairFunction<double> pair, const Place& a, const Place& b,
                                    double margin = 0) {
  std::vector<Point<double>> points(kMaxPoints);
  points.resize(static_cast<std::size_t>(pair(a, b, margin, points.data())));
  return points;
}

void expect_vector(const Vec& got, const Vec& want, double tolerance = 1e-14) {
  EXPECT_NEAR(got.x, want.x, tolerance);
  EXPECT_NEAR(got.y, want.y, tolerance);
  EXPECT_NEAR(got.z, want.z, tolerance);
}

void expect_point(const Point<double>& got, double dist, const Vec& pos, const Vec& normal) {
  EXPECT_NEAR(got.dist, dist, 1e-14);
  expect_vector(got.pos, pos);
  expect_vector(got.normal, normal);
}

const Place kFloor = at(0, 0, 0, 0);

TEST(Plane, Sphere) {
  const auto c = contacts(plane_sphere, kFloor, at(1, 2, 0.4, 0.5));
  ASSERT_EQ(c.size(), 1u);
  expect_point(c[0], -0.1, {1, 2, -0.05}, {0, 0, 1});
  EXPECT_TRUE(contacts(plane_sphere, kFloor, at(1, 2, 0.6, 0.5), 0.05).empty());
  EXPECT_EQ(contacts(plane_sphere, kFloor, at(1, 2, 0.6, 0.5), 0.15).size(), 1u);
}

TEST(Plane, CapsuleEndsAndTangent) {
  const auto c = contacts(plane_capsule, kFloor, lying(at(0, 0, 0.2, 0.25, 1)));
  ASSERT_EQ(c.size(), 2u);
  expect_point(c[0], -0.05, {1, 0, -0.025}, {0, 0, 1});
  expect_point(c[1], -0.05, {-1, 0, -0.025}, {0, 0, 1});
  expect_vector(c[0].tangent, {1, 0, 0});
  expect_vector(c[1].tangent, {1, 0, 0});
  const auto upright = contacts(plane_capsule, kFloor, at(0, 0, 1.2, 0.25, 1));
  ASSERT_EQ(upright.size(), 1u);
  expect_point(upright[0], -0.05, {0, 0, -0.025}, {0, 0, 1});
}

TEST(Plane, Ellipsoid) {
  const auto c = contacts(plane_ellipsoid, kFloor, at(0, 0, 0.25, 1, 2, 0.3));
  ASSERT_EQ(c.size(), 1u);
  expect_point(c[0], -0.05, {0, 0, -0.025}, {0, 0, 1});
}

TEST(Plane, CylinderStandsOnThreePoints) {
  const auto c = contacts(plane_cylinder, kFloor, at(0, 0, 0.9, 0.5, 1));
  ASSERT_EQ(c.size(), 3u);
  const double chord = 0.5 * std::sqrt(3.0) / 2;
  expect_point(c[0], -0.1, {0.5, 0, -0.05}, {0, 0, 1});
  EXPECT_NEAR(std::abs(c[1].pos.y), chord, 1e-15);
  EXPECT_NEAR(c[1].pos.y, -c[2].pos.y, 1e-15);
  EXPECT_NEAR(c[1].pos.x, -0.25, 1e-15);
  EXPECT_NEAR(c[2].dist, -0.1, 1e-15);
}

TEST(Plane, CylinderLiesOnTwoPoints) {
  const auto c = contacts(plane_cylinder, kFloor, lying(at(0, 0, 0.45, 0.5, 1)));
  ASSERT_EQ(c.size(), 2u);
  EXPECT_NEAR(std::abs(c[0].pos.x), 1, 1e-15);
  EXPECT_NEAR(c[0].pos.x, -c[1].pos.x, 1e-15);
  EXPECT_NEAR(c[0].dist, -0.05, 1e-15);
  EXPECT_NEAR(c[1].dist, -0.05, 1e-15);
}

TEST(Plane, BoxCornersInBinaryOrder) {
  const auto c = contacts(plane_box, kFloor, at(0, 0, 0.9, 1, 2, 1));
  ASSERT_EQ(c.size(), 4u);
  expect_point(c[0], -0.1, {-1, -2, -0.05}, {0, 0, 1});
  expect_point(c[1], -0.1, {1, -2, -0.05}, {0, 0, 1});
  expect_point(c[2], -0.1, {-1, 2, -0.05}, {0, 0, 1});
  expect_point(c[3], -0.1, {1, 2, -0.05}, {0, 0, 1});
  // A box far below still has four points at most, none of the upper corners.
  const auto deep = contacts(plane_box, kFloor, at(0, 0, -5, 1, 2, 1));
  ASSERT_EQ(deep.size(), 4u);
  for (const auto& p : deep) EXPECT_NEAR(p.dist, -6, 1e-14);
}

TEST(Sphere, Sphere) {
  const auto c = contacts(sphere_sphere, at(0, 0, 0, 1), at(0, 1.5, 0, 0.75));
  ASSERT_EQ(c.size(), 1u);
  expect_point(c[0], -0.25, {0, 0.875, 0}, {0, 1, 0});
}

TEST(Sphere, OneCentreTakesTheNormalFromTheAxes) {
  const auto same = contacts(sphere_sphere, at(0, 0, 0, 1), at(0, 0, 0, 0.5));
  ASSERT_EQ(same.size(), 1u);
  expect_point(same[0], -1.5, {0.25, 0, 0}, {1, 0, 0});
  const auto turned = contacts(sphere_sphere, at(0, 0, 0, 1), lying(at(0, 0, 0, 0.5)));
  ASSERT_EQ(turned.size(), 1u);
  expect_vector(turned[0].normal, {0, 1, 0});
}

TEST(Sphere, CapsuleSideAndEnd) {
  const Place capsule = at(0, 0, 0, 0.5, 1);
  const auto side = contacts(sphere_capsule, at(0.9, 0, 0.3, 0.5), capsule);
  ASSERT_EQ(side.size(), 1u);
  expect_point(side[0], -0.1, {0.45, 0, 0.3}, {-1, 0, 0});
  const auto end = contacts(sphere_capsule, at(0, 0, 1.9, 0.5), capsule);
  ASSERT_EQ(end.size(), 1u);
  expect_point(end[0], -0.1, {0, 0, 1.45}, {0, 0, -1});
}

TEST(Sphere, CylinderSideCapRimAndInside) {
  const Place cylinder = at(0, 0, 0, 0.5, 1);
  const auto side = contacts(sphere_cylinder, at(0.9, 0, 0.3, 0.5), cylinder);
  ASSERT_EQ(side.size(), 1u);
  expect_point(side[0], -0.1, {0.45, 0, 0.3}, {-1, 0, 0});
  const auto cap = contacts(sphere_cylinder, at(0.2, 0.1, -1.2, 0.25), cylinder);
  ASSERT_EQ(cap.size(), 1u);
  expect_point(cap[0], -0.05, {0.2, 0.1, -0.975}, {0, 0, 1});
  const auto rim = contacts(sphere_cylinder, at(0.8, 0, 1.4, 0.6), cylinder);
  ASSERT_EQ(rim.size(), 1u);
  expect_point(rim[0], -0.1, {0.47, 0, 0.96}, {-0.6, 0, -0.8});
  const auto inside = contacts(sphere_cylinder, at(0.1, 0, 0.9, 0.2), cylinder);
  ASSERT_EQ(inside.size(), 1u);
  expect_point(inside[0], -0.3, {0.1, 0, 0.85}, {0, 0, -1});
}

TEST(Sphere, BoxFaceCornerAndInside) {
  const Place box = at(0, 0, 0, 1, 1, 1);
  const auto face = contacts(sphere_box, at(0.3, 0.2, 1.4, 0.5), box);
  ASSERT_EQ(face.size(), 1u);
  expect_point(face[0], -0.1, {0.3, 0.2, 0.95}, {0, 0, -1});
  const double diagonal = 1 / std::sqrt(3.0);
  const auto corner = contacts(sphere_box, at(1 + diagonal, 1 + diagonal, 1 + diagonal, 1.5), box);
  ASSERT_EQ(corner.size(), 1u);
  EXPECT_NEAR(corner[0].dist, -0.5, 1e-14);
  expect_vector(corner[0].normal, {-diagonal, -diagonal, -diagonal});
  const auto inside = contacts(sphere_box, at(0.1, -0.8, 0.3, 0.1), box);
  ASSERT_EQ(inside.size(), 1u);
  expect_point(inside[0], -0.3, {0.1, -0.85, 0.3}, {0, 1, 0});
  // In the middle the first face, -x, is as near as the others.
  const auto middle = contacts(sphere_box, at(0, 0, 0, 0.1), box);
  ASSERT_EQ(middle.size(), 1u);
  expect_vector(middle[0].normal, {1, 0, 0});
}

TEST(Capsule, CrossedAxesTouchOnce) {
  const auto c = contacts(capsule_capsule, at(0, 0, 0, 0.5, 1), lying(at(0.2, 0.9, 0.3, 0.5, 1)));
  ASSERT_EQ(c.size(), 1u);
  expect_point(c[0], -0.1, {0, 0.45, 0.3}, {0, 1, 0});
}

TEST(Capsule, ParallelAxesTouchAtBothEndsOfTheOverlap) {
  const auto c = contacts(capsule_capsule, at(0, 0, 0, 0.5, 1), at(0.9, 0, 0.5, 0.5, 1));
  ASSERT_EQ(c.size(), 2u);
  expect_point(c[0], -0.1, {0.45, 0, -0.5}, {1, 0, 0});
  expect_point(c[1], -0.1, {0.45, 0, 1}, {1, 0, 0});
}

TEST(Capsule, AlmostParallelAxesKeepTheirDigits) {
  // Two axes that cross at an angle of 2e-4, 0.05 above the first one's centre.
  const double angle = 2e-4;
  Place b = at(0, 0.9, 0.05, 0.5, 1);
  b.rot = {std::cos(angle), 0, std::sin(angle), 0, 1, 0, -std::sin(angle), 0, std::cos(angle)};
  const auto c = contacts(capsule_capsule, at(0, 0, 0, 0.5, 1), b);
  ASSERT_EQ(c.size(), 1u);
  EXPECT_NEAR(c[0].pos.z, 0.05, 1e-11);
  EXPECT_NEAR(c[0].dist, -0.1, 1e-14);
}

TEST(Frame, AxesAreOrthonormalAndFollowTheTangent) {
  Poses poses(3);
  for (int i = 0; i < 1000; ++i) {
    const Vec n = direction(poses.vector(1)).unit;
    const Vec wish = i % 2 ? Vec{0, 0, 0} : direction(poses.vector(1)).unit;
    if (std::abs(dot(n, wish)) > 0.99) continue;  // such a wish decides little
    const auto f = contact_frame(n, wish);
    const Vec x{f.xx, f.xy, f.xz}, y{f.yx, f.yy, f.yz}, z{f.zx, f.zy, f.zz};
    expect_vector(x, n);
    EXPECT_NEAR(dot(y, y), 1, 1e-14);
    EXPECT_NEAR(dot(x, y), 0, 1e-14);
    expect_vector(z, cross(x, y));
    const Vec seed = i % 2 == 0 ? wish : (std::abs(n.y) < 0.5 ? Vec{0, 1, 0} : Vec{0, 0, 1});
    EXPECT_NEAR(dot(cross(x, seed), y), 0, 1e-14) << "y lies in the plane of x and the seed";
    EXPECT_GT(dot(y, seed), 0);
  }
}

class EveryPair : public testing::TestWithParam<Pair> {};

/// A rigid motion x -> r x + t of a whole pose.
Place moved(const Place& p, const Mat3<double>& r, const Vec& t) {
  return {r * p.pos + t, r * p.rot, p.size};
}

TEST_P(EveryPair, MovesWithTheWorld) {
  Poses poses(11);
  int touching = 0;
  for (int i = 0; i < 2000; ++i) {
    const Place a = poses.place();
    Place b = poses.place();  // no ties between corners and ends
    const Mat3<double> r = poses.rotation();
    const Vec t = poses.vector(2);
    const auto here = contacts(GetParam().one, a, b, 0.1);
    const auto there = contacts(GetParam().one, moved(a, r, t), moved(b, r, t), 0.1);
    ASSERT_EQ(here.size(), there.size());
    touching += !here.empty();
    for (std::size_t k = 0; k < here.size(); ++k) {
      EXPECT_NEAR(here[k].dist, there[k].dist, 1e-12);
      expect_vector(there[k].pos, r * here[k].pos + t, 1e-11);
      expect_vector(there[k].normal, r * here[k].normal, 1e-11);
      expect_vector(there[k].tangent, r * here[k].tangent, 1e-12);
    }
  }
  EXPECT_GT(touching, 200);
}

TEST(EveryPair, SwappingTwoShapesOfOneTypeTurnsTheNormal) {
  Poses poses(5);
  for (int i = 0; i < 2000; ++i) {
    const Place a = poses.place(), b = poses.place();
    for (const auto pair : {sphere_sphere<double>, capsule_capsule<double>}) {
      const auto ab = contacts(pair, a, b), ba = contacts(pair, b, a);
      ASSERT_EQ(ab.size(), ba.size());
      if (ab.size() != 1) continue;
      EXPECT_NEAR(ab[0].dist, ba[0].dist, 1e-13);
      expect_vector(ab[0].pos, ba[0].pos, 1e-9);
      expect_vector(ab[0].normal, -ba[0].normal, 1e-9);
    }
  }
}

/// How far a point is from the surface of a shape; for ellipsoids in units of their radii.
double off_surface(GeomType type, const Place& s, const Vec& world) {
  const Vec p = multiply_transposed(s.rot, world - s.pos);
  const double z_out = std::abs(p.z) - s.size.y, r = std::hypot(p.x, p.y);
  switch (type) {
    case GeomType::Plane:
      return p.z;
    case GeomType::Sphere:
      return norm(p) - s.size.x;
    case GeomType::Capsule:
      return std::hypot(r, std::max(z_out, 0.0)) - s.size.x;
    case GeomType::Ellipsoid:
      return norm(Vec{p.x / s.size.x, p.y / s.size.y, p.z / s.size.z}) - 1;
    case GeomType::Cylinder:
      return std::max(r - s.size.x, z_out);
    default:
      return std::max(
          {std::abs(p.x) - s.size.x, std::abs(p.y) - s.size.y, std::abs(p.z) - s.size.z});
  }
}

TEST_P(EveryPair, PointsLieHalfwayBetweenTheSurfaces) {
  Poses poses(17);
  for (int i = 0; i < 5000; ++i) {
    const Place a = poses.place(), b = poses.place();
    double deepest = kAbsent, off = 0;
    for (const auto& c : contacts(GetParam().one, a, b, 0.1)) {
      EXPECT_NEAR(off_surface(GetParam().a, a, axpy(-0.5 * c.dist, c.normal, c.pos)), 0, 1e-12);
      const double off_b = off_surface(GetParam().b, b, axpy(0.5 * c.dist, c.normal, c.pos));
      EXPECT_LE(off_b, 1e-12);  // the upper end of a capsule deep in a plane touches from inside
      if (c.dist < deepest) {
        deepest = c.dist;
        off = off_b;
      }
    }
    EXPECT_NEAR(off, 0, 1e-12);
  }
}

/// Copies a pose into one lane.
void insert(Placed<Pack4>& lanes, int k, const Place& p) {
  double numbers[15];
  math::store(numbers, p.pos);
  math::store(numbers + 3, p.rot);
  math::store(numbers + 12, p.size);
  Pack4 packs[15];
  math::store(packs, lanes.pos);
  math::store(packs + 3, lanes.rot);
  math::store(packs + 12, lanes.size);
  for (int i = 0; i < 15; ++i) packs[i].set(k, numbers[i]);
  lanes = {math::load3(packs), math::load9(packs + 3), math::load3(packs + 12)};
}

/// The points of one lane.
std::vector<Point<double>> extract(const std::vector<Point<Pack4>>& slots, int k) {
  std::vector<Point<double>> points;
  const auto vec = [&](const Vec3<Pack4>& v) { return Vec{v.x[k], v.y[k], v.z[k]}; };
  for (const auto& s : slots)
    if (s.dist[k] != kAbsent)
      points.push_back({s.dist[k], vec(s.pos), vec(s.normal), vec(s.tangent)});
  return points;
}

std::vector<Point<Pack4>> contacts(const Pair& pair, const Placed<Pack4>& a, const Placed<Pack4>& b,
                                   double margin) {
  std::vector<Point<Pack4>> slots(kMaxPoints);
  slots.resize(static_cast<std::size_t>(pair.four(a, b, Pack4(margin), slots.data())));
  return slots;
}

void expect_same_bits(const Vec& a, const Vec& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.z, b.z);
}

TEST_P(EveryPair, LanesAreBitEqualToOneByOne) {
  Poses poses(23);
  for (int i = 0; i < 5000; ++i) {
    Place a[4], b[4];
    Placed<Pack4> lanes_a{}, lanes_b{};
    for (int k = 0; k < 4; ++k) {
      a[k] = poses.place();
      b[k] = poses.near(a[k]);
      insert(lanes_a, k, a[k]);
      insert(lanes_b, k, b[k]);
    }
    const auto slots = contacts(GetParam(), lanes_a, lanes_b, 0.1);
    for (int k = 0; k < 4; ++k) {
      const auto one = contacts(GetParam().one, a[k], b[k], 0.1);
      const auto lane = extract(slots, k);
      ASSERT_EQ(lane.size(), one.size());
      for (std::size_t j = 0; j < one.size(); ++j) {
        EXPECT_EQ(lane[j].dist, one[j].dist);
        expect_same_bits(lane[j].pos, one[j].pos);
        expect_same_bits(lane[j].normal, one[j].normal);
        expect_same_bits(lane[j].tangent, one[j].tangent);
      }
    }
  }
}

bool finite(const Vec& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void expect_sound(const Pair& pair, const Place& a, const Place& b, double margin) {
  Point<double> points[kMaxPoints];
  const int count = pair.one(a, b, margin, points);
  ASSERT_LE(count, pair.most);
  for (int i = 0; i < count; ++i) {
    const auto& c = points[i];
    ASSERT_TRUE(std::isfinite(c.dist) && finite(c.pos) && finite(c.normal) && finite(c.tangent));
    ASSERT_LE(c.dist, margin);
    ASSERT_NEAR(dot(c.normal, c.normal), 1, 1e-12);
    const double tangent = dot(c.tangent, c.tangent);
    ASSERT_TRUE(tangent == 0 || std::abs(tangent - 1) < 1e-12);
  }
}

TEST_P(EveryPair, DegenerateShapesGiveFinitePointsOrNone) {
  Poses poses(29);
  for (int i = 0; i < 500; ++i) {
    Place a = poses.place(), b = poses.place();
    if (i % 2 == 0) b.pos = a.pos;
    if (i % 3 == 0) b.rot = a.rot = math::identity3<double>();
    if (i % 5 == 0) a.size = {0, 0, 0};
    if (i % 7 == 0) b.size = {0, 0, 0};
    if (i % 11 == 0) b.size.y = 0;  // capsules and cylinders without length
    if (i % 13 == 0) b = a;
    expect_sound(GetParam(), a, b, 0.1);
  }
}

TEST_P(EveryPair, NanGivesNoPointsOrDoesNotReachThem) {
  Poses poses(31);
  for (int number = 0; number < 30; ++number) {
    Place place[2] = {poses.place(), poses.place()};
    place[1].pos = place[0].pos;
    double numbers[15];
    Place& p = place[number / 15];
    math::store(numbers, p.pos);
    math::store(numbers + 3, p.rot);
    math::store(numbers + 12, p.size);
    numbers[number % 15] = kNan;
    p = {math::load3(numbers), math::load9(numbers + 3), math::load3(numbers + 12)};
    expect_sound(GetParam(), place[0], place[1], 0.1);
  }
  const Place a = poses.place();
  EXPECT_TRUE(contacts(GetParam().one, a, a, kNan).empty());
}

TEST_P(EveryPair, ManyRandomPosesAreSound) {
  Poses poses(37);
  constexpr int kCalls = 100'000;  // a million over the ten pairs
  for (int i = 0; i < kCalls; ++i) {
    const Place a = poses.place();
    expect_sound(GetParam(), a, poses.near(a), i % 2 ? 0 : 0.1);
    if (HasFatalFailure()) FAIL() << "call " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, EveryPair, testing::ValuesIn(kPairs), test::pair_name);

}  // namespace
}  // namespace thew::collision
