// Skins: how vertices follow their bones.

#include <cmath>

#include <gtest/gtest.h>

#include <thew/scene.h>
#include <thew/thew.h>

namespace thew {
namespace {

constexpr double kPi = 3.14159265358979323846;

struct World {
  explicit World(const std::string& inside)
      : m(load_string("<mujoco>" + inside + "</mujoco>")), d(m), scene(m, 10) {
    reset(m, d);
  }

  void look() {
    forward(m, d);
    scene::update_skins(m, d, scene);
  }
  const float* at(int v) const { return scene.skinvert.data() + 3 * v; }

  Model m;
  Data d;
  scene::Scene scene;
};

// Four points around the middle of a tube, between a bone that stands and one that twists.
std::string tube(const std::string& attributes) {
  return R"(<worldbody><body name="a"><geom size=".1"/></body>
      <body name="b" pos="0 0 1"><joint type="ball"/><geom size=".1"/></body></worldbody>
      <deformable><skin )" +
         attributes + R"( vertex="1 0 .5 0 1 .5 -1 0 .5 0 -1 .5" face="0 1 2 0 2 3">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 1 1"/>
      <bone body="b" bindpos="0 0 1" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 1 1"/>
      </skin></deformable>)";
}

void twist(World& w, double angle) {
  w.d.qpos[0] = std::cos(angle / 2), w.d.qpos[3] = std::sin(angle / 2);
  w.look();
}

TEST(Skin, TwistedTubeKeepsItsRadiusUnderDualQuaternions) {
  for (const double angle : {0.5, 2.0, -2.9, 3.1}) {
    World linear(tube("")), dual(tube(R"(blend="dual")"));
    twist(linear, angle), twist(dual, angle);
    for (int v = 0; v < 4; ++v) {
      EXPECT_NEAR(std::hypot(linear.at(v)[0], linear.at(v)[1]), std::cos(angle / 2), 1e-6);
      EXPECT_NEAR(std::hypot(dual.at(v)[0], dual.at(v)[1]), 1, 1e-6);
      const double turned = angle / 2 + v * kPi / 2;
      EXPECT_NEAR(dual.at(v)[0], std::cos(turned), 1e-6);
      EXPECT_NEAR(dual.at(v)[1], std::sin(turned), 1e-6);
      EXPECT_NEAR(dual.at(v)[2], 0.5, 1e-6);
    }
  }
}

// A quaternion and its negative are one rotation.
TEST(Skin, DualQuaternionsMixAlongTheShorterWay) {
  World w(tube(R"(blend="dual")"));
  twist(w, 0.6);
  const float x = w.at(0)[0], y = w.at(0)[1];
  twist(w, 0.6 + 2 * kPi);
  EXPECT_NEAR(w.at(0)[0], x, 1e-6);
  EXPECT_NEAR(w.at(0)[1], y, 1e-6);
}

TEST(Skin, OneBoneMovesItAsABody) {
  for (const char* blend : {"linear", "dual"}) {
    World w(std::string(R"(<worldbody><body name="a" pos="1 2 3"><freejoint/><geom name="g"
        pos=".3 -.2 .1" size=".1"/></body></worldbody><deformable><skin blend=")") +
            blend + R"(" vertex="1.3 1.8 3.1 0 0 0 1 0 0" face="0 1 2">
        <bone body="a" bindpos="1 2 3" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>
        </skin></deformable>)");
    const double pose[7] = {-1, 0.5, 2, 0.5, -0.1, 0.7, 0.5};
    std::copy_n(pose, 7, w.d.qpos.data());
    w.look();
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(w.at(0)[k], w.d.geom_xpos[k], 1e-6) << blend;
  }
}

TEST(Skin, BlendIsWrittenAndRead) {
  const spec::Spec spec = read_string("<mujoco>" + tube(R"(blend="dual")") + "</mujoco>");
  const std::string text = to_xml(spec);
  EXPECT_NE(text.find("blend=\"dual\""), std::string::npos);
  EXPECT_EQ(load_string(text).skin_blend[0], static_cast<int>(SkinBlend::Dual));
  EXPECT_EQ(load_string("<mujoco>" + tube("") + "</mujoco>").skin_blend[0], 0);
  EXPECT_THROW(load_string("<mujoco>" + tube(R"(blend="cubic")") + "</mujoco>"), Error);
}

