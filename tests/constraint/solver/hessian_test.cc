// The sparse factor of Newton's Hessian against the dense matrix it stands for.

#include "constraint/solver/hessian.h"

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "compile/table/tiles.h"
#include "constraint/pack_block.h"
#include "constraint/solver/links.h"

namespace thew::constraint {
namespace {

// A forest of chains with branches, and blocks on random dofs of it.
struct Sample {
  int dofs = 0;
  std::vector<int> count, start, column, run, parents;
  std::vector<double> mass;
  std::vector<Block> blocks;
  std::vector<int> block_column, from;
  std::vector<double> jacobian;
  Problem p;
  // The same by groups and in tiles.
  compile::Tiles tiles;
  std::vector<int> trees, tree_dof, tree_dofs, row_start, row_count, tile_group, entry, group;
  std::vector<double> packed;
  std::vector<int> beside_row, beside_column;
  std::vector<double> beside;

  // With twigs, all but the first two dofs of a tree are branches of three.
  Sample(int n_trees, int dofs_of_tree, int n_blocks, unsigned seed, bool twigs = false) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const int n = dofs = n_trees * dofs_of_tree;
    for (int i = 0; i < n; ++i) {
      const int in_tree = i % dofs_of_tree;
      start.push_back(static_cast<int>(column.size()));
      parents.push_back(-1);
      if (in_tree > 0) {
        int back = 1 + static_cast<int>(random() % 2) % in_tree;
        if (twigs) back = in_tree > 1 && in_tree % 3 == 2 ? in_tree - 1 : 1;
        const int parent = parents.back() = i - back;
        const auto first = column.begin() + start[static_cast<std::size_t>(parent)];
        const std::vector<int> above(first, first + count[static_cast<std::size_t>(parent)]);
        column.insert(column.end(), above.begin(), above.end());
      }
      column.push_back(i);
      count.push_back(static_cast<int>(column.size()) - start.back());
      run.push_back(i);
      for (int k = 1; k < count.back(); ++k) mass.push_back(0.1 * uniform(random));
      mass.push_back(dofs_of_tree);
    }
    int base = 0;
    for (int b = 0; b < n_blocks; ++b) {
      const int bases = 1 + static_cast<int>(random() % 6);
      const int first = static_cast<int>(block_column.size());
      std::vector<int> chosen;
      const int kept = 1 + static_cast<int>(random() % 7);
      for (int i = 0; i < n; ++i) chosen.push_back(i);
      std::shuffle(chosen.begin(), chosen.end(), random);
      chosen.resize(static_cast<std::size_t>(std::min(kept, n)));
      std::sort(chosen.begin(), chosen.end());
      block_column.insert(block_column.end(), chosen.begin(), chosen.end());
      const int columns = static_cast<int>(chosen.size());
      blocks.push_back({0, b, base, bases, base, bases, first, columns, 0, 0});
      from.push_back(static_cast<int>(jacobian.size()));
      for (int k = 0; k < bases * columns; ++k) jacobian.push_back(uniform(random));
      base += bases;
    }
    p.bases = p.rows = base;
    p.tree = {n, count.data(), start.data(), column.data(), 1, run.data()};
    p.mass = mass.data();
    cut(n_trees, dofs_of_tree);
    p.blocks = blocks;
  }
  Sample(const Sample&) = delete;

