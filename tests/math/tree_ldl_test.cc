// Sparse factor and solve against dense arithmetic on random forests.

#include "math/tree_ldl.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "math/cholesky.h"
#include "math/pack.h"
#include "math/tree_lu.h"

namespace thew::math {
namespace {

// A random forest with n nodes: parents come before children.
struct Forest {
  std::vector<std::int32_t> count, start, column, run;
  int n;

  Forest(int size, std::mt19937& random) : n(size) {
    std::vector<std::vector<std::int32_t>> rows;
    for (int i = 0; i < n; ++i) {
      const int parent = std::uniform_int_distribution<int>(-1, i - 1)(random);
      std::vector<std::int32_t> row =
          parent < 0 ? std::vector<std::int32_t>{} : rows[static_cast<std::size_t>(parent)];
      row.push_back(i);
      run.push_back(parent >= 0 && parent == i - 1 ? run.back() : i);
      start.push_back(static_cast<std::int32_t>(column.size()));
      count.push_back(static_cast<std::int32_t>(row.size()));
      column.insert(column.end(), row.begin(), row.end());
      rows.push_back(row);
    }
  }

  TreeRows rows() const { return {n, count.data(), start.data(), column.data(), 1, run.data()}; }
};

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double v : x) most = std::max(most, std::abs(v));
  return most;
}

std::vector<double> multiply(int n, const std::vector<double>& dense,
                             const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      y[static_cast<std::size_t>(i)] +=
          dense[static_cast<std::size_t>(i * n + j)] * x[static_cast<std::size_t>(j)];
  }
  return y;
}

TEST(TreeLdl, SolvesLikeDense) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 40;
    const Forest forest(n, random);
    const auto size = static_cast<std::size_t>(n);
    std::vector<double> a(forest.column.size()), inverse(size), dense(size * size), x(size),
        y(size);
    for (int i = 0; i < n; ++i) {
      for (int adr = forest.start[static_cast<std::size_t>(i)];
           adr <
           forest.start[static_cast<std::size_t>(i)] + forest.count[static_cast<std::size_t>(i)];
           ++adr) {
        const int j = forest.column[static_cast<std::size_t>(adr)];
        const double value = i == j ? 2.0 * n + std::abs(normal(random)) : normal(random);
        a[static_cast<std::size_t>(adr)] = value;
        dense[static_cast<std::size_t>(i * n + j)] = dense[static_cast<std::size_t>(j * n + i)] =
            value;
      }
    }
    for (double& v : x) v = normal(random);
    std::vector<double> product(size);
    multiply_symmetric(forest.rows(), a.data(), x.data(), product.data());
    const std::vector<double> expected = multiply(n, dense, x);
    for (std::size_t i = 0; i < size; ++i)
      EXPECT_NEAR(product[i], expected[i], 1e-12 * largest(expected));

    std::vector<double> factored = a;
    EXPECT_FALSE(factor(forest.rows(), factored.data(), inverse.data(), 1e-15));
    y = product;
    solve(forest.rows(), factored.data(), inverse.data(), y.data());
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(y[i], x[i], 1e-12 * largest(x));

    std::vector<double> l = dense;
    EXPECT_FALSE(cholesky(n, l.data()));
    y = product;
    cholesky_solve(n, l.data(), y.data());
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(y[i], x[i], 1e-12 * largest(x));
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j)
        EXPECT_EQ(l[static_cast<std::size_t>(i * n + j)],
                  dense[static_cast<std::size_t>(i * n + j)]);
    }
  }
}

// Trees that are factored one after the other, or by their diagonals alone, give the same bits.
TEST(TreeLdl, BlocksGiveTheSameBits) {
  const std::int32_t count[] = {1, 2, 3, 1, 1, 1, 2}, start[] = {0, 1, 3, 6, 7, 8, 9},
                     column[] = {0, 0, 1, 0, 1, 2, 3, 4, 5, 5, 6}, run[] = {0, 0, 0, 3, 4, 5, 5};
  const TreeRows rows = {7, count, start, column, 1, run};
  const std::vector<double> a = {5, 1, 6, -1, 2, 7, 3, 1e-20, 4, 1, 8};
  std::vector<double> whole = a, blocks = a, inverse(7), block_inverse(7);
  EXPECT_TRUE(factor(rows, whole.data(), inverse.data(), 1e-15));
  EXPECT_FALSE(factor(rows, 0, 3, blocks.data(), block_inverse.data(), 1e-15));
  EXPECT_TRUE(factor_diagonal(2, blocks.data() + 6, block_inverse.data() + 3, 1e-15));
  EXPECT_FALSE(factor(rows, 5, 7, blocks.data(), block_inverse.data(), 1e-15));
  EXPECT_EQ(whole, blocks);
  EXPECT_EQ(inverse, block_inverse);
  std::vector<double> x = {1, 2, 3, 4, 5, 6, 7}, y = x;
  solve(rows, whole.data(), inverse.data(), x.data());
  solve(rows, 0, 3, whole.data(), inverse.data(), y.data());
  solve(rows, 3, 7, whole.data(), inverse.data(), y.data());
  EXPECT_EQ(x, y);
}

TEST(TreeLu, SolvesUnsymmetricLikeDense) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 40;
    const Forest forest(n, random);
    const auto size = static_cast<std::size_t>(n);
    std::vector<double> lower(forest.column.size()), upper(forest.column.size()), inverse(size),
        dense(size * size), x(size);
    for (int i = 0; i < n; ++i) {
      for (int adr = forest.start[static_cast<std::size_t>(i)];
           adr <
           forest.start[static_cast<std::size_t>(i)] + forest.count[static_cast<std::size_t>(i)];
           ++adr) {
        const int j = forest.column[static_cast<std::size_t>(adr)];
        const auto k = static_cast<std::size_t>(adr);
        lower[k] = i == j ? 2.0 * n + std::abs(normal(random)) : normal(random);
        upper[k] = i == j ? lower[k] : normal(random);
        dense[static_cast<std::size_t>(i * n + j)] = lower[k];
        dense[static_cast<std::size_t>(j * n + i)] = upper[k];
      }
    }
    for (double& v : x) v = normal(random);
    std::vector<double> y = multiply(n, dense, x);
    EXPECT_FALSE(factor_lu(forest.rows(), 0, n, lower.data(), upper.data(), inverse.data(), 1e-15));
    solve_lu(forest.rows(), 0, n, lower.data(), upper.data(), inverse.data(), y.data());
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(y[i], x[i], 1e-12 * largest(x));
  }
}

TEST(Cholesky, ReportsAPivotThatIsNotPositive) {
  double indefinite[] = {1, 0, 2, 1};
  EXPECT_TRUE(cholesky<double>(2, indefinite));
  double nothing[] = {0};
  EXPECT_TRUE(cholesky<double>(1, nothing));
}

TEST(TreeLdl, ClampsAndReportsPivots) {
  const std::int32_t count[] = {1, 2}, start[] = {0, 1}, column[] = {0, 0, 1}, run[] = {0, 0};
  std::vector<double> a = {1, 2, 1}, inverse(2);
  EXPECT_TRUE(factor<double>({2, count, start, column, 1, run}, a.data(), inverse.data(), 1e-15));
  EXPECT_EQ(a[0], 1e-15);
}

}  // namespace
}  // namespace thew::math