constexpr const char* kCarried = R"(<asset><mesh name="fine" inertia="shell" scale=".5 .5 .5"
      vertex="-.11 -.1 .02 .12 -.07 .05 .03 .16 -.09 .01 .02 .13" face="0 2 1 0 1 3 1 2 3 2 0 3"/></asset>
    <worldbody><body name="b" pos=".3 .2 1" euler="10 20 30">
    <flexcomp name="f" type="grid" dim="3" count="3 3 3" spacing=".05 .05 .05" radius=".001" rgba="1 0 0 1" pos="0 .1 0">
      <contact contype="0" conaffinity="0"/><xpbd material="rubber" skin="fine"/>%</flexcomp></body></worldbody>)";

std::string carried(const std::string& inside) {
  std::string text = kCarried;
  return text.replace(text.find('%'), 1, inside);
}

// One linear map of all points is that of the mesh, of what sticks out of the tetrahedra too.
TEST(Skin, TetrahedraCarryAFinerMesh) {
  World w(carried(""));
  ASSERT_EQ(w.m.nskin, 1);
  ASSERT_EQ(w.m.nskinvert, 4);
  EXPECT_EQ(w.m.flex_rgba[3], 0);
  EXPECT_EQ(w.m.skin_rgba[0], 1);
  w.look();
  const std::vector<float> rest = w.scene.skinvert;
  const double map[3][3] = {{1.2, 0.3, -0.1}, {0.2, 0.8, 0.4}, {-0.5, 0.1, 1.1}};
  const double shift[3] = {0.3, -0.2, 0.5};
  const auto moved = [&](const auto* x, int k) {
    return map[k][0] * x[0] + map[k][1] * x[1] + map[k][2] * x[2] + shift[k];
  };
  for (int v = 0; v < w.m.nflexvert; ++v) {
    const int body = w.m.flex_vertbodyid[v];
    const double* x = w.d.flexvert_xpos.row(v);
    const double* axes = w.d.xmat.row(body);
    for (int k = 0; k < 3; ++k) {
      double along = 0;  // of the slide, in the frame of the body
      for (int r = 0; r < 3; ++r) along += axes[3 * r + k] * (moved(x, r) - x[r]);
      w.d.qpos[w.m.jnt_qposadr[w.m.body_jntadr[body] + k]] = along;
    }
  }
  w.look();
  for (int v = 0; v < 4; ++v) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(w.at(v)[k], moved(&rest[3 * v], k), 2e-6);
  }
}

// At rest it is where a geom in the place of the flexcomp would show it.
TEST(Skin, CarriedMeshIsPlacedAsItsFlexcompIs) {
  World w(carried("") + R"(<worldbody><body pos=".3 .2 1" euler="10 20 30">
      <site name="s" pos="-.055 .05 .01"/></body></worldbody>)");
  w.look();
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(w.at(0)[k], w.d.site_xpos[k], 1e-6);
}

TEST(Skin, CarriedMeshSurvivesPinsAndWriting) {
  World w(carried(R"(<pin gridrange="0 0 0 2 2 0"/>)"));
  w.look();
  const Model again = load_string(
      to_xml(read_string("<mujoco>" + carried(R"(<pin gridrange="0 0 0 2 2 0"/>)") + "</mujoco>")));
  ASSERT_EQ(again.nskinbonevert, w.m.nskinbonevert);
  EXPECT_EQ(again.flex_rgba[3], 0);
  for (int k = 0; k < w.m.nskinbonevert; ++k) {
    EXPECT_NEAR(again.skin_bonevertweight[k], w.m.skin_bonevertweight[k], 1e-6);
  }
}

TEST(Skin, CarriedMeshIsRefusedWithAPlace) {
  const auto refused = [](std::string text, const std::string& from, const std::string& to) {
    try {
      load_string("<mujoco>" + text.replace(text.find(from), from.size(), to) + "</mujoco>");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(carried(""), "skin=\"fine\"", "skin=\"none\"").find("\"none\""),
            std::string::npos);
  EXPECT_NE(refused(carried(""), "dim=\"3\" count=\"3 3 3\"", "dim=\"2\" count=\"3 3 1\"")
                .find("tetrahedra"),
            std::string::npos);
}

}  // namespace
}  // namespace thew