  void cut(int n_trees, int dofs_of_tree) {
    tiles = compile::cut_into_tiles(parents);
    row_start = tiles.row_start();
    for (int t = 0; t < n_trees; ++t) {
      trees.push_back(t);
      tree_dof.push_back(t * dofs_of_tree);
      tree_dofs.push_back(dofs_of_tree);
    }
    for (const std::vector<int>& row : tiles.rows) {
      row_count.push_back(static_cast<int>(row.size()));
      tile_group.insert(tile_group.end(), row.begin(), row.end());
    }
    for (int i = 0; i < dofs; ++i) {
      for (int k = start[i]; k < start[i] + count[i]; ++k) {
        const int at = tiles.place[i], other = tiles.place[column[k]];
        const int* row = tile_group.data() + row_start[at / 4];
        const int tile = static_cast<int>(std::find(row, row + row_count[at / 4], other / 4) - row);
        entry.push_back(16 * (row_start[at / 4] + tile) + 4 * (at % 4) + other % 4);
      }
    }
    group.resize(block_column.size());
    for (Block& b : blocks) {
      b.tile = static_cast<int>(packed.size());
      packed.resize(packed.size() + packed_size(b.columns, b.bases, dofs));
      b.groups = pack_block(tiles.place.data(), block_column.data() + b.column,
                            jacobian.data() + from[b.id], b.columns, b.bases,
                            group.data() + b.column, packed.data() + b.tile);
    }
    p.trees = trees;
    p.columns = static_cast<int>(group.size());
    p.group = group.data();
    p.jacobian = packed.data();
    p.tiling = {static_cast<int>(tiles.rows.size()),
                tiles.place.data(),
                tree_dof.data(),
                tree_dofs.data(),
                tiles.tree_group.data(),
                tiles.group_tree.data(),
                row_start.data(),
                row_count.data(),
                tile_group.data(),
                entry.data()};
  }

  // Couples some pairs of groups beside M.
  void couple(int n_pairs, unsigned seed) {
    std::mt19937 random(seed);
    std::set<std::pair<int, int>> pairs;
    const int groups = static_cast<int>(tiles.rows.size());
    for (int k = 0; k < n_pairs; ++k) {
      const int a = static_cast<int>(random() % groups), b = static_cast<int>(random() % groups);
      pairs.insert(std::minmax(a, b, std::greater<>()));
      pairs.insert({a, a});
    }
    for (const auto& [row, column_of_tile] : pairs) {
      beside_row.push_back(row);
      beside_column.push_back(column_of_tile);
      for (int k = 0; k < 16; ++k)
        beside.push_back(row == column_of_tile ? (k % 5 == 0 ? 3 : 0) : 0.1 * (k % 7));
    }
    for (std::size_t t = 0; t < beside_row.size(); ++t) {  // nothing where no dof is
      for (int k = 0; k < 16; ++k) {
        const auto has = [&](int place) {
          return std::find(tiles.place.begin(), tiles.place.end(), place) != tiles.place.end();
        };
        if (!has(4 * beside_row[t] + k / 4) || !has(4 * beside_column[t] + k % 4)) {
          beside[16 * t + static_cast<std::size_t>(k)] = 0;
        }
      }
    }
    p.beside_tiles = static_cast<int>(beside_row.size());
    p.beside_row = beside_row.data();
    p.beside_column = beside_column.data();
    p.beside = beside.data();
  }

  // y <- y + K x
  void add_coupled(const std::vector<double>& x, std::vector<double>& y) const {
    std::vector<int> dof(4 * tiles.rows.size(), -1);
    for (int i = 0; i < dofs; ++i) dof[static_cast<std::size_t>(tiles.place[i])] = i;
    for (std::size_t t = 0; t < beside_row.size(); ++t) {
      for (int k = 0; k < 16; ++k) {
        const int i = dof[4 * beside_row[t] + k / 4], j = dof[4 * beside_column[t] + k % 4];
        if (i < 0 || j < 0) continue;
        const double value = beside[16 * t + static_cast<std::size_t>(k)];
        y[i] += value * x[j];
        if (beside_row[t] != beside_column[t]) y[j] += value * x[i];
      }
    }
  }

