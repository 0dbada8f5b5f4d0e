// The elementary functions: error against a wider reference, special cases against the C library,
// and equal bits between a scalar and every lane.

#include "math/functions.h"

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "math/pack.h"

#if defined(__GNUC__) && !defined(__clang__) && __has_include(<quadmath.h>) && defined(__x86_64__)
#include <quadmath.h>
#define THEW_TEST_QUAD 1
#endif

namespace thew {
namespace {

// References: quadruple precision for double where the compiler has it, otherwise long double; long
// double for float.
#if defined(THEW_TEST_QUAD)
__extension__ typedef __float128 Wide;
#define THEW_TEST_REFERENCE(name)          \
  static Wide wide(Wide x) {               \
    return ::name##q(x);                   \
  }                                        \
  static long double wide(long double x) { \
    return std::name(x);                   \
  }
#define THEW_TEST_REFERENCE2(name)                        \
  static Wide wide(Wide x, Wide y) {                      \
    return ::name##q(x, y);                               \
  }                                                       \
  static long double wide(long double x, long double y) { \
    return std::name(x, y);                               \
  }
#else
using Wide = long double;
#define THEW_TEST_REFERENCE(name)          \
  static long double wide(long double x) { \
    return std::name(x);                   \
  }
#define THEW_TEST_REFERENCE2(name)                        \
  static long double wide(long double x, long double y) { \
    return std::name(x, y);                               \
  }
#endif

template <class S>
using WideFor = std::conditional_t<std::is_same_v<S, double>, Wide, long double>;

constexpr int kPoints = 240000;  // points per function and type in the accuracy tests
constexpr double kMaxUlp = 2.0;  // the promise of functions.h

template <class S>
class Sampler {
 public:
  explicit Sampler(unsigned seed) : random_(seed) {}
  S uniform(double lo, double hi) {
    return S(std::uniform_real_distribution<double>(lo, hi)(random_));
  }
  // |x| = 2^e m with e uniform in [lo, hi] and a random sign.
  S scaled(double lo, double hi) {
    const double e = std::uniform_real_distribution<double>(lo, hi)(random_);
    return S(std::ldexp(std::uniform_real_distribution<double>(1, 2)(random_),
                        int(std::floor(e)))) *
           sign();
  }
  S sign() { return (random_() & 1) ? S(1) : S(-1); }
  // Any finite number, subnormals among them.
  S any_bits() {
    S x;
    do {
      x = from_bits(IntOf<S>(random_()));
    } while (!is_finite(x));
    return x;
  }
  // A number a few ulp from x.
  S near(S x) {
    const int steps = int(random_() % 9) - 4;
    return from_bits(IntOf<S>(to_bits(x) + steps));
  }
  int integer(int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random_); }

