#include "derivative/sparse.h"

#include <gtest/gtest.h>

namespace thew::derivative {
namespace {

// All entries of a matrix, the way it is made and as it is.
struct Example {
  explicit Example(int n, bool symmetric) : dense(n, n), symmetric_(symmetric) {}

  void set(int i, int k, double x) {
    dense(i, k) = x;
    if (symmetric_) dense(k, i) = x;
  }

  Sparse sparse() const {
    const int n = dense.rows();
    std::vector<std::byte> bytes(static_cast<std::size_t>(n * 64 + 256));
    Memory memory(bytes);
    constraint::Pattern pattern(n, memory);
    for (int i = 0; i < n; ++i) {
      pattern.add(i, i);
      for (int k = 0; k < i; ++k) {
        if (dense(i, k) != 0 || dense(k, i) != 0) pattern.add(i, k);
      }
    }
    Sparse a(std::make_shared<const Layout>(pattern), symmetric_);
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) {
        if (dense(i, k) != 0) a.add(i, k, dense(i, k));
      }
    }
    return a;
  }

  Matrix dense;

 private:
  bool symmetric_;
};

// Diagonally dominant, with zeros as between branches of a tree, and blocks that the last rows
// join, on one side only in places: what is zero at first does not stay so.
Example example(bool symmetric) {
  constexpr int kRows = 11;
  Example a(kRows, symmetric);
  for (int i = 0; i < kRows; ++i) a.set(i, i, 10 + i);
  a.set(0, 1, -1), a.set(1, 0, 2), a.set(4, 3, 1), a.set(7, 6, 3), a.set(6, 7, 2);
  a.set(8, 1, 1), a.set(4, 8, -2), a.set(8, 6, 2), a.set(3, 8, 1), a.set(10, 9, 2), a.set(10, 2, 1);
  return a;
}

void expect_unit_columns(const Matrix& a, const Matrix& x, bool transposed) {
  for (int i = 0; i < a.rows(); ++i) {
    for (int c = 0; c < a.rows(); ++c) {
      double sum = 0;
      for (int k = 0; k < a.rows(); ++k) sum += (transposed ? a(k, i) : a(i, k)) * x(k, c);
      EXPECT_NEAR(sum, i == c ? 1 : 0, 1e-14);
    }
  }
}

class SparseOf : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Symmetry, SparseOf, testing::Bool());

TEST_P(SparseOf, SolutionsGiveTheRightHandSides) {
  const Example a = example(GetParam());
  Sparse factor = a.sparse();
  ASSERT_TRUE(factor.factor());
  const int n = a.dense.rows();
  Matrix unit(n, n), one(n, n), back(n, n);
  for (int c = 0; c < n; ++c) {
    std::vector<double> x(static_cast<std::size_t>(n), 0.0), y(x);
    unit(c, c) = x[static_cast<std::size_t>(c)] = y[static_cast<std::size_t>(c)] = 1;
    factor.solve(x.data());
    factor.solve_transposed(y.data());
    for (int i = 0; i < n; ++i) {
      one(i, c) = x[static_cast<std::size_t>(i)];
      back(i, c) = y[static_cast<std::size_t>(i)];
    }
  }
  factor.solve(unit);
  expect_unit_columns(a.dense, unit, false);
  expect_unit_columns(a.dense, one, false);
  expect_unit_columns(a.dense, back, true);
}

TEST_P(SparseOf, ProductsAreThoseOfAllEntries) {
  const Example a = example(GetParam());
  const Sparse sparse = a.sparse();
  const int n = a.dense.rows();
  Matrix x(n, 2), got(n, 2), want(n, 2);
  std::vector<double> v(static_cast<std::size_t>(n)), y(v);
  for (int i = 0; i < n; ++i) {
    x(i, 0) = v[static_cast<std::size_t>(i)] = i - 3;
    x(i, 1) = 0.5 * i;
  }
  sparse.add_product(x, got);
  sparse.multiply(v.data(), y.data());
  add_product(a.dense, x, want);
  for (int i = 0; i < n; ++i) {
    EXPECT_NEAR(got(i, 0), want(i, 0), 1e-13);
    EXPECT_NEAR(got(i, 1), want(i, 1), 1e-13);
    EXPECT_NEAR(y[static_cast<std::size_t>(i)], want(i, 0), 1e-13);
  }
}

TEST(Sparse, OneThatIsNotSymmetricHasBothHalves) {
  Sparse a = example(true).sparse().without_symmetry();
  a.add(1, 0, 1);
  Example changed = example(true);
  changed.dense(1, 0) += 1;
  Matrix unit(11, 11);
  for (int i = 0; i < 11; ++i) unit(i, i) = 1;
  ASSERT_TRUE(a.factor());
  a.solve(unit);
  expect_unit_columns(changed.dense, unit, false);
}

TEST(Sparse, APivotThatIsNotPositiveIsTold) {
  Example a(2, true);
  a.set(0, 0, 1);
  EXPECT_FALSE(a.sparse().factor());
}

TEST(Sum, WeightedRowsAreTheProductWithTheMatrix) {
  Matrix a(2, 3);
  const Sum whole(a);
  whole(0, 1) += 2;
  whole.row(1)[2] -= 3;
  const double y[2] = {5, 7};
  double row[3] = {1, 1, 1};
  const Sum product(y, row);
  product(0, 1) += 2;
  product.row(1)[2] -= 3;
  EXPECT_EQ(whole.only_row(), nullptr);
  EXPECT_EQ(product.only_row(), row);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(row[k], 1 + 5 * a(0, k) + 7 * a(1, k));
  std::vector<double> weights;
  const Sum second(product, {0, 1}, weights);
  second(0, 0) += 1;
  second(1, 0) += 1;
  EXPECT_EQ(row[0], 8);
}

}  // namespace
}  // namespace thew::derivative
