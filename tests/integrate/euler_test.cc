// Euler's rule, with dampers at the end of the step.

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

constexpr double kStep = 0.01, kMass = 2;

// A weight of 2 kg on rails that moves with 3 m/s and has this joint.
test::World cart(const std::string& joint, const std::string& option = "") {
  test::World w("<option timestep='.01' gravity='0 0 0'>" + option + "</option><worldbody><body>" +
                "<joint type='slide' " + joint + "/><geom size='1' mass='2'/></body></worldbody>");
  w.d.qvel[0] = 3;
  return w;
}

// (m + h b) v' = m v
TEST(Euler, DampersAreImplicit) {
  test::World w = cart("damping='5'");
  step(w.m, w.d);
  const double after = 3 * kMass / (kMass + kStep * 5);
  EXPECT_TRUE(near(w.d.qvel[0], after));
  EXPECT_TRUE(near(w.d.qpos[0], kStep * after));
}

// (m + h b'(v)) (v' - v) = -h b(v), with b = 5 v + 7 |v| v.
TEST(Euler, DampersThatAreNotLinear) {
  test::World w = cart("damping='5 7'");
  step(w.m, w.d);
  EXPECT_TRUE(near(w.d.qvel[0], 3 - kStep * (15 + 63) / (kMass + kStep * (5 + 2 * 7 * 3))));
}

TEST(Euler, DampersAreExplicitWhereAskedFor) {
  test::World w = cart("damping='5'", "<flag eulerdamp='disable'/>");
  step(w.m, w.d);
  EXPECT_TRUE(near(w.d.qvel[0], 3 - kStep * 15 / kMass));
}

// m (v' - v) = -h k x, and then the position with the new velocity.
TEST(Euler, SpringsAreExplicit) {
  test::World w = cart("stiffness='50'");
  w.d.qpos[0] = 0.1;
  step(w.m, w.d);
  const double after = 3 - kStep * 50 * 0.1 / kMass;
  EXPECT_TRUE(near(w.d.qvel[0], after));
  EXPECT_TRUE(near(w.d.qpos[0], 0.1 + kStep * after));
}

}  // namespace
}  // namespace thew
