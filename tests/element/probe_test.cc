// Every probe of the elements: lanes have the bits of one world, and dual numbers give the
// derivatives that differences approach.

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "element/probe/actuation.h"
#include "element/probe/constraint.h"
#include "element/probe/convex.h"
#include "element/probe/dynamics.h"
#include "element/probe/pair.h"
#include "element/probe/passive.h"
#include "math/dual.h"
#include "math/pack.h"

namespace thew::element::probe {
namespace {

constexpr int kTrials = 40;

// A probe whose outputs are counted.
template <class P, class T>
std::vector<T> run(const std::vector<T>& x) {
  std::vector<T> y(P::kOutputs + 1, T(-12345.0));
  P::run(x.data(), y.data());
  return y;
}

// Points in the range of a probe.
template <class P>
class Points {
 public:
  std::vector<double> next() {
    std::vector<double> x(P::kInputs);
    for (int i = 0; i < P::kInputs; ++i) {
      x[i] = P::kLow[i] + (P::kHigh[i] - P::kLow[i]) * std::generate_canonical<double, 53>(random_);
    }
    return x;
  }

 private:
  std::mt19937 random_{20240607};
};

template <class P>
class Probe : public testing::Test {};
using Probes =
    testing::Types<Spring, Elastic, Yield, NeoHookeanSolid, CellOfNodes, Rod, Projection,
                   PlateAndSkin, FluidBox, Ellipsoid, Activation, MuscleActuator, Hill, Motor,
                   History, Joint, BodyInertia, Wrap, WrapInside, SoftRow, PenaltyRow, Cone,
                   Pyramid, ContactRow, FrictionBound, ConeForce, PlanePairs, RoundPairs, Rays>;
TYPED_TEST_SUITE(Probe, Probes);

// Those that work on one world only.
template <class P>
class ScalarProbe : public testing::Test {};
using ScalarProbes = testing::Types<BoxPairs, ConvexPairs, SimplexPairs>;
TYPED_TEST_SUITE(ScalarProbe, ScalarProbes);

// As many outputs as it says, and the same ones again in single precision, as far as that goes.
template <class P>
void expect_outputs() {
  Points<P> points;
  int near = 0, all = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::vector<double> x = points.next();
    const std::vector<double> y = run<P>(x);
    ASSERT_EQ(y.back(), -12345.0) << "more than kOutputs";
    ASSERT_NE(y[P::kOutputs - 1], -12345.0) << "fewer than kOutputs";
    const std::vector<float> single = run<P>(std::vector<float>(x.begin(), x.end()));
    for (int i = 0; i < P::kOutputs; ++i, ++all) {
      near += std::abs(double(single[i]) - y[i]) <= 1e-3 * (1 + std::abs(y[i]));
    }
  }
  EXPECT_GT(near, 0.97 * all) << "single precision";
}

TYPED_TEST(Probe, GivesItsOutputsInBothPrecisions) {
  expect_outputs<TypeParam>();
}
TYPED_TEST(ScalarProbe, GivesItsOutputsInBothPrecisions) {
  expect_outputs<TypeParam>();
}

TYPED_TEST(Probe, LanesHaveTheBitsOfOneWorld) {
  using Lanes = math::Pack<double, 4>;
  Points<TypeParam> points;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<Lanes> x(TypeParam::kInputs);
    std::vector<double> alone[4];
    for (int lane = 0; lane < 4; ++lane) {
      const std::vector<double> own = points.next();
      for (int i = 0; i < TypeParam::kInputs; ++i) x[i].set(lane, own[i]);
      alone[lane] = run<TypeParam>(own);
    }
    const std::vector<Lanes> together = run<TypeParam>(x);
    for (int i = 0; i < TypeParam::kOutputs; ++i) {
      for (int lane = 0; lane < 4; ++lane) {
        ASSERT_EQ(math::to_bits(together[i][lane]), math::to_bits(alone[lane][i]))
            << "output " << i;
      }
    }
  }
}

// The slope of a dual number lies between those of steps to both sides. Where they differ much the
// function has a kink there, and has no derivative to compare with.
TYPED_TEST(Probe, DualNumbersGiveDerivatives) {
  using Number = math::Dual<double>;
  constexpr double kStep = 1e-6;
  Points<TypeParam> points;
  int compared = 0, kinks = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const std::vector<double> x = points.next();
    const std::vector<double> here = run<TypeParam>(x);
    for (int input = 0; input < TypeParam::kInputs; ++input) {
      std::vector<Number> dual(x.begin(), x.end());
      dual[input].slope = 1;
      const std::vector<Number> with = run<TypeParam>(dual);
      std::vector<double> less = x, more = x;
      less[input] -= kStep;
      more[input] += kStep;
      const std::vector<double> before = run<TypeParam>(less), after = run<TypeParam>(more);
      for (int i = 0; i < TypeParam::kOutputs; ++i) {
        ASSERT_EQ(with[i].value, here[i]) << "output " << i;
        const double centred = (after[i] - before[i]) / (2 * kStep);
        const double left = (here[i] - before[i]) / kStep, right = (after[i] - here[i]) / kStep;
        const double size = 1 + std::abs(centred) + std::abs(here[i]);
        if (std::abs(left - right) > 1e-3 * size) {
          ++kinks;
          continue;
        }
        ++compared;
        ASSERT_NEAR(with[i].slope, centred, TypeParam::kTolerance * size)
            << "output " << i << " by input " << input << " at point " << trial;
      }
    }
  }
  EXPECT_LT(kinks, compared / 100);
}

}  // namespace
}  // namespace thew::element::probe
