// Tiles side by side in wide registers have the bits of one by one.

#include "constraint/solver/wide_update.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace thew::constraint {
namespace {

std::vector<double> numbers(int n, double start) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(start + 1.7 * static_cast<double>(i));
  return x;
}

TEST(WideUpdate, HasTheBitsOfOneTileAtATime) {
  if (!has_wide_update()) GTEST_SKIP() << "no AVX-512";
  constexpr int kRows = 5, kTile = 16;
  for (const int count : {2, 4, 6}) {
    const std::vector<double> w = numbers(kRows * kTile, 1), u = numbers(kRows * count * kTile, 2);
    const std::vector<double> from = numbers(count * kTile, 3);
    std::vector<double> wanted = from, found = from;
    const double *left[kRows], *right[kRows], *start[kMostAtOnce];
    double* to[kMostAtOnce];
    for (int k = 0; k < kRows; ++k) {
      left[k] = &w[k * kTile];
      right[k] = &u[k * count * kTile];
    }
    for (int c = 0; c < count; ++c) {
      start[c] = &from[c * kTile];
      to[c] = &found[c * kTile];
      for (int i = 0; i < 12; ++i) {
        double& sum = wanted[c * kTile + i];
        for (int k = 0; k < 3 * kRows; ++k) {
          sum = std::fma(-left[k / 3][4 * (k % 3) + i / 4],
                         right[k / 3][c * kTile + 4 * (k % 3) + i % 4], sum);
        }
      }
    }
    update_tiles(left, right, kRows, start, to, count);
    EXPECT_EQ(found, wanted) << count;
  }
}

}  // namespace
}  // namespace thew::constraint
