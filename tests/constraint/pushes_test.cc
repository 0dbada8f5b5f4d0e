// Rows of a caller in the problem of a step.

#include "constraint/pushes.h"

#include <vector>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// A cart of 2 kg with gravity 5 along its slide, and a tendon of stiffness 200 that pulls at it
// with
// 10. With h = .1 the metric is A = 2 + h^2 200 = 4, and the acceleration without rows is 20 / 4.
struct Cart : test::World {
  explicit Cart(const std::string& solver, const std::string& range = "")
      : World("<option integrator='discrete' timestep='.1' gravity='5 0 0' tolerance='0' solver='" +
              solver + "'/><worldbody><body><joint name='a' type='slide' axis='1 0 0' " + range +
              R"(/><geom size=".1" mass="2"/></body></worldbody>
      <tendon><fixed stiffness="200" springlength=".05"><joint joint="a" coef="1"/></fixed></tendon>)"),
        memory({bytes.data(), bytes.size()}) {
    forward(m, d);
  }

  // Pushes once with weight 12 towards an acceleration.
  double push(double target) {
    const int start[2] = {0, 1}, column = 0;
    const double value = 1, weight = 12, begin = 0;
    constraint::PushedProblem<double> problem(m, d, memory);
    EXPECT_FALSE(memory.full());
    double force = -1;
    problem.solve({1, start, &column, &value, &weight, &target}, &begin, memory, &force);
    return force;
  }

  std::vector<std::byte> bytes = std::vector<std::byte>(1 << 20);
  Memory memory;
};

// 4 (a - 5) = 12 (7 - a) has a = 6.5.
TEST(Pushes, ShareWithTheMetric) {
  for (const char* solver : {"Newton", "CG"}) {
    Cart w(solver);
    ASSERT_TRUE(near(w.d.qacc_smooth[0], 5));
    EXPECT_TRUE(near(w.push(7), 6));
    EXPECT_TRUE(near(w.d.qacc[0], 6.5)) << solver;
  }
}

TEST(Pushes, NeverPull) {
  for (const char* solver : {"Newton", "CG"}) {
    Cart w(solver);
    EXPECT_EQ(w.push(4), 0);
    EXPECT_TRUE(near(w.d.qacc[0], 5)) << solver;
  }
}

// 4 (7 - 5)^2 / 2, as the tendon's part of the metric pulls towards 5 too.
TEST(Pushes, CostOfAnAccelerationIsWithoutThem) {
  Cart w("Newton");
  const constraint::PushedProblem<double> problem(w.m, w.d, w.memory);
  const double acc = 7;
  EXPECT_TRUE(near(problem.cost(&acc), 8));
}

// Rows of the step are in the cost and in the solve, and their forces are those at qacc.
TEST(Pushes, AreBesideTheRowsOfTheStep) {
  Cart w("Newton", "limited='true' range='-1 .01'");
  w.d.qpos[0] = 0.02;
  forward(w.m, w.d);
  ASSERT_EQ(w.d.nefc, 1);
  const double D = w.d.efc_D[0], limit = -w.d.efc_aref[0];  // pushes where -a < aref
  const double free = w.d.qacc_smooth[0], target = limit + 3;
  const double acc = (4 * free + D * limit + 12 * target) / (4 + D + 12);
  ASSERT_GT(acc, limit);
  const double force = w.push(target);
  EXPECT_NEAR(w.d.qacc[0], acc, 1e-10 * std::abs(acc));
  EXPECT_NEAR(force, 12 * (target - acc), 1e-8);
  EXPECT_NEAR(w.d.efc_force[0], D * (acc - limit), 1e-8 * D);
  constraint::PushedProblem<double> problem(w.m, w.d, w.memory);
  const double away = acc - free, beyond = acc - limit;
  EXPECT_NEAR(problem.cost(&acc), 2 * away * away + D / 2 * beyond * beyond, 1e-8 * D);
  w.d.qacc[0] = limit + 1;
  problem.react_to_acceleration();
  EXPECT_NEAR(w.d.efc_force[0], D, 1e-10 * D);
}

}  // namespace
}  // namespace thew
