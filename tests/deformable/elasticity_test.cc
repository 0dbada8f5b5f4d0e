// Forces of edges, triangles and hinges that are known in closed form.

#include "deformable/elasticity.h"

#include <thew/step.h>

#include "deformable/triangles.h"

namespace thew {
namespace {

using test::near;

struct Forces : test::Sheet {
  using Sheet::Sheet;

  void add(bool spring = true, bool damper = true) {
    std::fill(d.qfrc_spring.begin(), d.qfrc_spring.end(), 0.0);
    std::fill(d.qfrc_damper.begin(), d.qfrc_damper.end(), 0.0);
    deformable::add_elasticity(m, d, spring, damper);
  }
  const double* spring(int vertex) const { return d.qfrc_spring.data() + 3 * vertex; }
  const double* damper(int vertex) const { return d.qfrc_damper.data() + 3 * vertex; }
};

constexpr const char* kStretch =
    R"(<elasticity young="1000" poisson="0" thickness=".02" elastic2d="stretch"/>)";
constexpr const char* kBend =
    R"(<elasticity young="1000" poisson="0" thickness=".02" elastic2d="bend" damping=".5"/>)";

// The edge from 0 to 1 is stretched by a factor s along x, in two triangles of half a square metre:
// E_xx = (s^2 - 1) / 2, W = V (young / 2) E_xx^2.
TEST(FlexElasticity, PullsAStretchedSheetTogether) {
  Forces w(kStretch);
  w.move(1, 0.2, 0, 0);
  w.add();
  const double s = 1.2, strain = (s * s - 1) / 2, force = 0.02 * 1000 * strain * s;
  EXPECT_TRUE(near(w.spring(1), {-force, 0, 0}));
  EXPECT_TRUE(near(w.spring(0), {force, 0, 0}));
  EXPECT_TRUE(near(w.spring(2), {0, 0, 0}));
  for (const double x : w.d.qfrc_damper) EXPECT_EQ(x, 0);
}

TEST(FlexElasticity, IsZeroAtRestAndWhereSpringsAreOff) {
  Forces w(kStretch);
  w.update();
  w.add();
  for (const double x : w.d.qfrc_spring) EXPECT_TRUE(near(x, 0));
  w.move(1, 0.2, 0, 0);
  w.add(false, true);
  for (const double x : w.d.qfrc_spring) EXPECT_EQ(x, 0);
}

// Cotangent weights of the square's hinge are 2, 0, -1, -1 and its area is one: lifting vertex 2 by
// z gives D z times them.
TEST(FlexElasticity, BendsBack) {
  Forces w(kBend);
  w.move(2, 0, 0, 0.1);
  w.d.qvel[3 * 2 + 2] = 0.3;
  w.update();
  w.add();
  const double rigidity = 1000 * 0.02 * 0.02 * 0.02 / 12;
  for (const double* force : {w.spring(0), w.spring(1), w.spring(2), w.spring(3)}) {
    EXPECT_TRUE(near(force, {0, 0}));
  }
  const double z = rigidity * 0.1, v = 0.5 * rigidity * 0.3;
  EXPECT_TRUE(near(w.spring(0)[2], 2 * z));
  EXPECT_TRUE(near(w.spring(1)[2], 0));
  EXPECT_TRUE(near(w.spring(2)[2], -z));
  EXPECT_TRUE(near(w.spring(3)[2], -z));
  EXPECT_TRUE(near(w.damper(0)[2], 2 * v));
  EXPECT_TRUE(near(w.damper(3)[2], -v));
}

// Damping by the change of the squared length over the last step: for a rate r of a length L it is
// (L^2 - (L - h r)^2) / h = 2 L r - h r^2.
TEST(FlexElasticity, DampsStretching) {
  Forces w(
      R"(<elasticity young="1000" poisson="0" thickness=".02" elastic2d="stretch" damping=".1"/>)",
      "<option timestep='.01'/>");
  w.d.qvel[3] = 0.5;
  w.update();
  w.add();
  const double rate = 2 * 1 * 0.5 - 0.01 * 0.5 * 0.5, force = 0.1 * 0.02 * 1000 * rate / 2;
  EXPECT_TRUE(near(w.damper(1), {-force, 0, 0}));
  double sum = 0;
  for (int v = 0; v < 4; ++v) sum += w.damper(v)[0];
  EXPECT_TRUE(near(sum, 0));
  for (const double x : w.d.qfrc_spring) EXPECT_TRUE(near(x, 0));
}

TEST(FlexElasticity, EdgesAreSpringsOfRopes) {
  test::World w(R"(<worldbody><flexcomp name="f" type="direct" dim="1" radius=".1"
      point="0 0 0 1 0 0" element="0 1"><edge stiffness="30" damping="2"/></flexcomp></worldbody>
      <option><flag energy="enable" gravity="disable"/></option>)");
  w.d.qpos[3] = 0.5;
  w.d.qvel[3] = 0.25;
  forward(w.m, w.d);
  EXPECT_TRUE(near(w.d.qfrc_spring.data(), {30 * 0.5, 0, 0, -30 * 0.5, 0, 0}));
  EXPECT_TRUE(near(w.d.qfrc_damper.data(), {2 * 0.25, 0, 0, -2 * 0.25, 0, 0}));
  EXPECT_TRUE(near(w.d.energy[0], 0.5 * 30 * 0.25));
}

}  // namespace
}  // namespace thew
