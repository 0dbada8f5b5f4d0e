// Constraints on positions in a step: motions that are known in closed form.

#include "deformable/xpbd.h"

#include <algorithm>

#include <thew/error.h>
#include <thew/field_table.h>
#include <thew/step.h>
#include <thew/team.h>

#include "deformable/wide.h"
#include "integrate/integrate.h"
#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

std::string chain(const std::string& points, const std::string& elements, const std::string& inside,
                  const std::string& option = R"(gravity="0 0 0")") {
  return "<option timestep=\".01\" " + option +
         R"(/><worldbody><flexcomp name="f" type="direct" dim="1" radius=".01" mass="2" point=")" +
         points + "\" element=\"" + elements + "\"><contact contype=\"0\" conaffinity=\"0\"/>" +
         inside + "</flexcomp></worldbody>";
}

double sum_along(const test::World& w, int axis) {
  double sum = 0;
  for (int i = axis; i < w.m.nv; i += 3) {
    sum += w.m.body_mass.values()[w.m.dof_bodyid[i]] * w.d.qvel[i];
  }
  return sum;
}

// One end held, a mass of one at the other: x' = (x + h v) / (1 + h^2 k / m) of the stretch x.
TEST(FlexXpbd, SpringIsImplicitEuler) {
  test::World w(
      chain("0 0 0 1 0 0", "0 1",
            R"(<xpbd stretch="0.02" substeps="1"/><pin id="0"/><elasticity damping="0"/>)"));
  w.m.flex_damping[0] = 0;
  ASSERT_EQ(w.m.nv, 3);
  ASSERT_EQ(w.m.nxpbdrun, 1);
  const double h = 0.01, k = 50, mass = 1;
  double x = 0.1, v = -0.3;
  w.d.qpos[0] = x, w.d.qvel[0] = v;
  for (int i = 0; i < 100; ++i) {
    const double next = (x + h * v) / (1 + h * h * k / mass);
    v = (next - x) / h;
    x = next;
    step(w.m, w.d);
    ASSERT_NEAR(w.d.qpos[0], x, 1e-13);
    ASSERT_NEAR(w.d.qvel[0], v, 1e-11);
  }
}

// Parts of a step are steps.
TEST(FlexXpbd, SubstepsAreSmallerSteps) {
  const std::string points = "0 0 0 1 0 0 2 .3 0", elements = "0 1 1 2";
  test::World coarse(chain(points, elements, R"(<xpbd stretch="1e-3" bend=".1" substeps="5"/>)"));
  test::World fine(chain(points, elements, R"(<xpbd stretch="1e-3" bend=".1" substeps="1"/>)"));
  fine.m.opt.timestep = 0.002;
  for (test::World* w : {&coarse, &fine}) w->d.qvel[4] = 1;
  for (int i = 0; i < 50; ++i) {
    step(coarse.m, coarse.d);
    for (int k = 0; k < 5; ++k) step(fine.m, fine.d);
    for (int q = 0; q < coarse.m.nq; ++q) ASSERT_NEAR(coarse.d.qpos[q], fine.d.qpos[q], 1e-12);
  }
}

// The integrator `discrete` moves points as Euler does.
TEST(FlexXpbd, DiscreteMovesAsEuler) {
  const std::string points = "0 0 0 1 0 0 2 .3 0", elements = "0 1 1 2";
  const std::string inside = R"(<xpbd stretch="1e-3" bend=".1" substeps="3"/><pin id="0"/>)";
  test::World euler(chain(points, elements, inside, "")),
      discrete(chain(points, elements, inside, R"(integrator="discrete")"));
  for (int i = 0; i < 100; ++i) {
    step(euler.m, euler.d);
    step(discrete.m, discrete.d);
    for (int q = 0; q < euler.m.nq; ++q) ASSERT_NEAR(discrete.d.qpos[q], euler.d.qpos[q], 1e-12);
  }
}

