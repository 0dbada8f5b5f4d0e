#include "element/inertia.h"

#include <gtest/gtest.h>

namespace thew::element {
namespace {

TEST(Inertia, IsMovedByTheParallelAxisTheorem) {
  const math::Inertia<double> i =
      inertia_about<double>({1, 2, 3}, math::identity3<double>(), {0, 2, 0}, 5);
  EXPECT_EQ(i.xx, 1 + 5 * 4);
  EXPECT_EQ(i.yy, 2);
  EXPECT_EQ(i.zz, 3 + 5 * 4);
  EXPECT_EQ(i.moment.y, 10);
  EXPECT_EQ(i.mass, 5);
}

TEST(Inertia, TurnsWithItsFrame) {
  const math::Mat3<double> swap_xy = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  const math::Inertia<double> i = inertia_about<double>({1, 2, 3}, swap_xy, {0, 0, 0}, 1);
  EXPECT_EQ(i.xx, 2);
  EXPECT_EQ(i.yy, 1);
  EXPECT_EQ(i.xy, 0);
}

TEST(Inertia, GyroscopicTorque) {
  // Euler's equations: torque = w x I w = (w_y w_z (I_z - I_y), ...).
  const math::Inertia<double> i =
      inertia_about<double>({1, 2, 3}, math::identity3<double>(), {0, 0, 0}, 1);
  const math::Vec3<double> zero = {0, 0, 0};
  const math::Force<double> f = momentum_rate<double>(i, {{1, 2, 3}, zero}, {zero, zero});
  EXPECT_EQ(f.torque.x, 2 * 3 * (3 - 2));
  EXPECT_EQ(f.torque.y, 3 * 1 * (1 - 3));
  EXPECT_EQ(f.torque.z, 1 * 2 * (2 - 1));
  EXPECT_EQ(f.force.x, 0);
}

}  // namespace
}  // namespace thew::element
