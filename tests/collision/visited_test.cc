// Which bounding boxes a search for contacts visits, where viewers ask for it.

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/step.h>

namespace thew {
namespace {

// Two bars of two balls each, at x = 0 and 1 of their bodies. The bars stand 0.15 apart at x = 0,
// where balls overlap, and 0.6 apart at x = 1.
constexpr const char* kBars = R"(<mujoco><visual><global bvactive="true"/></visual><worldbody>
  <body><freejoint/><geom size=".1"/><geom size=".1" pos="1 0 0"/></body>
  <body pos="0 .15 0" euler="0 0 24"><freejoint/><geom size=".1"/><geom size=".1" pos="1 0 0"/></body>
  <body pos="0 0 9"><freejoint/><geom size=".1"/><geom size=".1" pos="1 0 0"/></body>
</worldbody></mujoco>)";

bool is_active(const Model& m, const Data& d, int geom) {
  const int body = m.geom_bodyid[geom];
  for (int k = 0; k < m.body_bvhnum[body]; ++k) {
    const int node = m.body_bvhadr[body] + k;
    if (m.bvh_nodeid[node] == geom) return d.bvh_active[node];
  }
  ADD_FAILURE() << "no leaf of geom " << geom;
  return false;
}

TEST(VisitedBoxes, AreThoseOfGeomsThatMayTouch) {
  const Model model = load_string(kBars);
  Data data(model);
  forward(model, data);
  EXPECT_TRUE(is_active(model, data, 0));
  EXPECT_TRUE(is_active(model, data, 2));
  EXPECT_FALSE(is_active(model, data, 1));
  EXPECT_FALSE(is_active(model, data, 3));
  EXPECT_TRUE(data.bvh_active[model.body_bvhadr[1]]);
  EXPECT_FALSE(data.bvh_active[model.body_bvhadr[3]]);  // far above
  data.qpos[2] = 5;                                     // away from each other
  forward(model, data);
  for (int i = 0; i < model.nbvh; ++i) EXPECT_FALSE(data.bvh_active[i]);
}

TEST(VisitedBoxes, AreNotMarkedUnasked) {
  Model model = load_string(kBars);
  model.vis.global_.bvactive = 0;
  Data data(model);
  forward(model, data);
  EXPECT_EQ(data.ncon, 1);
  for (int i = 0; i < model.nbvh; ++i) EXPECT_FALSE(data.bvh_active[i]);
}

}  // namespace
}  // namespace thew
