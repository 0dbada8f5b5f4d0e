// The dual methods around the solvers: warm starts, and friction without softness.

#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

// Soft friction lets a cart creep under a force below its loss; without slip it stands.
TEST(Dual, NoSlipHoldsExactly) {
  test::World w = test::cart("frictionloss='3'");
  w.d.qfrc_applied[0] = 1;
  forward(w.m, w.d);
  EXPECT_GT(w.d.qacc[0], 1e-3);
  w.m.opt.noslip_iterations = 10;
  forward(w.m, w.d);
  EXPECT_TRUE(test::near(w.d.efc_force[0], -1));
  EXPECT_TRUE(test::near(w.d.qacc[0], 0));
}

// From the solution, the first sweep finds nothing to improve.
TEST(Dual, StartsFromTheLastSolution) {
  test::World w = test::cart("range='0 1'", "<option solver='PGS'/>");
  w.d.qpos[0] = -0.01;
  forward(w.m, w.d);
  const double force = w.d.efc_force[0];
  w.d.qacc_warmstart[0] = w.d.qacc[0];
  w.m.opt.iterations = 0;
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.efc_force[0], force, 1e-12 * force);  // R takes two digits from qacc to the force
  w.m.opt.disableflags = static_cast<int>(DisableBit::Warmstart);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.efc_force[0], 0);
}

}  // namespace
}  // namespace thew
