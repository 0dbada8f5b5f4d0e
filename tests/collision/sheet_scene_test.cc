// Gaps of features of sheets and geoms, which of them are found, and how far points may go.

#include "collision/sheet_scene.h"

#include <vector>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew::collision {
namespace {

using test::near;

// Two triangles with radius 2 mm, the second 10 mm above the first and turned by a half, over a box
// and beside a ball and a plane at rest.
struct Placed : test::World {
  Placed()
      : World(R"(<option integrator="discrete"><flag ipc="enable"/></option><worldbody>
    <geom type="box" size=".1 .1 .1" pos="0 0 -.11"/>
    <geom type="sphere" size=".05" pos="1 0 0"/>
    <geom type="plane" size="1 1 1" pos="0 0 -.3"/>
    <flexcomp name="a" type="direct" dim="2" radius=".002" mass="3" point="0 0 0 1 0 0 0 1 0"
      element="0 1 2"/>
    <flexcomp name="b" type="direct" dim="2" radius=".002" mass="3"
      point=".5 .5 .01 -.5 .5 .01 .5 -.5 .01" element="0 1 2"/></worldbody>)") {
    forward(m, d);
  }
};

struct Scene : Placed {
  Scene()
      : memory({bytes.data(), bytes.size()}),
        points(deformable::sheet_points(m, d, memory)),
        scene(m, d, points, memory),
        item(1000) {
    for (int i = 0; i < points.count; ++i) x.push_back(math::load3(d.flexvert_xpos.row(i)));
    found = {item.data(), 1000};
  }

  double gap(const SheetPair& pair) const { return scene.gap(pair, x.data()).distance; }
  int count(SheetPairKind kind) const {
    int sum = 0;
    for (int i = 0; i < found.count; ++i) sum += found[i].kind == kind;
    return sum;
  }
  void find(const std::vector<Vec3d>& to) { scene.find(x.data(), to.data(), 0, memory, found); }

  std::vector<std::byte> bytes = std::vector<std::byte>(1 << 20);
  Memory memory;
  deformable::SheetPoints points;
  SheetScene<double> scene;
  std::vector<SheetPair> item;
  BoundedList<SheetPair> found;
  std::vector<Vec3d> x;
};

TEST(SheetScene, GapsAreThoseOfMiddleSurfaces) {
  const Scene w;
  using enum SheetPairKind;
  EXPECT_TRUE(near(w.gap({VertexTriangle, -1, -1, 4, {3, 0, 1, 2}}), .01));
  EXPECT_TRUE(near(w.gap({EdgeEdge, -1, -1, 4, {0, 1, 3, 5}}), .01));
  EXPECT_TRUE(near(w.gap({VertexGeom, 0, -1, 1, {0, -1, -1, -1}}), .01));
  EXPECT_TRUE(near(w.gap({VertexGeom, 1, -1, 1, {1, -1, -1, -1}}), -.05));
  EXPECT_TRUE(near(w.gap({VertexGeom, 2, -1, 1, {1, -1, -1, -1}}), .3));
}

// A vertex above the middle of an edge: a half each, and the vertex pushes back.
TEST(SheetScene, WeightsSayHowAGapChanges) {
  const Scene w;
  const SheetGap g =
      w.scene.gap({SheetPairKind::VertexTriangle, -1, -1, 4, {3, 0, 1, 2}}, w.x.data());
  EXPECT_TRUE(near(&g.normal.x, {0, 0, 1}));
  EXPECT_TRUE(near(g.weight, {1, 0, -.5, -.5}));
  const SheetGap e = w.scene.gap({SheetPairKind::EdgeEdge, -1, -1, 4, {0, 1, 3, 5}}, w.x.data());
  EXPECT_TRUE(near(&e.normal.x, {0, 0, -1}));
  EXPECT_TRUE(near(e.weight, {.5, .5, -.5, -.5}));
}

TEST(SheetScene, CornersAndEdgesOfGeoms) {
  const Scene w;
  EXPECT_EQ(w.scene.corners().count, 8 + 1);
  EXPECT_EQ(w.scene.edges().count, 12);
  // The ball is around its centre, 50 mm from the nearest corner, which is inside of it.
  const SheetGap g =
      w.scene.gap({SheetPairKind::CornerTriangle, 1, 8, 3, {0, 1, 2, -1}}, w.x.data());
  EXPECT_TRUE(near(g.distance, -.05));
}

// At rest nothing is near enough; on the way down by 8 mm the second triangle meets the first.
TEST(SheetScene, FindsWhatComesNear) {
  Scene w;
  w.find(w.x);
  EXPECT_EQ(w.count(SheetPairKind::VertexTriangle) + w.count(SheetPairKind::EdgeEdge), 0);
  std::vector<Vec3d> to = w.x;
  for (int i = 3; i < 6; ++i) to[i].z -= .008;
  w.find(to);
  EXPECT_EQ(w.count(SheetPairKind::VertexTriangle), 2);  // 3 over the first, 0 below the second
  EXPECT_EQ(w.count(SheetPairKind::EdgeEdge), 6);        // sides that cross, seen from above
}

// Each gap of 10 mm may lose four fifths of itself, which is .4 of a way of 20 mm.
TEST(SheetScene, AdvancesUntilAFifthIsLeft) {
  Scene w;
  std::vector<Vec3d> to = w.x;
  for (int i = 3; i < 6; ++i) to[i].z -= .02;
  w.find(to);
  std::vector<double> gap, time(1000);
  for (int i = 0; i < w.found.count; ++i) gap.push_back(w.gap(w.found[i]));
  const double part = w.scene.advance(w.found, gap.data(), w.x.data(), to.data(), time.data());
  EXPECT_NEAR(part, .4, 1e-8);
  // The box is twice as far.
  for (int i = 0; i < w.found.count; ++i) {
    const bool sheets = w.found[i].between_sheets();
    EXPECT_TRUE(sheets ? std::abs(time[i] - .4) < 1e-8 : time[i] > .799) << i;
  }
}

TEST(SheetScene, FullListsAreCounted) {
  Scene w;
  w.found.room = 1;
  std::vector<Vec3d> to = w.x;
  for (int i = 3; i < 6; ++i) to[i].z -= .008;
  w.find(to);
  EXPECT_EQ(w.found.count, 1);
  EXPECT_GT(w.found.lost, 4);
}

}  // namespace
}  // namespace thew::collision
