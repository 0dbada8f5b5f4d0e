#include "math/pack.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace thew {
namespace {

static_assert(sizeof(Pack<double, 4>) == 32 && alignof(Pack<double, 4>) >= 16);
static_assert(sizeof(Pack<double, 8>) == 64 && sizeof(Pack<float, 8>) == 32);
static_assert(sizeof(Pack<double, 2>) == 16 && sizeof(Pack<float, 16>) == 64);
static_assert(std::is_trivially_copyable_v<Pack<double, 4>>);
static_assert(std::is_trivially_default_constructible_v<Pack<float, 8>>);
static_assert(std::is_same_v<Scalar<Pack<float, 8>>, float> && lanes_v<Pack<float, 8>> == 8);
static_assert(std::is_same_v<MaskOf<double>, bool> && lanes_v<double> == 1);
static_assert(std::is_same_v<MaskOf<Pack<double, 4>>, Mask<double, 4>>);
static_assert(std::is_same_v<IntOf<Pack<double, 4>>, Pack<std::int64_t, 4>>);
// a float kernel may not pick up double constants unnoticed
static_assert(!std::is_convertible_v<double, Pack<float, 8>>);
static_assert(std::is_constructible_v<Pack<float, 8>, double>);
static_assert(std::is_convertible_v<int, Pack<float, 8>>);

// Equal bits, where all NaNs are one.
template <class S>
bool same(S a, S b) {
  return to_bits(a) == to_bits(b) || (a != a && b != b);
}

template <class S>
std::vector<S> samples() {
  using L = std::numeric_limits<S>;
  std::vector<S> v = {
      S(0),           S(-0.0),        S(1),      S(-1),       S(0.5),          S(2.5),
      S(-2.5),        S(3.5),         L::min(),  L::max(),    L::denorm_min(), L::infinity(),
      -L::infinity(), L::quiet_NaN(), -L::max(), L::epsilon()};
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-10, 10);
  while (v.size() < 64) v.push_back(S(uniform(random)));
  return v;
}

template <class P>
class PackTest : public testing::Test {
 public:
  using S = Scalar<P>;
  static constexpr int N = lanes_v<P>;

  // Calls f(pack a, pack b, index of lane 0) so that every pair of samples meets in some lane.
  template <class F>
  static void for_pairs(F f) {
    const std::vector<S> v = samples<S>();
    const int n = int(v.size());
    for (int shift = 0; shift < n; ++shift) {
      for (int start = 0; start < n; start += N) {
        P a, b;
        for (int i = 0; i < N; ++i)
          a.set(i, v[(start + i) % n]), b.set(i, v[(start + i + shift) % n]);
        f(a, b);
      }
    }
  }

  // The pack operation equals the scalar one in each lane.
  template <class F>
  static void expect_lanewise(const char* name, F f) {
    int wrong = 0;
    for_pairs([&](const P& a, const P& b) {
      const P r = f(a, b);
      for (int i = 0; i < N; ++i) wrong += !same(S(r[i]), S(f(S(a[i]), S(b[i]))));
    });
    EXPECT_EQ(wrong, 0) << name;
  }

  template <class F>
  static void expect_mask(const char* name, F f) {
    int wrong = 0;
    for_pairs([&](const P& a, const P& b) {
      const MaskOf<P> m = f(a, b);
      bool some = false, every = true;
      for (int i = 0; i < N; ++i) {
        const bool expected = bool(f(S(a[i]), S(b[i])));
        wrong += m[i] != expected;
        some |= expected, every &= expected;
      }
      wrong += any(m) != some || all(m) != every || none(m) == some;
    });
    EXPECT_EQ(wrong, 0) << name;
  }
};

using Packs = testing::Types<Pack<double, 4>, Pack<double, 8>, Pack<float, 8>, Pack<double, 2>,
                             Pack<float, 4>>;
TYPED_TEST_SUITE(PackTest, Packs);

TYPED_TEST(PackTest, ArithmeticIsLanewise) {
  using F = PackTest<TypeParam>;
  F::expect_lanewise("+", [](auto a, auto b) { return a + b; });
  F::expect_lanewise("-", [](auto a, auto b) { return a - b; });
  F::expect_lanewise("*", [](auto a, auto b) { return a * b; });
  F::expect_lanewise("/", [](auto a, auto b) { return a / b; });
  F::expect_lanewise("unary -", [](auto a, auto) { return -a; });
  F::expect_lanewise("compound", [](auto a, auto b) {
    a += b;
    a *= b;
    a -= 3;
    a /= b;
    return a;
  });
  F::expect_lanewise("literals", [](auto a, auto b) { return 2 * a + (1 - b) / 3; });
}

