// The Hill muscle against published curve values and experiments with known answers.

#include "element/hill.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "math/pack.h"

namespace thew::element {
namespace {

using Muscle = HillMuscle<double>;

// An elastic muscle after a step.
struct Step {
  double x, force, stiffness;
};
Step advance(const Muscle& p, double activation, double length, double x, double h) {
  const double y = hill_elastic(p, activation, length, x, h);
  const HillForce<double> pull = hill_pull(p, activation, length, x, y, h);
  return {y, pull.force, pull.stiffness};
}

constexpr Muscle kSoleus = {3549, 0.05, 0.25, 0.4363, 10, 0.1, 0.04, 1.4};
constexpr Muscle kBiceps = {624.3, 0.1157, 0.2723, 0, 10, 0.1, 0.04, 1.4};

// Slopes against differences.
template <class Curve>
void expect_slope(Curve curve, double x, const char* name) {
  constexpr double kStep = 1e-6;
  const double numeric = (curve(x + kStep).value - curve(x - kStep).value) / (2 * kStep);
  EXPECT_NEAR(curve(x).slope, numeric, 1e-5 * std::max(1.0, std::abs(numeric)))
      << name << "(" << x << ")";
}

TEST(HillCurves, ActiveForceHasThePublishedValues) {
  EXPECT_EQ(hill_active(1.0).value, 1);
  EXPECT_NEAR(hill_active(0.5).value, 0.57375, 1e-5);  // exp(-0.25/0.45)
  EXPECT_NEAR(hill_active(1.5).value, 0.57375, 1e-5);
  const double half = std::sqrt(0.45 * std::log(2.0));  // half of the force
  EXPECT_NEAR(hill_active(1 + half).value, 0.5, 1e-15);
  for (const double l : {0.4, 0.8, 1.1, 1.7}) expect_slope(hill_active<double>, l, "active");
}

TEST(HillCurves, PassiveForceBeginsAtTheOptimumAndIsOneAtItsReferenceStrain) {
  EXPECT_EQ(hill_passive(0.8).value, 0);
  EXPECT_EQ(hill_passive(1.0).value, 0);
  EXPECT_NEAR(hill_passive(1.6).value, 1, 1e-15);
  EXPECT_NEAR(hill_passive(1.3).value, 0.0758582, 1e-7);  // (exp(2.5) - 1)/(exp(5) - 1)
  for (const double l : {0.9, 1.2, 1.55, 1.8}) expect_slope(hill_passive<double>, l, "passive");
}

TEST(HillCurves, VelocityCurveIsHillsHyperbolaAndThePlateau) {
  const auto curve = [](double v) { return hill_velocity(v, 1.4); };
  EXPECT_EQ(curve(-1).value, 0);
  EXPECT_EQ(curve(-2).value, 0);
  EXPECT_EQ(curve(0).value, 1);
  EXPECT_NEAR(curve(-0.25).value, 0.375, 1e-15);  // (1 - 0.25)/(1 + 0.25/0.25)
  EXPECT_NEAR(curve(-0.5).value, 1.0 / 6, 1e-15);
  EXPECT_NEAR(curve(1).value, 36.0 / 26, 1e-15);  // (1 + 25 * 1.4)/(1 + 25)
  EXPECT_LT(curve(100).value, 1.4);
  EXPECT_NEAR(curve(1e6).value, 1.4, 1e-6);
  // Lengthening begins twice as steep as shortening (Katz 1939).
  EXPECT_NEAR(curve(1e-12).slope / curve(-1e-12).slope, 2, 1e-9);
  for (const double v : {-1.5, -0.7, -0.1, 0.05, 2.0}) expect_slope(curve, v, "velocity");
  // The greatest power is at 0.31 of the highest velocity (Hill 1938).
  double best = 0, at = 0;
  for (double v = 0; v < 1; v += 1e-4) {
    if (v * curve(-v).value > best) best = v * curve(-v).value, at = v;
  }
  EXPECT_NEAR(at, 0.309, 1e-3);
}

TEST(HillCurves, TendonHasToeAndLine) {
  const auto curve = [](double e) { return hill_tendon(e, 0.04); };
  EXPECT_EQ(curve(-0.01).value, 0);
  EXPECT_EQ(curve(0).value, 0);
  EXPECT_NEAR(curve(0.609 * 0.04).value, 0.33, 1e-12);
  EXPECT_NEAR(curve(0.04).value, 1, 2e-3);
  EXPECT_NEAR(curve(0.05).slope, 1.712 / 0.04, 0.1);  // the published slope
  for (const double e : {0.005, 0.02, 0.03, 0.08}) expect_slope(curve, e, "tendon");
}

TEST(HillMuscle, FibreSlopesAreDerivatives) {
  for (const double x : {0.7, 1.0, 1.3}) {
    for (const double v : {-3.0, 0.5}) {
      constexpr double kStep = 1e-6;
      const auto f = [&](double dx, double dv) { return hill_fibre(kSoleus, 0.6, x + dx, v + dv); };
      EXPECT_NEAR(f(0, 0).by_length, (f(kStep, 0).value - f(-kStep, 0).value) / (2 * kStep), 1e-6);
      EXPECT_NEAR(f(0, 0).by_velocity, (f(0, kStep).value - f(0, -kStep).value) / (2 * kStep),
                  1e-6);
    }
  }
}

// Isometric: held at the length at which the fibre is at its optimum under full force.
TEST(HillMuscle, IsometricForceIsTheGreatestAtTheOptimalLength) {
  for (const Muscle& p : {kSoleus, kBiceps}) {
    const double cosine = std::cos(p.pennation);
    double strain = 0.04;  // under the force along the tendon at the optimum
    for (int i = 0; i < 50; ++i) strain += (cosine - hill_tendon(strain, p.strain).value) * 0.02;
    const double length = p.slack * (1 + strain) + p.fibre * cosine;
    double x = 0.8 * cosine;
    Step step{};
    for (int i = 0; i < 2000; ++i) {
      step = advance(p, 1.0, length, x, 0.001);
      x = step.x;
    }
    EXPECT_NEAR(x, cosine, 1e-9);
    EXPECT_NEAR(step.force, p.force * cosine, 1e-6 * p.force);
    EXPECT_NEAR(hill_rest(p, 1.0, length), cosine, 1e-9);
    // Half of the activation gives half of the force where the length stays the same.
    EXPECT_NEAR(hill_rigid(p, 0.5, p.slack + p.fibre * cosine, 0.0).force, 0.5 * p.force * cosine,
                1e-9 * p.force);
  }
}

// Isotonic: against a constant load the fibre shortens at the velocity of Hill's hyperbola.
TEST(HillMuscle, IsotonicShorteningFollowsHillsHyperbola) {
  Muscle p = kBiceps;
  p.damping = 0;
  for (const double load : {0.1, 0.375, 0.7}) {
    const double v = -(1 - load) / (1 + load / 0.25);  // Hill (1938), in units of vmax
    const HillForce<double> force = hill_rigid(p, 1.0, p.slack + p.fibre, v * p.vmax * p.fibre);
    EXPECT_NEAR(force.force, load * p.force, 1e-9 * p.force);
    // With an elastic tendon under constant force: the length follows the fibre.
    double strain = 0.02;
    for (int i = 0; i < 200; ++i) strain += (load - hill_tendon(strain, p.strain).value) * 0.01;
    constexpr double kStep = 1e-5;
    const double x0 = 1 - v * p.vmax * kStep;
    const double length = p.slack * (1 + strain) + p.fibre;
    EXPECT_NEAR(hill_elastic(p, 1.0, length, x0, kStep), 1, 1e-7);
  }
}

// Quick release: when the muscle is let shorter at once, the tendon gives way first and the force
// drops along its curve; then it is built up again to its isometric value.
TEST(HillMuscle, QuickReleaseDropsTheForceAlongTheTendonCurve) {
  const Muscle& p = kBiceps;
  const double length = p.slack * 1.04 + p.fibre, release = 0.01 * p.slack;
  double x = hill_rest(p, 1.0, length);
  const double before = advance(p, 1.0, length, x, 1e-3).force;
  const Step at_once = advance(p, 1.0, length - release, x, 1e-7);
  const double strain = (length - release - p.fibre * x) / p.slack - 1;
  EXPECT_NEAR(at_once.force, p.force * hill_tendon(strain, p.strain).value, 1e-3 * p.force);
  EXPECT_LT(at_once.force, 0.7 * before);
  double force = 0, last = 0;
  for (int i = 0; i < 1000; ++i) {
    const Step step = advance(p, 1.0, length - release, x, 1e-3);
    x = step.x, force = step.force;
    EXPECT_GE(force, last - 1e-9) << "it recovers without overshoot";
    last = force;
  }
  const double rest = hill_rest(p, 1.0, length - release);
  EXPECT_NEAR(x, rest, 1e-6);
  EXPECT_GT(force, 0.95 * before);
}

TEST(HillMuscle, StiffTendonsNeedNoShortSteps) {
  Muscle p = kSoleus;
  p.strain = 1e-5;  // 4000 times as stiff
  const double cosine = std::cos(p.pennation), h = 0.01;
  double x = cosine;
  for (int i = 0; i < 300; ++i) {
    const double length = p.slack + p.fibre * (cosine + 0.2 * std::sin(0.1 * i));
    const double velocity = p.fibre * 0.2 * 0.1 / h * std::cos(0.1 * i - 0.05);
    const Step step = advance(p, 0.5, length, x, h);
    x = step.x;
    // Almost as if the tendon were rigid.
    const double rigid = hill_rigid(p, 0.5, length, velocity).force;
    if (i > 2) EXPECT_NEAR(step.force, rigid, 0.02 * p.force) << i;
    EXPECT_TRUE(std::isfinite(step.force));
  }
}

// Work done on a muscle without activation, over a cycle of its length, is never negative.
TEST(HillMuscle, PassiveElementsNeverCreateEnergy) {
  for (const Muscle& p : {kSoleus, kBiceps}) {
    for (const double frequency : {0.5, 5.0, 50.0}) {
      for (const double h : {1e-4, 2e-3}) {
        const double cosine = std::cos(p.pennation), middle = p.slack + 1.3 * p.fibre * cosine;
        const int cycle = static_cast<int>(std::lround(1 / (frequency * h)));
        if (cycle < 8) continue;
        double x = hill_rest(p, 0.0, middle), work = 0, rigid = 0;
        const auto length = [&](int i) {
          return middle + 0.4 * p.fibre * std::sin(2 * M_PI * i / cycle);
        };
        for (int i = 0; i < 4 * cycle; ++i) {
          if (i == 2 * cycle) work = rigid = 0;  // what was stored at the start does not count
          const Step step = advance(p, 0.0, length(i + 1), x, h);
          x = step.x;
          work += step.force * (length(i + 1) - length(i));
          const double middle_length = 0.5 * (length(i) + length(i + 1));
          const double velocity = (length(i + 1) - length(i)) / h;
          rigid += hill_rigid(p, 0.0, middle_length, velocity).force * (length(i + 1) - length(i));
        }
        EXPECT_GE(work, 0) << frequency << " Hz, step " << h;
        EXPECT_GE(rigid, -1e-9 * p.force * p.fibre) << frequency << " Hz, step " << h;
      }
    }
  }
}

TEST(HillMuscle, StiffnessIsTheDerivativeByLength) {
  for (const double activation : {0.0, 0.3, 1.0}) {
    for (const double stretch : {0.9, 1.0, 1.3}) {
      const double length = kSoleus.slack * 1.02 + stretch * kSoleus.fibre, x = 0.9 * stretch;
      constexpr double kStep = 1e-7, h = 2e-3;
      const auto force = [&](double d) {
        return advance(kSoleus, activation, length + d, x, h).force;
      };
      const double numeric = (force(kStep) - force(-kStep)) / (2 * kStep);
      EXPECT_NEAR(advance(kSoleus, activation, length, x, h).stiffness, numeric,
                  1e-4 * std::max(1e3, std::abs(numeric)));
    }
  }
}

TEST(HillMuscle, LanesEqualSingleMuscles) {
  using Pack4 = math::Pack<double, 4>;
  const HillMuscle<Pack4> packed = {
      Pack4(kSoleus.force), Pack4(kSoleus.fibre),   Pack4(kSoleus.slack),  Pack4(kSoleus.pennation),
      Pack4(kSoleus.vmax),  Pack4(kSoleus.damping), Pack4(kSoleus.strain), Pack4(kSoleus.plateau)};
  const double activation[4] = {0, 0.01, 0.5, 1}, length[4] = {0.1, 0.29, 0.31, 0.4},
               x[4] = {0.9, 1.2, 0.5, 0.02};
  Pack4 a, l, y;
  for (int k = 0; k < 4; ++k) a.set(k, activation[k]), l.set(k, length[k]), y.set(k, x[k]);
  const Pack4 h(0.002), ends = hill_elastic(packed, a, l, y, h);
  const HillForce<Pack4> pull = hill_pull(packed, a, l, y, ends, h);
  for (int k = 0; k < 4; ++k) {
    const Step alone = advance(kSoleus, activation[k], length[k], x[k], 0.002);
    EXPECT_EQ(ends[k], alone.x) << k;
    EXPECT_EQ(pull.force[k], alone.force) << k;
    EXPECT_EQ(pull.stiffness[k], alone.stiffness) << k;
  }
}

}  // namespace
}  // namespace thew::element
