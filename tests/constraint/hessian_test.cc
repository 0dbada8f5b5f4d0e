// The sparse factor of Newton's Hessian against the dense matrix it stands for.

#include "constraint/solver/hessian.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace thew::constraint {
namespace {

// A forest of chains with branches, and blocks on random dofs of it.
struct Sample {
  std::vector<int> count, start, column, run, tree_id;
  std::vector<double> mass;
  std::vector<Block> blocks;
  std::vector<int> block_column;
  std::vector<double> jacobian;
  Problem p;

  Sample(int trees, int dofs_of_tree, int n_blocks, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const int n = trees * dofs_of_tree;
    for (int i = 0; i < n; ++i) {
      const int in_tree = i % dofs_of_tree;
      start.push_back(static_cast<int>(column.size()));
      if (in_tree > 0) {
        const int back = 1 + static_cast<int>(random() % 2) % in_tree;
        const int parent = i - back;
        const auto first = column.begin() + start[static_cast<std::size_t>(parent)];
        const std::vector<int> above(first, first + count[static_cast<std::size_t>(parent)]);
        column.insert(column.end(), above.begin(), above.end());
      }
      column.push_back(i);
      count.push_back(static_cast<int>(column.size()) - start.back());
      run.push_back(i);
      tree_id.push_back(i / dofs_of_tree);
      for (int k = 1; k < count.back(); ++k) mass.push_back(0.1 * uniform(random));
      mass.push_back(dofs_of_tree);
    }
    int base = 0;
    for (int b = 0; b < n_blocks; ++b) {
      const int bases = 1 + static_cast<int>(random() % 6);
      const int first = static_cast<int>(block_column.size());
      std::vector<int> dofs;
      const int kept = 1 + static_cast<int>(random() % 7);
      for (int i = 0; i < n; ++i) dofs.push_back(i);
      std::shuffle(dofs.begin(), dofs.end(), random);
      dofs.resize(static_cast<std::size_t>(std::min(kept, n)));
      std::sort(dofs.begin(), dofs.end());
      block_column.insert(block_column.end(), dofs.begin(), dofs.end());
      const int columns = static_cast<int>(dofs.size());
      blocks.push_back(
          {0, b, base, bases, base, bases, first, columns, static_cast<int>(jacobian.size()), 0});
      for (int k = 0; k < bases * columns; ++k) jacobian.push_back(uniform(random));
      base += bases;
    }
    p.dofs = n;
    p.bases = p.rows = base;
    p.blocks = blocks;
    p.column = block_column.data();
    p.jacobian = jacobian.data();
    p.tree = {n, count.data(), start.data(), column.data(), 1, run.data()};
    p.tree_id = tree_id.data();
    p.mass = mass.data();
  }

  // M x + J' C J x with the same diagonal C in all blocks.
  std::vector<double> multiply(const std::vector<double>& x, const double* c) const {
    std::vector<double> y(x.size(), 0.0);
    for (int i = 0; i < p.dofs; ++i) {
      for (int k = 0; k < p.tree.count[i]; ++k) {
        const int j = p.tree.column[p.tree.start[i] + k];
        const double entry = p.mass[p.tree.start[i] + k];
        y[static_cast<std::size_t>(i)] += entry * x[static_cast<std::size_t>(j)];
        if (j != i) y[static_cast<std::size_t>(j)] += entry * x[static_cast<std::size_t>(i)];
      }
    }
    for (const Block& b : p.blocks) {
      for (int k = 0; k < b.bases; ++k) {
        const double* row = p.jacobian + b.jacobian + k * b.columns;
        double sum = 0;
        for (int i = 0; i < b.columns; ++i) {
          sum += row[i] * x[static_cast<std::size_t>(p.column[b.column + i])];
        }
        for (int i = 0; i < b.columns; ++i) {
          y[static_cast<std::size_t>(p.column[b.column + i])] += row[i] * c[k] * sum;
        }
      }
    }
    return y;
  }
};

void expect_solved(const Sample& sample) {
  std::vector<std::byte> bytes(64 << 20);
  Memory memory(bytes.data(), bytes.size());
  const Packed packed(sample.p, memory);
  const auto blocks = static_cast<std::int64_t>(sample.blocks.size());
  Hessian hessian(packed, blocks, memory);
  ASSERT_FALSE(memory.full());
  const double c[kMostBases] = {1, 2, 0.5, 3, 1, 0.1};
  double matrix[kMostBases * kMostBases] = {};
  for (int k = 0; k < kMostBases; ++k) matrix[k * kMostBases + k] = c[k];
  hessian.set_mass();
  for (std::int64_t b = 0; b < blocks; ++b) hessian.add(packed.block(b), matrix);
  EXPECT_TRUE(hessian.factor());

  const auto n = static_cast<std::size_t>(sample.p.dofs);
  std::vector<double> wanted(n), found(n), x(static_cast<std::size_t>(packed.size()));
  for (std::size_t i = 0; i < n; ++i) wanted[i] = static_cast<double>(i % 7) - 3;
  packed.gather(sample.multiply(wanted, c).data(), x.data());
  hessian.solve(x.data());
  packed.scatter(x.data(), found.data());
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-10) << i;

  // Products in the packed order.
  const double zero[kMostBases] = {};
  std::vector<double> y(x.size()), product(n);
  packed.multiply_mass(x.data(), y.data());
  packed.scatter(y.data(), product.data());
  Sample alone = sample;
  alone.p.blocks = {};
  const std::vector<double> plain = alone.multiply(found, zero);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(product[i], plain[i], 1e-11) << i;
}

TEST(Hessian, SolvesOneTree) {
  for (int dofs = 1; dofs <= 30; ++dofs) expect_solved(Sample(1, dofs, dofs / 2, 7u + dofs));
}

TEST(Hessian, SolvesManyTrees) {
  for (unsigned seed = 0; seed < 10; ++seed) expect_solved(Sample(20, 6, 15, seed));
  expect_solved(Sample(70, 7, 60, 3));  // more than 64 groups and trees
}

TEST(Hessian, SaysWhenMemoryIsMissing) {
  const Sample sample(20, 6, 15, 1);
  for (std::size_t room = 0; room < 40000; room += 1000) {
    std::vector<std::byte> bytes(room + 64);
    Memory memory(bytes.data(), room);
    const Packed packed(sample.p, memory);
    const Hessian hessian(packed, 15, memory);
    if (room < 20000) EXPECT_TRUE(memory.full()) << room;
  }
}

TEST(Hessian, RaisesPivotsThatAreNotPositive) {
  Sample sample(1, 4, 0, 1);
  for (double& x : sample.mass) x = -x;
  std::vector<std::byte> bytes(1 << 20);
  Memory memory(bytes.data(), bytes.size());
  const Packed packed(sample.p, memory);
  Hessian hessian(packed, 0, memory);
  hessian.set_mass();
  EXPECT_FALSE(hessian.factor());
}

}  // namespace
}  // namespace thew::constraint
