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

// Without islands all trees are one problem, and their rows still do not meet: forces of one would
// reach the other by entries that are not there.
TEST(Dual, TreesApartDoNotMeetWithoutIslands) {
  const std::string body =
      "<joint type='slide' axis='0 0 1' range='0 1' frictionloss='1'/><geom size='.1' "
      "mass='2'/></body>";
  test::World w("<option solver='PGS'/><worldbody><body>" + body + "<body pos='1 0 0'>" + body +
                "</worldbody>");
  w.d.qpos[0] = -0.01;
  w.d.qpos[1] = -0.02;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nisland, 2);
  const std::vector<double> force(w.d.efc_force.begin(), w.d.efc_force.end());
  w.m.opt.disableflags = static_cast<int>(DisableBit::Island);
  w.m.opt.tolerance = 0;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(w.d.efc_force[i], force[i], 1e-6 * std::abs(force[i]));
}

}  // namespace
}  // namespace thew