  // M x + J' C J x with the same diagonal C in all blocks.
  std::vector<double> multiply(const std::vector<double>& x, const double* c, bool alone) const {
    std::vector<double> y(x.size(), 0.0);
    for (int i = 0; i < dofs; ++i) {
      for (int k = 0; k < p.tree.count[i]; ++k) {
        const int j = p.tree.column[p.tree.start[i] + k];
        const double value = p.mass[p.tree.start[i] + k];
        y[static_cast<std::size_t>(i)] += value * x[static_cast<std::size_t>(j)];
        if (j != i) y[static_cast<std::size_t>(j)] += value * x[static_cast<std::size_t>(i)];
      }
    }
    add_coupled(x, y);
    for (const Block& b : blocks) {
      for (int k = 0; k < b.bases && !alone; ++k) {
        const double* row = jacobian.data() + from[b.id] + k * b.columns;
        double sum = 0;
        for (int i = 0; i < b.columns; ++i) {
          sum += row[i] * x[block_column[b.column + i]];
        }
        for (int i = 0; i < b.columns; ++i) {
          y[block_column[b.column + i]] += row[i] * c[k] * sum;
        }
      }
    }
    return y;
  }
};

void expect_solved(const Sample& sample) {
  std::vector<std::byte> bytes(64 << 20);
  Memory memory(bytes);
  const Packed<double> packed(sample.p, sample.p.blocks, memory);
  Hessian<double> hessian(packed, sample.p.blocks, true, memory);
  Hessian<double> in_place(packed, sample.p.blocks, false, memory);
  ASSERT_FALSE(memory.full());
  const double c[kMostBases] = {1, 2, 0.5, 3, 1, 0.1};
  double matrix[kMostBases * kMostBases] = {};
  for (int k = 0; k < kMostBases; ++k) matrix[k * kMostBases + k] = c[k];
  for (Hessian<double>* one : {&hessian, &in_place}) {
    one->set_mass();
    for (const Block& block : sample.blocks) one->add(block, matrix);
    EXPECT_TRUE(one->factor());
  }
  EXPECT_TRUE(hessian.factor()) << "the matrix is still there";

  const auto n = static_cast<std::size_t>(sample.dofs);
  std::vector<double> wanted(n), found(n), x(static_cast<std::size_t>(packed.size()));
  for (std::size_t i = 0; i < n; ++i) wanted[i] = static_cast<double>(i % 7) - 3;
  packed.gather(sample.multiply(wanted, c, false).data(), x.data());
  std::vector<double> same = x;
  hessian.solve(x.data());
  in_place.solve(same.data());
  EXPECT_EQ(x, same);
  packed.scatter(x.data(), found.data());
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-10) << i;

  // Products in the packed order.
  std::vector<double> y(x.size()), product(n);
  packed.multiply_mass(x.data(), y.data());
  packed.scatter(y.data(), product.data());
  const std::vector<double> plain = sample.multiply(found, c, true);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(product[i], plain[i], 1e-11) << i;
}

TEST(Hessian, SolvesOneTree) {
  for (int dofs = 1; dofs <= 30; ++dofs) expect_solved(Sample(1, dofs, dofs / 2, 7u + dofs));
}

TEST(Hessian, SolvesManyTrees) {
  for (unsigned seed = 0; seed < 10; ++seed) expect_solved(Sample(20, 6, 15, seed));
  expect_solved(Sample(70, 7, 60, 3));  // more than 64 groups and trees
}

// Groups of three dofs each, the fourth place of which is empty.
TEST(Hessian, SolvesManyPoints) {
  for (unsigned seed = 0; seed < 10; ++seed) expect_solved(Sample(40, 3, 60, seed));
}

// Branches of one tree are eliminated in any order.
TEST(Hessian, SolvesATreeWithManyBranches) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Sample sample(1 + static_cast<int>(seed % 3), 2 + 3 * 40, 70, seed, true);
    for (int i = 2; i < 122; i += 3) EXPECT_EQ(sample.tiles.place[i] % 4, 0);
    expect_solved(sample);
  }
}

TEST(Hessian, SolvesWithWhatIsBesideTheInertia) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Sample points(40, 3, 20, seed), trees(8, 6, 10, seed), branches(1, 2 + 3 * 40, 9, seed, true);
    for (Sample* sample : {&points, &trees, &branches}) {
      sample->couple(60, seed);
      expect_solved(*sample);
    }
  }
}

