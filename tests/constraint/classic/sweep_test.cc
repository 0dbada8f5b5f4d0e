// Contacts of the classic formulation, by hand and by each of its methods. The default solref makes
// a step of 2 ms remove 1/11 of the depth; far from the surface R = 1e-6 (1 + 100 (1 - 0.95)).

#include <array>
#include <cmath>

#include <thew/constraint.h>
#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

constexpr double kStep = 0.002, kShare = 1.0 / 11, kR = 6e-6;

class ClassicContact : public testing::TestWithParam<const char*> {
 protected:
  test::World world(const std::string& rest, const std::string& options = "tolerance='1e-13'") {
    return test::World(std::string("<option formulation='classic' iterations='2000' solver='") +
                       GetParam() + "' " + options + "/>" + rest);
  }
  // A ball of 2 kg, 1 cm deep in the floor, that three slides move.
  test::World ball(const std::string& geom) {
    return world(R"(<option gravity="0 0 -10"/><worldbody><geom type="plane" size="1 1 1"/>
      <body pos="0 0 .09"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/><geom size=".1" mass="2" priority="1" )" +
                 geom + "/></body></worldbody>");
  }
  static double normal(double vz) {
    return -(-10 + (vz - kShare * 0.01 / kStep) / kStep) / (0.5 + kR);
  }
  static void expect(double got, double wanted) {
    EXPECT_NEAR(got, wanted, 1e-9 * std::max(1.0, std::abs(wanted)));
  }
};

TEST_P(ClassicContact, WithoutFriction) {
  test::World w = ball("condim='1'");
  w.d.qvel[2] = -0.3;
  w.d.qvel[0] = 1;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  expect(w.d.efc_force[0], normal(-0.3));
  expect(w.d.qfrc_constraint[0], 0);
  EXPECT_EQ(w.d.solver_converged[0], 1);
}

TEST_P(ClassicContact, ThatPartsHasNoForce) {
  test::World w = ball("condim='3'");
  w.d.qvel[2] = 1;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 3);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(w.d.efc_force[i], 0);
}

TEST_P(ClassicContact, Sticks) {
  test::World w = ball("condim='3' friction='1'");
  w.d.qfrc_applied[0] = 3;
  w.d.qvel[1] = 0.004;
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[2], normal(0));
  expect(w.d.qfrc_constraint[0], -1.5 / (0.5 + kR));
  expect(w.d.qfrc_constraint[1], -0.004 / kStep / (0.5 + kR));
  EXPECT_EQ(w.d.efc_state[0], static_cast<int>(ConstraintState::Quadratic));
}

TEST_P(ClassicContact, SlidesAgainstItsMotion) {
  test::World w = ball("condim='3' friction='.25'");
  w.d.qvel[0] = 3;
  w.d.qvel[1] = -4;
  forward(w.m, w.d);
  expect(w.d.qfrc_constraint[0], -0.25 * normal(0) * 0.6);
  expect(w.d.qfrc_constraint[1], 0.25 * normal(0) * 0.8);
  EXPECT_EQ(w.d.efc_state[0], static_cast<int>(ConstraintState::Cone));
}

// Rows of a free ball: after the step the row stands still, but for its softness.
class Rolling {
 public:
  explicit Rolling(test::World world) : w(std::move(world)) {}
  void expect_stopped(int rows) {
    forward(w.m, w.d);
    ASSERT_EQ(w.d.nefc, rows);
    std::vector<double> acc(static_cast<std::size_t>(rows));
    constraint::multiply_jacobian(w.m, w.d, w.d.qacc.data(), acc.data());
    for (int k = 1; k < rows; ++k) {
      const double lacks = acc[static_cast<std::size_t>(k)] + w.d.efc_vel[k] / kStep;
      EXPECT_NEAR(lacks, -kR * w.d.efc_force[k], 1e-8) << k;
      EXPECT_GT(std::abs(w.d.efc_vel[k]), 0) << k;
    }
  }
  test::World w;
};

const char* const kFreeBall = R"(<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09">
  <freejoint/><geom size=".1" mass="2" friction="1 1 1" condim=")";