 private:
  std::mt19937_64 random_;
};

// One argument for a circular function: moderate, beside multiples of pi/2, or of any size.
template <class S>
S angle(Sampler<S>& s, int i) {
  switch (i % 4) {
    case 0:
      return s.uniform(-10, 10);
    case 1:
      return s.near(S(s.integer(1, 1 << (i / 4 % 30)) * 1.5707963267948966192313L));
    case 2:
      return s.scaled(-30, 40);
    default:
      return s.any_bits();
  }
}

// Each function: ours (any T), the C library's at the same precision, the wide one, and where to
// try it.
#define THEW_TEST_UNARY(Name, name)            \
  struct Name {                                \
    static constexpr const char* text = #name; \
    template <class T>                         \
    static T ours(const T& x) {                \
      return math::name(x);                    \
    }                                          \
    template <class S>                         \
    static S library(S x) {                    \
      return std::name(x);                     \
    }                                          \
    THEW_TEST_REFERENCE(name)                  \
    template <class S>                         \
    static S sample(Sampler<S>& s, int i) {    \
      return sample_##name<S>(s, i);           \
    }                                          \
  }

template <class S>
S sample_sin(Sampler<S>& s, int i) {
  return angle(s, i);
}
template <class S>
S sample_cos(Sampler<S>& s, int i) {
  return angle(s, i);
}
template <class S>
S sample_tan(Sampler<S>& s, int i) {
  return angle(s, i);
}
template <class S>
S sample_exp(Sampler<S>& s, int i) {
  const double limit = std::is_same_v<S, double> ? 745 : 103;
  return i % 3 == 0   ? s.uniform(-2, 2)
         : i % 3 == 1 ? s.uniform(-limit, limit * 0.953)
                      : s.scaled(-60, 3);
}
template <class S>
S sample_expm1(Sampler<S>& s, int i) {
  return i % 4 == 3 ? s.scaled(-120, 0) : sample_exp(s, i);
}
template <class S>
S sample_tanh(Sampler<S>& s, int i) {
  return i % 3 == 0 ? s.uniform(-1, 1) : i % 3 == 1 ? s.uniform(-22, 22) : s.scaled(-120, 2);
}
template <class S>
S sample_log(Sampler<S>& s, int i) {
  return i % 3 == 0   ? s.uniform(0.5, 2)
         : i % 3 == 1 ? std::abs(s.any_bits())
                      : S(1) + s.scaled(-50, -2);
}
template <class S>
S sample_asin(Sampler<S>& s, int i) {
  if (i % 4 == 0) return s.scaled(-80, -1);
  if (i % 4 == 1) return s.sign() * (S(1) - std::abs(s.scaled(-52, -1)) / 2);
  return s.uniform(-1, 1);
}
template <class S>
S sample_acos(Sampler<S>& s, int i) {
  return sample_asin(s, i);
}
template <class S>
S sample_atan(Sampler<S>& s, int i) {
  return i % 3 == 0 ? s.uniform(-2, 2) : i % 3 == 1 ? s.scaled(-10, 10) : s.any_bits();
}

THEW_TEST_UNARY(Sin, sin);
THEW_TEST_UNARY(Cos, cos);
THEW_TEST_UNARY(Tan, tan);
THEW_TEST_UNARY(Exp, exp);
THEW_TEST_UNARY(Expm1, expm1);
THEW_TEST_UNARY(Tanh, tanh);
THEW_TEST_UNARY(Log, log);
THEW_TEST_UNARY(Asin, asin);
THEW_TEST_UNARY(Acos, acos);
THEW_TEST_UNARY(Atan, atan);

struct Pow {
  static constexpr const char* text = "pow";
  template <class T>
  static T ours(const T& x, const T& y) {
    return math::pow(x, y);
  }
  template <class S>
  static S library(S x, S y) {
    return std::pow(x, y);
  }
  THEW_TEST_REFERENCE2(pow)
  template <class S>
  static std::pair<S, S> sample(Sampler<S>& s, int i) {
    const double limit = std::is_same_v<S, double> ? 1074 : 149;
    switch (i % 5) {
      case 0:
        return {s.uniform(0, 100), s.uniform(-20, 20)};
      case 1:
        return {s.uniform(-10, 10), S(s.integer(-30, 30))};
      case 2: {  // an exponent that brings x to anywhere in the range, also into the subnormals
        const S x = std::abs(s.any_bits());
        return {x, S(s.uniform(-limit, limit * 0.953) / std::log2(double(x)))};
      }
      case 3: {  // beside 1, with a large exponent
        const S x = S(1) + s.scaled(-50, -1) / 4;
        return {x, x == S(1) ? S(3) : S(s.uniform(-700, 700) / std::log(double(x)) * 0.12)};
      }
      default:
        return {std::abs(s.scaled(-8, 8)), s.scaled(-6, 6)};
    }
  }
};

struct Atan2 {
  static constexpr const char* text = "atan2";
  template <class T>
  static T ours(const T& y, const T& x) {
    return math::atan2(y, x);
  }
  template <class S>
  static S library(S y, S x) {
    return std::atan2(y, x);
  }
  THEW_TEST_REFERENCE2(atan2)
  template <class S>
  static std::pair<S, S> sample(Sampler<S>& s, int i) {
    if (i % 3 == 0) return {s.uniform(-10, 10), s.uniform(-10, 10)};
    if (i % 3 == 1) return {s.any_bits(), s.any_bits()};
    const S y = s.scaled(-100, 100);
    return {y, y * s.scaled(-4, 4)};
  }
};

using UnaryFunctions = testing::Types<Sin, Cos, Tan, Exp, Expm1, Tanh, Log, Asin, Acos, Atan>;
using BinaryFunctions = testing::Types<Pow, Atan2>;

// |value - reference| in units of the last place of the reference as an S.
template <class S, class W>
double ulp_error(S value, W reference) {
  using L = std::numeric_limits<S>;
  if (reference != reference) return value != value ? 0 : 1e30;
  const W magnitude = reference < 0 ? -reference : reference;
  if (magnitude > W(L::max()))
    return std::abs(value) >= L::max() && (value > 0) == (reference > 0) ? 0 : 1e30;
  if (!std::isfinite(value)) return 1e30;
  const int exponent =
      std::max(std::ilogb(S(magnitude) > 0 ? S(magnitude) : L::denorm_min()), L::min_exponent - 1);
  const double unit = std::ldexp(1.0, std::max(exponent - L::digits + 1, -1074));
  W difference = W(value) - reference;
  if (difference < 0) difference = -difference;
  return double(difference / W(unit));
}

template <class S>
bool same_bits(S a, S b) {
  return to_bits(a) == to_bits(b) || (a != a && b != b);
}

// NaN, infinities, zeros with their signs, and finite numbers within the promise.
template <class S>
bool same_kind(S ours, S library) {
  if (library != library) return ours != ours;
  if (library == S(0) || std::isinf(library)) return same_bits(ours, library);
  return ulp_error(ours, static_cast<long double>(library)) <= kMaxUlp + 1;
}

template <class S>
std::vector<S> special_values() {
  using L = std::numeric_limits<S>;
  std::vector<S> v = {S(0),         L::denorm_min(), L::min() / 2, L::min(),
                      L::epsilon(), S(1e-3),         S(0.5),       S(0.75)};
  for (S x : {S(1), S(1.5), S(2), S(3), S(4), S(100), S(101), S(1e5), S(8192), S(8193), S(0x1p30),
              S(0x1p31)})
    v.push_back(x);
  for (S x :
       {S(1) - L::epsilon() / 2, S(1) + L::epsilon(), S(16777215), S(9007199254740991.0), L::max()})
    v.push_back(x);
  v.push_back(L::infinity());
  v.push_back(L::quiet_NaN());
  for (std::size_t i = v.size(); i-- > 0;) v.push_back(-v[i]);
  return v;
}

void print_error(const char* function, const char* type, double ulp, const std::string& where) {
  std::printf("[    ulp   ] %-6s %-6s %.3f at %s\n", function, type, ulp, where.c_str());
}

template <class S>
std::string show(S x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", double(x));
  return text;
}

template <class F>
class Unary : public testing::Test {
 public:
  template <class S>
  static void expect_accurate(const char* type) {
    Sampler<S> sampler(11);
    double worst = 0;
    S where = 0;
    for (int i = 0; i < kPoints; ++i) {
      const S x = F::template sample<S>(sampler, i);
      const double error = ulp_error(F::ours(x), F::wide(WideFor<S>(x)));
      if (error > worst) worst = error, where = x;
    }
    print_error(F::text, type, worst, show(where));
    EXPECT_LE(worst, kMaxUlp) << F::text << " " << type << " at " << show(where);
  }

