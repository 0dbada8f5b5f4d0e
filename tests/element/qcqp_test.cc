#include "element/qcqp.h"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace thew::element {
namespace {

struct Random {
  std::mt19937 generator{5};
  std::normal_distribution<double> normal;
  double operator()() { return normal(generator); }
};

// A = B B' + 0.1
std::vector<double> definite(int n, Random& random) {
  std::vector<double> b(n * n), a(n * n, 0.0);
  for (double& x : b) x = random();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) a[i * n + j] += b[i * n + k] * b[j * n + k];
    }
    a[i * n + i] += 0.1;
  }
  return a;
}

TEST(Qcqp, InsideIsTheUnconstrainedMinimum) {
  const double a[] = {2, 0, 0, 4}, b[] = {-2, -4}, d[] = {1, 2};
  double x[2];
  ASSERT_TRUE(solve_qcqp(2, a, b, d, 5, 0, x));
  EXPECT_NEAR(x[0], 1, 1e-15);
  EXPECT_NEAR(x[1], 1, 1e-15);
}

TEST(Qcqp, OnTheBoundTheSlopeIsNormalToIt) {
  Random random;
  for (const int n : {2, 3, 5}) {
    for (int round = 0; round < 50; ++round) {
      const std::vector<double> a = definite(n, random);
      double b[5], d[5], x[5];
      for (int i = 0; i < n; ++i) {
        b[i] = 10 * random();
        d[i] = 0.1 + std::abs(random());
      }
      const double r = 1e-3 * (1 + std::abs(random()));
      ASSERT_TRUE(solve_qcqp(n, a.data(), b, d, r, 0, x));
      double length = 0, multiplier = 0;
      for (int i = 0; i < n; ++i) length += x[i] * x[i] / (d[i] * d[i]);
      EXPECT_NEAR(std::sqrt(length), r, 1e-12 * r);
      // A x + b = -multiplier x / d^2 with one multiplier >= 0.
      double slope[5];
      for (int i = 0; i < n; ++i) {
        slope[i] = b[i];
        for (int j = 0; j < n; ++j) slope[i] += a[i * n + j] * x[j];
        multiplier -= slope[i] * x[i] / (r * r);
      }
      EXPECT_GE(multiplier, 0);
      for (int i = 0; i < n; ++i) {
        EXPECT_NEAR(slope[i], -multiplier * x[i] / (d[i] * d[i]), 1e-9 * std::abs(b[i]) + 1e-9);
      }
    }
  }
}

TEST(Qcqp, RefusesWhatIsNotDefinite) {
  const double a[] = {1, 1, 1, 1}, b[] = {1, 2}, d[] = {1, 1};
  double x[] = {7, 7};
  EXPECT_FALSE(solve_qcqp(2, a, b, d, 1, 1e-10, x));
  EXPECT_EQ(x[0], 0);
  EXPECT_EQ(x[1], 0);
}

}  // namespace
}  // namespace thew::element
