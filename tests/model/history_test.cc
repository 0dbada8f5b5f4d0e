// Ring buffers of past controls and measurements.

#include "model/history.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "model/lane_types.h"

namespace thew::history {
namespace {

struct Buffer {
  explicit Buffer(int samples, int dim)
      : entries(static_cast<std::size_t>(size(samples, dim))),
        ring{entries.data(), samples, dim, 0} {
    clear(ring, 0.1, 0);
  }
  double at(double t, int interpolation) const {
    double values[2] = {};
    read(ring, t, interpolation, values);
    return values[0];
  }
  std::vector<double> entries;
  Ring<double> ring;
};

void put(const Buffer& b, double t, double x) {
  b.ring.set_value(insert(b.ring, t), 0, x);
}

TEST(History, BeginsWithZerosBeforeTimeZero) {
  const Buffer b(3, 1);
  EXPECT_NEAR(b.ring.time(b.ring.place(0)), -0.3, 1e-15);
  EXPECT_NEAR(b.ring.time(b.ring.place(2)), -0.1, 1e-15);
  EXPECT_EQ(b.at(-0.15, 1), 0);
}

TEST(History, ReadsLinesCubicsAndSteps) {
  const Buffer b(4, 1);
  for (int i = 0; i < 6; ++i) put(b, i, i * i);
  EXPECT_EQ(b.at(3.5, 0), 9);
  EXPECT_EQ(b.at(3.5, 1), 12.5);
  EXPECT_NEAR(b.at(3.5, 2), 12.25, 1e-14);  // a cubic with the right slopes is the parabola
  EXPECT_EQ(b.at(4, 2), 16);
  EXPECT_EQ(b.at(1, 2), 4) << "before the oldest sample that is left";
  EXPECT_EQ(b.at(9, 2), 25) << "after the newest";
}

TEST(History, KeepsTheOrderOfTimes) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> time(0, 10);
  const Buffer b(7, 1);
  for (int i = 0; i < 200; ++i) {
    const double t = time(random);
    put(b, t, t);
    for (int k = 1; k < 7; ++k) {
      EXPECT_LT(b.ring.time(b.ring.place(k - 1)), b.ring.time(b.ring.place(k)));
    }
    if (t > b.ring.time(b.ring.place(0))) {
      EXPECT_EQ(b.at(t, 1), t);
    }
  }
}

TEST(History, ASampleOfTheSameTimeIsReplaced) {
  const Buffer b(3, 1);
  put(b, 1, 5);
  put(b, 1, 6);
  EXPECT_EQ(b.at(1, 0), 6);
  EXPECT_NEAR(b.ring.time(b.ring.place(1)), -0.1, 1e-15);
}

TEST(History, NonsenseStaysInBounds) {
  for (const double nonsense : {std::nan(""), -3.0, 1e300, 2.7}) {
    Buffer b(3, 2);
    for (double& x : b.entries) x = nonsense;
    for (int interpolation = 0; interpolation < 3; ++interpolation) b.at(1, interpolation);
    const int place = insert(b.ring, 1.0);
    EXPECT_GE(place, 0);
    EXPECT_LT(place, 3);
  }
}

TEST(History, FillingNeedsAscendingTimes) {
  const Buffer b(3, 1);
  const double good[] = {1, 2, 3}, bad[] = {1, 1, 2}, values[] = {7, 8, 9};
  EXPECT_FALSE(fill(b.ring, bad, values));
  EXPECT_TRUE(fill(b.ring, good, values));
  EXPECT_EQ(b.at(2, 0), 8);
  put(b, 4, 1);
  EXPECT_TRUE(fill(b.ring, nullptr, values)) << "oldest first, at the present times";
  EXPECT_EQ(b.at(2, 0), 7);
  EXPECT_EQ(b.at(4, 0), 9);
}

}  // namespace
}  // namespace thew::history