// Nothing outside pulls at it: momentum stays, and energy is lost, not gained.
TEST(FlexXpbd, KeepsMomentum) {
  test::World w(chain("0 0 0 1 0 0 1.5 .8 0 2 .8 .4", "0 1 1 2 2 3",
                      R"(<xpbd stretch="1e-4" bend="1e-2" iterations="3"/>)"));
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = 0.1 * i * (i % 2 == 0 ? 1 : -1);
  const double before[3] = {sum_along(w, 0), sum_along(w, 1), sum_along(w, 2)};
  for (int i = 0; i < 200; ++i) step(w.m, w.d);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(sum_along(w, k), before[k], 1e-13);
}

// Falls freely as a whole, in the frame of a body that is turned.
TEST(FlexXpbd, FallsFreelyInATurnedFrame) {
  test::World w(R"(<option timestep=".01"/><worldbody><body name="b" pos="1 2 3" euler="30 40 50">
      <flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass="1"><contact contype="0" conaffinity="0"/>
      <xpbd stretch="1e-3"/></flexcomp></body></worldbody>)");
  step(w.m, w.d);
  for (int i = 1; i < 30; ++i) step(w.m, w.d);
  forward(w.m, w.d);
  for (int v = 0; v < w.m.nflexvert; ++v) {
    EXPECT_NEAR(w.d.cvel.row(w.m.flex_vertbodyid[v])[5], -9.81 * 0.3, 1e-9);
  }
  for (int e = 0; e < w.m.nflexedge; ++e) {
    EXPECT_NEAR(w.d.flexedge_length[e], w.m.flexedge_length0[e], 1e-9);
  }
}

// A rope between a held point and a free body pulls both alike.
TEST(FlexXpbd, PullsWhatItIsPinnedTo) {
  test::World w(R"(<option timestep=".01" gravity="0 0 0"/><worldbody>
      <body name="box" pos="1 0 0"><freejoint/><geom size=".1" mass="3" contype="0" conaffinity="0"/></body>
      <body name="p0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
        <inertial pos="0 0 0" mass="1" diaginertia=".01 .01 .01"/></body>
      </worldbody><deformable><flex name="f" dim="1" radius=".01" body="p0 box" element="0 1" vertex="0 0 0 -.5 0 0">
      <contact contype="0" conaffinity="0"/><xpbd stretch="1e-3" coupling="points"/></flex></deformable>)");
  ASSERT_EQ(w.m.nv, 9);
  const int point = w.m.body_dofadr[2], box = w.m.body_dofadr[1];
  w.d.qvel[point] = -1;
  for (int i = 0; i < 100; ++i) {
    step(w.m, w.d);
    ASSERT_NEAR(3 * w.d.qvel[box] + w.d.qvel[point], -1, 1e-13);
  }
  EXPECT_LT(w.d.qvel[box], -0.01);
}

// What is pressed against a plane from above stays on it, and on a slope friction holds it.
TEST(FlexXpbd, RestsOnAPlane) {
  test::World w(
      R"(<option timestep=".005" gravity="1 0 -9.81"/><worldbody><geom type="plane" size="1 1 1"/>
      <body name="b" pos="0 0 .1"><flexcomp name="f" type="grid" dim="3" count="3 3 3" spacing=".05 .05 .05" radius=".001">
      <contact selfcollide="none"/><elasticity young="2e4" poisson=".3" damping=".01"/><xpbd density="1000"/></flexcomp></body></worldbody>)");
  for (int i = 0; i < 400; ++i) step(w.m, w.d);
  forward(w.m, w.d);
  double low = 1, speed = 0;
  for (int v = 0; v < w.m.nflexvert; ++v) low = std::min(low, w.d.flexvert_xpos.row(v)[2]);
  for (int i = 0; i < w.m.nv; ++i) speed = std::max(speed, std::abs(w.d.qvel[i]));
  EXPECT_GT(low, -2e-4);
  EXPECT_LT(low, 2e-3);
  EXPECT_LT(speed, 1e-3);
  EXPECT_EQ(w.d.warning_number[static_cast<int>(Warning::Badqpos)], 0);
}

