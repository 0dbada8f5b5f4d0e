// The integrators that are implicit in velocities.

#include <thew/stages.h>
#include <thew/step.h>

#include "integrate/integrate.h"
#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

constexpr double kStep = 0.01;

class Implicit : public testing::TestWithParam<const char*> {
 protected:
  std::string option() const {
    return std::string("<option timestep='.01' gravity='0 0 0' integrator='") + GetParam() + "'/>";
  }
};

// Cart with a damper of 5 and a servo for the velocity with the gain 7: (m + h (5 + 7)) v' = m v.
TEST_P(Implicit, DampersAndServos) {
  test::World w(option() +
                "<worldbody><body><joint name='j' type='slide' damping='5'/>"
                "<geom size='1' mass='2'/></body></worldbody>"
                "<actuator><velocity joint='j' kv='7'/></actuator>");
  w.d.qvel[0] = 3;
  step(w.m, w.d);
  EXPECT_TRUE(near(w.d.qvel[0], 3 * 2 / (2 + kStep * 12)));
}

// (M + h (5 + 7)) a is the force behind an acceleration of the step.
TEST_P(Implicit, ForceOfAStep) {
  test::World w(option() +
                "<worldbody><body><joint name='j' type='slide' damping='5'/>"
                "<geom size='1' mass='2'/></body></worldbody>"
                "<actuator><velocity joint='j' kv='7'/></actuator>");
  forward(w.m, w.d);
  actuation::tangents(w.m, w.d);
  Workspace<double> work(w.m);
  const double acceleration = 3;
  double force = 0;
  integrate::step_force(w.m, w.d, work, &acceleration, &force);
  EXPECT_TRUE(near(force, 3 * (2 + kStep * 12)));
}

// A spinning body: (I + h J) (w' - w) = -h w x I w, J the derivative of w x I w. The fast
// integrator does so for bodies in free flight only; others advance explicitly.
class Gyroscope : public Implicit {
 protected:
  void expect_step(const std::string& joint, int first, bool implicit) {
    const double a = 0.1, b = 0.2, c = 0.25, q = 4, r = 5;
    test::World w(option() + "<worldbody><body>" + joint +
                  "<inertial pos='0 0 0' mass='2' diaginertia='.1 .2 .25'/></body></worldbody>");
    w.d.qvel[first + 1] = q, w.d.qvel[first + 2] = r;
    step(w.m, w.d);
    const double h = implicit ? kStep : 0;
    const double x = w.d.qvel[first] / kStep, y = (w.d.qvel[first + 1] - q) / kStep,
                 z = (w.d.qvel[first + 2] - r) / kStep;
    // Velocities of size 5 divided by h = 0.01 lose two digits.
    EXPECT_NEAR(a * x + h * (c - b) * (r * y + q * z), -(c - b) * q * r, 1e-12);
    EXPECT_NEAR(h * (a - c) * r * x + b * y, 0, 1e-12);
    EXPECT_NEAR(h * (b - a) * q * x + c * z, 0, 1e-12);
  }
};

TEST_P(Gyroscope, InFreeFlight) {
  expect_step("<freejoint/>", 3, true);
}
TEST_P(Gyroscope, OnAPivot) {
  expect_step("<joint type='ball'/>", 0, GetParam() == std::string("implicit"));
}

INSTANTIATE_TEST_SUITE_P(Both, Implicit, testing::Values("implicit", "implicitfast"));
INSTANTIATE_TEST_SUITE_P(Both, Gyroscope, testing::Values("implicit", "implicitfast"));

}  // namespace
}  // namespace thew
