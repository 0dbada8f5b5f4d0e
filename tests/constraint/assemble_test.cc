// Which rows there are, and how softly they react.

#include <vector>

#include <thew/constraint.h>
#include <thew/step.h>

#include "constraint/cart.h"

namespace thew {
namespace {

using test::near;

TEST(Assemble, EqualitiesFrictionLimitsContacts) {
  test::World w(R"(<worldbody><geom type="plane" size="1 1 1" condim="1"/>
    <body pos="0 0 .09"><joint name="a" type="slide" axis="0 0 1" range="0 1"/>
      <geom size=".1" condim="1"/></body>
    <body pos="1 0 1"><joint name="b" type="slide" frictionloss="3"/><geom size=".1"/></body></worldbody>
    <equality><joint joint1="a" joint2="b"/></equality>)");
  w.d.qpos[0] = -0.001;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 4);
  EXPECT_EQ(w.d.ne, 1);
  EXPECT_EQ(w.d.nf, 1);
  EXPECT_EQ(w.d.nl, 1);
  const ConstraintType types[] = {ConstraintType::Equality, ConstraintType::FrictionDof,
                                  ConstraintType::LimitJoint, ConstraintType::ContactFrictionless};
  const int ids[] = {0, 1, 0, 0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(w.d.efc_type[i], static_cast<int>(types[i])) << i;
    EXPECT_EQ(w.d.efc_id[i], ids[i]) << i;
  }
}

struct Softness {
  const char* joint;  // its limit is violated by 0.01
  double imp, k, b;
};

class Limit : public testing::TestWithParam<Softness> {};

TEST_P(Limit, ReactsBySolrefAndSolimp) {
  const Softness& p = GetParam();
  test::World w = test::cart(std::string("range='0 1' ") + p.joint);
  w.d.qpos[0] = -0.01;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  const double* kbip = w.d.efc_KBIP.row(0);
  EXPECT_TRUE(near(kbip[0], p.k));
  EXPECT_TRUE(near(kbip[1], p.b));
  EXPECT_TRUE(near(kbip[2], p.imp));
  const double r = (1 - p.imp) / p.imp / test::kCartMass;
  EXPECT_TRUE(near(w.d.efc_diagA[0], 1 / test::kCartMass));
  EXPECT_TRUE(near(w.d.efc_R[0], r));
  EXPECT_TRUE(near(w.d.efc_D[0], 1 / r));
}

// K = 1 / (dmax tc dr)^2 and B = 2 / (dmax tc), or the given ones by dmax^2 and dmax.
constexpr double kSquare = 0.9 * 0.9;
INSTANTIATE_TEST_SUITE_P(
    All, Limit,
    testing::Values(
        Softness{"", test::kImp, test::kK, test::kB},
        Softness{"solreflimit='.1 .5'", test::kImp, 1 / (0.9025 * 0.01 * 0.25), 2 / (0.95 * 0.1)},
        Softness{"solreflimit='-100 -10'", test::kImp, 100 / 0.9025, 10 / 0.95},
        // A time constant of less than two steps of 2 ms is raised to them.
        Softness{"solreflimit='.001 1'", test::kImp, 1 / (0.9025 * 0.004 * 0.004),
                 2 / (0.95 * 0.004)},
        // Half of the width: in the middle on a straight line, at (1/2)^1 on a parabola too; a
        // quarter of it: 2 / 4^2 of the way up.
        Softness{"solimplimit='.5 .9 .02 .5 1'", 0.7, 1 / (kSquare * 0.0004), 2 / (0.9 * 0.02)},
        Softness{"solimplimit='.5 .9 .02 .5 2'", 0.7, 1 / (kSquare * 0.0004), 2 / (0.9 * 0.02)},
        Softness{"solimplimit='.5 .9 .04 .5 2'", 0.55, 1 / (kSquare * 0.0004), 2 / (0.9 * 0.02)}));

TEST(Assemble, AnEqualityMeetsTheInertiaOfBothSides) {
  test::World w(R"(<worldbody><body><joint name="a" type="slide"/><geom size=".1" mass="2"/></body>
    <body pos="1 0 0"><joint name="b" type="slide"/><geom size=".1" mass="5"/></body></worldbody>
    <equality><joint joint1="a" joint2="b" polycoef="0 3 0 0 0"/></equality>)");
  w.d.qpos[0] = 0.01;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.ne, 1);
  EXPECT_TRUE(near(w.d.efc_pos[0], 0.01));
  EXPECT_TRUE(near(w.d.efc_diagA[0], 1 / 2.0 + 1 / 5.0));
  EXPECT_TRUE(near(w.d.efc_R[0], test::kSoft * (1 / 2.0 + 1 / 5.0)));
}

// A ball of 2 kg, 0.01 m deep in the floor: its impedance is dmax.
test::World ball(const std::string& option, const std::string& geom) {
  return test::World("<option " + option +
                     "/><worldbody><geom type='plane' size='1 1 1' friction='0' "
                     "condim='1'/><body pos='0 0 .09'><freejoint/><geom size='.1' mass='2' " +
                     geom + "/></body></worldbody>");
}

TEST(Assemble, ContactWithoutFriction) {
  test::World w = ball("", "condim='1'");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  EXPECT_TRUE(near(w.d.efc_pos[0], -0.01));
  EXPECT_TRUE(near(w.d.efc_R[0], test::kCartR));
}

// The first edge of the pyramid meets (1 + mu^2)/m; all edges have 2 mu^2 of what it asks for.
TEST(Assemble, PyramidOfFriction) {
  test::World w = ball("cone='pyramidal'", "condim='3' friction='.8'");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 4);
  const double r = 2 * 0.64 * test::kCartR * (1 + 0.64);
  EXPECT_TRUE(near(w.d.efc_R.data(), {r, r, r, r}));
}

// R of the sliding rows is smaller by impratio.
TEST(Assemble, ConeOfFriction) {
  test::World w = ball("cone='elliptic' impratio='4'", "condim='3' friction='.8'");
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 3);
  EXPECT_TRUE(near(w.d.efc_R.data(), {test::kCartR, test::kCartR / 4, test::kCartR / 4}));
  EXPECT_TRUE(near(w.d.contact.mu[0], 0.8 / 2));  // mu sqrt(R_t / R_n)
  EXPECT_TRUE(near(w.d.efc_pos.data(), {-0.01, 0, 0}));
}

TEST(Assemble, NoRowsWhereConstraintsAreDisabled) {
  test::World w = ball("", "condim='1'");
  w.m.opt.disableflags = static_cast<int>(DisableBit::Constraint);
  forward(w.m, w.d);
  EXPECT_EQ(w.d.nefc, 0);
}

}  // namespace
}  // namespace thew
