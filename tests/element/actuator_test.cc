// Activations, set points and DC motors, with answers made by hand.

#include <cmath>

#include <gtest/gtest.h>

#include "element/activation.h"
#include "element/gain.h"
#include "element/motor.h"
#include "element/servo.h"

namespace thew::element {
namespace {

TEST(Activation, FilterAndDecay) {
  EXPECT_EQ(filter_rate(1.0, 0.5, 0.25), 2);
  // From 0 towards 1 with rate (1 - 0)/tau: 1 - exp(-h/tau).
  EXPECT_NEAR(decay(0.0, 1 / 0.1, 0.1, 0.05), 1 - std::exp(-0.5), 1e-15);
}

TEST(Activation, LimitsOfAnIntegral) {
  EXPECT_EQ(bounded(3.0, 2.0), 2);
  EXPECT_EQ(bounded(-3.0, 2.0), -2);
  EXPECT_EQ(bounded(3.0, 0.0), 3) << "no limit";
  EXPECT_EQ(bounded_rate(1.0, 2.0, 2.0), 0);
  EXPECT_EQ(bounded_rate(-1.0, 2.0, 2.0), -1);
  EXPECT_EQ(bounded_rate(-1.0, -2.0, 2.0), 0);
  EXPECT_EQ(bounded_rate(1.0, 5.0, 0.0), 1) << "no limit";
}

TEST(Gain, IsAffine) {
  EXPECT_EQ(affine(1.0, 2.0, 3.0, 10.0, 100.0), 321);
}

TEST(Servo, SetPointsOnACircle) {
  EXPECT_EQ(nearest_whole(2.5), 3);
  EXPECT_EQ(nearest_whole(-2.5), -3);
  EXPECT_EQ(nearest_whole(0.25), 0);
  EXPECT_EQ(wrap_setpoint(9.0, 0.5, 4.0), 1);
  EXPECT_EQ(wrap_setpoint(9.0, 0.5, 0.0), 9) << "no period";
  const math::Vec3<double> turn = shortest_turn<double>({0, 4, 0});
  EXPECT_NEAR(turn.y, 4 - 2 * 3.14159265358979323846, 1e-15);
}

TEST(Servo, SlewsWithinAStep) {
  EXPECT_EQ(slew(5.0, 1.0, 2.0, 0.5), 2);
  EXPECT_EQ(slew(1.5, 1.0, 2.0, 0.5), 1.5);
}

TEST(Servo, ControllersPullTowardsTheirTarget) {
  EXPECT_EQ(pid_force(-10.0, -2.0, 0.5, ServoInput<double>{0, 3, 1, 0}), 5 + 6 + 1);
  const math::Vec3<double> torque =
      orientation_torque<double>(10.0, math::axis_angle<double>({1, 0, 0}, 0.3), {0.1, 0, 0});
  EXPECT_NEAR(torque.x, 2, 1e-14);
}

TEST(Motor, VoltageCurrentAndWarmth) {
  EXPECT_EQ(motor_resistance(2.0, 0.5, 3.0), 5);
  // torque = kp e + kd edot + ki integral + ff = 8 + 3 + 5 + 1; R/K torque + K w.
  const MotorDrive<double> drive = {2, 0.5, 4, 5, 3};
  EXPECT_EQ(drive_voltage(drive, 1.0, 2.0, 1.0, {3, 3, 1, 0}), 4 * 17 + 1);
  EXPECT_EQ(settled_current(7.0, 0.5, 2.0, 3.0), 2);
  EXPECT_EQ(warming_rate(2.0, 3.0, 8.0, 4.0, 2.0), 8);
  EXPECT_EQ(current_rate(5.0, 1.0, 0.5, 0.0), 8);
  EXPECT_EQ(current_rate(5.0, 1.0, 0.5, 3.0), 3);
}

TEST(Motor, FrictionGoesFromItsStaticToItsCoulombLevel) {
  const Bristles<double> p = {100, 1, 2, 0.1};
  EXPECT_EQ(bristle_rate(p, 0.0), 0);
  EXPECT_NEAR(bristle_rate(p, 10.0), -100 * 10 / 1.0, 1e-9);
  // At rest the deflection grows with the velocity; at speed it settles at level/stiffness.
  EXPECT_EQ(next_bristle(0.5, 0.0, 2.0, 0.25), 1);
  EXPECT_NEAR(next_bristle(0.0, -1000.0, 10.0, 1.0), 1.0 / 100, 1e-15);
}

TEST(Motor, StatesFollowFromParameters) {
  double dynprm[kNDYN] = {}, gainprm[kNGAIN] = {};
  EXPECT_EQ(motor_states(dynprm, gainprm).count, 0);
  dynprm[motor_dyn::kTimeConstant] = 0.1;
  gainprm[motor_gain::kKi] = 1;
  const MotorStates s = motor_states(dynprm, gainprm);
  EXPECT_EQ(s.integral, 0);
  EXPECT_EQ(s.current, 1);
  EXPECT_EQ(s.slew, -1);
}

}  // namespace
}  // namespace thew::element
