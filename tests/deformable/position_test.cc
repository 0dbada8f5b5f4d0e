// Vertices, boxes and edges of flexes.

#include "deformable/triangles.h"

namespace thew {
namespace {

using test::near;

TEST(FlexPosition, VerticesAreWhereTheirBodiesAre) {
  test::Sheet w;
  w.move(2, 0.5, 1, 2);
  EXPECT_TRUE(near(w.d.flexvert_xpos.row(2), {0.5, 2, 2}));
  EXPECT_TRUE(near(w.d.flexvert_xpos.row(1), {1, 0, 0}));
}

TEST(FlexPosition, BoxesAreAroundElementsWithTheirSkin) {
  test::Sheet w;
  w.move(2, 0.5, 1, 2);
  EXPECT_TRUE(near(w.d.flexelem_aabb.row(0), {0.5, 1, 1, 0.5 + 0.1, 1 + 0.1, 1 + 0.1}));
  EXPECT_TRUE(near(w.d.flexelem_aabb.row(1), {0.5, -0.5, 0, 0.5 + 0.1, 0.5 + 0.1, 0.1}));
  // The root of the tree holds both.
  const double* root = w.d.bvh_aabb_dyn.row(w.m.flex_bvhadr[0] - w.m.nbvhstatic);
  EXPECT_TRUE(near(root, {0.5, 0.5, 1, 0.6, 1.6, 1.1}));
}

TEST(FlexPosition, EdgesHaveLengthsAndDirections) {
  test::Sheet w("<edge damping='1'/>");
  w.move(1, 2, 4, 0);  // from 0 to 1: (3, 4, 0)
  const int e = w.edge(0, 1), first = w.m.flexedge_J_rowadr[e];
  ASSERT_GE(e, 0);
  EXPECT_TRUE(near(w.d.flexedge_length[e], 5));
  ASSERT_EQ(w.m.flexedge_J_rownnz[e], 6);
  EXPECT_TRUE(near(w.d.flexedge_J.data() + first, {-0.6, -0.8, 0, 0.6, 0.8, 0}));
}

TEST(FlexPosition, JacobiansThatNobodyReadsAreZero) {
  test::Sheet w;
  w.move(1, 2, 4, 0);
  for (const double x : w.d.flexedge_J) EXPECT_EQ(x, 0);
  EXPECT_TRUE(near(w.d.flexedge_length[w.edge(0, 1)], 5));
}

// Two points of one body that turns, one of the world.
TEST(FlexPosition, FollowsTheBodiesThatCarryVertices) {
  test::World w(
      R"(<worldbody><body name="a" pos="0 0 1"><joint axis="0 0 1"/><geom size=".1"/></body>
    <body name="w"/></worldbody><deformable><flex name="f" dim="2" radius=".1" body="a a w"
    vertex="1 0 0 2 0 0 0 0 0" element="0 1 2"><edge damping="1"/></flex></deformable>)");
  w.d.qpos[0] = test::kPi / 2;
  dynamics::kinematics(w.m, w.d);
  dynamics::com_pos(w.m, w.d);
  deformable::position(w.m, w.d);
  EXPECT_TRUE(near(w.d.flexvert_xpos.row(0), {0, 1, 1}));
  EXPECT_TRUE(near(w.d.flexvert_xpos.row(1), {0, 2, 1}));
  EXPECT_TRUE(near(w.d.flexvert_xpos.row(2), {0, 0, 0}));
  for (const double x : w.d.flexedge_J) EXPECT_TRUE(near(x, 0));  // circles about the axis
}

}  // namespace
}  // namespace thew
