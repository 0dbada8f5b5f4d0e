// Convex hulls and their polygons: known solids, and properties every hull has.

#include "compile/mesh/hull.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "compile/spec_names.h"

namespace thew::compile::testing {
namespace {

using Points = std::vector<double>;

Vec3 at(const Points& points, int i) {
  return {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

Points cube() {
  Points points;
  for (int i = 0; i < 8; ++i) {
    for (const int k : {4, 2, 1}) points.push_back((i & k) != 0 ? 1 : -1);
  }
  return points;
}

// A cylinder of n corners below and n above.
Points prism(int n) {
  Points points;
  for (int i = 0; i < 2 * n; ++i) {
    const double angle = 2 * kPi * (i / 2) / n;
    points.insert(points.end(), {std::cos(angle), std::sin(angle), i % 2 - 0.5});
  }
  return points;
}

Points cloud(int n, unsigned seed, bool on_sphere = false) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Points points;
  for (int i = 0; i < n; ++i) {
    Vec3 p = {normal(random), normal(random), normal(random)};
    const double scale = on_sphere ? 1 / std::sqrt(dot(p, p)) : 1;
    for (const double x : p) points.push_back(static_cast<float>(scale * x));
  }
  return points;
}

// The neighbours of a vertex of the hull.
std::set<int> neighbours(const Hull& hull, int vertex) {
  const int* edges = &hull.graph[2 + 2 * hull.vertex_count()];
  std::set<int> found;
  for (const int* e = edges + hull.graph[2 + vertex]; *e >= 0; ++e) {
    EXPECT_TRUE(found.insert(*e).second) << "listed twice";
  }
  return found;
}

void expect_hull(const Hull& hull, const Points& points) {
  const int vertices = hull.vertex_count(), faces = hull.face_count();
  ASSERT_EQ(hull.graph.size(), 2u + 3 * vertices + 6 * faces);
  EXPECT_EQ(2 * vertices - 4, faces);  // Euler, for triangles
  std::set<std::pair<int, int>> half_edges;
  for (int i = 0; i < vertices; ++i) {
    for (const int j : neighbours(hull, i)) half_edges.insert({i, j});
  }
  EXPECT_EQ(half_edges.size(), 3u * faces);
  for (const auto& [i, j] : half_edges) EXPECT_TRUE(half_edges.contains({j, i}));
  for (int f = 0; f < faces; ++f) {
    const int* face = &hull.faces()[3 * f];
    const Vec3 a = at(points, face[0]);
    Vec3 normal = cross(at(points, face[1]) - a, at(points, face[2]) - a);
    const double size = std::sqrt(dot(normal, normal));
    for (int i = 0; i < static_cast<int>(points.size() / 3); ++i) {
      EXPECT_LE(dot(normal, at(points, i) - a), 1e-12 * size) << "outside of face " << f;
    }
  }
}

void expect_polygons(const Polygons& polygons, const Points& points, double flat) {
  const int count = static_cast<int>(points.size() / 3);
  ASSERT_EQ(polygons.mapadr.size(), points.size() / 3);
  EXPECT_EQ(polygons.map.size(), polygons.vert.size());
  for (std::size_t p = 0; p < polygons.vertadr.size(); ++p) {
    const int n = polygons.vertnum[p];
    const int* corner = &polygons.vert[polygons.vertadr[p]];
    const Vec3 normal = at(polygons.normal, static_cast<int>(p));
    EXPECT_NEAR(dot(normal, normal), 1, 1e-14);
    for (int i = 0; i < count; ++i) {
      EXPECT_LE(dot(normal, at(points, i) - at(points, corner[0])), flat);
    }
    for (int k = 0; k < n; ++k) {
      const Vec3 a = at(points, corner[k]), b = at(points, corner[(k + 1) % n]);
      EXPECT_NEAR(dot(normal, b - a), 0, flat);
      EXPECT_GE(dot(normal, cross(b - a, at(points, corner[(k + 2) % n]) - b)), -flat);
      const int* around = &polygons.map[polygons.mapadr[corner[k]]];
      const int* end = around + polygons.mapnum[corner[k]];
      EXPECT_EQ(std::count(around, end, static_cast<int>(p)), 1);
    }
  }
}

Polygons polygons_of(const Hull& hull, const Points& points) {
  Polygons polygons = merge_polygons(hull, points);
  find_normals(polygons, points);
  return polygons;
}

TEST(ConvexHull, OfACube) {
  const Hull hull = convex_hull(cube());
  EXPECT_EQ(hull.vertex_count(), 8);
  EXPECT_EQ(hull.face_count(), 12);
  expect_hull(hull, cube());
}

// The order is Qhull's, and the Model's.
TEST(ConvexHull, OfATetrahedronInOrder) {
  const Hull hull = convex_hull(Points{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  const std::vector<int> graph = {4, 4, 0,  4, 8, 12, 3,  2, 1, 0, 2, 3, 1, -1, 2, 3, 0, -1, 1,
                                  3, 0, -1, 1, 2, 0,  -1, 2, 1, 0, 1, 3, 0, 3,  2, 0, 2, 3,  1};
  EXPECT_EQ(hull.graph, graph);
}

TEST(ConvexHull, LeavesOutInnerAndRepeatedPoints) {
  Points points = cube();
  const Points again = cube();
  points.insert(points.end(), again.begin(), again.end());
  points.insert(points.end(), {0, 0, 0, 0.5, 0.5, 0.5, 0, 0, 1, 1, 0, 1});
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.vertex_count(), 8);
  expect_hull(hull, points);
}

TEST(ConvexHull, OfRandomPointsHoldsThemAll) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Points points = cloud(4 + 20 * static_cast<int>(seed), seed, seed % 2 == 0);
    expect_hull(convex_hull(points), points);
  }
}

TEST(ConvexHull, StopsAtTheMostVerticesAllowed) {
  const Points points = cloud(500, 1, true);
  for (const int most : {4, 5, 12, 100}) {
    EXPECT_EQ(convex_hull(points, most).vertex_count(), most);
  }
  EXPECT_EQ(convex_hull(points).vertex_count(), 500);
}

TEST(ConvexHull, IsEmptyForFewerThanFourPoints) {
  EXPECT_TRUE(convex_hull(Points{0, 0, 0, 1, 0, 0, 0, 1, 0}).graph.empty());
  EXPECT_TRUE(convex_hull(Points{}).faces().empty());
}

std::string fault(const Points& points) {
  try {
    convex_hull(points);
  } catch (const HullError& error) {
    return error.what;
  }
  return "";
}

TEST(ConvexHull, RefusesPointsWithoutVolume) {
  EXPECT_NE(fault(Points(12, 1.0)).find("one point"), std::string::npos);
  EXPECT_NE(fault({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}).find("one line"), std::string::npos);
  EXPECT_NE(fault({0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1}).find("one plane"), std::string::npos);
  EXPECT_NE(fault({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, NAN}).find("finite"), std::string::npos);
  // Flat to rounding: Qhull itself gives up, and says why.
  EXPECT_NE(fault({0, 0, 0, 1e-6, 0, 0, 0, 1e3, 0, 1e3, 1e3, 1e-15}).find("QH6"),
            std::string::npos);
}

TEST(ConvexHull, OfManyPoints) {
  const Points points = cloud(10'000, 3, true);
  const Hull hull = convex_hull(points);
  EXPECT_GT(hull.vertex_count(), 9'900);
  EXPECT_GT(polygons_of(hull, points).vertadr.size(), 1000u);
}

TEST(Extrema, OfACubeAreItsCorners) {
  Hull hull = convex_hull(cube());
  const Points points = cube();
  find_extrema(hull, std::vector<float>(points.begin(), points.end()));
  for (int k = 0; k < 27; ++k) {
    const Vec3 p = at(points, hull.vertices()[hull.extrema[k]]);
    const Vec3 direction = {k / 9 - 1.0, k / 3 % 3 - 1.0, k % 3 - 1.0};
    EXPECT_EQ(dot(p, direction),
              std::abs(direction[0]) + std::abs(direction[1]) + std::abs(direction[2]));
  }
}

TEST(Polygons, OfACubeAreItsSixSides) {
  const Hull hull = convex_hull(cube());
  const Polygons polygons = polygons_of(hull, cube());
  EXPECT_EQ(polygons.vertnum, std::vector<int>(6, 4));
  EXPECT_EQ(polygons.mapnum, std::vector<int>(8, 3));
  expect_polygons(polygons, cube(), 1e-14);
}

TEST(Polygons, OfAPrismAreItsSidesAndEnds) {
  for (const int n : {3, 4, 5, 12, 60}) {
    const Points points = prism(n);
    const Hull hull = convex_hull(points);
    const Polygons polygons = polygons_of(hull, points);
    EXPECT_EQ(static_cast<int>(polygons.vertnum.size()), n + 2);
    EXPECT_EQ(std::count(polygons.vertnum.begin(), polygons.vertnum.end(), n), n == 4 ? 6 : 2);
    expect_polygons(polygons, points, 1e-14);
  }
}

// Normals that differ by less than 0.01 rad may share a polygon, so these are flat only to that.
TEST(Polygons, OfRandomPointsFaceOutward) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Points points = cloud(60, seed, true);
    const Hull hull = convex_hull(points);
    expect_polygons(polygons_of(hull, points), points, 0.02);
  }
}

TEST(Polygons, TurnRoundWhenMirrored) {
  Points points = prism(5);
  Hull hull = convex_hull(points);
  Polygons polygons = merge_polygons(hull, points);
  mirror(hull, polygons);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i] *= -2;
  expect_hull(hull, points);
  find_normals(polygons, points);
  expect_polygons(polygons, points, 1e-14);
}

TEST(Polygons, WithoutAreaLookAlongX) {
  Polygons polygons;
  polygons.vertadr = {0, 3};
  polygons.vertnum = {3, 3};
  polygons.vert = {0, 1, 2, 0, 1, 3};
  find_normals(polygons, std::vector<double>{0, 0, 0, 1e-3, 0, 0, 1e-3, 3e-12, 0, 1e-3, 3e-11, 0});
  EXPECT_EQ(polygons.normal, (std::vector<double>{1, 0, 0, 0, 0, 1}));
}

// A side of many corners is found without looking at every pair of its edges: a pyramid whose base
// is a fan of triangles.
TEST(Polygons, OfManyCornersAreFast) {
  const int n = 100'000;
  Points points;
  Hull hull;
  hull.graph.resize(2 + 3 * (n + 1) + 3 * (2 * n - 2));
  hull.graph[0] = n + 1;
  hull.graph[1] = 2 * n - 2;
  for (int i = 0; i < n; ++i) {
    points.insert(points.end(), {std::cos(2 * kPi * i / n), std::sin(2 * kPi * i / n), 0});
    if (i > 1) hull.graph.insert(hull.graph.end(), {0, i, i - 1});
    hull.graph.insert(hull.graph.end(), {i, (i + 1) % n, n});
  }
  points.insert(points.end(), {0, 0, 1});
  const Polygons polygons = polygons_of(hull, points);
  EXPECT_EQ(std::count(polygons.vertnum.begin(), polygons.vertnum.end(), n), 1);
}

}  // namespace
}  // namespace thew::compile::testing
