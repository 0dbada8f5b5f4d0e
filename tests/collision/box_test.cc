// Contacts of boxes with boxes and with capsules: known answers, symmetries, an independent search
// for the least overlap, and input that makes no sense.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "collision/convex.h"
#include "element/pair/box_box.h"
#include "element/pair/capsule_box.h"
#include "shapes.h"

namespace thew::collision {
namespace {

using namespace element;
using test::expect_near, test::turn;
using Box = Placed<double>;
using V = Vec3<double>;
using M = Mat3<double>;
using Pair = int (*)(const Box&, const Box&, double, Point<double>*);

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const M kStraight = math::identity3<double>();

struct Random {
  std::mt19937_64 engine{42};
  double in(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  }
  V point(double reach) { return {in(-reach, reach), in(-reach, reach), in(-reach, reach)}; }
  V direction() {
    std::normal_distribution<double> normal;
    const V v{normal(engine), normal(engine), normal(engine)};
    return v * (1 / math::norm(v));
  }
  M rotation() { return turn(direction(), in(-3.1, 3.1)); }
  double size() { return std::exp(in(-3, 0)); }
  Box box(double reach) { return {point(reach), rotation(), {size(), size(), size()}}; }
};

bool finite(const Point<double>& p) {
  double sum = p.dist + p.pos.x + p.pos.y + p.pos.z + p.normal.x + p.normal.y + p.normal.z;
  return std::isfinite(sum);
}

double deepest(const Point<double>* points, int count) {
  double least = kInfinity;
  for (int i = 0; i < count; ++i) least = std::min(least, points[i].dist);
  return least;
}

// The gap along the best of the 15 axes, by projecting all corners.
double least_overlap(const Box& a, const Box& b) {
  const V of_a[3] = {a.rot.column_x(), a.rot.column_y(), a.rot.column_z()};
  const V of_b[3] = {b.rot.column_x(), b.rot.column_y(), b.rot.column_z()};
  double best = -kInfinity;
  const auto try_axis = [&](V n) {
    const double length = math::norm(n);
    if (length < 1e-7) return;
    n = n * (1 / length);
    double reach = 0;
    const double size_a[3] = {a.size.x, a.size.y, a.size.z};
    const double size_b[3] = {b.size.x, b.size.y, b.size.z};
    for (int k = 0; k < 3; ++k) {
      reach += size_a[k] * std::abs(math::dot(n, of_a[k]));
      reach += size_b[k] * std::abs(math::dot(n, of_b[k]));
    }
    best = std::max(best, std::abs(math::dot(n, b.pos - a.pos)) - reach);
  };
  for (const V& n : of_a) try_axis(n);
  for (const V& n : of_b) try_axis(n);
  for (const V& n : of_a)
    for (const V& m : of_b) try_axis(math::cross(n, m));
  return best;
}

// A box as the compiler describes a mesh: corners, and faces as polygons.
struct BoxMesh {
  float vert[8][3];
  double normal[6][3] = {};
  int poly_adr[6], poly_num[6], poly[6][4];
  int vert_adr[8], vert_num[8], vert_poly[8][3];
  MeshView view;

