// Rows that hold the edges of a flex at their lengths.

#include "constraint/rows/flex_edges.h"

#include <thew/step.h>

#include "deformable/triangles.h"

namespace thew {
namespace {

using test::near;

constexpr const char* kHeld = "<edge equality='true'/>";

TEST(FlexEdges, HaveARowForEachEdge) {
  test::Sheet w(kHeld);
  w.d.qpos[3] += 0.25;  // vertex 1 along x
  forward(w.m, w.d);
  ASSERT_EQ(w.d.ne, w.m.nflexedge);
  for (int i = 0; i < w.d.ne; ++i) {
    EXPECT_EQ(w.d.efc_id[i], 0);
    EXPECT_TRUE(near(w.d.efc_pos[i], w.d.flexedge_length[i] - w.m.flexedge_length0[i]));
    EXPECT_TRUE(near(w.d.efc_diagA[i], w.m.flexedge_invweight0[i]));
  }
  EXPECT_TRUE(near(w.d.efc_pos[w.edge(0, 1)], 0.25));
}

TEST(FlexEdges, AreGoneWithTheirEquality) {
  test::Sheet w(kHeld);
  w.d.eq_active[0] = 0;
  forward(w.m, w.d);
  EXPECT_EQ(w.d.ne, 0);
}

// Nothing pulls at a flex in free fall.
TEST(FlexEdges, HoldNothingInFreeFall) {
  test::Sheet w(kHeld);
  forward(w.m, w.d);
  for (int v = 0; v < 4; ++v) EXPECT_TRUE(near(w.d.qacc.data() + 3 * v, {0, 0, -9.81}));
}

}  // namespace
}  // namespace thew