TEST_P(ClassicContact, StopsSpin) {
  Rolling r(world(std::string(kFreeBall) + "4\"/></body></worldbody>"));
  r.w.d.qvel[0] = 0.01;
  r.w.d.qvel[1] = 0.01;
  r.w.d.qvel[5] = 0.01;
  r.expect_stopped(4);
  const double inertia = 0.4 * 2 * 0.01;
  EXPECT_NEAR(std::abs(r.w.d.efc_force[3]), 0.01 / kStep / (1 / inertia + kR), 1e-9);
}

TEST_P(ClassicContact, StopsRolling) {
  Rolling r(world(std::string(kFreeBall) + "6\"/></body></worldbody>"));
  for (int i : {0, 1, 3, 4, 5}) r.w.d.qvel[i] = 0.01 * (1 + i);
  r.expect_stopped(6);
}

// Forces of a heap are in their cones to the last digits, and methods agree.
TEST_P(ClassicContact, ConesAreRespected) {
  std::string bodies;
  for (int i = 0; i < 6; ++i) {
    bodies += "<body pos='" + std::to_string(0.03 * i) + " 0 " + std::to_string(0.05 + 0.098 * i) +
              "'><freejoint/><geom type='" + (i % 2 ? "box" : "sphere") +
              "' size='.05 .05 .05' mass='1' condim='" +
              std::to_string(i % 3 == 0   ? 3
                             : i % 3 == 1 ? 4
                                          : 6) +
              "' friction='.3 .01 .01'/></body>";
  }
  test::World w =
      world("<worldbody><geom type='plane' size='1 1 1'/>" + bodies + "</worldbody>", "");
  for (int i = 0; i < 300; ++i) {
    step(w.m, w.d);
    for (int c = 0; c < w.d.ncon; ++c) {
      if (w.d.contact.efc_address[c] < 0) continue;
      const double* f = w.d.efc_force.data() + w.d.contact.efc_address[c];
      double square = 0;
      for (int k = 1; k < w.d.contact.dim[c]; ++k) {
        square += std::pow(f[k] / w.d.contact.friction.row(c)[k - 1], 2);
      }
      ASSERT_GE(f[0], 0);
      ASSERT_LE(std::sqrt(square), f[0] * (1 + 1e-12));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ClassicContact, testing::Values("PGS", "CG", "CGStrict"));

const char* const kRow = R"(<worldbody><geom type="plane" size="9 9 1"/>
  <body pos="0 0 .0499"><freejoint/><geom type="box" size=".1 .1 .05" mass="1"/></body>
  <body pos="0 0 .1497"><freejoint/><geom type="box" size=".09 .09 .05" mass="1"/></body>
  <body pos="0 0 .2495"><freejoint/><geom type="box" size=".08 .08 .05" mass="1"/></body></worldbody>)";

test::World row(const std::string& options) {
  return test::World("<option formulation='classic' " + options + "/>" + kRow);
}

// With tolerance 0 the iterations of a step are those allowed, and rows those of the contacts.
TEST(ClassicSweeps, CostIsBounded) {
  for (const char* solver : {"PGS", "CG", "CGStrict"}) {
    test::World w(
        std::string("<option formulation='classic' tolerance='0' iterations='30' solver='") +
        solver + R"('/><worldbody><geom type="plane" size="9 9 1"/>
    <body pos="0 0 .049"><freejoint/><geom type="box" size=".1 .1 .05" mass="1"/></body>
    <body pos="1 0 .049"><freejoint/><geom type="box" size=".1 .1 .05" mass="1"/></body></worldbody>)");
    for (int i = 0; i < 200; ++i) {
      step(w.m, w.d);
      ASSERT_EQ(w.d.nefc, 24);
      ASSERT_EQ(w.d.nisland, 2);
      for (int k = 0; k < 2; ++k) {
        ASSERT_EQ(w.d.solver_niter[k], 30);
        ASSERT_EQ(w.d.solver_nnz[k], 12 * 12);
        ASSERT_EQ(w.d.solver_converged[k], 0);
      }
    }
    EXPECT_EQ(w.d.solver_fallback[0], 0);
    for (int i = 0; i < 12; ++i) EXPECT_NEAR(w.d.qvel[i], 0, 1e-3) << solver;
  }
}

// A wall of boxes, each on two others, at the default tolerance: from nothing the gradient needs
// less than half as many iterations as sweeps do, and less from step to step as well.
TEST(ClassicMethods, GradientIsFasterWithAHundredContacts) {
  std::string boxes;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 6 - r; ++c) {
      boxes += "<body pos='" + std::to_string(0.205 * c + 0.1025 * r) + " 0 " +
               std::to_string(0.0999 + 0.1998 * r) +
               "'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>";
    }
  }
  int first[2], all[2] = {0, 0};
  for (const int k : {0, 1}) {
    test::World w(std::string("<option formulation='classic' iterations='3000' solver='") +
                  (k ? "CGStrict" : "PGS") + "'/><worldbody><geom type='plane' size='9 9 1'/>" +
                  boxes + "</worldbody>");
    for (int i = 0; i < 5; ++i) {
      step(w.m, w.d);
      if (i == 0) first[k] = w.d.solver_niter[0];
      all[k] += w.d.solver_niter[0];
    }
    EXPECT_GT(w.d.ncon, 80);
    EXPECT_EQ(w.d.solver_fallback[0], 0);
  }
  EXPECT_LT(2 * first[1], first[0]);
  EXPECT_LT(all[1], all[0]);
}

