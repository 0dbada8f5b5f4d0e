// Steps of sheets that never cross: what holds whatever the scene.

#include "pipeline/keep_apart.h"

#include <thew/step.h>

#include "pipeline/held_pairs.h"
#include "support/hand_made.h"

namespace thew {
namespace {

struct Sheets : test::World {
  Sheets(const std::string& option, const std::string& inside)
      : World("<option integrator='discrete' timestep='.002' " + option +
              "><flag ipc='enable'/></option><worldbody>" + inside + "</worldbody>") {}

  double lowest() const {
    double z = 1e9;
    for (int v = 0; v < m.nflexvert; ++v) z = std::min(z, d.flexvert_xpos.row(v)[2]);
    return z;
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step(m, d);
    forward(m, d);
  }
};

std::string sheet(const std::string& name, const std::string& more,
                  const std::string& inside = "") {
  return "<flexcomp name='" + name + "' type='grid' dim='2' count='4 4 1' spacing='.05 .05 .05' " +
         "radius='.002' mass='.16' " + more + "><edge equality='true'/>" + inside + "</flexcomp>";
}

// One millimetre above the plane, each vertex with its weight.
TEST(KeepApart, ASheetRestsOnAPlane) {
  for (const char* solver :
       {"solver='Newton' tolerance='1e-12'", "solver='CG' tolerance='1e-12'"}) {
    Sheets w(solver, "<geom type='plane' size='1 1 1'/>" + sheet("f", "pos='0 0 .004'"));
    w.run(200);
    EXPECT_NEAR(w.lowest(), .001, 1e-8);
    for (int v = 0; v < 16; ++v) {
      EXPECT_NEAR(w.d.flexvert_lambda[v], .01 * 9.81, 1e-4) << solver;
      EXPECT_LE(w.d.flexvert_conage[v], 0);
    }
    EXPECT_EQ(w.d.ncon, 0);
  }
}

// A metre in a step, through a box of a centimetre and on to a plane.
TEST(KeepApart, NothingTunnels) {
  Sheets w("",
           "<geom type='box' size='.3 .3 .005'/><geom type='plane' size='1 1 1' pos='0 0 -.5'/>" +
               sheet("f", "pos='0 0 .1' euler='3 7 20'"));
  for (int i = 2; i < w.m.nv; i += 3) w.d.qvel[i] = -500;
  for (int i = 0; i < 30; ++i) {
    w.run(1);
    EXPECT_GT(w.lowest(), -.5) << i;
    for (int v = 0; v < w.m.nflexvert; ++v) {
      const double* x = w.d.flexvert_xpos.row(v);
      const bool over = std::abs(x[0]) < .3 && std::abs(x[1]) < .3;
      EXPECT_TRUE(!over || x[2] > .005) << i << ' ' << v;
    }
  }
}

// Two sheets that meet in empty space: what one gains the other loses.
TEST(KeepApart, SheetsKeepTheirMomentum) {
  Sheets w("gravity='0 0 0' tolerance='1e-12'",
           sheet("a", "") + sheet("b", "pos='.01 .02 .02' euler='4 5 30'"));
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = i % 3 == 2 ? (i < 48 ? 1 : -2) : .1;
  const auto momentum = [&](int axis) {
    double sum = 0;
    for (int i = axis; i < w.m.nv; i += 3) sum += .01 * w.d.qvel[i];
    return sum;
  };
  const double before[3] = {momentum(0), momentum(1), momentum(2)};
  double most = 0;
  for (int i = 0; i < 40; ++i) {
    w.run(1);
    for (const double force : w.d.flexvert_lambda) most = std::max(most, force);
  }
  EXPECT_GT(most, .1);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(momentum(k), before[k], 1e-9);
  // Edges of frames that are turned round, 1e-16 of forces of 1e4 in each of 40 steps.
  EXPECT_NEAR(momentum(2), before[2], 1e-9);
}

// A forward pass is that of free flight; the step has the sensors of its own acceleration.
TEST(KeepApart, TheStepHasTheAcceleration) {
  test::World w(R"(<option integrator="discrete"><flag ipc="enable"/></option><worldbody>
    <geom type="plane" size="1 1 1"/><flexcomp name="f" type="grid" dim="2" count="2 2 1"
    spacing=".1 .1 .1" radius=".002" mass=".04" pos="0 0 .001"><edge equality="true"/></flexcomp></worldbody>
    <sensor><framelinacc objtype="body" objname="f_0"/></sensor>)");
  forward(w.m, w.d);
  EXPECT_NEAR(w.d.qacc[2], -9.81, 1e-9);
  for (int i = 0; i < 100; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.qacc[2], 0, 1e-6);
  EXPECT_NEAR(w.d.qfrc_constraint[2], .0981, 1e-6);
  EXPECT_NEAR(w.d.sensordata[2], 9.81, 1e-6);
}

TEST(KeepApart, NothingMovesIsNoTrouble) {
  Sheets w(
      "", "<flexcomp name='f' type='grid' dim='2' count='3 3 1' spacing='.1 .1 .1' rigid='true'/>");
  ASSERT_EQ(w.m.nv, 0);
  w.run(2);
  for (const auto count : w.d.warning_number) EXPECT_EQ(count, 0);
}

// They are reset, or the turns of the step come to an end.
TEST(KeepApart, BadNumbersEnd) {
  for (const double bad : {1e9, 1e300, std::nan("")}) {
    Sheets w("", "<geom type='box' size='.1 .1 .1'/>" + sheet("f", "pos='0 0 .11'"));
    w.run(1);
    w.d.qvel[5] = bad;
    step(w.m, w.d);
    for (int i = 0; i < w.m.nv; ++i) EXPECT_TRUE(std::isfinite(w.d.qpos[i]));
  }
}

TEST(KeepApart, SinglePrecisionRestsToo) {
  const Sheets w("", "<geom type='plane' size='1 1 1'/>" + sheet("f", "pos='0 0 .004'"));
  BasicData<float> d(w.m);
  reset(w.m, d);
  for (int i = 0; i < 200; ++i) step(w.m, d);
  forward(w.m, d);
  for (int v = 0; v < 16; ++v) EXPECT_NEAR(d.flexvert_xpos.row(v)[2], .001, 2e-5);
}

TEST(KeepApart, TheSameBitsAgain) {
  const std::string inside = "<geom type='sphere' size='.05' pos='.01 0 -.06'/>" +
                             sheet("a", "pos='0 0 .004'") + sheet("b", "pos='.01 .02 .012'");
  Sheets w("", inside), v("", inside);
  w.run(60);
  v.run(60);
  for (int i = 0; i < w.m.nq; ++i) EXPECT_EQ(w.d.qpos[i], v.d.qpos[i]);
}

// Loaded pairs stay stiff for six times without a load, others become softer at once.
TEST(HeldPair, BecomesSofter) {
  HeldPair pair = {};
  pair.stiffness = 100;
  EXPECT_EQ(pair.aged_stiffness(), 100);
  pair.age = 2;
  EXPECT_NEAR(pair.aged_stiffness(), 81, 1e-12);
  pair.age = -6;
  EXPECT_EQ(pair.aged_stiffness(), 100);
  pair.age = -8;
  EXPECT_NEAR(pair.aged_stiffness(), 81, 1e-12);
}

TEST(HeldPair, Ages) {
  EXPECT_EQ(next_age(0, true), 0);
  EXPECT_EQ(next_age(0, false), 1);
  EXPECT_EQ(next_age(3, true), -1);
  EXPECT_EQ(next_age(6, true), 0);  // forgotten
  EXPECT_EQ(next_age(-1, true), -1);
  EXPECT_EQ(next_age(-1, false), -2);
}

}  // namespace
}  // namespace thew
