#pragma once

// The orders in which sweeps visit their items.

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

namespace thew::constraint {

/// The same shuffles on every machine and in every step: O'Neill's PCG32.
class Shuffle {
 public:
  Shuffle() { next(); }

  /// Goes on as if so many had been shuffled, that often.
  void skip(int items, int times) {
    for (int k = (items - 1) * times; k > 0; --k) next();
  }

  template <class E>
  void operator()(std::span<E> items) {
    for (auto i = static_cast<std::uint32_t>(items.size()); i > 1; --i) {
      std::swap(items[i - 1], items[remainder(next(), i)]);
    }
  }

 private:
  // x % n without a division, for most n: Lemire, Kaser and Kurz, "Faster remainder by direct
  // computation", Softw. Pract. Exper. 49 (2019).
  static std::uint32_t remainder(std::uint32_t x, std::uint32_t n) {
    if (n >= kInverse.size()) return x % n;
    const std::uint64_t fraction = kInverse[n] * x, high = fraction >> 32;
    const std::uint64_t low = fraction & 0xffffffff;  // of the product with n, bits 64 and up count
    return static_cast<std::uint32_t>((high * n + (low * n >> 32)) >> 32);
  }
  static constexpr auto kInverse = [] {
    std::array<std::uint64_t, 256> inverse{};
    for (std::uint64_t n = 1; n < inverse.size(); ++n) inverse[n] = ~std::uint64_t{0} / n + 1;
    return inverse;
  }();

  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }

  std::uint64_t state_ = 0;
};

/// The orders of the first sweeps over few items: every problem of that size has them, so they are
/// found once. To shuffle is to wait for what was just stored, sweep after sweep.
class KnownOrders {
 public:
  static constexpr int kMostItems = 64, kSweeps = 50;

  static const std::uint8_t* of(int items, int sweep) {
    static const KnownOrders known;
    return known.order_.data() + place(items) + sweep * items;
  }

 private:
  using Item = std::uint8_t;

  static constexpr int place(int items) { return kSweeps * (items * (items - 1) / 2); }

  KnownOrders() {
    for (int n = 1; n <= kMostItems; ++n) {
      Shuffle shuffle;
      std::array<Item, kMostItems> order;
      std::iota(order.begin(), order.end(), Item{0});
      for (int sweep = 0; sweep < kSweeps; ++sweep) {
        shuffle(std::span(order.data(), static_cast<std::size_t>(n)));
        std::copy_n(order.data(), n, order_.data() + place(n) + sweep * n);
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
    shuffle_(std::span(order_, static_cast<std::size_t>(items_)));
  }
  const int* operator+(int place) const { return order_ + place; }

 private:
  int* order_ = nullptr;
  int items_ = 0, sweep_ = 0;
  Shuffle shuffle_;
};

}  // namespace thew::constraint
