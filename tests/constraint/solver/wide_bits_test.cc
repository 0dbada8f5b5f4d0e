#include "constraint/solver/wide_bits.h"

#include <gtest/gtest.h>

namespace thew::constraint {
namespace {

TEST(WideBits, ShiftsReachAllPlaces) {
  for (int n = 0; n < 256; ++n) {
    const Bits256 bit = Bits256(1) << n;
    EXPECT_TRUE((n < 128 ? bit.low : bit.high) == Bits128{1} << n % 128) << n;
    EXPECT_TRUE((n < 128 ? bit.high : bit.low) == 0) << n;
    EXPECT_EQ(bit >> n, Bits256(1)) << n;
    EXPECT_NE(bit, Bits256(0)) << n;
  }
}

TEST(WideBits, SetsOfBits) {
  const Bits256 a = Bits256(0xf0) << 124, b = Bits256(0x3c) << 124;
  EXPECT_EQ(a | b, Bits256(0xfc) << 124);
  EXPECT_EQ(a & b, Bits256(0x30) << 124);
  EXPECT_EQ(~a & (a | b), Bits256(0x0c) << 124);
  EXPECT_EQ(static_cast<unsigned>((a | b) >> 124), 0xfcu);
}

// One less than a bit is all bits below it.
TEST(WideBits, AllBelow) {
  for (const int n : {1, 127, 128, 129, 160, 255}) {
    const Bits256 below = (Bits256(1) << n) - 1;
    EXPECT_EQ(below >> (n - 1), Bits256(1)) << n;
    EXPECT_EQ(below & (Bits256(1) << n), Bits256(0)) << n;
    EXPECT_EQ(static_cast<unsigned>(below) & 1u, 1u) << n;
  }
}

}  // namespace
}  // namespace thew::constraint