// Four at a time or one by one: where something that moves carries a vertex, constraints are moved
// one by one, and with it held as still as without nothing else differs.
TEST(FlexXpbd, FourConstraintsAtATimeHaveTheBitsOfOne) {
  const auto sheet = [](const std::string& more) {
    return R"(<option timestep=".005"/><worldbody><body name="b"><flexcomp name="f" type="grid" dim="2" count="6 5 1"
      spacing=".1 .1 .1" radius=".01" mass="1"><contact contype="0" conaffinity="0"/><elasticity damping=".01"/>
      <xpbd stretch="1e-4" bend=".1" shear="1e-2" coupling="points"/><pin id="0 4"/></flexcomp></body>)" +
           more + "</worldbody>";
  };
  // Another flex with a vertex on a body that moves.
  test::World four(sheet("")), one(sheet(R"(<body name="c" pos="5 0 0"><freejoint/><geom size=".1"/>
      </body></worldbody><deformable><flex name="g" dim="1" radius=".01" body="c d" vertex="0 0 0 0 0 0" element="0 1">
      <contact contype="0" conaffinity="0"/><xpbd stretch="1" coupling="points"/></flex></deformable>
      <worldbody><body name="d" pos="6 0 0"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>)"));
  for (int i = 0; i < 40; ++i) {
    step(four.m, four.d);
    step(one.m, one.d);
  }
  for (int q = 0; q < four.m.nq; ++q) ASSERT_EQ(four.d.qpos[q], one.d.qpos[q]) << q;
}

// Twist of a straight chain between two segments: x'' = -2 k x / I of the angle between them.
TEST(FlexXpbd, TwistIsImplicitEuler) {
  test::World w(chain("0 0 0 1 0 0 2 0 0", "0 1 1 2", R"(<xpbd twist=".02" substeps="1"/>)"));
  w.m.flex_damping[0] = 0;
  ASSERT_EQ(w.m.nv, 3 * 3 + 2);
  const int first = static_cast<int>(w.m.nv) - 2;
  forward(w.m, w.d);
  const double h = 0.01, inertia = w.d.M[w.m.M_rowadr[first]], k = 50;
  EXPECT_NEAR(inertia, 1 * 0.01 * 0.01 / 2, 1e-12) << "half the mass of the chain";
  double x = 0.4, v = 0;
  w.d.qpos[first + 1] = x;
  for (int i = 0; i < 50; ++i) {
    const double next = (x + h * v) / (1 + 2 * h * h * k / inertia);
    v = (next - x) / h;
    x = next;
    step(w.m, w.d);
    ASSERT_NEAR(w.d.qpos[first + 1] - w.d.qpos[first], x, 1e-12);
  }
  EXPECT_NEAR(w.d.qpos[first + 1] + w.d.qpos[first], 0.4, 1e-12) << "its spin stays";
}

// An edge that is pulled beyond its strain is torn for good, with the bend that spans it, and says
// so in the state.
TEST(FlexXpbd, Tears) {
  test::World w(
      chain("0 0 0 1 0 0 2 0 0", "0 1 1 2",
            R"(<xpbd stretch="1e-2" bend="1e-3" strain=".5" substeps="2"/><pin id="0"/>)"));
  ASSERT_EQ(w.m.nplastic, 3);
  w.d.qvel[3] = 20;
  for (int i = 0; i < 20; ++i) step(w.m, w.d);
  EXPECT_EQ(w.d.plastic[0] + w.d.plastic[1] + w.d.plastic[2], 2) << "an edge, and the bend";
  EXPECT_GT(w.d.qpos[3], 1);
  const double speed = w.d.qvel[3];
  EXPECT_GT(speed, 5);
  w.d.qvel[4] = 1;  // sideways: nothing bends it back
  for (int i = 0; i < 20; ++i) step(w.m, w.d);
  EXPECT_NEAR(w.d.qvel[3], speed, 1e-9);
  EXPECT_NEAR(w.d.qvel[4], 1, 1e-9);
}

