// Rates of the edges' lengths.

#include "deformable/triangles.h"

namespace thew {
namespace {

using test::near;

TEST(FlexVelocity, IsThatOfTheEndsAlongTheEdge) {
  test::Sheet w("<edge damping='1'/>");
  w.d.qvel[3] = 2;   // vertex 1 along the edge
  w.d.qvel[0] = -1;  // vertex 0 away from it
  w.d.qvel[4] = 7;   // and across
  w.update();
  EXPECT_TRUE(near(w.d.flexedge_velocity[w.edge(0, 1)], 3));
  EXPECT_TRUE(near(w.d.flexedge_velocity[w.edge(0, 2)], 0));
}

}  // namespace
}  // namespace thew
