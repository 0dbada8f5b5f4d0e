// How the drag of a fluid changes with velocity.

#include "dynamics/fluid_velocity.h"

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

// A body with equal moments is a cube to the fluid: I = m b^2 / 6, so b = 0.5 here. Its drag is
// -3 pi b mu v - rho/2 b^2 |v| v, the slope -3 pi b mu - rho b^2 |v|, in both masses' sum.
TEST(FluidVelocity, SlopeOfTheDragOfAChain) {
  test::World w(R"(<option density="2" viscosity=".1" gravity="0 0 0"/>
    <worldbody><body><joint type="slide" axis="1 0 0"/>
      <inertial pos="0 0 0" mass="6" diaginertia=".25 .25 .25"/>
      <body><joint type="slide" axis="1 0 0"/>
        <inertial pos="0 0 0" mass="6" diaginertia=".25 .25 .25"/></body></body></worldbody>)");
  w.d.qvel[0] = 3, w.d.qvel[1] = -7;
  forward(w.m, w.d);
  Workspace<double> work(w.m);
  double matrix[2][2] = {};
  dynamics::each_fluid_term(
      w.m, w.d, work, FluidTerms::All, [](int) { return false; },
      [&](int i, int j, int, double value) { matrix[i][j] += value; });
  const auto slope = [](double v) { return -3 * test::kPi * 0.5 * 0.1 - 2 * 0.25 * v; };
  EXPECT_TRUE(test::near(matrix[0][0], slope(3) + slope(4)));  // both move with the first
  EXPECT_TRUE(test::near(matrix[1][0], slope(4)));
  EXPECT_TRUE(test::near(matrix[1][1], slope(4)));
}

}  // namespace
}  // namespace thew