  template <class S>
  static void expect_special() {
    for (S x : special_values<S>()) {
      EXPECT_TRUE(same_kind(F::ours(x), F::library(x)))
          << F::text << "(" << x << ") = " << F::ours(x) << ", library " << F::library(x);
    }
  }

  template <class P>
  static void expect_same_lanes() {
    using S = Scalar<P>;
    constexpr int N = lanes_v<P>;
    const std::vector<S> special = special_values<S>();
    Sampler<S> sampler(5);
    int wrong = 0;
    for (int i = 0; i < 100000; i += N) {
      P x;
      for (int k = 0; k < N; ++k) {
        const int j = i + k;
        x.set(k, j < int(special.size()) ? special[j]
                 : j % 9 == 0            ? sampler.any_bits()
                                         : F::template sample<S>(sampler, j));
      }
      const P y = F::ours(x);
      for (int k = 0; k < N; ++k) wrong += !same_bits(S(y[k]), S(F::ours(S(x[k]))));
    }
    EXPECT_EQ(wrong, 0) << F::text << " with " << N << " lanes";
  }
};
TYPED_TEST_SUITE(Unary, UnaryFunctions);

TYPED_TEST(Unary, IsWithinTwoUlp) {
  TestFixture::template expect_accurate<double>("double");
  TestFixture::template expect_accurate<float>("float");
}

TYPED_TEST(Unary, KeepsSpecialCases) {
  TestFixture::template expect_special<double>();
  TestFixture::template expect_special<float>();
}

TYPED_TEST(Unary, IsBitEqualInEveryLane) {
  TestFixture::template expect_same_lanes<Pack<double, 4>>();
  TestFixture::template expect_same_lanes<Pack<double, 8>>();
  TestFixture::template expect_same_lanes<Pack<float, 8>>();
}

template <class F>
class Binary : public testing::Test {
 public:
  template <class S>
  static void expect_accurate(const char* type) {
    Sampler<S> sampler(12);
    double worst = 0;
    std::pair<S, S> where{};
    for (int i = 0; i < kPoints; ++i) {
      const auto [a, b] = F::template sample<S>(sampler, i);
      if (!is_finite(a) || !is_finite(b)) continue;
      const double error = ulp_error(F::ours(a, b), F::wide(WideFor<S>(a), WideFor<S>(b)));
      if (error > worst) worst = error, where = {a, b};
    }
    const std::string text = show(where.first) + ", " + show(where.second);
    print_error(F::text, type, worst, text);
    EXPECT_LE(worst, kMaxUlp) << F::text << " " << type << " at " << text;
  }

