#pragma once

// Random orders that are the same on every machine.

#include <cstdint>

#include "math/loops.h"
#include "math/scalar.h"

namespace thew::math {

#if !defined(__CUDACC__)
namespace detail {

/// 2^64 / n, rounded up.
struct Inverses {
  static constexpr std::uint32_t kMost = 256;
  std::uint64_t of[kMost] = {};
  constexpr Inverses() {
    for (std::uint64_t n = 1; n < kMost; ++n) of[n] = ~std::uint64_t{0} / n + 1;
  }
};
inline constexpr Inverses kInverses;

}  // namespace detail
#endif

/// The same shuffles in every run: O'Neill's PCG32.
class Shuffle {
 public:
  THEW_HD Shuffle() { next(); }

  /// Goes on as if so many had been shuffled, that often.
  THEW_HD void skip(int items, int times) {
    THEW_ROLLED
    for (int k = (items - 1) * times; k > 0; --k) next();
  }

  template <class E>
  THEW_HD void operator()(E* items, int count) {
    THEW_ROLLED
    for (auto i = static_cast<std::uint32_t>(count); i > 1; --i) {
      const std::uint32_t other = remainder(next(), i);
      const E last = items[i - 1];
      items[i - 1] = items[other];
      items[other] = last;
    }
  }

 private:
  // x % n
  static THEW_HD std::uint32_t remainder(std::uint32_t x, std::uint32_t n) {
#if !defined(__CUDACC__)
    // Without a division, for most n: Lemire, Kaser and Kurz, "Faster remainder by direct
    // computation", Softw. Pract. Exper. 49 (2019).
    if (n < detail::Inverses::kMost) {
      const std::uint64_t fraction = detail::kInverses.of[n] * x, high = fraction >> 32;
      const std::uint64_t low = fraction & 0xffffffff;  // of the product with n, bits from 64 on
      return static_cast<std::uint32_t>((high * n + (low * n >> 32)) >> 32);
    }
#endif
    return x % n;
  }

  THEW_HD std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005u + 1;
    const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
    const auto turn = static_cast<std::uint32_t>(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
  }

  std::uint64_t state_ = 0;
};

/// The first shuffles of few items, each of the order of the one before, are found once: for so
/// many items at most, so many shuffles. Those of n items begin behind those of fewer.
inline constexpr int kKnownItems = 64, kKnownShuffles = 50;
THEW_INLINE constexpr int known_shuffle(int items, int shuffle) {
  return kKnownShuffles * (items * (items - 1) / 2) + shuffle * items;
}

}  // namespace thew::math
