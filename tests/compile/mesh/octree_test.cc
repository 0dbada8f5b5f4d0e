// Signed distances to meshes and their octrees: solids whose distances are known in closed form.

#include "compile/mesh/octree.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "compile/mesh/box_triangle.h"
#include "compile/mesh/hull.h"

namespace thew::compile::testing {
namespace {

struct Solid {
  std::vector<double> vertices;
  std::vector<int> faces;
  std::vector<BvhNode> tree;

  Solid(std::vector<double> points, std::vector<int> triangles)
      : vertices(std::move(points)),
        faces(std::move(triangles)),
        tree(build_face_tree(vertices, faces)) {}
  MeshDistance distance() const { return {vertices, faces, tree}; }
};

Solid hull_of(std::vector<double> points) {
  const Hull hull = convex_hull(points);
  return {std::move(points), {hull.faces().begin(), hull.faces().end()}};
}

Solid cube() {
  std::vector<double> points;
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) points.push_back((i >> k & 1) != 0 ? 1 : -1);
  }
  return hull_of(points);
}

// Distance to the surface of the cube [-1, 1]^3.
double cube_distance(const Vec3& p) {
  double square = 0, inner = -1;
  for (const double x : p) {
    const double beyond = std::abs(x) - 1;
    square += beyond > 0 ? beyond * beyond : 0;
    inner = std::max(inner, beyond);
  }
  return square > 0 ? std::sqrt(square) : inner;
}

Vec3 random_point(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> uniform(-size, size);
  return {uniform(random), uniform(random), uniform(random)};
}

TEST(MeshDistance, ToACube) {
  const Solid solid = cube();
  const MeshDistance distance = solid.distance();
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random_point(random, 2);
    EXPECT_NEAR(distance(p), cube_distance(p), 1e-14);
  }
  EXPECT_EQ(distance({0, 0, 0}), -1);
  EXPECT_EQ(distance({2, 2, 2}), std::sqrt(3));
}

// In front of a sharp tip, and of a sharp edge, some of the triangles there face away: their own
// normals would call the point inside.
TEST(MeshDistance, HasTheRightSignAtSharpCorners) {
  const Solid needle = hull_of({0, 0, 0, 10, 0.1, 0, 10, -0.1, 0.1, 9, -0.1, -0.1});
  const MeshDistance distance = needle.distance();
  std::mt19937 random(2);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random_point(random, 1) - Vec3{1, 0, 0};
    EXPECT_GT(distance(p), 0);
  }
  EXPECT_LT(distance({9, 0, 0}), 0);
}

TEST(MeshDistance, ToNothingIsZero) {
  EXPECT_EQ(Solid({}, {}).distance()(Vec3{1, 2, 3}), 0);
  EXPECT_TRUE(build_octree(Solid({}, {}).distance()).empty());
}

TEST(BoxTriangle, MeetsWhatItTouches) {
  Box box;
  box.add(Vec3{0, 0, 0});
  box.add(Vec3{1, 1, 1});
  EXPECT_TRUE(meets(box, {Vec3{0.2, 0.2, 0.2}, {0.3, 0.2, 0.2}, {0.2, 0.3, 0.2}}));   // inside
  EXPECT_TRUE(meets(box, {Vec3{-9, -9, 0.5}, {9, -9, 0.5}, {0, 18, 0.5}}));           // through
  EXPECT_TRUE(meets(box, {Vec3{1, 1, 1}, {2, 1, 1}, {1, 2, 1}}));                     // a corner
  EXPECT_FALSE(meets(box, {Vec3{1.1, 0, 0}, {2, 0, 0}, {2, 1, 0}}));                  // a side
  EXPECT_FALSE(meets(box, {Vec3{3.2, 0, 0}, {0, 3.2, 0}, {0, 0, 3.2}}));              // a plane
  EXPECT_FALSE(meets(box, {Vec3{1.8, 0.5, 0.5}, {1.8, 1.8, 0.5}, {0.5, 1.8, 0.5}}));  // an edge
}

// The leaf that holds a point, and the distance there, linear along each axis.
double interpolate(const std::vector<OctreeCell>& cells, const Vec3& p, int* depth = nullptr) {
  int index = 0;
  while (cells[index].child[0] >= 0) {
    int slot = 0;
    for (int k = 0; k < 3; ++k) slot |= (p[k] > cells[index].box[k] ? 1 : 0) << k;
    index = cells[index].child[slot];
  }
  const OctreeCell& cell = cells[index];
  if (depth != nullptr) *depth = cell.depth;
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    double weight = 1;
    for (int k = 0; k < 3; ++k) {
      const double upper = (p[k] - cell.box[k]) / (2 * cell.box[3 + k]) + 0.5;
      weight *= (i >> k & 1) != 0 ? upper : 1 - upper;
    }
    sum += weight * cell.distance[i];
  }
  return sum;
}

TEST(Octree, InterpolatesTheDistanceToACube) {
  const Solid solid = cube();
  const std::vector<OctreeCell> cells = build_octree(solid.distance());
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(cells[0].box[3 + k], 1.1, 1e-15);
  std::mt19937 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random_point(random, 1.1);
    int depth = 0;
    // A linear guess in a cell is wrong by at most the cell's diagonal.
    const double found = interpolate(cells, p, &depth);
    EXPECT_NEAR(found, cube_distance(p), 2.2 * std::sqrt(3) / (1 << depth));
    if (std::abs(cube_distance(p)) < 1e-3) EXPECT_EQ(depth, 6);
  }
}

// Neighbours differ by one level at most, and the distance does not jump between them.
TEST(Octree, IsBalancedAndContinuous) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  std::vector<double> points;
  for (int i = 0; i < 36; ++i) points.push_back(normal(random));
  const Solid solid = hull_of(points);
  const std::vector<OctreeCell> cells = build_octree(solid.distance());
  const Vec6 root = cells[0].box;
  for (const OctreeCell& cell : cells) {
    if (cell.child[0] >= 0) continue;
    for (int side = 0; side < 6; ++side) {
      const int axis = side / 2;
      const double sign = side % 2 != 0 ? 1 : -1;
      // A place of the face off its centre.
      Vec3 face = {cell.box[0] + 0.3 * cell.box[3], cell.box[1] - 0.4 * cell.box[4],
                   cell.box[2] + 0.7 * cell.box[5]};
      face[axis] = cell.box[axis] + sign * cell.box[3 + axis];
      const double step = 1e-9 * root[3 + axis];
      Vec3 in = face, out = face;
      in[axis] -= sign * step;
      out[axis] += sign * step;
      if (std::abs(out[axis] - root[axis]) > root[3 + axis]) continue;
      int here = 0, there = 0;
      EXPECT_NEAR(interpolate(cells, in, &here), interpolate(cells, out, &there), 1e-7);
      EXPECT_LE(std::abs(here - there), 1);
    }
  }
}

TEST(Octree, NumbersChildrenAfterTheirParents) {
  const Solid solid = cube();
  for (const int depth : {0, 1, 4}) {
    const std::vector<OctreeCell> cells = build_octree(solid.distance(), depth);
    for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
      EXPECT_LE(cells[i].depth, depth);
      for (int k = 0; k < 8 && cells[i].child[0] >= 0; ++k) {
        EXPECT_EQ(cells[i].child[k], cells[i].child[0] + k);
        EXPECT_GT(cells[i].child[k], i);
        EXPECT_EQ(cells[cells[i].child[k]].depth, cells[i].depth + 1);
      }
    }
  }
}

}  // namespace
}  // namespace thew::compile::testing