  template <class S>
  static void expect_special() {
    const std::vector<S> values = special_values<S>();
    for (S a : values) {
      for (S b : values) {
        EXPECT_TRUE(same_kind(F::ours(a, b), F::library(a, b)))
            << F::text << "(" << a << ", " << b << ") = " << F::ours(a, b) << ", library "
            << F::library(a, b);
      }
    }
  }

  template <class P>
  static void expect_same_lanes() {
    using S = Scalar<P>;
    constexpr int N = lanes_v<P>;
    const std::vector<S> special = special_values<S>();
    const int pairs = int(special.size() * special.size());
    Sampler<S> sampler(6);
    int wrong = 0;
    for (int i = 0; i < 100000; i += N) {
      P a, b;
      for (int k = 0; k < N; ++k) {
        const int j = i + k;
        std::pair<S, S> v = F::template sample<S>(sampler, j);
        if (j < pairs) v = {special[j / special.size()], special[j % special.size()]};
        a.set(k, v.first), b.set(k, v.second);
      }
      const P y = F::ours(a, b);
      for (int k = 0; k < N; ++k) wrong += !same_bits(S(y[k]), S(F::ours(S(a[k]), S(b[k]))));
    }
    EXPECT_EQ(wrong, 0) << F::text << " with " << N << " lanes";
  }
};
TYPED_TEST_SUITE(Binary, BinaryFunctions);

TYPED_TEST(Binary, IsWithinTwoUlp) {
  TestFixture::template expect_accurate<double>("double");
  TestFixture::template expect_accurate<float>("float");
}

TYPED_TEST(Binary, KeepsSpecialCases) {
  TestFixture::template expect_special<double>();
  TestFixture::template expect_special<float>();
}

TYPED_TEST(Binary, IsBitEqualInEveryLane) {
  TestFixture::template expect_same_lanes<Pack<double, 4>>();
  TestFixture::template expect_same_lanes<Pack<double, 8>>();
  TestFixture::template expect_same_lanes<Pack<float, 8>>();
}

// sin and cos are sincos, and odd and even in bits.
TEST(Functions, SincosAgreesWithSinAndCos) {
  Sampler<double> sampler(3);
  int wrong = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = angle(sampler, i);
    double s, c;
    math::sincos(x, s, c);
    wrong += !same_bits(s, math::sin(x)) || !same_bits(c, math::cos(x));
    wrong += !same_bits(-s, math::sin(-x)) || !same_bits(c, math::cos(-x));
  }
  EXPECT_EQ(wrong, 0);
}

// The same bits from every compiler, optimisation level and processor: a hash of many results.
template <class S>
std::uint64_t hash_of_results() {
  std::mt19937_64 random(3);
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto put = [&](S x) {
    hash = (hash ^ std::uint64_t(to_bits(x == x ? x : S(7)))) * 0x100000001b3;
  };
  for (int i = 0; i < 20000; ++i) {
    S x = from_bits(IntOf<S>(random())), y = from_bits(IntOf<S>(random()));
    if (i % 2 == 0) {
      x = S(std::int64_t(random() % 40001) - 20000) / S(1024);
      y = S(std::int64_t(random() % 40001) - 20000) / S(1024);
    }
    for (S v : {sin(x), cos(x), tan(x), exp(x), expm1(x), tanh(x), log(x), atan(x)}) put(v);
    for (S v : {asin(x / 20), acos(x / 20), pow(x, y), atan2(x, y), fma(x, y, x), sqrt(x)}) put(v);
  }
  return hash;
}

TEST(Functions, AreTheSameOnEveryMachine) {
  EXPECT_EQ(hash_of_results<double>(), 13055910753211529560u);
  EXPECT_EQ(hash_of_results<float>(), 17074590679010854948u);
}

// The double that lies nearest to a multiple of pi/2 of all, and the largest: hard for any
// reduction.
TEST(Functions, HardArgumentsOfSinAndCos) {
  EXPECT_DOUBLE_EQ(math::cos(6381956970095103.0 * 0x1p797), -4.6871659242546277e-19);
  EXPECT_DOUBLE_EQ(math::sin(std::numeric_limits<double>::max()), 0.0049619547891840618);
  EXPECT_DOUBLE_EQ(math::cos(std::numeric_limits<double>::max()), -0.99998768942655991);
  EXPECT_DOUBLE_EQ(math::sin(3.141592653589793), 1.2246467991473532e-16);
}

}  // namespace
}  // namespace thew
