// Rows that hold a cell of an interpolated flex undeformed.

#include "constraint/rows/flex_strain.h"

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// Eight nodes around a box of 0.1 x 0.1 x 0.1, which move along the axes of the world.
struct Cell : test::World {
  Cell()
      : World(R"(<worldbody><flexcomp name="f" type="grid" dim="3" count="2 2 2" dof="trilinear"
      spacing=".1 .1 .1" radius=".001" mass="1"><edge equality="strain"/><contact selfcollide="none"/>
      </flexcomp></worldbody>)") {}

  // Moves the nodes by A times where they are at rest.
  void deform(const double (&a)[9]) {
    for (int n = 0; n < m.flex_nodenum[0]; ++n) {
      const double* x = m.flex_node0.row(n);
      for (int k = 0; k < 3; ++k) {
        d.qpos[3 * n + k] = a[3 * k] * x[0] + a[3 * k + 1] * x[1] + a[3 * k + 2] * x[2];
      }
    }
    forward(m, d);
  }
  double largest() const {
    double most = 0;
    for (int i = 0; i < d.ne; ++i) most = std::max(most, std::abs(d.efc_pos[i]));
    return most;
  }
};

// 24 dofs of the nodes, less those of a rigid body.
TEST(FlexStrain, HasARowForEachMode) {
  Cell w;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.ne, 18);
  double weight = 0;
  for (int n = 0; n < 8; ++n) weight += w.m.body_invweight0[2 * w.m.flex_nodebodyid[n]] / 8;
  for (int i = 0; i < w.d.ne; ++i) {
    EXPECT_EQ(w.d.efc_id[i], 0);
    EXPECT_TRUE(near(w.d.efc_pos[i], 0));
    EXPECT_TRUE(near(w.d.efc_diagA[i], weight));
  }
}

TEST(FlexStrain, DoesNotSeeATurn) {
  Cell w;
  w.deform({-1, -1, 0, 1, -1, 0, 0, 0, 0});  // x + A x is a quarter turn about z
  EXPECT_LT(w.largest(), 1e-8);              // the turn is found to 1e-9
}

TEST(FlexStrain, SeesAStretch) {
  Cell w;
  w.deform({0.1, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_GT(w.largest(), 1e-3);
}

TEST(FlexStrain, IsGoneWithItsEquality) {
  Cell w;
  w.d.eq_active[0] = 0;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.ne, 0);
}

}  // namespace
}  // namespace thew