// The dof whose group is eliminated first.
int first_eliminated(const Sample& sample) {
  std::vector<std::byte> bytes(64 << 20);
  Memory memory(bytes);
  const Packed<double> packed(sample.p, sample.p.blocks, memory);
  std::vector<double> x(static_cast<std::size_t>(packed.size())), dof(sample.dofs);
  x[x.size() - 4] = 1;
  packed.scatter(x.data(), dof.data());
  return static_cast<int>(std::find(dof.begin(), dof.end(), 1.0) - dof.begin());
}

TEST(Hessian, TakesAnOrderThatIsKnown) {
  std::mt19937 random(1);
  std::vector<int> order(40);
  for (int i = 0; i < 40; ++i) order[i] = 3 * i;
  for (unsigned seed = 0; seed < 5; ++seed) {
    Sample points(40, 3, 0, seed);
    points.couple(60, seed);
    std::shuffle(order.begin(), order.end(), random);
    points.p.beside_order = order;
    EXPECT_EQ(first_eliminated(points), order.back());
    expect_solved(points);
  }
}

TEST(Hessian, FindsAnOrderWhereTheKnownOneDoesNotServe) {
  std::vector<int> order(40);
  for (int i = 0; i < 40; ++i) order[i] = 3 * i;
  Sample blocks(40, 3, 20, 1), twice(40, 3, 0, 1), some(40, 3, 0, 1);
  for (Sample* sample : {&blocks, &twice, &some}) {
    sample->couple(60, 1);
    const int found = first_eliminated(*sample);
    if (sample == &twice) order[39] = 0;
    if (sample == &some) std::fill(order.begin() + 20, order.end(), -1);
    sample->p.beside_order = order;
    EXPECT_EQ(first_eliminated(*sample), found);
    expect_solved(*sample);
  }
}

// Rows by links have the bits of blocks one by one.
TEST(Links, MultiplyAsBlocksDo) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Sample sample(30, 3, 40, seed);
    for (Block& block : sample.blocks) block.rows = block.bases = 1;  // the first rows of all
    std::vector<std::byte> bytes(64 << 20);
    Memory memory(bytes);
    const Packed<double> packed(sample.p, sample.p.blocks, memory);
    const auto linked = Links<double>::find(sample.p.blocks);
    const Links<double> links(packed, linked, memory);
    ASSERT_FALSE(memory.full());
    std::vector<double> x(static_cast<std::size_t>(packed.size())), y = x, wanted = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = wanted[i] = x[i] = 1 / (3 + static_cast<double>(i));
    std::vector<double> force(linked.size() + 4), rows(force), row(4);
    for (std::size_t i = 0; i < linked.size(); ++i) force[i] = 0.1 * static_cast<double>(i) - 0.3;
    links.multiply(x.data(), rows.data());
    links.add_forces(force.data(), y.data());
    for (std::size_t i = 0; i < linked.size(); ++i) {
      multiply_block(linked[i], packed.group(linked[i]), packed.jacobian(linked[i]), x.data(),
                     row.data());
      EXPECT_EQ(rows[i], row[0]);
      packed.add_push(linked[i], &force[i], wanted.data());
    }
    EXPECT_EQ(y, wanted);
  }
}

TEST(Hessian, SaysWhenMemoryIsMissing) {
  const Sample sample(20, 6, 15, 1);
  for (std::size_t room = 0; room < 40000; room += 1000) {
    std::vector<std::byte> bytes(room + 64);
    Memory memory(std::span(bytes).first(room));
    const Packed<double> packed(sample.p, sample.p.blocks, memory);
    const Hessian<double> hessian(packed, sample.p.blocks, true, memory);
    if (room < 20000) EXPECT_TRUE(memory.full()) << room;
  }
}

TEST(Hessian, RaisesPivotsThatAreNotPositive) {
  Sample sample(1, 4, 0, 1);
  for (double& x : sample.mass) x = -x;
  std::vector<std::byte> bytes(1 << 20);
  Memory memory(bytes);
  const Packed<double> packed(sample.p, sample.p.blocks, memory);
  Hessian<double> hessian(packed, {}, true, memory);
  hessian.set_mass();
  EXPECT_FALSE(hessian.factor());
}

}  // namespace
}  // namespace thew::constraint
