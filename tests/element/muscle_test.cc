// Curves of muscles: known values, continuity, slopes against finite differences.

#include "element/muscle.h"

#include <cmath>

#include <gtest/gtest.h>

#include "model/lane_types.h"

namespace thew::element {
namespace {

constexpr Muscle<double> kMuscle = {{0.75, 1.05}, 10, 200, 0.5, 1.6, 1.5, 1.3, 1.2};
constexpr double kRange[2] = {0.2, 0.5};

MuscleState<double> at(double length, double velocity) {
  return muscle_state(kMuscle, length, velocity, kRange, 2.0);
}

TEST(Muscle, ActiveForceByLength) {
  const auto curve = [](double x) { return muscle_length_curve(x, 0.5, 1.6).value; };
  EXPECT_EQ(curve(1), 1);
  EXPECT_EQ(curve(0.5), 0);
  EXPECT_EQ(curve(1.6), 0);
  EXPECT_EQ(curve(0.4), 0);
  EXPECT_EQ(curve(2), 0);
  EXPECT_NEAR(curve(0.75), 0.5, 1e-15);
  EXPECT_NEAR(curve(1.3), 0.5, 1e-15);
}

TEST(Muscle, ActiveForceByVelocity) {
  const auto curve = [](double v) { return muscle_velocity_curve(v, 1.2).value; };
  EXPECT_EQ(curve(-1.5), 0);
  EXPECT_EQ(curve(-1), 0);
  EXPECT_EQ(curve(-0.5), 0.25);
  EXPECT_EQ(curve(0), 1);
  EXPECT_EQ(curve(0.3), 1.2);
}

TEST(Muscle, PassiveForce) {
  const auto curve = [](double x) { return muscle_passive_curve(x, 1.6).value; };
  EXPECT_EQ(curve(0.9), 0);
  EXPECT_EQ(curve(1), 0);
  EXPECT_NEAR(curve(1.3), 0.5, 1e-15);
  EXPECT_NEAR(curve(1.6), 1.5, 1e-14);
}

TEST(Muscle, CurvesAndTheirSlopesAreContinuous) {
  constexpr double kStep = 1e-7;
  double value = 0, slope = 0, passive = 0;
  for (double x = 0.3; x < 2; x += 1e-4) {
    const auto active = muscle_length_curve(x, 0.5, 1.6),
               next = muscle_length_curve(x + kStep, 0.5, 1.6);
    EXPECT_NEAR((next.value - active.value) / kStep, active.slope, 1e-5) << x;
    const auto stretched = muscle_passive_curve(x, 1.6),
               more = muscle_passive_curve(x + kStep, 1.6);
    EXPECT_NEAR((more.value - stretched.value) / kStep, stretched.slope, 1e-5) << x;
    if (x > 0.3) {
      EXPECT_NEAR(active.value, value, 1e-3);
      EXPECT_NEAR(active.slope, slope, 2e-3);
      EXPECT_NEAR(stretched.value, passive, 1e-3);
    }
    value = active.value, slope = active.slope, passive = stretched.value;
  }
}

TEST(Muscle, DerivativesOfForcesMatchFiniteDifferences) {
  constexpr double kStep = 1e-7;
  for (double length = 0.05; length < 0.9; length += 0.013) {
    for (double velocity = -2; velocity < 1; velocity += 0.0317) {
      const auto gain = [&](double l, double v) { return muscle_gain(kMuscle, at(l, v)); };
      const auto bias = [&](double l) { return muscle_bias(kMuscle, at(l, 0)); };
      const auto state = at(length, velocity);
      EXPECT_NEAR((gain(length + kStep, velocity) - gain(length - kStep, velocity)) / (2 * kStep),
                  muscle_gain_by_length(kMuscle, state), 1e-4);
      EXPECT_NEAR((gain(length, velocity + kStep) - gain(length, velocity - kStep)) / (2 * kStep),
                  muscle_gain_by_velocity(kMuscle, state), 1e-4);
      EXPECT_NEAR((bias(length + kStep) - bias(length - kStep)) / (2 * kStep),
                  muscle_bias_by_length(kMuscle, state), 1e-4);
    }
  }
}

TEST(Muscle, ForceFollowsFromTheAccelerationWhereNegative) {
  Muscle<double> muscle = kMuscle;
  muscle.force = -1;
  EXPECT_EQ(muscle_state(muscle, 0.3, 0.0, kRange, 4.0).force, 50);
}

TEST(Muscle, ActivationRisesFasterThanItFalls) {
  EXPECT_NEAR(muscle_rate(1.0, 0.0, 0.01, 0.04, 0.0), 1 / (0.01 * 0.5), 1e-9);
  EXPECT_NEAR(muscle_rate(0.0, 1.0, 0.01, 0.04, 0.0), -1 / (0.04 / 2), 1e-9);
  EXPECT_EQ(muscle_rate(0.5, 0.5, 0.01, 0.04, 0.3), 0);
}

TEST(Muscle, LanesHaveTheBitsOfOneWorld) {
  for (double x = 0.3; x < 2; x += 0.01) {
    Pack4 length(0.0), velocity(0.0);
    for (int k = 0; k < 4; ++k) length.set(k, x + 0.3 * k), velocity.set(k, x - k);
    const auto active = muscle_length_curve(length, Pack4(0.5), Pack4(1.6));
    const auto moving = muscle_velocity_curve(velocity, Pack4(1.2));
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(active.value[k], muscle_length_curve(length[k], 0.5, 1.6).value);
      EXPECT_EQ(active.slope[k], muscle_length_curve(length[k], 0.5, 1.6).slope);
      EXPECT_EQ(moving.value[k], muscle_velocity_curve(velocity[k], 1.2).value);
    }
  }
}

}  // namespace
}  // namespace thew::element
