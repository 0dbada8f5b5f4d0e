// Velocities of rows, and the accelerations that correct them.

#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

// aref = -B v - K imp (pos - margin)
TEST(Reference, OfALimit) {
  test::World w = test::cart("range='0 1' margin='.25'");
  w.d.qpos[0] = -0.5, w.d.qvel[0] = 3;
  forward(w.m, w.d);
  EXPECT_TRUE(near(w.d.efc_vel[0], 3));
  EXPECT_TRUE(near(w.d.efc_aref[0], -test::kB * 3 - test::kK * test::kImp * (-0.5 - 0.25)));
}

// Friction only brakes.
TEST(Reference, OfFriction) {
  test::World w = test::cart("frictionloss='1' solimpfriction='.95 .95 .001'");
  w.d.qpos[0] = -0.5, w.d.qvel[0] = 3;
  forward(w.m, w.d);
  EXPECT_TRUE(near(w.d.efc_aref[0], -test::kB * 3));
}

// A ball in the floor that falls with 3 m/s and slides along y with 4 m/s.
test::World ball(const std::string& cone) {
  test::World w(
      "<option cone='" + cone +
      "'/><worldbody><geom type='plane' size='1 1 1'/>"
      "<body pos='0 0 .09'><freejoint/><geom size='.1' friction='.5' priority='1'/></body>"
      "</worldbody>");
  w.d.qvel[1] = 4, w.d.qvel[2] = -3;
  forward(w.m, w.d);
  return w;
}

TEST(Reference, OfAConeBrakesTheSlip) {
  const test::World w = ball("elliptic");
  EXPECT_TRUE(near(w.d.efc_vel.data(), {-3, 4, 0}));
  EXPECT_TRUE(
      near(w.d.efc_aref.data(), {test::kB * 3 + test::kK * test::kImp * 0.01, -test::kB * 4, 0}));
}

// Edges are normal +- mu tangent.
TEST(Reference, OfAPyramidIsThatOfItsBase) {
  const test::World w = ball("pyramidal");
  const double normal = test::kB * 3 + test::kK * test::kImp * 0.01, slide = 0.5 * test::kB * 4;
  EXPECT_TRUE(near(w.d.efc_vel.data(), {-3 + 2, -3 - 2, -3, -3}));
  EXPECT_TRUE(near(w.d.efc_aref.data(), {normal - slide, normal + slide, normal, normal}));
}

// The discrete integrator asks for the spring and the damper at the end of the step:
// (1 + h b + h^2 k) aref = -b v - k x - h k v.
TEST(Reference, OfTheDiscreteIntegratorIsAtTheEndOfTheStep) {
  test::World w = test::cart("range='0 1'", "<option integrator='discrete' timestep='.001'/>");
  w.d.qpos[0] = -0.5, w.d.qvel[0] = 3;
  forward(w.m, w.d);
  const double h = 0.001, k = test::kK * test::kImp, b = test::kB;
  EXPECT_TRUE(near(w.d.efc_aref[0], (-b * 3 + k * 0.5 - h * k * 3) / (1 + h * b + h * h * k)));
}

}  // namespace
}  // namespace thew
