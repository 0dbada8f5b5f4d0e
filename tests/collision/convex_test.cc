// Convex pairs by GJK, EPA and clipping: exact answers, symmetries, contacts with several points,
// margins, bounded memory, and input that makes no sense.

#include "collision/convex.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "collision/prism_mesh.h"
#include "collision/shapes.h"

namespace thew::collision {
namespace {

using test::PrismMesh, test::turn;
using V = Vec3<double>;
using M = Mat3<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.141592653589793;
const M kStraight = math::identity3<double>();

Shape make(GeomType type, const V& size, const V& pos, const M& rot = kStraight) {
  return test::place(type, pos, size, rot);
}

struct Random {
  std::mt19937_64 engine{7};
  double in(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
  V vector(double reach) { return {in(-reach, reach), in(-reach, reach), in(-reach, reach)}; }
  M rotation() { return turn(vector(1) + V{0, 0, 1e-3}, in(-kPi, kPi)); }
};

// Memory of exactly the size asked for, so that sanitizers see each byte beyond it.
struct Memory {
  explicit Memory(int corners = 16, int degree = 4, int iterations = 35)
      : bytes(convex_memory(corners, degree, iterations)) {}
  operator ConvexMemory() { return {bytes.data(), bytes.size()}; }
  std::vector<std::byte> bytes;
};

constexpr ConvexOptions kOne{1e-6, 35, false};
constexpr ConvexOptions kSeveral{1e-6, 35, true};

std::vector<Point<double>> contacts(const Shape& a, const Shape& b, double margin = 0,
                                    const ConvexOptions& options = kSeveral) {
  Memory memory;
  Point<double> points[kMaxPoints];
  const int n = convex_convex(a, b, margin, options, memory, points);
  EXPECT_GE(n, 0);
  EXPECT_LE(n, kMaxPoints);
  return {points, points + n};
}

double distance(const Shape& a, const Shape& b, double cutoff = 1e3) {
  Memory memory;
  V on_a{}, on_b{};
  return convex_distance(a, b, cutoff, kOne, memory, on_a, on_b);
}

// The point of an ellipsoid nearest to p outside: x_i = s_i^2 p_i / (s_i^2 + t), with t the root of
// |x / s| = 1, found by bisection.
double distance_to_ellipsoid(const V& size, const V& p) {
  const double s[3] = {size.x, size.y, size.z}, q[3] = {p.x, p.y, p.z};
  double low = 0, high = 1e3;
  for (int i = 0; i < 200; ++i) {
    const double t = 0.5 * (low + high);
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += std::pow(s[k] * q[k] / (s[k] * s[k] + t), 2);
    (sum > 1 ? low : high) = t;
  }
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += std::pow(q[k] * low / (s[k] * s[k] + low), 2);
  return std::sqrt(sum);
}

double distance_to_segment(const V& p, const V& from, const V& to) {
  const V d = to - from;
  const double t = std::clamp(math::dot(p - from, d) / math::dot(d, d), 0.0, 1.0);
  return math::norm(p - (from + d * t));
}

TEST(Convex, BallAsEllipsoidHasTheDepthOfBalls) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    const double r = random.in(0.1, 1), s = random.in(0.1, 1);
    const V way = random.vector(1);
    const double norm = math::norm(way), gap = random.in(-0.5, 0.5) * std::min(r, s);
    const V n = way * (1 / norm);
    const Shape a = make(GeomType::Sphere, {r, 0, 0}, {0, 0, 0});
    const Shape b = make(GeomType::Ellipsoid, {s, s, s}, n * (r + s + gap), random.rotation());
    EXPECT_NEAR(distance(a, b), gap, 2e-6);
    const auto points = contacts(a, b);
    EXPECT_TRUE(gap < 1e-5 || points.empty());
    if (gap > -1e-5) continue;
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].dist, gap, 2e-6);
    EXPECT_GT(math::dot(points[0].normal, n), 1 - 1e-5);
    EXPECT_LT(math::norm(points[0].pos - n * (r + 0.5 * gap)), 5e-3);
  }
}

