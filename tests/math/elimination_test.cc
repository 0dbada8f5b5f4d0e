#include "math/elimination.h"

#include <cmath>

#include <gtest/gtest.h>

namespace thew::math {
namespace {

TEST(Eliminate, SolvesWhatWasMultiplied) {
  constexpr int kStride = 6;
  for (int n = 1; n <= kStride; ++n) {
    double a[kStride * kStride], b[kStride] = {}, x[kStride];
    for (int i = 0; i < n; ++i) {
      x[i] = std::cos(3.0 * i + n);
      for (int j = 0; j < n; ++j)
        a[i * kStride + j] = std::sin(5.0 * i * j + 2.0 * j * j + 1.3 * i + n);
      a[i * kStride + i] = i == 0 ? 0 : a[i * kStride + i];  // needs another pivot
    }
    if (n == 1) a[0] = 2;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) b[i] += a[i * kStride + j] * x[j];
    }
    ASSERT_TRUE(eliminate(a, n, kStride, b));
    for (int i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-11) << n;
  }
}

TEST(Eliminate, SaysWhereThereIsNoSolution) {
  double a[4] = {1, 2, 2, 4}, b[2] = {1, 1};
  EXPECT_FALSE(eliminate(a, 2, 2, b));
}

}  // namespace
}  // namespace thew::math