TYPED_TEST(PackTest, WordsAreLanewise) {
  using F = PackTest<TypeParam>;
  F::expect_lanewise("fma", [](auto a, auto b) { return math::fma(a, b, a); });
  F::expect_lanewise("fma literal", [](auto a, auto b) { return math::fma(a, 2, b); });
  F::expect_lanewise("sqrt", [](auto a, auto) { return math::sqrt(a); });
  F::expect_lanewise("abs", [](auto a, auto) { return math::abs(a); });
  F::expect_lanewise("min", [](auto a, auto b) { return math::min(a, b); });
  F::expect_lanewise("max", [](auto a, auto b) { return math::max(a, b); });
  F::expect_lanewise("max literal",
                     [](auto a, auto b) { return math::max(a, 0) + math::min(1, b); });
  F::expect_lanewise("clamp", [](auto a, auto b) { return math::clamp(a, -1, b); });
  F::expect_lanewise("copysign", [](auto a, auto b) { return math::copysign(a, b); });
  F::expect_lanewise("floor", [](auto a, auto) { return math::floor(a); });
  F::expect_lanewise("ceil", [](auto a, auto) { return math::ceil(a); });
  F::expect_lanewise("round_even", [](auto a, auto) { return math::round_even(a); });
  F::expect_lanewise("bits", [](auto a, auto b) {
    return math::from_bits((math::to_bits(a) & 0x7ffff) | ((math::to_bits(b) ^ 5) << 3));
  });
  F::expect_lanewise("shift", [](auto a, auto) {
    return math::from_bits(math::shift_right_logical(math::to_bits(a), 7));
  });
  F::expect_lanewise("integers", [](auto a, auto b) {
    const auto x = math::to_bits(a), y = math::to_bits(b);
    return math::from_bits(math::select(x < y, x >> 3, (y >> 1) - (x & 255)));
  });
}

TYPED_TEST(PackTest, MasksAreLanewise) {
  using F = PackTest<TypeParam>;
  F::expect_mask("<", [](auto a, auto b) { return a < b; });
  F::expect_mask("<=", [](auto a, auto b) { return a <= b; });
  F::expect_mask(">", [](auto a, auto b) { return a > b; });
  F::expect_mask(">=", [](auto a, auto b) { return a >= b; });
  F::expect_mask("==", [](auto a, auto b) { return a == b; });
  F::expect_mask("!=", [](auto a, auto b) { return a != b; });
  F::expect_mask("is_finite", [](auto a, auto) { return math::is_finite(a); });
  F::expect_mask("and, or, xor, not",
                 [](auto a, auto b) { return ((a < b) & (a > 0)) | ((b < 1) ^ !(a == b)); });
  F::expect_lanewise("select", [](auto a, auto b) { return math::select(a < b, a, b); });
  F::expect_lanewise("select literal",
                     [](auto a, auto b) { return math::select(a < b, a, decltype(a)(1)); });
}

TYPED_TEST(PackTest, LanesCanBeReadAndWritten) {
  using P = TypeParam;
  using Number = Scalar<P>;
  P p = 3;
  for (int i = 0; i < P::lanes; ++i) EXPECT_EQ(p[i], Number(3));
  for (int i = 0; i < P::lanes; ++i) set_lane(p, i, Number(i) / 4);
  Number memory[P::lanes];
  p.store(memory);
  for (int i = 0; i < P::lanes; ++i) EXPECT_EQ(memory[i], Number(i) / 4);
  memory[1] = -5;
  const P q = P::load(memory);
  EXPECT_EQ(lane(q, 1), Number(-5));
  EXPECT_EQ(lane(q, 0), Number(0));

  MaskOf<P> m = false;
  EXPECT_TRUE(none(m));
  m.set(1, true);
  EXPECT_TRUE(any(m) && !all(m));
  EXPECT_TRUE(lane(m, 1) && !lane(m, 0));
  EXPECT_TRUE(all(m | !m));
  EXPECT_EQ(lane(select(true, p, q), 1), Number(1) / 4);
  const P negative_zero = Number(-0.0);
  EXPECT_TRUE(std::signbit(negative_zero[0]));
}

// The documented choices of min, max and clamp beside NaN and zeros.
TEST(Scalar, MinMaxClampChooseLikeTheInstructions) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(math::min(nan, 1.0), 1.0);
  EXPECT_TRUE(std::isnan(math::min(1.0, nan)));
  EXPECT_EQ(math::max(nan, 1.0), 1.0);
  EXPECT_TRUE(std::signbit(math::min(0.0, -0.0)));
  EXPECT_FALSE(std::signbit(math::max(-0.0, 0.0)));
  EXPECT_TRUE(std::isnan(math::clamp(nan, 0.0, 1.0)));
  EXPECT_EQ(math::clamp(3.0, 0.0, 1.0), 1.0);
  EXPECT_EQ(math::clamp(0.5, 2.0, 1.0), 2.0);
  EXPECT_EQ(math::round_even(2.5), 2.0);
  EXPECT_EQ(math::round_even(-3.5), -4.0);
  EXPECT_EQ(math::floor(-0.5), -1.0);
  EXPECT_EQ(math::fma(0x1p27 + 1, 0x1p27 - 1, -0x1p54), -1.0);
}

}  // namespace
}  // namespace thew
