#pragma once

// Whole numbers of 128 and 256 bits, to be used as sets.

namespace thew::constraint {

__extension__ typedef unsigned __int128 Bits128;

struct Bits256 {
  constexpr Bits256() = default;
  constexpr Bits256(Bits128 bits) : low(bits) {}
  constexpr Bits256(Bits128 upper, Bits128 lower) : low(lower), high(upper) {}
  constexpr explicit operator unsigned() const { return static_cast<unsigned>(low); }

  friend constexpr bool operator==(const Bits256&, const Bits256&) = default;
  friend constexpr Bits256 operator~(const Bits256& a) { return {~a.high, ~a.low}; }
  friend constexpr Bits256 operator|(const Bits256& a, const Bits256& b) {
    return {a.high | b.high, a.low | b.low};
  }
  friend constexpr Bits256 operator&(const Bits256& a, const Bits256& b) {
    return {a.high & b.high, a.low & b.low};
  }
  friend constexpr Bits256 operator-(const Bits256& a, const Bits256& b) {
    return {a.high - b.high - (a.low < b.low ? 1 : 0), a.low - b.low};
  }
  /// By less than 256.
  friend constexpr Bits256 operator<<(const Bits256& a, int n) {
    if (n >= kHalf) return {a.low << (n - kHalf), 0};
    return n == 0 ? a : Bits256{a.high << n | a.low >> (kHalf - n), a.low << n};
  }
  friend constexpr Bits256 operator>>(const Bits256& a, int n) {
    if (n >= kHalf) return {0, a.high >> (n - kHalf)};
    return n == 0 ? a : Bits256{a.high >> n, a.low >> n | a.high << (kHalf - n)};
  }
  constexpr Bits256& operator|=(const Bits256& b) { return *this = *this | b; }

  static constexpr int kHalf = 128;
  Bits128 low = 0, high = 0;
};

}  // namespace thew::constraint
