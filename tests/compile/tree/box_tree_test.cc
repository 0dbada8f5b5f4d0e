// Bounding volume trees: every leaf once, boxes that hold what is below, logarithmic depth.

#include "compile/tree/box_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "compile/tree/quick_select.h"

namespace thew::compile::testing {
namespace {

BoxLeaf leaf(const Vec3& centre, int id, double half = 0.1) {
  BoxLeaf leaf;
  leaf.centre = centre;
  leaf.id = id;
  leaf.box.add(centre - Vec3{half, half, half});
  leaf.box.add(centre + Vec3{half, half, half});
  return leaf;
}

bool holds(const BvhNode& outer, const BvhNode& inner) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(outer.box[k] - inner.box[k]) + inner.box[3 + k] > outer.box[3 + k] + 1e-12) {
      return false;
    }
  }
  return true;
}

void expect_tree(const std::vector<BvhNode>& tree, int leaves) {
  ASSERT_EQ(static_cast<int>(tree.size()), 2 * leaves - 1);
  std::multiset<int> ids;
  for (const BvhNode& node : tree) {
    EXPECT_LE(node.depth, std::ceil(std::log2(leaves)));
    EXPECT_EQ(node.id >= 0, node.child[0] < 0);
    if (node.id >= 0) ids.insert(node.id);
    for (const int child : node.child) {
      if (child < 0) continue;
      EXPECT_EQ(tree[child].depth, node.depth + 1);
      EXPECT_TRUE(holds(node, tree[child]));
    }
  }
  std::multiset<int> all;
  for (int i = 0; i < leaves; ++i) all.insert(i);
  EXPECT_EQ(ids, all);
}

TEST(BoxTree, OfNothingIsEmpty) {
  EXPECT_TRUE(build_box_tree({}).empty());
}

TEST(BoxTree, SplitsTheLongestEdgeAtTheMedian) {
  const std::vector<BoxLeaf> leaves = {leaf({3, 0, 0}, 0), leaf({1, 0, 0}, 1), leaf({2, 0, 0}, 2)};
  const std::vector<BvhNode> tree = build_box_tree(leaves);
  expect_tree(tree, 3);
  EXPECT_EQ(tree[0].child, (std::array<int, 2>{1, 2}));
  EXPECT_EQ(tree[1].id, 1);
  EXPECT_EQ(tree[3].id, 2);
  EXPECT_EQ(tree[4].id, 0);
  EXPECT_NEAR(tree[0].box[0], 2, 1e-15);
  EXPECT_NEAR(tree[0].box[3], 1.1, 1e-15);
}

TEST(BoxTree, TakesLevelLeavesInTheOrderOfTheirIds) {
  const std::vector<BoxLeaf> leaves = {leaf({1, 0, 0}, 0), leaf({1 - 1e-15, 5, 0}, 1),
                                       leaf({1 + 1e-15, -5, 0}, 2), leaf({1, 0, 50}, 3)};
  const std::vector<BvhNode> tree = build_box_tree(leaves);  // along z, where three are level
  EXPECT_EQ(tree[2].id, 0);
  EXPECT_EQ(tree[3].id, 1);
}

// Each is level with the next one, the first not with the last.
TEST(BoxTree, HoldsRowsOfLeavesThatHaveNoOrder) {
  std::mt19937 random(2);
  for (const int n : {3, 8, 100, 1001}) {
    std::vector<BoxLeaf> leaves;
    for (int i = 0; i < n; ++i) leaves.push_back(leaf({6e-15 * i, 0, 0}, i));
    std::shuffle(leaves.begin(), leaves.end(), random);
    for (int i = 0; i < n; ++i) leaves[i].id = i;
    expect_tree(build_box_tree(leaves), n);
  }
}

TEST(QuickSelect, FindsWhatSortingFinds) {
  std::mt19937 random(3);
  for (int n = 1; n < 200; ++n) {
    std::vector<int> items(n);
    for (int& x : items)
      x = static_cast<int>(random() % (n % 3 == 0 ? 5 : 1000));  // some are equal
    std::vector<int> sorted = items;
    std::sort(sorted.begin(), sorted.end());
    const int place = static_cast<int>(random() % n);
    QuickSelect(std::span<int>(items), std::less<>())(place);
    EXPECT_EQ(items[place], sorted[place]);
    for (int i = 0; i < n; ++i)
      EXPECT_TRUE(i < place ? items[i] <= items[place] : items[i] >= items[place]);
  }
}

// A comparison that says of each two which is less, and otherwise what it wants.
TEST(QuickSelect, StaysWithinItsItemsWhereThereIsNoOrder) {
  std::mt19937 random(4);
  for (int n = 1; n < 150; ++n) {
    std::vector<std::vector<bool>> less(n, std::vector<bool>(n));
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < a; ++b) less[b][a] = !(less[a][b] = random() % 2 == 0);
    }
    std::vector<int> items(n);
    std::iota(items.begin(), items.end(), 0);
    QuickSelect(std::span<int>(items), [&](int a, int b) { return less[a].at(b); })(n / 2);
    std::sort(items.begin(), items.end());
    for (int i = 0; i < n; ++i) EXPECT_EQ(items[i], i);
  }
}

TEST(BoxTree, GrowsFlatBoxes) {
  const std::vector<BvhNode> tree = build_box_tree(std::vector<BoxLeaf>{leaf({1, 2, 3}, 0, 0)});
  for (int k = 0; k < 3; ++k) EXPECT_GT(tree[0].box[3 + k], 0);
}

TEST(BoxTree, HoldsRandomLeavesAndCentresThatAreNoNumbers) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (const int n : {1, 2, 7, 64, 1000}) {
    std::vector<BoxLeaf> leaves;
    for (int i = 0; i < n; ++i) {
      leaves.push_back(leaf({normal(random), normal(random), std::round(normal(random))}, i));
      if (i % 7 == 3) leaves.back().centre = {NAN, NAN, NAN};
    }
    expect_tree(build_box_tree(leaves), n);
  }
}

// One triangle without area among others: its centre is not a number.
TEST(FaceTree, HoldsAllTriangles) {
  const std::vector<double> vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0, 0};
  const std::vector<int> faces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 4, 1};
  const std::vector<BvhNode> tree = build_face_tree(vertices, faces);
  expect_tree(tree, 5);
  EXPECT_EQ(tree[0].box, (Vec6{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}));
}

}  // namespace
}  // namespace thew::compile::testing