// GJK ends with a segment there, and the polytope that EPA began with could miss the origin.
TEST(Convex, EllipsoidsInOnePlaneTouchWhereverTheyOverlap) {
  Random random;
  const V up{0, 0, 1};
  int overlapping = 0;
  for (int i = 0; i < 20000; ++i) {
    const V size{0.025, 0.02, 0.015}, way = turn(up, random.in(-kPi, kPi)).column_x();
    const M first = turn(up, random.in(-kPi, kPi)), second = turn(up, random.in(-kPi, kPi));
    const Shape a = make(GeomType::Ellipsoid, size, {0, 0, 0.1}, first);
    Shape b = make(GeomType::Ellipsoid, size, way * 0.06 + V{0, 0, 0.1}, second);
    b.at.pos = b.at.pos - way * (distance(a, b) + random.in(0, 1e-4));
    const double depth = -distance(a, b);
    if (depth < 3e-6) continue;
    ++overlapping;
    const auto points = contacts(a, b);
    ASSERT_EQ(points.size(), 1u) << depth;
    EXPECT_NEAR(points[0].dist, -depth, 2e-6);
  }
  EXPECT_GT(overlapping, 5000);
}

TEST(Convex, DistanceToAnEllipsoidIsThatOfTheExactRoot) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    const V size{random.in(0.1, 1), random.in(0.1, 1), random.in(0.1, 1)};
    const V p = random.vector(3);
    const V scaled{p.x / size.x, p.y / size.y, p.z / size.z};
    if (math::norm(scaled) < 1.05) continue;
    const double r = 0.01, expected = distance_to_ellipsoid(size, p) - r;
    const M rot = random.rotation();
    const Shape ball = make(GeomType::Sphere, {r, 0, 0}, rot * p);
    EXPECT_NEAR(distance(ball, make(GeomType::Ellipsoid, size, {0, 0, 0}, rot)), expected, 1e-7);
  }
}

TEST(Convex, CapsulesKeepTheirDistanceToBalls) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    const double r = random.in(0.05, 0.5), half = random.in(0.1, 1), s = random.in(0.05, 0.5);
    const V pos = random.vector(1), ball = random.vector(2);
    const M rot = random.rotation();
    const V reach = rot.column_z() * half;
    const double expected = distance_to_segment(ball, pos - reach, pos + reach) - r - s;
    const Shape capsule = make(GeomType::Capsule, {r, half, 0}, pos, rot);
    const Shape ellipsoid = make(GeomType::Ellipsoid, {s, s, s}, ball, random.rotation());
    if (expected < -0.5 * r) continue;
    EXPECT_NEAR(distance(capsule, ellipsoid), expected, 3e-6);
  }
}

TEST(Convex, WitnessPointsAreTheDistanceApart) {
  Random random;
  const PrismMesh prism(8, 0.4, 0.3);
  Memory memory;
  for (int i = 0; i < 500; ++i) {
    const Shape a = prism.shape(random.vector(0.5), random.rotation());
    const Shape b = make(GeomType::Cylinder, {0.3, 0.4, 0}, random.vector(1), random.rotation());
    V on_a{}, on_b{};
    const double d = convex_distance(a, b, 10, kOne, memory, on_a, on_b);
    EXPECT_NEAR(math::norm(on_a - on_b), std::abs(d), 1e-6);
  }
}

TEST(Convex, DistancesBeyondTheCutoffAreTheCutoff) {
  Memory memory;
  const Shape a = make(GeomType::Ellipsoid, {1, 1, 1}, {0, 0, 0});
  const Shape b = make(GeomType::Cylinder, {1, 1, 0}, {5, 0, 0});
  V on_a{7, 7, 7}, on_b{8, 8, 8};
  EXPECT_EQ(convex_distance(a, b, 2.5, kOne, memory, on_a, on_b), 2.5);
  EXPECT_EQ(on_a.x, 7);
  EXPECT_EQ(on_b.x, 8);
  EXPECT_NEAR(convex_distance(a, b, 3.5, kOne, memory, on_a, on_b), 3, 1e-6);
  EXPECT_NEAR(on_a.x, 1, 1e-6);
  EXPECT_NEAR(on_b.x, 4, 1e-6);
}

// A box of half sizes (0.5, 0.5, 0.25) as a mesh.
const PrismMesh& box_mesh() {
  static const PrismMesh mesh(4, std::sqrt(0.5), 0.25, kPi / 4);
  return mesh;
}

