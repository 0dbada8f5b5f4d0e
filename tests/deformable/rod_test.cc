// Forces of rods that are known in closed form.

#include "deformable/rod.h"

#include <algorithm>
#include <string>

#include <thew/dynamics.h>
#include <thew/stages.h>
#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// Three vertices a metre apart along x, each with three slides, and two hinges behind them.
struct Rod : test::World {
  explicit Rod(const std::string& damping = "0")
      : World(
            R"(<option gravity="0 0 0"/><worldbody><flexcomp name="f" type="direct" dim="1" radius=".01" mass="3"
      point="0 0 0 1 0 0 2 0 0" element="0 1 1 2"><contact selfcollide="none"/>
      <elasticity young="1e6" poisson="0" damping=")" +
            damping + R"("/></flexcomp></worldbody>)") {}

  std::vector<double> force() {
    dynamics::kinematics(m, d);
    dynamics::com_pos(m, d);
    deformable::position(m, d);
    dynamics::com_vel(m, d);
    std::fill(d.qfrc_spring.begin(), d.qfrc_spring.end(), 0.0);
    std::fill(d.qfrc_damper.begin(), d.qfrc_damper.end(), 0.0);
    deformable::add_rod(m, d, 0, true, true);
    return {d.qfrc_spring.begin(), d.qfrc_spring.end()};
  }
  double bending() const { return m.flex_bending[5]; }
  double twisting() const { return m.flex_bending[9]; }
};

TEST(FlexRod, IsAtRestWhereItIsStraight) {
  Rod w;
  ASSERT_EQ(w.m.nv, 11);
  ASSERT_TRUE(deformable::is_rod(w.m, 0));
  for (const double f : w.force()) EXPECT_TRUE(near(f, 0));
}

// With both segments turned by half an angle a, the energy is k (2 tan(a / 2))^2.
TEST(FlexRod, StraightensItself) {
  Rod w;
  const double z = 0.05, half = std::atan(z);
  w.d.qpos[2] = w.d.qpos[8] = z;
  const std::vector<double> f = w.force();
  // d energy / dz, with tan(half) = z: the curvature is 2 tan(half), both ends move together.
  EXPECT_NEAR(f[2] + f[8], -8 * w.bending() * std::tan(half), 1e-12);
  EXPECT_TRUE(near(f[2], f[8]));
  EXPECT_NEAR(f[5], -2 * f[2], 1e-12);
}

// Energy kt (b - a)^2.
TEST(FlexRod, TwistsBack) {
  Rod w;
  w.d.qpos[9] = 0.2, w.d.qpos[10] = 0.5;
  const std::vector<double> f = w.force();
  EXPECT_NEAR(f[9], 2 * w.twisting() * 0.3, 1e-15);
  EXPECT_NEAR(f[10], -2 * w.twisting() * 0.3, 1e-15);
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(near(f[static_cast<std::size_t>(i)], 0));
}

// A straight rod is damped in both directions across it, and by the rate of its twist: the ends of
// a segment of a metre, moved across, change the curvature by 1 and -2.
TEST(FlexRod, DampsBendingAndTwisting) {
  Rod w("0.1");
  w.d.qvel[2] = 0.2, w.d.qvel[9] = 0.3;
  w.force();
  const double* f = w.d.qfrc_damper.data();
  EXPECT_NEAR(f[2], -0.1 * 2 * w.bending() * 0.2, 1e-13);
  EXPECT_NEAR(f[5], 0.1 * 4 * w.bending() * 0.2, 1e-13);
  EXPECT_NEAR(f[9], -0.1 * 2 * w.twisting() * 0.3, 1e-15);
  EXPECT_NEAR(f[10], 0.1 * 2 * w.twisting() * 0.3, 1e-15);
}

// A square ring of four bends is at rest; one that is pushed out of its plane is pulled back, and
// nothing pushes it as a whole.
TEST(FlexRod, ARingKeepsItsShape) {
  test::World w(R"(<worldbody><flexcomp name="f" type="direct" dim="1" radius=".01" mass="3"
      point="0 0 0 1 0 0 1 1 0 0 1 0" element="0 1 1 2 2 3 3 0"><contact selfcollide="none"/>
      <elasticity young="1e6" poisson="0"/></flexcomp></worldbody>)");
  const auto force = [&] {
    dynamics::kinematics(w.m, w.d);
    dynamics::com_pos(w.m, w.d);
    deformable::position(w.m, w.d);
    std::fill(w.d.qfrc_spring.begin(), w.d.qfrc_spring.end(), 0.0);
    deformable::add_rod(w.m, w.d, 0, true, false);
    return w.d.qfrc_spring.data();
  };
  ASSERT_FALSE(deformable::is_chain(w.m, 0));
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(force()[i], 0, 1e-12);
  w.d.qpos[2] = 0.1;
  const double* f = force();
  EXPECT_LT(f[2], 0);
  EXPECT_NEAR(f[2] + f[5] + f[8] + f[11], 0, 1e-12);
}

TEST(FlexRod, KeepsItsFrames) {
  Rod w;
  step(w.m, w.d);
  const double* frame = w.d.plastic.data();
  EXPECT_TRUE(near(frame, {1, 0, 0}));
  EXPECT_TRUE(near(frame + 3, {0, 1, 0}));
  EXPECT_TRUE(near(w.d.plastic[12], 0));
}

}  // namespace
}  // namespace thew
