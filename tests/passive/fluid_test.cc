// Drag of a fluid.

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// To the fluid a body with equal moments is a cube with I = m b^2 / 6: here b = 0.5.
const std::string kCube =
    "<worldbody><body><freejoint/><inertial pos='0 0 0' mass='6' diaginertia='.25 .25 .25'/>"
    "</body></worldbody>";
constexpr double kEdge = 0.5;

TEST(Fluid, ViscosityResistsInProportion) {
  test::World w("<option viscosity='.1'/>" + kCube);
  w.d.qvel[0] = 2, w.d.qvel[4] = 3;
  forward(w.m, w.d);
  // Stokes: 3 pi d mu v on a sphere with the diameter d, and pi d^3 mu w about its centre.
  EXPECT_TRUE(near(w.d.qfrc_fluid.data(), {-3 * test::kPi * kEdge * 0.1 * 2, 0, 0, 0,
                                           -test::kPi * kEdge * kEdge * kEdge * 0.1 * 3, 0}));
}

TEST(Fluid, DensityResistsByTheSquare) {
  test::World w("<option density='2' wind='0 1 0'/>" + kCube);
  w.d.qvel[0] = -3, w.d.qvel[5] = 4;
  forward(w.m, w.d);
  // rho/2 A v^2 along x, and of the wind along y; about z rho b (2 b^4) w^2 / 64.
  const double b4 = kEdge * kEdge * kEdge * kEdge;
  EXPECT_TRUE(near(w.d.qfrc_fluid.data(), {0.5 * 2 * kEdge * kEdge * 9, 0.5 * 2 * kEdge * kEdge, 0,
                                           0, 0, -2 * kEdge * 2 * b4 * 16 / 64}));
}

// A sphere has no lift without spin: Stokes' drag 6 pi r mu v, and rho A c v^2 with the coefficient
// for blunt bodies.
TEST(Fluid, EllipsoidThatIsASphere) {
  test::World w(
      "<option density='2' viscosity='.1' gravity='0 0 0'/><worldbody><body><freejoint/>"
      "<geom size='.5' fluidshape='ellipsoid' fluidcoef='.7 .25 1.5 1 1'/></body></worldbody>");
  w.d.qvel[2] = 3;
  forward(w.m, w.d);
  const double drag = 6 * test::kPi * 0.5 * 0.1 * 3 + 2 * test::kPi * 0.25 * 0.7 * 9;
  EXPECT_TRUE(near(w.d.qfrc_fluid.data(), {0, 0, -drag, 0, 0, 0}));
}

}  // namespace
}  // namespace thew
