// Contacts of many points that constraints on positions hold together.

#include "constraint/points.h"

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
