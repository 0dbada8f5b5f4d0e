#include "element/fluid.h"

#include <gtest/gtest.h>

#include "element/fluid_ellipsoid.h"

namespace thew::element {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(Fluid, BoxHasTheEdgesOfItsInertia) {
  // A box of 1 kg with edges 1, 2, 3: I = (13, 10, 5) / 12.
  const double inertia[3] = {13.0 / 12, 10.0 / 12, 5.0 / 12};
  const BoxDrag<double> drag = box_drag(1.0, inertia, 2.0, 0.5);
  // Quadratic drag along x: rho/2 times the face across it, 2 x 3; Stokes: 3 pi mu d with d = 2.
  EXPECT_NEAR(drag.quadratic[3], 0.5 * 2 * 6, 1e-12);
  EXPECT_NEAR(drag.linear[3], 3 * kPi * 0.5 * 2, 1e-12);
  EXPECT_NEAR(drag.linear[0], kPi * 0.5 * 8, 1e-12);
  // About x: rho x (y^4 + z^4) / 64.
  EXPECT_NEAR(drag.quadratic[0], 2.0 * (16 + 81) / 64, 1e-12);
  const math::Force<double> f = drag_force<double>(drag, {{0, 0, 0}, {-2, 0, 0}});
  EXPECT_NEAR(f.force.x, (drag.linear[3] + 2 * drag.quadratic[3]) * 2, 1e-12);
  EXPECT_EQ(f.torque.x, 0);
}

TEST(Fluid, FrameSeesVelocityRelativeToTheWind) {
  // Turning about z with 1 rad/s, one metre along x: moves along y; the wind blows along y too.
  const FluidFrame<double> frame = fluid_frame<double>({1, 0, 0}, math::identity3<double>(),
                                                       {{0, 0, 1}, {0, 0, 0}}, {0, 0.25, 0});
  EXPECT_EQ(frame.velocity.translation.y, 0.75);
  EXPECT_EQ(frame.velocity.rotation.z, 1);
}

TEST(Fluid, SphereHasStokesAndBluntDragOnly) {
  const double r = 0.5, mu = 0.3, rho = 2, v = 3;
  FluidEllipsoid<double> e = {{r, r, r}, 0.8, 0.1, 1, 1, 0, {0, 0, 0}, {0, 0, 0}};
  const math::Force<double> f = ellipsoid_force<double>(e, rho, mu, {{0, 0, 0}, {v, 0, 0}});
  // Of a sphere the area that it shows is the largest: no slender part and no lift.
  const double area = kPi * r * r;
  EXPECT_NEAR(f.force.x, -(3 * kPi * mu * 2 * r + rho * v * 0.8 * area) * v, 1e-12);
  EXPECT_NEAR(f.force.y, 0, 1e-14);
}

TEST(Fluid, MagnusForceIsAcross) {
  const FluidEllipsoid<double> e = {{1, 1, 1}, 0, 0, 0, 0, 0.5, {0, 0, 0}, {0, 0, 0}};
  const math::Force<double> f = ellipsoid_force<double>(e, 1.0, 0.0, {{0, 0, 2}, {3, 0, 0}});
  // C rho V w x v, along y.
  EXPECT_NEAR(f.force.y, 0.5 * 4 / 3 * kPi * 6, 1e-12);
}

TEST(Fluid, CarriedFluidDoesNoWork) {
  const FluidEllipsoid<double> e = {{1, 0.5, 0.2}, 0, 0, 0, 0, 0, {0.3, 0.6, 0.9}, {0.1, 0.2, 0.4}};
  const math::Motion<double> v = {{1, -2, 0.5}, {0.7, 0.3, -1.2}};
  EXPECT_NEAR(dot(v, ellipsoid_force(e, 1.3, 0.0, v)), 0, 1e-14);
}

}  // namespace
}  // namespace thew::element
