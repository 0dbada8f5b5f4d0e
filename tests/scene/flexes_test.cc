// Triangles of flexes. The model is made by hand: a sheet of two triangles in the plane z = 1.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/ray.h>
#include <thew/scene.h>

#include "scene/world.h"

namespace thew {
namespace {

struct Sheet {
  Sheet() : model(make()), data(make_data(model)), scene(model, 10) {
    const double corners[4][3] = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int i = 0; i < 4; ++i) std::copy_n(corners[i], 3, data.flexvert_xpos.row(i));
  }

  // Flexes are not simulated, so that a Data is made for their vertices alone.
  static Data make_data(Model m) {
    m.nflex = 0;
    return Data(m);
  }

  static Model make() {
    const Model empty = load_string("<mujoco/>");
    Model m;
    static_cast<ModelSizes&>(m) = empty;
    m.nflex = 1;
    m.nflexvert = 4;
    m.nflexelem = 2;
    m.nflexelemdata = 6;
    m.nflexshelldata = 8;
    m.nmat = 2;
    m.allocate();
    m.vis = empty.vis;
    m.flex_dim[0] = 2;
    m.flex_radius[0] = 0.1;
    m.flex_vertnum[0] = 4;
    m.flex_elemnum[0] = 2;
    m.flex_shellnum[0] = 4;
    m.flex_texcoordadr[0] = -1;
    m.flex_matid[0] = 1;  // the second triangle has another material
    m.flex_matid[1] = 0;
    const int elements[6] = {0, 1, 2, 0, 2, 3}, border[8] = {0, 1, 1, 2, 2, 3, 3, 0};
    std::copy_n(elements, 6, m.flex_elem.data());
    std::copy_n(border, 8, m.flex_shell.data());
    for (float& x : m.mat_rgba) x = 1;
    const float grey[4] = {0.5F, 0.5F, 0.5F, 1};  // as if no colour was given
    std::copy_n(grey, 4, m.flex_rgba.data());
    return m;
  }

  void show(VisFlag flag, bool on) { option.flags[static_cast<int>(flag)] = on; }
  void update() {
    scene.geoms.clear();
    scene::add_geoms(model, data, option, nullptr, static_cast<int>(CatBit::All), scene);
    scene::update_flexes(model, data, option, scene);
  }

  Model model;
  Data data;
  scene::Option option;
  scene::Scene scene;
};

TEST(Flexes, SkinHasTwoSidesAndABorder) {
  Sheet w;
  w.update();
  EXPECT_EQ(w.scene.flexfaceused[0], 2 * 2 + 2 * 4);
  EXPECT_EQ(w.scene.flexfacenum[0], 12);
  EXPECT_FLOAT_EQ(w.scene.flexface[2], 1.1F);       // the upper side,
  EXPECT_FLOAT_EQ(w.scene.flexnormal[2], 1);        // looks up,
  EXPECT_FLOAT_EQ(w.scene.flexface[9 + 2], 0.9F);   // the lower one
  EXPECT_FLOAT_EQ(w.scene.flexnormal[9 + 2], -1);   // down,
  EXPECT_FLOAT_EQ(w.scene.flexnormal[18 + 2], 0);   // and the border
  EXPECT_FLOAT_EQ(w.scene.flexnormal[18 + 1], -1);  // outwards.
}

TEST(Flexes, EachMaterialIsAShape) {
  Sheet w;
  w.update();
  ASSERT_EQ(w.scene.geoms.size(), 2U);
  for (int k = 0; k < 2; ++k) {
    const scene::Geom& geom = w.scene.geoms[static_cast<std::size_t>(k)];
    EXPECT_EQ(geom.objtype, static_cast<int>(ObjectType::Flex));
    EXPECT_EQ(geom.dataid, k);
    EXPECT_FLOAT_EQ(geom.size[0], 0.1F);
    EXPECT_FLOAT_EQ(geom.size[1], k == 0 ? 0.0F : 6.0F);  // two sides, and two edges of the border
    EXPECT_FLOAT_EQ(geom.size[2], 6);
  }
}

TEST(Flexes, AreShownAsTheFlagsSay) {
  Sheet w;
  w.show(VisFlag::Flexskin, false);
  w.update();
  EXPECT_EQ(w.scene.flexfaceused[0], 0);  // edges alone
  EXPECT_EQ(w.scene.geoms.size(), 2U);
  w.show(VisFlag::Flexface, true);
  w.update();
  EXPECT_EQ(w.scene.flexfaceused[0], 4);
  w.show(VisFlag::Flexface, false);
  w.show(VisFlag::Flexedge, false);
  w.update();
  EXPECT_TRUE(w.scene.geoms.empty());
}

constexpr const char* kCloth = R"(<worldbody><flexcomp type="grid" dim="2" count="3 3 1"
  spacing="1 1 1" radius=".1" name="cloth" mass="1"/></worldbody>)";

