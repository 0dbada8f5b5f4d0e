#include "constraint/solver/sweep_order.h"

#include <vector>

#include <gtest/gtest.h>

namespace thew::constraint {
namespace {

// Orders that are known, and those behind them, are what shuffling gives.
TEST(SweepOrder, IsThatOfShuffles) {
  for (const int items : {1, 2, 7, 64, 65, 300}) {
    std::vector<int> memory(static_cast<std::size_t>(items)), expected(memory);
    SweepOrder order;
    order.start(memory.data(), items);
    std::iota(expected.begin(), expected.end(), 0);
    math::Shuffle shuffle;
    for (int sweep = 0; sweep < KnownOrders::kSweeps + 5; ++sweep) {
      order.shuffle();
      shuffle(expected.data(), items);
      ASSERT_EQ(memory, expected) << items << " items, sweep " << sweep;
    }
  }
}

}  // namespace
}  // namespace thew::constraint
