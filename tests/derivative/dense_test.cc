#include "derivative/dense.h"

#include <gtest/gtest.h>

namespace thew::derivative {
namespace {

// Diagonally dominant, without symmetry, and with zeros as between branches of a tree.
Matrix example() {
  Matrix a(4, 4);
  const double entry[16] = {5, 1, 0, 2, -1, 6, 0, 1, 0, 0, 4, 1, 1, -2, 1, 7};
  for (int i = 0; i < 16; ++i) a(i / 4, i % 4) = entry[i];
  return a;
}

TEST(Dense, SolutionsGiveTheRightHandSides) {
  const Matrix a = example();
  Factor factor;
  ASSERT_TRUE(factor.compute(a));
  Matrix x(4, 3);
  for (int i = 0; i < 12; ++i) x(i / 3, i % 3) = i - 4;
  const Matrix b = x;
  factor.solve(x);
  Matrix product(4, 3);
  add_product(a, x, product);
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(product(i / 3, i % 3), b(i / 3, i % 3), 1e-13);
}

TEST(Dense, SolutionsOfTheTransposeToo) {
  const Matrix a = example();
  Factor factor;
  ASSERT_TRUE(factor.compute(a));
  const double b[4] = {1, -2, 3, 4};
  double x[4] = {1, -2, 3, 4};
  factor.solve_transposed(x);
  for (int k = 0; k < 4; ++k) {
    double sum = 0;
    for (int i = 0; i < 4; ++i) sum += a(i, k) * x[i];
    EXPECT_NEAR(sum, b[k], 1e-13);
  }
}

// Blocks that the last row joins, on one side only in places: what is zero at first does not stay
// so.
TEST(Dense, BlocksThatAreJoinedFillUp) {
  constexpr int n = 9;
  Matrix a(n, n);
  for (int i = 0; i < n; ++i) a(i, i) = 10 + i;
  a(1, 0) = 2, a(0, 1) = -1, a(4, 3) = 1, a(7, 6) = 3, a(6, 7) = 2;
  a(8, 1) = 1, a(4, 8) = -2, a(8, 6) = 2, a(3, 8) = 1;
  Factor factor;
  ASSERT_TRUE(factor.compute(a));
  for (int unit = 0; unit < n; ++unit) {
    double x[n] = {}, y[n] = {};
    x[unit] = y[unit] = 1;
    factor.solve(x);
    factor.solve_transposed(y);
    for (int i = 0; i < n; ++i) {
      double product = 0, transposed = 0;
      for (int k = 0; k < n; ++k) {
        product += a(i, k) * x[k];
        transposed += a(k, i) * y[k];
      }
      EXPECT_NEAR(product, i == unit ? 1 : 0, 1e-14);
      EXPECT_NEAR(transposed, i == unit ? 1 : 0, 1e-14);
    }
  }
}

TEST(Dense, APivotThatIsNotPositiveIsTold) {
  Matrix a(2, 2);
  a(0, 0) = 1;
  Factor factor;
  EXPECT_FALSE(factor.compute(a));
}

}  // namespace
}  // namespace thew::derivative