TEST(Convex, BoxAsMeshIsABox) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    const V pos = random.vector(0.8);
    const M rot = random.rotation();
    const Shape other = box_mesh().shape(random.vector(0.3), random.rotation());
    const auto box = contacts(make(GeomType::Box, {0.5, 0.5, 0.25}, pos, rot), other, 0, kOne);
    const auto mesh = contacts(box_mesh().shape(pos, rot), other, 0, kOne);
    ASSERT_EQ(box.size(), mesh.size());
    if (box.empty()) continue;
    EXPECT_NEAR(box[0].dist, mesh[0].dist, 1e-7);
    EXPECT_GT(math::dot(box[0].normal, mesh[0].normal), 1 - 1e-6);
  }
}

TEST(Convex, FaceOnFaceMeetsInTheCornersOfTheirOverlap) {
  const Shape below = make(GeomType::Box, {0.5, 0.5, 0.25}, {0, 0, 0});
  const auto points = contacts(below, box_mesh().shape({0.25, 0.125, 0.4375}, kStraight));
  ASSERT_EQ(points.size(), 4u);
  bool seen[2][2] = {};
  for (const auto& p : points) {
    EXPECT_NEAR(p.dist, -0.0625, 1e-7);
    EXPECT_NEAR(p.normal.z, 1, 1e-12);
    EXPECT_NEAR(p.pos.z, 0.21875, 1e-7);
    const int i = p.pos.x > 0, j = p.pos.y > 0;
    EXPECT_NEAR(p.pos.x, i ? 0.5 : -0.25, 1e-7);
    EXPECT_NEAR(p.pos.y, j ? 0.5 : -0.375, 1e-7);
    seen[i][j] = true;
  }
  EXPECT_TRUE(seen[0][0] && seen[0][1] && seen[1][0] && seen[1][1]);
}

TEST(Convex, OnePointWhereSeveralAreNotWanted) {
  const Shape below = make(GeomType::Box, {0.5, 0.5, 0.25}, {0, 0, 0});
  EXPECT_EQ(contacts(below, box_mesh().shape({0, 0, 0.45}, kStraight), 0, kOne).size(), 1u);
}

TEST(Convex, StandingCylinderTouchesWithFourPointsOfItsRim) {
  const Shape cylinder = make(GeomType::Cylinder, {0.1, 0.2, 0}, {0, 0, 0.299});
  const auto points = contacts(cylinder, make(GeomType::Box, {0.5, 0.5, 0.1}, {0, 0, 0}));
  ASSERT_EQ(points.size(), 4u);
  for (const auto& p : points) {
    EXPECT_NEAR(p.dist, -0.001, 1e-9);
    EXPECT_NEAR(std::hypot(p.pos.x, p.pos.y), 0.1, 1e-9);
    EXPECT_NEAR(p.pos.z, 0.0995, 1e-9);
    EXPECT_NEAR(p.normal.z, -1, 1e-12);
  }
}

TEST(Convex, LyingCylinderAndCapsuleTouchWithTheirEnds) {
  const M lying = turn({1, 0, 0}, kPi / 2);
  const Shape box = make(GeomType::Box, {0.5, 0.5, 0.1}, {0, 0, 0});
  const Shape mesh = box_mesh().shape({0, 0, -0.15}, kStraight);
  for (const auto& points :
       {contacts(make(GeomType::Cylinder, {0.1, 0.2, 0}, {0, 0, 0.199}, lying), box),
        contacts(make(GeomType::Capsule, {0.1, 0.2, 0}, {0, 0, 0.199}, lying), mesh)}) {
    ASSERT_EQ(points.size(), 2u);
    EXPECT_NEAR(std::abs(points[0].pos.y), 0.2, 1e-6);
    EXPECT_NEAR(points[0].pos.y, -points[1].pos.y, 1e-9);
    for (const auto& p : points) {
      EXPECT_NEAR(p.dist, -0.001, 1e-6);
      EXPECT_NEAR(p.pos.x, 0, 1e-3);
    }
  }
}

TEST(Convex, MarginFindsWhatIsNearWithItsTrueDistance) {
  const Shape below = make(GeomType::Box, {0.5, 0.5, 0.25}, {0, 0, 0});
  const Shape above = box_mesh().shape({0.25, 0, 0.51}, kStraight);
  EXPECT_TRUE(contacts(below, above).empty());
  EXPECT_TRUE(contacts(below, above, 0.009).empty());
  const auto points = contacts(below, above, 0.02);
  ASSERT_EQ(points.size(), 4u);
  for (const auto& p : points) {
    EXPECT_NEAR(p.dist, 0.01, 1e-7);
    EXPECT_NEAR(p.normal.z, 1, 1e-9);
    EXPECT_NEAR(p.pos.z, 0.255, 1e-7);
  }
  const Shape ball = make(GeomType::Sphere, {0.1, 0, 0}, {0, 0, 0.36});
  const auto one = contacts(ball, below, 0.02, kOne);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_NEAR(one[0].dist, 0.01, 1e-6);
}

