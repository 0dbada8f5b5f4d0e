// Tendons in the metric of the discrete integrator are rows to the solver.

#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

// Carts of 2 and 3 kg with a spring of 4000 between them; the second pushes against its limit. With
// s = h^2 k the metric is A = [[2 + s, -s], [-s, 3 + s]], and A (qacc - qacc_smooth) is the force
// of the limit, whatever that is.
TEST(MetricRows, ATendonSharesTheForceOfALimit) {
  test::World w(
      R"(<option integrator="discrete" timestep=".01" gravity="0 0 0" tolerance="0"/><worldbody>
    <body><joint name="a" type="slide"/><geom size=".1" mass="2"/></body>
    <body pos="1 0 0"><joint name="b" type="slide" range="-1 0"/><geom size=".1" mass="3"/></body></worldbody>
    <tendon><fixed stiffness="4000" springlength="0"><joint joint="a" coef="-1"/><joint joint="b" coef="1"/>
    </fixed></tendon>)");
  w.d.qpos[1] = 0.02;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  const double s = 0.01 * 0.01 * 4000, force = -w.d.efc_force[0];
  const double x = w.d.qacc[0] - w.d.qacc_smooth[0], y = w.d.qacc[1] - w.d.qacc_smooth[1];
  ASSERT_LT(force, -1);
  // Accelerations of 1e3 times masses: 1e-12 of the force is some tens of their roundings.
  EXPECT_NEAR((2 + s) * x - s * y, 0, 1e-12 * std::abs(force));
  EXPECT_NEAR(-s * x + (3 + s) * y, force, 1e-12 * std::abs(force));
  EXPECT_NEAR(w.d.efc_force[0], w.d.efc_D[0] * (w.d.efc_aref[0] + w.d.qacc[1]),
              1e-11 * std::abs(force));  // D is about 60, and multiplies a difference
}

}  // namespace
}  // namespace thew