TEST(Flexes, RaysMeetWhatIsDrawn) {
  test::Seen w(kCloth);  // in the plane z = 0, from -1 to 1
  const double above[3] = {0.8, 0.95, 2}, down[3] = {0, 0, -1};
  int vertex = -1;
  const auto meet = [&](const collision::FlexLook& look) {
    return collision::ray_flex(w.model, w.data, 0, look, above, down, &vertex);
  };
  collision::FlexLook look;
  look.faces = true;
  EXPECT_NEAR(meet(look).distance, 2, 1e-12);
  EXPECT_NEAR(w.data.flexvert_xpos.row(vertex)[0], 1, 1e-12);
  EXPECT_NEAR(w.data.flexvert_xpos.row(vertex)[1], 1, 1e-12);
  look = {};
  look.vertices = true;  // spheres of radius 0.1: 0.21 beside
  EXPECT_EQ(meet(look).distance, -1);
  EXPECT_EQ(vertex, -1);
  look.edges = true;  // the edge at y = 1 is 0.05 beside
  EXPECT_NEAR(meet(look).distance, 2 - std::sqrt(0.1 * 0.1 - 0.05 * 0.05), 1e-9);
}

TEST(Flexes, TheMouseTakesTheNearestVertex) {
  test::Seen w(kCloth);
  w.camera.elevation = -90;
  w.update();
  const auto found = scene::select(w.model, w.data, w.option, 1, 0.5, 0.5, w.scene);
  EXPECT_EQ(found.flex, 0);
  EXPECT_EQ(found.geom, -1);
  EXPECT_EQ(found.body, w.model.flex_vertbodyid[found.vertex]);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(found.point[k], 0, 1e-9);  // the one in the middle
}

TEST(Flexes, NodesOfACellAreJoinedByItsEdges) {
  test::Seen w(R"(<worldbody><flexcomp type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1"
    dof="trilinear" name="cell" mass="1"><contact selfcollide="none"/></flexcomp></worldbody>)");
  w.show(VisFlag::Meshbvh);
  w.option.bvh_depth = 100;  // no boxes but those of leaves
  w.update();
  int lines = 0;
  for (const scene::Geom& geom : w.scene.geoms) {
    if (geom.type != static_cast<int>(GeomType::Line)) continue;
    ++lines;
    EXPECT_NEAR(geom.size[2], 0.2, 1e-6);
  }
  EXPECT_EQ(lines, 12);
}

TEST(Flexes, SearchesOfDistanceFieldsAreShownFromTheirFirstPointToTheirLast) {
  test::Seen w(R"(<option sdf_initpoints="5" sdf_iterations="4"/><extension>
    <plugin plugin="mujoco.sdf.torus"><instance name="t"/></plugin></extension>
    <asset><mesh name="t"><plugin instance="t"/></mesh></asset><worldbody>
    <geom type="sdf" mesh="t"><plugin instance="t"/></geom>
    <body pos=".35 0 .1"><freejoint/><geom size=".1"/></body></worldbody>)");
  w.show(VisFlag::Sdfiter);
  w.update();
  int ends = 0, steps = 0;
  for (const scene::Geom& geom : w.of(ObjectType::Unknown)) {
    ends += geom.type == static_cast<int>(GeomType::Sphere);
    steps += geom.type == static_cast<int>(GeomType::Line);
  }
  EXPECT_EQ(ends, 2 * 5);
  EXPECT_GE(steps, 5);
  EXPECT_LE(steps, 5 * 6);  // at most four steps, one more, and the point of contact
}

}  // namespace
}  // namespace thew