  explicit BoxMesh(const V& size) {
    const double half[3] = {size.x, size.y, size.z};
    int faces_of[8] = {};
    for (int i = 0; i < 8; ++i) {
      for (int k = 0; k < 3; ++k) vert[i][k] = static_cast<float>(i >> k & 1 ? half[k] : -half[k]);
      vert_adr[i] = 3 * i;
      vert_num[i] = 3;
    }
    for (int f = 0; f < 6; ++f) {  // faces -x, +x, -y ..., corners against the clock from outside
      const int axis = f / 2, side = f % 2, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
      const int base = side << axis, ring[4] = {0, u, u | v, v};
      normal[f][axis] = side ? 1 : -1;
      poly_adr[f] = 4 * f;
      poly_num[f] = 4;
      for (int k = 0; k < 4; ++k) {
        const int corner = base | ring[side ? k : 3 - k];
        poly[f][k] = corner;
        vert_poly[corner][faces_of[corner]++] = f;
      }
    }
    view.vertices = 8;
    view.vert = vert[0];
    view.polygons = 6;
    view.poly_normal = normal[0];
    view.poly_vert_adr = poly_adr;
    view.poly_vert_num = poly_num;
    view.poly_vert = poly[0];
    view.vert_poly_adr = vert_adr;
    view.vert_poly_num = vert_num;
    view.vert_poly = vert_poly[0];
  }
};

TEST(BoxBox, LyingOnAFaceGivesItsFourCorners) {
  const Box floor{{0, 0, 0}, kStraight, {2, 3, 0.5}};
  const Box crate{{0.25, -0.5, 0.74}, kStraight, {0.5, 0.25, 0.25}};
  Point<double> points[kBoxBoxPoints];
  ASSERT_EQ(box_box(floor, crate, 0, points), 4);
  const V corners[4] = {
      {0.75, -0.25, 0.495}, {-0.25, -0.25, 0.495}, {-0.25, -0.75, 0.495}, {0.75, -0.75, 0.495}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(points[i].dist, -0.01, 1e-15);
    expect_near(points[i].pos, corners[i], 1e-15);
    expect_near(points[i].normal, {0, 0, 1}, 0);
  }
}

TEST(BoxBox, HalfOverTheEdgeIsCutThere) {
  const Box table{{0, 0, 0}, kStraight, {1, 1, 1}};
  const Box crate{{1, 0, 1.5}, kStraight, {0.5, 0.5, 0.5}};
  Point<double> points[kBoxBoxPoints];
  ASSERT_EQ(box_box(table, crate, 0, points), 4);
  for (const auto& p : points) {
    if (&p == points + 4) break;
    EXPECT_EQ(p.dist, 0);
    EXPECT_TRUE(p.pos.x == 1 || p.pos.x == 0.5) << p.pos.x;
    EXPECT_EQ(std::abs(p.pos.y), 0.5);
  }
}

TEST(BoxBox, TurnedByAnEighthGivesAnOctagon) {
  const Box lower{{0, 0, 0}, kStraight, {1, 1, 1}};
  const Box upper{{0, 0, 1.99}, turn({0, 0, 1}, M_PI / 4), {1, 1, 1}};
  Point<double> points[kBoxBoxPoints];
  ASSERT_EQ(box_box(lower, upper, 0, points), 8);
  for (const auto& p : points) {
    EXPECT_NEAR(p.dist, -0.01, 1e-15);
    const double x = std::abs(p.pos.x), y = std::abs(p.pos.y);
    EXPECT_NEAR(std::max(x, y), 1, 1e-15);                   // on the border of the lower face
    EXPECT_NEAR(std::min(x, y), std::sqrt(2.0) - 1, 1e-15);  // and of the upper one
    EXPECT_NEAR(p.pos.z, 0.995, 1e-15);
  }
}

TEST(BoxBox, CrossedEdgesTouchInOnePoint) {
  // A ridge along x below, a ridge along y above.
  const Box lower{{0.1, 0, 0}, turn({1, 0, 0}, M_PI / 4), {1, 0.1, 0.1}};
  const Box upper{{0, 0.2, 0.28}, turn({0, 1, 0}, M_PI / 4), {0.1, 1, 0.1}};
  Point<double> points[kBoxBoxPoints];
  ASSERT_EQ(box_box(lower, upper, 0, points), 1);
  EXPECT_NEAR(points[0].dist, 0.28 - 0.2 * std::sqrt(2.0), 1e-15);
  expect_near(points[0].pos, {0, 0, 0.14}, 1e-15);
  expect_near(points[0].normal, {0, 0, 1}, 1e-15);
}

TEST(BoxBox, CornerInAFaceTouchesInOnePoint) {
  // A cube on its corner: a space diagonal stands upright.
  const double half_diagonal = 0.1 * std::sqrt(3.0);
  const M on_corner = turn({1, -1, 0}, std::acos(1 / std::sqrt(3.0)));
  const Box floor{{0, 0, -1}, kStraight, {1, 1, 1}};
  const Box cube{{0.3, 0.2, half_diagonal - 0.01}, on_corner, {0.1, 0.1, 0.1}};
  Point<double> points[kBoxBoxPoints];
  ASSERT_EQ(box_box(floor, cube, 0, points), 1);
  EXPECT_NEAR(points[0].dist, -0.01, 1e-15);
  expect_near(points[0].pos, {0.3, 0.2, -0.005}, 1e-15);
  expect_near(points[0].normal, {0, 0, 1}, 0);
}

TEST(BoxBox, MarginDecidesWhatCounts) {
  const Box lower{{0, 0, 0}, kStraight, {1, 1, 1}};
  const Box upper{{0, 0, 2.01}, kStraight, {1, 1, 1}};
  Point<double> points[kBoxBoxPoints];
  EXPECT_EQ(box_box(lower, upper, 0, points), 0);
  EXPECT_EQ(box_box(lower, upper, 0.009, points), 0);
  ASSERT_EQ(box_box(lower, upper, 0.011, points), 4);
  EXPECT_NEAR(points[0].dist, 0.01, 1e-15);
  EXPECT_NEAR(points[0].pos.z, 1.005, 1e-15);
}

TEST(BoxBox, CoincidentBoxesPartAlongTheirShortestSide) {
  Random random;
  for (int i = 0; i < 1000; ++i) {
    const Box box = random.box(1);
    Point<double> points[kBoxBoxPoints];
    const int count = box_box(box, box, 0, points);
    ASSERT_GE(count, 4);
    const double shortest = std::min({box.size.x, box.size.y, box.size.z});
    for (int k = 0; k < count; ++k) EXPECT_NEAR(points[k].dist, -2 * shortest, 1e-14);
  }
}

TEST(BoxBox, DeepestPointIsTheLeastOverlap) {
  Random random;
  for (int i = 0; i < 100000; ++i) {
    const Box a = random.box(0.5), b = random.box(0.5);
    const double gap = least_overlap(a, b);
    Point<double> points[kBoxBoxPoints];
    const int count = box_box(a, b, 0, points);
    ASSERT_EQ(count > 0, gap < 0) << i << " " << gap;
    if (count == 0) continue;
    // A face takes over from an edge that is less deep by at most 5 % of the face's depth.
    EXPECT_LE(deepest(points, count), gap + 1e-14) << i;
    EXPECT_GE(0.95 * deepest(points, count), gap - 1e-14) << i;
  }
}

// The boxes are moved together; the contacts move along.
void expect_moving_along(Pair pair, const Box& a, const Box& b, double margin, Random& random) {
  const M rot = random.rotation();
  const V shift = random.point(5);
  const auto moved = [&](const Box& box) {
    return Box{rot * box.pos + shift, rot * box.rot, box.size};
  };
  Point<double> here[kBoxBoxPoints], there[kBoxBoxPoints];
  const int count = pair(a, b, margin, here);
  ASSERT_EQ(pair(moved(a), moved(b), margin, there), count);
  for (int i = 0; i < count; ++i) {
    EXPECT_NEAR(there[i].dist, here[i].dist, 1e-11);
    expect_near(there[i].pos, rot * here[i].pos + shift, 1e-11);
    expect_near(there[i].normal, rot * here[i].normal, 1e-11);
  }
}

TEST(BoxBox, MovesWithTheBoxes) {
  Random random;
  for (int i = 0; i < 20000; ++i)
    expect_moving_along(box_box, random.box(0.5), random.box(0.5), 0.01, random);
}

TEST(BoxBox, ExchangedBoxesHaveTheSameContactFromTheOtherSide) {
  Random random;
  for (int i = 0; i < 20000; ++i) {
    const Box a = random.box(0.5), b = random.box(0.5);
    Point<double> ab[kBoxBoxPoints], ba[kBoxBoxPoints];
    const int count = box_box(a, b, 0, ab);
    ASSERT_EQ(box_box(b, a, 0, ba), count) << i;
    if (count == 0) continue;
    EXPECT_NEAR(deepest(ab, count), deepest(ba, count), 1e-14) << i;
    expect_near(ab[0].normal, -ba[0].normal, 1e-14);
  }
}

TEST(CapsuleBox, LyingOnAFaceTouchesAtBothEnds) {
  const Box capsule{{0.1, 0.2, 0.59}, turn({0, 1, 0}, M_PI / 2), {0.1, 0.4, 0}};
  const Box box{{0, 0, 0}, kStraight, {1, 1, 0.5}};
  Point<double> points[kCapsuleBoxPoints];
  ASSERT_EQ(capsule_box(capsule, box, 0, points), 2);
  std::sort(points, points + 2, [](const auto& p, const auto& q) { return p.pos.x < q.pos.x; });
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(points[i].dist, -0.01, 1e-15);
    expect_near(points[i].pos, {0.1 + (i ? 0.4 : -0.4), 0.2, 0.495}, 1e-15);
    expect_near(points[i].normal, {0, 0, -1}, 1e-15);
  }
}

TEST(CapsuleBox, StandingOnAFaceTouchesOnce) {
  const Box capsule{{0.1, 0.2, 0.99}, kStraight, {0.1, 0.4, 0}};
  const Box box{{0, 0, 0}, kStraight, {1, 1, 0.5}};
  Point<double> points[kCapsuleBoxPoints];
  ASSERT_GE(capsule_box(capsule, box, 0, points), 1);
  EXPECT_NEAR(points[0].dist, -0.01, 1e-15);
  expect_near(points[0].pos, {0.1, 0.2, 0.495}, 1e-15);
}

TEST(CapsuleBox, ReachingOverTheRimTouchesAtTheRim) {
  // Lies on the face and sticks out beyond x = 1.
  const Box capsule{{1, 0, 0.59}, turn({0, 1, 0}, M_PI / 2), {0.1, 0.4, 0}};
  const Box box{{0, 0, 0}, kStraight, {1, 1, 0.5}};
  Point<double> points[kCapsuleBoxPoints];
  ASSERT_EQ(capsule_box(capsule, box, 0, points), 2);
  std::sort(points, points + 2, [](const auto& p, const auto& q) { return p.pos.x < q.pos.x; });
  expect_near(points[0].pos, {0.6, 0, 0.495}, 1e-15);
  expect_near(points[1].pos, {1, 0, 0.495}, 1e-15);
}

TEST(CapsuleBox, AcrossAnEdgeTouchesThere) {
  // Over the edge x = z = 1 of the box, along y and leaning by 45 degrees.
  const V out = V{1, 0, 1} * (1 / std::sqrt(2.0));
  const Box capsule{V{1, 0, 1} + out * 0.19, turn({1, 0, -1}, M_PI / 2), {0.2, 0.5, 0}};
  const Box box{{0, 0, 0}, kStraight, {1, 2, 1}};
  Point<double> points[kCapsuleBoxPoints];
  ASSERT_GE(capsule_box(capsule, box, 0, points), 1);
  EXPECT_NEAR(points[0].dist, -0.01, 1e-14);
  expect_near(points[0].normal, -out, 1e-14);
}

TEST(CapsuleBox, FirstPointIsTheNearestOfTheAxis) {
  Random random;
  for (int i = 0; i < 5000; ++i) {
    const Box capsule = random.box(0.7), box = random.box(0.3);
    double nearest = kInfinity;
    for (int k = 0; k <= 400; ++k) {
      const double s = (k / 200.0 - 1) * capsule.size.y;
      const V p = math::multiply_transposed(
          box.rot, math::axpy(s, capsule.rot.column_z(), capsule.pos) - box.pos);
      const V beyond{std::max(0.0, std::abs(p.x) - box.size.x),
                     std::max(0.0, std::abs(p.y) - box.size.y),
                     std::max(0.0, std::abs(p.z) - box.size.z)};
      nearest = std::min(nearest, math::norm(beyond));
    }
    if (nearest == 0) continue;  // the axis enters the box: which way out is a choice
    const double fineness = capsule.size.y / 200;
    Point<double> points[kCapsuleBoxPoints];
    const int count = capsule_box(capsule, box, 2, points);
    ASSERT_GE(count, 1);
    EXPECT_LE(points[0].dist, nearest - capsule.size.x + 1e-12) << i;
    EXPECT_GE(points[0].dist, nearest - capsule.size.x - fineness) << i;
    EXPECT_EQ(capsule_box(capsule, box, points[0].dist - 1e-9, points), 0);
  }
}

TEST(CapsuleBox, MovesWithTheShapes) {
  Random random;
  for (int i = 0; i < 20000; ++i)
    expect_moving_along(capsule_box, random.box(0.5), random.box(0.5), 0.01, random);
}

void expect_sane(Pair pair, const Box& a, const Box& b, double margin, int most) {
  Point<double> points[kBoxBoxPoints];
  const int count = pair(a, b, margin, points);
  ASSERT_GE(count, 0);
  ASSERT_LE(count, most);
  for (int i = 0; i < count; ++i) {
    ASSERT_TRUE(finite(points[i]));
    ASSERT_LE(points[i].dist, margin + 1e-11);
    ASSERT_NEAR(math::norm(points[i].normal), 1, 1e-9);
  }
}

TEST(Boxes, AFaceLiesOnTheSameFourPointsAsBoxOrAsMesh) {
  Random random;
  for (int i = 0; i < 200; ++i) {
    const Box floor{{0, 0, -1}, kStraight, {3, 3, 1}};
    const Box crate{{random.in(-1, 1), random.in(-1, 1), 0.25 - 1e-3},
                    turn({0, 0, 1}, random.in(-3, 3)),
                    {0.5, 0.375, 0.25}};
    Point<double> expected[kBoxBoxPoints], points[kMaxPoints];
    ASSERT_EQ(box_box(floor, crate, 0, expected), 4);
    const BoxMesh mesh(crate.size);
    std::vector<std::byte> memory(convex_memory(4, 3, ConvexOptions{}.iterations));
    const Shape below{GeomType::Box, floor}, above{GeomType::Mesh, crate, &mesh.view};
    ASSERT_EQ(convex_convex(below, above, 0, {}, {memory.data(), memory.size()}, points), 4) << i;
    for (int k = 0; k < 4; ++k) {
      const auto same = [&](const Point<double>& p) {
        return math::norm(p.pos - expected[k].pos) < 1e-9;
      };
      const auto* found = std::find_if(points, points + 4, same);
      ASSERT_NE(found, points + 4) << i;
      EXPECT_NEAR(found->dist, expected[k].dist, 1e-9);
      expect_near(found->normal, expected[k].normal, 1e-9);
    }
  }
}

TEST(Boxes, AMillionRandomPairs) {
  Random random;
  for (int i = 0; i < 500000; ++i) {
    Box a = random.box(0.4), b = random.box(0.4);
    if (i % 4 == 0) b.rot = a.rot * turn({0, 0, 1}, i % 8 ? M_PI / 2 : 1e-9);
    if (i % 5 == 0) a.size = a.size * 1e-3;
    if (i % 7 == 0) b.size.z *= 1e-3;
    const double margin = i % 3 == 0 ? 0.05 : 0;
    expect_sane(box_box, a, b, margin, kBoxBoxPoints);
    expect_sane(capsule_box, a, b, margin, kCapsuleBoxPoints);
  }
}

TEST(Boxes, SenselessInputGivesFinitePointsOrNone) {
  Random random;
  for (const double bad : {kNan, kInfinity, -kInfinity, 0.0, -1.0, 1e300, -1e300, 1e-300}) {
    for (int entry = 0; entry < 30; ++entry) {
      for (int i = 0; i < 20; ++i) {
        Box boxes[2] = {random.box(0.2), random.box(0.2)};
        double* numbers = &boxes[entry / 15].pos.x;
        numbers[entry % 15] = bad;
        for (const Pair pair : {Pair(box_box), Pair(capsule_box)}) {
          Point<double> points[kBoxBoxPoints];
          const int count = pair(boxes[0], boxes[1], 0.1, points);
          ASSERT_LE(count, kBoxBoxPoints);
          if (std::isfinite(bad)) continue;
          for (int k = 0; k < count; ++k)
            EXPECT_TRUE(finite(points[k]))
                << bad << " at " << entry << (pair == Pair(box_box) ? " box" : " capsule");
        }
      }
    }
  }
}

}  // namespace
}  // namespace thew::collision