// Of a sheet, the triangles at a torn edge go with all that holds them; others stay.
TEST(FlexXpbd, TornEdgeTakesWhatSpansIt) {
  test::World w(R"(<option timestep=".01" gravity="0 0 0"/><worldbody><body name="b">
      <flexcomp name="f" type="grid" dim="2" count="3 2 1" spacing=".1 .1 .1" radius=".01" mass="1">
      <contact contype="0" conaffinity="0"/><xpbd stretch="1e-2" bend="1" shear="1e-1" strain=".3"/>
      </flexcomp></body></worldbody>)");
  // Nine edges, three inner ones, four triangles.
  ASSERT_EQ(w.m.nplastic, 9 + 3 + 4);
  double all = 0;
  w.d.qvel[0] = -60;  // one corner is torn off
  for (int i = 0; i < 5; ++i) step(w.m, w.d);
  for (int i = 0; i < w.m.nplastic; ++i) all += w.d.plastic[i];
  EXPECT_GT(all, 3);
  EXPECT_LT(all, 16);
  int at = 0;
  for (int run = 0; run < w.m.nxpbdrun; ++run) {
    const auto kind = static_cast<model::XpbdKind>(w.m.xpbdrun_kind[run]);
    const int n = model::shape_of(kind).vertices;
    for (int c = 0; c < w.m.xpbdrun_num[run]; ++c, ++at) {
      if (kind == model::XpbdKind::Stretch || w.d.plastic[at] == 0) continue;
      bool spans = false;  // some edge between two of its vertices is torn
      int edge = 0;
      for (int r = 0; r < w.m.nxpbdrun; ++r) {
        const int* v = w.m.xpbd_vert.data() + w.m.xpbdrun_vertadr[r];
        for (int e = 0; e < w.m.xpbdrun_num[r]; ++e, ++edge) {
          if (w.m.xpbdrun_kind[r] != static_cast<int>(model::XpbdKind::Stretch)) continue;
          const int* own = w.m.xpbd_vert.data() + w.m.xpbdrun_vertadr[run] + n * c;
          const bool both =
              std::count(own, own + n, v[2 * e]) && std::count(own, own + n, v[2 * e + 1]);
          spans = spans || (both && w.d.plastic[edge] != 0);
        }
      }
      EXPECT_TRUE(spans);
    }
  }
}

// However many threads share the work on a cloth that lies on a ball.
TEST(FlexXpbd, SameBitsForAnyCountOfThreads) {
  const std::string xml = R"(<option timestep=".004"/><worldbody>
    <geom size=".2" pos="0 0 -.203"/><geom type="plane" size="1 1 1" pos="0 0 -.03"/>
    <flexcomp name="f" type="grid" dim="2" count="60 60 1" spacing=".01 .01 .01" radius=".004">
      <contact selfcollide="none"/><elasticity damping=".01"/><xpbd material="fabric/cotton"/>
    </flexcomp></worldbody>)";
  test::World alone(xml);
  for (int i = 0; i < 8; ++i) step(alone.m, alone.d);
  ASSERT_GT(alone.d.ncon, 100);
  for (const int threads : {2, 3}) {
    const Team team(threads);
    const Team::Help help(&team);
    test::World shared(xml);
    for (int i = 0; i < 8; ++i) step(shared.m, shared.d);
    EXPECT_EQ(first_difference(alone.d, shared.d), nullptr) << threads;
  }
}