// One of each kind, about unit size; the prism has enough corners for its hull to be climbed.
Shape some_shape(Random& random, int kind, double scale = 1) {
  static const PrismMesh prism(9, 0.5, 0.4);
  const V pos = random.vector(0.6 * scale);
  const M rot = random.rotation();
  const V size{random.in(0.1, 0.6) * scale, random.in(0.1, 0.6) * scale,
               random.in(0.1, 0.6) * scale};
  constexpr GeomType kTypes[] = {GeomType::Sphere, GeomType::Capsule, GeomType::Ellipsoid,
                                 GeomType::Cylinder, GeomType::Box};
  if (kind == 5) return box_mesh().shape(pos, rot);
  if (kind == 6) return prism.shape(pos, rot);
  return make(kTypes[kind], size, pos, rot);
}
constexpr int kKinds = 7;

Shape moved(Shape s, const V& shift, const M& rot) {
  s.at.pos = rot * s.at.pos + shift;
  s.at.rot = rot * s.at.rot;
  return s;
}

// Moves b along the line of the nearest points until the two are `gap` apart; returns that line.
V bring_to(const Shape& a, Shape& b, double gap) {
  Memory memory;
  V on_a{}, on_b{};
  const double d = convex_distance(a, b, 1e3, kOne, memory, on_a, on_b);
  const V line = (on_b - on_a) * (1 / d);
  b.at.pos = b.at.pos - line * (d - gap);
  return line;
}

TEST(Convex, EdgesLieOnFacesThatLookAtThem) {
  const PrismMesh wedge(3, 0.3, 0.3);
  const Shape mesh = wedge.shape({0, 0, 0}, kStraight);
  for (int degrees = 0; degrees < 360; degrees += 3) {
    for (const GeomType type : {GeomType::Capsule, GeomType::Cylinder}) {
      const double angle = degrees * kPi / 180;
      Shape rod = make(type, {0.05, 0.2, 0}, {std::cos(angle), std::sin(angle), 0.01});
      const V line = bring_to(mesh, rod, -0.005);
      for (const double margin : {0.0, 0.05}) {
        const auto found = contacts(rod, mesh, margin);
        ASSERT_FALSE(found.empty()) << degrees;
        for (const auto& p : found) EXPECT_GT(math::dot(p.normal, -line), 0) << degrees;
      }
    }
  }
}

// Shapes that just overlap, by less than the tolerance, are near each other with any margin.
TEST(Convex, MarginFindsWhatOnlyJustOverlaps) {
  Random random;
  const PrismMesh small(3, 0.005, 0.004);
  for (int i = 0; i < 2000; ++i) {
    const Shape large = make(GeomType::Box, {0.4, 0.9, 1}, random.vector(1), random.rotation());
    Shape mesh = small.shape(large.at.pos + random.rotation().column_x() * 4.0, random.rotation());
    bring_to(large, mesh, -4e-9);
    const auto found = contacts(large, mesh, 2e-4);
    ASSERT_FALSE(found.empty()) << i;
    double least = 1;
    for (const auto& p : found) least = std::min(least, p.dist);
    EXPECT_LT(least, 1e-4) << i;
  }
}

// All support points of the search for the distance are in the plane.
TEST(Convex, ShapesInAPlaneOfSymmetryTouch) {
  Random random;
  const auto ellipsoid = [&](const V& pos) {
    const V size = {random.in(0.1, 0.4), random.in(0.1, 0.4), random.in(0.1, 0.4)};
    return make(GeomType::Ellipsoid, size, pos, turn({0, 0, 1}, random.in(-kPi, kPi)));
  };
  for (int i = 0; i < 3000; ++i) {
    const double angle = random.in(-kPi, kPi), depth = std::pow(10, random.in(-5, -3));
    const Shape first = ellipsoid({0, 0, 0.1});
    Shape second = ellipsoid({std::cos(angle), std::sin(angle), 0.1});
    const V line = bring_to(first, second, -depth);
    const auto found = contacts(first, second);
    ASSERT_EQ(found.size(), 1u) << i;
    EXPECT_NEAR(found[0].dist, -depth, 2e-6) << i;
    EXPECT_GT(math::dot(found[0].normal, line), 0.999) << i;
  }
}

