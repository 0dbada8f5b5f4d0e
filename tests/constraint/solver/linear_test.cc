// A linear solve with what is beside the inertia and with equalities.

#include "constraint/solver/linear.h"

#include <vector>

#include <gtest/gtest.h>

namespace thew::constraint {
namespace {

// Carts of 2 and 3 kg, each a tree and a group, with s between them and a row of weight 5 at the
// first: [[2 + s + 5, -s], [-s, 3 + s]] a = f.
TEST(Linear, SolvesForCoupledCarts) {
  const double s = 0.4, force[2] = {1, -2};
  const int tree[2] = {0, 1}, one[2] = {1, 1}, place[2] = {0, 4}, entry[2] = {0, 16};
  const double mass[2] = {2, 3}, weight = 5, inverse = 0.2, entries = 1;
  double tiles[48] = {}, acc[2];
  tiles[0] = tiles[32] = s;
  tiles[16] = -s;
  const int row[3] = {0, 1, 1}, column[3] = {0, 0, 1}, at = 0;
  Block block = {};
  block.type = static_cast<int>(ConstraintType::Equality);
  block.rows = block.bases = block.columns = 1;
  Problem p;
  p.trees = tree;
  p.blocks = {&block, 1};
  p.rows = p.bases = p.columns = 1;
  p.group = &at;
  p.tiling = {2, place, tree, one, tree, tree, tree, one, tree, entry};
  p.tree = {2, one, tree, tree, 1, tree};
  p.beside_tiles = 3;
  p.beside_row = row;
  p.beside_column = column;
  p.beside = tiles;
  p.jacobian = &entries;
  p.D = &weight;
  p.R = &inverse;
  p.mass = mass;
  p.smooth_force = force;
  p.acc = acc;
  std::vector<std::byte> bytes(1 << 16);
  EXPECT_FALSE(solve_linear(p, Memory(std::span(bytes).first(64))));
  ASSERT_TRUE(solve_linear(p, Memory(bytes)));
  EXPECT_NEAR((7 + s) * acc[0] - s * acc[1], force[0], 1e-15);
  EXPECT_NEAR(-s * acc[0] + (3 + s) * acc[1], force[1], 1e-15);
}

}  // namespace
}  // namespace thew::constraint
