// Contacts of many points that constraints on positions hold together.

#include "constraint/points.h"

#include <cmath>
#include <utility>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

// A sheet of n x n points that lies on a sphere which does not move.
struct Sheet : test::World {
  explicit Sheet(int n)
      : World(R"(<option timestep=".002"/><worldbody><geom type="sphere" size="5" pos="0 0 -4.6"/>
      <body name="b" pos="0 0 .4025"><flexcomp name="f" type="grid" dim="2" count=")" +
              std::to_string(n) + " " + std::to_string(n) +
              R"( 1" spacing=".008 .008 .008" radius=".003" mass=".1"><contact selfcollide="none"/>
      <xpbd material="fabric/cotton"/></flexcomp></body></worldbody>)") {}
};

// Each contact is solved by itself, and all forces together are what accelerates the points.
TEST(Points, ForcesAndAccelerationsBalance) {
  Sheet w(12);
  for (int i = 0; i < 3; ++i) step(w.m, w.d);
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nisland, 1);
  ASSERT_GT(w.d.island_ntree[0], 64);
  double push = 0;
  for (int i = 0; i < w.m.nv; ++i) {
    const double mass = w.d.M[w.m.M_rowadr[i] + w.m.M_rownnz[i] - 1];
    EXPECT_NEAR(mass * w.d.qacc[i], w.d.qfrc_smooth[i] + w.d.qfrc_constraint[i], 1e-12);
    if (i % 3 == 2) push += w.d.qfrc_constraint[i];
  }
  EXPECT_GT(push, 0);
  for (int i = 0; i < w.d.nefc; ++i) EXPECT_GE(w.d.efc_force[i], 0);
}

// Points that touch a plane one by one, as they slide and press.
void expect_newton(const std::string& cone, int dim) {
  test::World w("<option cone=\"" + cone + R"(" tolerance="1e-12" gravity="3 1 -9"/><worldbody>
    <geom type="plane" size="1 1 1"/><body name="b" pos="0 0 .0098">
    <flexcomp name="f" type="grid" dim="1" count="9 1 1" spacing=".1 .1 .1" radius=".01" mass=".2">
      <contact friction=".4 .01 .01" condim=")" +
                std::to_string(dim) + R"("/><xpbd/></flexcomp></body></worldbody>)");
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = 0.3 * std::sin(7.0 * i);
  for (const bool warm : {false, true}) {
    Data one_by_one = w.d;
    forward(w.m, one_by_one);
    ASSERT_EQ(one_by_one.nisland, 9);
    w.m.opt.disableflags |= static_cast<int>(DisableBit::Island);  // all as one problem
    forward(w.m, w.d);
    w.m.opt.disableflags &= ~static_cast<int>(DisableBit::Island);
    ASSERT_EQ(w.d.nisland, 0);
    for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(one_by_one.qacc[i], w.d.qacc[i], 1e-5) << warm;
    for (int i = 0; i < w.d.nefc; ++i) {
      EXPECT_NEAR(one_by_one.efc_force[i], w.d.efc_force[i], 1e-6) << cone << dim;
    }
    for (int i = 0; i < w.m.nv; ++i) w.d.qacc_warmstart[i] = w.d.qacc[i];
  }
}

TEST(Points, OneByOneAsByNewtonsMethod) {
  for (const int dim : {1, 3, 4, 6}) {
    for (const char* cone : {"pyramidal", "elliptic"}) expect_newton(cone, dim);
  }
}

// Eight contacts of nine are solved four at a time. Newton's method sees all of them as one problem
// where there are no islands.
TEST(Points, FourAtATimeAsByNewtonsMethod) {
  for (const double slide : {0.0, 0.02, 0.3, 2.0}) {
    test::World w(R"(<option tolerance="1e-14" gravity="3 1 -9"/><worldbody>
      <geom type="plane" size="1 1 1"/>
      <flexcomp name="f" type="grid" dim="1" count="9 1 1" spacing=".1 .1 .1" radius=".01" mass=".2"
        pos="0 0 .0098"><contact friction=".4 .01 .01"/></flexcomp></worldbody>)");
    for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = slide * std::sin(7.0 * i);
    for (const bool warm : {false, true}) {
      Data together = w.d;
      forward(w.m, w.d);
      ASSERT_EQ(w.d.nisland, 9);
      ASSERT_EQ(w.d.nefc, 36);
      w.m.opt.disableflags |= static_cast<int>(DisableBit::Island);
      forward(w.m, together);
      w.m.opt.disableflags &= ~static_cast<int>(DisableBit::Island);
      ASSERT_EQ(together.nisland, 0);
      for (int i = 0; i < w.m.nv; ++i) EXPECT_NEAR(w.d.qacc[i], together.qacc[i], 1e-6) << slide;
      for (int i = 0; i < w.d.nefc; ++i) {
        EXPECT_NEAR(w.d.efc_force[i], together.efc_force[i], 1e-8) << slide << ' ' << i;
        EXPECT_EQ(w.d.efc_state[i], together.efc_state[i]) << slide << ' ' << i;
      }
      for (int i = 0; i < w.m.nv; ++i) w.d.qacc_warmstart[i] = warm ? 0 : w.d.qacc[i];
    }
  }
}

// Small islands are left to the solver that the model asks for.
TEST(Points, FewPointsAreOneProblem) {
  Sheet w(4);
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nisland, 1);
  EXPECT_LE(w.d.island_ntree[0], 64);
  Workspace<double> work(w.m);
  constraint::BasicProblem<double> p;
  constraint::BasicSolution<double> solution;
  EXPECT_FALSE(constraint::solve_points(w.m, p, Memory(work.solver), w.d, solution));
}

}  // namespace
}  // namespace thew