TEST(Convex, SwappingTheShapesTurnsTheNormal) {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    const Shape a = some_shape(random, random.below(kKinds));
    const Shape b = some_shape(random, random.below(kKinds));
    const double d = distance(a, b);
    EXPECT_NEAR(d, distance(b, a), 3e-6);
    if (d > -1e-5) continue;
    const auto one = contacts(a, b, 0, kOne), other = contacts(b, a, 0, kOne);
    ASSERT_EQ(one.size(), 1u);
    ASSERT_EQ(other.size(), 1u);
    EXPECT_NEAR(one[0].dist, other[0].dist, 3e-6);
  }
}

TEST(Convex, MovingBothShapesMovesTheContact) {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    const Shape a = some_shape(random, random.below(kKinds));
    const Shape b = some_shape(random, random.below(kKinds));
    const V shift = random.vector(2);
    const M rot = random.rotation();
    EXPECT_NEAR(distance(a, b), distance(moved(a, shift, rot), moved(b, shift, rot)), 3e-6);
  }
}

// A contact pushes out: moved apart by the depth along the normal, the shapes only touch. Round
// shapes that overlap deeply need more iterations than usual for it.
TEST(Convex, TheDepthAlongTheNormalSeparates) {
  Random random;
  constexpr ConvexOptions kFine{1e-7, 300, false};
  Memory memory(16, 4, kFine.iterations);
  for (int i = 0; i < 2000; ++i) {
    const Shape a = some_shape(random, random.below(kKinds));
    Shape b = some_shape(random, random.below(kKinds));
    Point<double> point;
    if (convex_convex(a, b, 0, kFine, memory, &point) == 0 || point.dist > -1e-3) continue;
    b.at.pos = b.at.pos - point.normal * point.dist;
    EXPECT_NEAR(distance(a, b), 0, 1e-5);
  }
}

void expect_sane(const std::vector<Point<double>>& points, double margin) {
  for (const auto& p : points) {
    EXPECT_TRUE(std::isfinite(p.dist));
    EXPECT_LE(p.dist, margin + 1e-9);
    EXPECT_TRUE(std::isfinite(p.pos.x + p.pos.y + p.pos.z));
    EXPECT_NEAR(math::norm(p.normal), 1, 1e-9);
  }
}

TEST(Convex, ShapesOfOnePlaceAndFlatShapesGiveSaneContacts) {
  Random random;
  for (int i = 0; i < kKinds; ++i) {
    for (int j = 0; j < kKinds; ++j) {
      Shape a = some_shape(random, i), b = some_shape(random, j);
      b.at.pos = a.at.pos;
      expect_sane(contacts(a, b), 0);
      b.at.rot = a.at.rot = kStraight;
      expect_sane(contacts(a, b), 0);
      b.at.size = a.at.size;
      expect_sane(contacts(a, b), 0);
      a.at.size.z = b.at.size.x = 0;
      expect_sane(contacts(a, b, 0.01), 0.01);
      a.at.size = b.at.size = {0, 0, 0};
      expect_sane(contacts(a, b), 0);
    }
  }
}

TEST(Convex, NumbersThatAreNoneGiveNoContact) {
  Random random;
  const double bad[] = {kNan, std::numeric_limits<double>::infinity(), 1e300};
  for (int i = 0; i < kKinds; ++i) {
    for (int j = 0; j < kKinds; ++j) {
      for (double x : bad) {
        Shape a = some_shape(random, i), b = some_shape(random, j);
        Shape pos = a, rot = a, size = a;
        pos.at.pos.y = x;
        rot.at.rot.xz = x;
        size.at.size.x = x;
        EXPECT_TRUE(contacts(pos, b).empty());
        EXPECT_TRUE(contacts(b, pos, 0.1).empty());
        contacts(rot, b);
        contacts(size, b);
        const bool ball = i == 0;  // it has no frame
        EXPECT_TRUE(!std::isnan(x) || ball || contacts(rot, b).empty());
      }
    }
  }
}

