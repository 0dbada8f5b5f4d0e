#include "math/short_vector.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace thew::math {
namespace {

TEST(ShortVector, FindsEveryEntryThatIsNotZero) {
  for (std::int64_t n = 0; n < 20; ++n) {
    std::vector<double> x(static_cast<std::size_t>(n), 0.0);
    EXPECT_FALSE(any_nonzero(n, x.data()));
    for (double& entry : x) {
      for (const double value : {1e-300, -2.0, std::numeric_limits<double>::quiet_NaN()}) {
        entry = value;
        EXPECT_TRUE(any_nonzero(n, x.data())) << n;
      }
      entry = -0.0;
      EXPECT_FALSE(any_nonzero(n, x.data()));
    }
  }
}

TEST(ShortVector, TestsLanesOneByOne) {
  using Lanes = Pack<double, 4>;
  Lanes x[3] = {Lanes(1), Lanes(2), Lanes(3)};
  x[1].set(2, std::numeric_limits<double>::infinity());
  x[2].set(0, std::numeric_limits<double>::quiet_NaN());
  const auto small = holds_for_all(3, x, [](const auto& value) { return abs(value) <= 10; });
  for (int k = 0; k < 4; ++k) EXPECT_EQ(lane(small, k), k == 1 || k == 3);
}

}  // namespace
}  // namespace thew::math
