#pragma once

// The orders in which sweeps visit their items.

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "math/shuffle.h"

namespace thew::constraint {

/// The orders of the first sweeps over few items: every problem of that size has them, so they are
/// found once. To shuffle is to wait for what was just stored, sweep after sweep.
class KnownOrders {
 public:
  static constexpr int kMostItems = math::kKnownItems, kSweeps = math::kKnownShuffles;

  static const std::uint8_t* of(int items, int sweep) {
    static const KnownOrders known;
    return known.order_.data() + math::known_shuffle(items, sweep);
  }

 private:
  using Item = std::uint8_t;

  KnownOrders() {
    for (int n = 1; n <= kMostItems; ++n) {
      math::Shuffle shuffle;
      std::array<Item, kMostItems> order;
      std::iota(order.begin(), order.end(), Item{0});
      for (int sweep = 0; sweep < kSweeps; ++sweep) {
        shuffle(order.data(), n);
        std::copy_n(order.data(), n, order_.data() + math::known_shuffle(n, sweep));
      }
    }
  }

  std::array<Item, kSweeps*(kMostItems*(kMostItems + 1) / 2)> order_;
};

/// The order of one sweep after the other.
class SweepOrder {
 public:
  /// `memory` for so many numbers.
  void start(int* memory, int items) {
    order_ = memory;
    items_ = items;
    std::iota(order_, order_ + items, 0);
  }
  void shuffle() {
    if (items_ <= KnownOrders::kMostItems && sweep_ <= KnownOrders::kSweeps) {
      if (sweep_++ < KnownOrders::kSweeps) {
        std::copy_n(KnownOrders::of(items_, sweep_ - 1), items_, order_);
        return;
      }
      shuffle_.skip(items_, KnownOrders::kSweeps);
    }
    shuffle_(order_, items_);
  }
  const int* operator+(int place) const { return order_ + place; }

 private:
  int* order_ = nullptr;
  int items_ = 0, sweep_ = 0;
  math::Shuffle shuffle_;
};

}  // namespace thew::constraint