void expect_same_motion(std::array<test::World, 3> worlds, double tolerance) {
  for (test::World& w : worlds) {
    w.d.qvel[6] = 0.5;  // the middle one is pushed out, and slides
    for (int i = 0; i < 100; ++i) step(w.m, w.d);
    EXPECT_EQ(w.d.solver_fallback[0], 0);
  }
  for (int i = 0; i < worlds[0].m.nq; ++i) {
    EXPECT_NEAR(worlds[1].d.qpos[i], worlds[0].d.qpos[i], tolerance) << i;
    EXPECT_NEAR(worlds[2].d.qpos[i], worlds[0].d.qpos[i], tolerance) << i;
  }
}

// Balls have one answer, which all methods find.
TEST(ClassicMethods, AgreeInMotion) {
  const auto stack = [](const std::string& options) {
    return test::World("<option formulation='classic' iterations='5000' " + options +
                       R"(/><worldbody>
      <geom type="plane" size="9 9 1"/>
      <body pos="0 0 .0999"><freejoint/><geom size=".1" condim="4" friction=".3 .05"/></body>
      <body pos=".02 0 .2987"><freejoint/><geom size=".1" condim="4" friction=".3 .05"/></body>
      <body pos="0 .01 .497"><freejoint/><geom size=".1" condim="4" friction=".3 .05"/></body></worldbody>)");
  };
  expect_same_motion({stack("tolerance='1e-12'"), stack("solver='CG' tolerance='1e-12'"),
                      stack("solver='CGStrict' tolerance='1e-12'")},
                     1e-9);
}

// How corners of boxes share a load moves them by no more than their softness: a millionth.
TEST(ClassicMethods, AgreeAtTheDefaultTolerance) {
  const std::string options = "iterations='5000'";
  expect_same_motion(
      {row(options), row("solver='CG' " + options), row("solver='CGStrict' " + options)}, 1e-7);
}

// Where the gradient does not converge, sweeps take over from the start; the strict method lets go.
TEST(ClassicMethods, FallBack) {
  test::World pgs = row("iterations='3' tolerance='1e-14'");
  test::World cg = row("solver='CG' iterations='3' tolerance='1e-14'");
  test::World strict = row("solver='CGStrict' iterations='3' tolerance='1e-14'");
  for (test::World* w : {&pgs, &cg, &strict}) forward(w->m, w->d);
  EXPECT_EQ(pgs.d.solver_fallback[0], 0);
  EXPECT_EQ(cg.d.solver_fallback[0], 1);
  EXPECT_EQ(strict.d.solver_fallback[0], 1);
  EXPECT_EQ(cg.d.solver_niter[0], 6);
  for (int i = 0; i < pgs.d.nefc; ++i) {
    EXPECT_EQ(cg.d.efc_force[i], pgs.d.efc_force[i]);
    EXPECT_EQ(strict.d.efc_force[i], 0);
  }
  EXPECT_GT(pgs.d.solver_residual[0], 0);
}

}  // namespace
}  // namespace thew