// What cannot be projected is said at the place.
TEST(FlexXpbd, RefusesWithAPlace) {
  const auto refused = [](const std::string& xml, const std::string& word) {
    try {
      test::World w(xml);
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
      return true;
    }
    return false;
  };
  const auto with = [](const std::string& inside, const std::string& option = "") {
    return chain("0 0 0 1 0 0", "0 1", inside, option);
  };
  EXPECT_TRUE(refused(with(R"(<xpbd material="cheese"/>)"), "cheese"));
  EXPECT_TRUE(refused(with(R"(<xpbd material="cloth/silk"/>)"), "sheets"));
  EXPECT_TRUE(refused(with(R"(<xpbd twist="1"/>)"), "twists"));
  EXPECT_TRUE(
      refused(chain("0 0 0 1 0 0 2 0 0", "0 1 1 2", R"(<xpbd twist="1" strain=".5"/>)"), "tear"));
  EXPECT_TRUE(refused(with(R"(<xpbd volume="1"/>)"), "volume"));
  EXPECT_TRUE(refused(with(R"(<xpbd substeps="0"/>)"), "substeps"));
  EXPECT_TRUE(refused(with(R"(<xpbd law="neohookean"/>)"), "neohookean"));
  EXPECT_TRUE(refused(with("<xpbd/>", R"(integrator="RK4")"), "RK4"));
  EXPECT_TRUE(refused(with(R"(<xpbd/><edge equality="true"/>)"), "equalities"));
  EXPECT_TRUE(refused(chain("0 0 0 0 0 0", "0 1", "<xpbd/>"), "size"));
}

// Chains, sheets and solids that fall on a plane, with more constraints than registers have lanes.
constexpr const char* kFalling = R"(<option timestep=".002"/><worldbody>
  <geom type="plane" size="0 0 1" zaxis=".01 .02 1"/>
  <flexcomp name="chain" type="grid" dim="1" count="57 1 1" spacing=".02 .02 .02" pos="0 0 .02"
    radius=".01" mass=".3"><contact selfcollide="none"/><xpbd material="rope"/></flexcomp>
  <flexcomp name="sheet" type="grid" dim="2" count="9 8 1" spacing=".05 .05 .05" pos="2 0 .045"
    radius=".005" mass=".3"><contact selfcollide="none"/><xpbd material="fabric/cotton" shear=".1"/>
  </flexcomp>
  <flexcomp name="edges" type="grid" dim="3" count="4 4 3" spacing=".1 .1 .1" pos="0 2 .16"
    radius=".01" mass="1"><contact selfcollide="none"/><xpbd material="rubber" iterations="2"/>
  </flexcomp>
  <flexcomp name="law" type="grid" dim="3" count="4 3 3" spacing=".1 .1 .1" pos="2 2 .16"
    radius=".01" mass="1"><contact selfcollide="none"/>
    <elasticity young="1e5" poisson=".3"/><xpbd law="neohookean"/></flexcomp>
  </worldbody>)";

// What processors with wider registers do has the bits of all others.
TEST(FlexXpbd, WiderRegistersGiveTheSameBits) {
  test::World w(kFalling);
  Workspace<double> work(w.m);
  std::vector<double> impulse(static_cast<std::size_t>(w.m.nv));
  int contacts = 0;
  for (int i = 0; i < 60; ++i) {
    forward(w.m, w.d);
    integrate::euler(w.m, w.d, work);
    Data narrow = w.d;
    deformable::project_positions(w.m, w.d, work, false, impulse.data());
    deformable::project_positions_narrow(w.m, narrow, work, false, impulse.data());
    for (int k = 0; k < w.m.nq; ++k) ASSERT_EQ(w.d.qpos[k], narrow.qpos[k]) << i << ' ' << k;
    for (int k = 0; k < w.m.nv; ++k) ASSERT_EQ(w.d.qvel[k], narrow.qvel[k]) << i << ' ' << k;
    contacts = std::max(contacts, w.d.ncon);
  }
  EXPECT_GT(contacts, 60);
}

}  // namespace
}  // namespace thew