TEST(Convex, SizesMayDifferByAThousand) {
  Random random;
  for (int i = 0; i < 2000; ++i) {
    const int kinds = kKinds - 2;  // meshes have their own size
    const Shape a = some_shape(random, random.below(kinds), 1000);
    Shape b = some_shape(random, random.below(kinds), 1);
    b.at.pos = b.at.pos * 1000.0;
    expect_sane(contacts(a, b), 0);
    const double d = distance(a, b, 1e4);
    EXPECT_TRUE(std::isfinite(d));
    EXPECT_TRUE(d < 1e-3 || contacts(a, b).empty());
  }
}

TEST(Convex, LessMemoryGivesFewerPointsAndNoHarm) {
  Random random;
  for (int i = 0; i < 500; ++i) {
    const Shape a = some_shape(random, random.below(kKinds));
    const Shape b = some_shape(random, random.below(kKinds));
    for (std::size_t bytes : {0, 100, 1000, 2000, 4000, 8000}) {
      std::vector<std::byte> memory(bytes);
      Point<double> points[kMaxPoints];
      const int n = convex_convex(a, b, 0, kSeveral, {memory.data(), bytes}, points);
      expect_sane({points, points + n}, 0);
    }
  }
}

TEST(Convex, AnyNumberOfIterationsEnds) {
  Random random;
  for (int iterations : {-1, 0, 1, 2, 3, 5, 200}) {
    Memory memory(16, 4, iterations);
    for (int i = 0; i < 200; ++i) {
      const Shape a = some_shape(random, random.below(kKinds));
      const Shape b = some_shape(random, random.below(kKinds));
      Point<double> points[kMaxPoints];
      for (double tolerance : {0.0, 1e-12, 1e-6, 1e-2}) {
        const int n = convex_convex(a, b, 0.01, {tolerance, iterations, true}, memory, points);
        EXPECT_LE(n, kMaxPoints);
      }
    }
  }
}

TEST(Convex, PrismOfAHeightField) {
  const V corners[6] = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 0.5}, {1, 0, 0.5}, {0, 1, 0.5}};
  const Convex prism = prism_of(corners);
  Memory memory;
  Point<double> point;
  const Convex low = convex_of(make(GeomType::Sphere, {0.2, 0, 0}, {0.25, 0.25, 0.69}));
  ASSERT_TRUE(convex_point(prism, low, 0, kOne, memory, point));
  EXPECT_NEAR(point.dist, -0.01, 1e-6);
  EXPECT_NEAR(point.normal.z, 1, 1e-6);
  const Convex high = convex_of(make(GeomType::Sphere, {0.2, 0, 0}, {0.25, 0.25, 0.71}));
  EXPECT_FALSE(convex_point(prism, high, 0, kOne, memory, point));
  ASSERT_TRUE(convex_point(prism, high, 0.03, kOne, memory, point));
  EXPECT_NEAR(point.dist, 0.01, 1e-6);
  EXPECT_NEAR(point.pos.z, 0.505, 1e-6);
}

// Contact and distance agree on any pair; a million calls in ordinary builds. 35 iterations of EPA
// would not suffice for some deep pairs of round shapes.
TEST(Convex, ContactsAndDistancesAgree) {
#ifdef THEW_SANITIZED
  constexpr int kPairs = 5000;
#else
  constexpr int kPairs = 350000;
#endif
  constexpr ConvexOptions kOnePoint{1e-6, 100, false}, kMorePoints{1e-6, 100, true};
  Random random;
  Memory memory(16, 4, 100);
  Point<double> points[kMaxPoints];
  int wrong = 0;
  for (int i = 0; i < kPairs; ++i) {
    const Shape a = some_shape(random, random.below(kKinds));
    const Shape b = some_shape(random, random.below(kKinds));
    V on_a{}, on_b{};
    const double d = convex_distance(a, b, 10, kOnePoint, memory, on_a, on_b);
    const int n = convex_convex(a, b, 0, kOnePoint, memory, points);
    if (d > 1e-5) wrong += n != 0;
    if (d < -1e-5) wrong += n != 1 || std::abs(points[0].dist - d) > 1e-5;
    const int m = convex_convex(a, b, 0, kMorePoints, memory, points);
    if (std::abs(d) > 1e-5) wrong += (m > 0) != (d < 0);
    for (int k = 0; k < m; ++k)
      wrong += !(points[k].dist <= 1e-9) || !std::isfinite(points[k].pos.x);
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace thew::collision
