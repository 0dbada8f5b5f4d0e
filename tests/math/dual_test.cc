#include "math/dual.h"

#include <gtest/gtest.h>

namespace thew::math {
namespace {

using Number = Dual<double>;

// The slope of f at x against a centred difference.
template <class F>
void expect_slope(F f, double x, const char* name) {
  constexpr double kStep = 1e-6;
  const Number y = f(Number(x, 1));
  EXPECT_EQ(y.value, f(x)) << name;
  EXPECT_NEAR(y.slope, (f(x + kStep) - f(x - kStep)) / (2 * kStep), 1e-8 * (1 + abs(y.slope)))
      << name << "(" << x << ")";
}

TEST(Dual, ElementaryFunctions) {
  for (const double x : {0.3, 0.7, 0.9}) {
    expect_slope([](auto t) { return sin(t); }, x, "sin");
    expect_slope([](auto t) { return cos(t); }, x, "cos");
    expect_slope([](auto t) { return tan(t); }, x, "tan");
    expect_slope([](auto t) { return asin(t); }, x, "asin");
    expect_slope([](auto t) { return acos(t); }, x, "acos");
    expect_slope([](auto t) { return atan(t); }, x, "atan");
    expect_slope([](auto t) { return exp(t); }, x, "exp");
    expect_slope([](auto t) { return expm1(t); }, x, "expm1");
    expect_slope([](auto t) { return tanh(t); }, x, "tanh");
    expect_slope([](auto t) { return log(t); }, x, "log");
    expect_slope([](auto t) { return sqrt(t); }, x, "sqrt");
    expect_slope([](auto t) { return abs(-t); }, x, "abs");
    expect_slope([](auto t) { return copysign(t, -t); }, x, "copysign");
    expect_slope([](auto t) { return pow(t, decltype(t)(2.5)); }, x, "power");
    expect_slope([](auto t) { return pow(decltype(t)(2.5), t); }, x, "exponent");
    expect_slope([](auto t) { return atan2(t, decltype(t)(1) - t); }, x, "atan2");
    expect_slope([](auto t) { return (t * t - decltype(t)(2)) / (t + decltype(t)(3)); }, x, "/");
    expect_slope([](auto t) { return fma(t, t, t); }, x, "fma");
  }
}

TEST(Dual, ChoicesHaveTheSlopeOfTheirSide) {
  const Number x(2, 1), y(3, 5);
  EXPECT_EQ(min(x, y).slope, 1);
  EXPECT_EQ(max(x, y).slope, 5);
  EXPECT_EQ(clamp(x, Number(0), Number(1)).slope, 0);
  EXPECT_EQ(clamp(x, Number(0), Number(9)).slope, 1);
  EXPECT_EQ(select(x < y, x, y).slope, 1);
  EXPECT_EQ(floor(Number(2.5, 7)).slope, 0);
}

TEST(Dual, PowersOfAConstantExponentHaveSlopesAtZero) {
  EXPECT_EQ(pow(Number(0, 1), Number(2)).slope, 0);
  EXPECT_EQ(pow(Number(-1, 1), Number(2)).slope, -2);
}

}  // namespace
}  // namespace thew::math
