// Flexes held by constraints on positions in the solve of what they touch.

#include "constraint/material.h"

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

// A point on a stiff vertical spring, whose other end is held, under a ball that slides down.
struct Pillar : test::World {
  explicit Pillar(const std::string& coupling, double mass = 1)
      : World(R"(<option timestep=".002"/><worldbody>
      <body name="p" pos="0 0 1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
        <inertial pos="0 0 0" mass=".01" diaginertia="1e-5 1e-5 1e-5"/></body>
      <body name="ball" pos="0 0 1.1"><joint type="slide" axis="0 0 1"/><geom size=".1" mass=")" +
              std::to_string(mass) + R"("/></body><body name="foot"/></worldbody>
      <deformable><flex name="f" dim="1" radius=".001" body="foot p" vertex="0 0 0 0 0 0" element="0 1">
      <xpbd stretch="1e-6" coupling=")" +
              coupling + R"("/></flex></deformable>)") {}

  bool coupled() {
    Workspace<double> w(m);
    return constraint::is_material_coupled(m, d, Memory(w.solver));
  }
};

TEST(Material, IsInTheSolveOfWhatItTouches) {
  Pillar touching("auto");
  forward(touching.m, touching.d);
  ASSERT_GT(touching.d.ncon, 0);
  EXPECT_TRUE(touching.coupled());
  touching.d.qpos[3] = 1;  // the ball is up and away
  forward(touching.m, touching.d);
  EXPECT_FALSE(touching.coupled());
  Pillar points("points");
  forward(points.m, points.d);
  EXPECT_FALSE(points.coupled());
}

// With the material in the solve a light point that a stiff spring holds carries a heavy ball.
TEST(Material, HoldsAHeavyBall) {
  for (const Integrator integrator : {Integrator::Euler, Integrator::Discrete}) {
    for (const double mass : {0.1, 10.0}) {
      Pillar w("auto", mass);
      w.m.opt.integrator = static_cast<int>(integrator);
      for (int i = 0; i < 1000; ++i) step(w.m, w.d);
      EXPECT_NEAR(w.d.qpos[3], 0, 3e-3) << mass;
      EXPECT_NEAR(w.d.qvel[3], 0, 1e-3) << mass;
    }
  }
}

// The force of the spring is among those of the constraints: the ball weighs on the point, and what
// the point weighs on the spring is taken off it again.
TEST(Material, PullsAmongTheConstraints) {
  Pillar w("auto", 10);
  for (int i = 0; i < 2000; ++i) step(w.m, w.d);
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.qfrc_constraint[3], 98.1, 0.1);
  EXPECT_NEAR(w.d.qfrc_constraint[2], 0.01 * 9.81, 0.05);
}

}  // namespace
}  // namespace thew
