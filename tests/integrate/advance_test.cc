// Advancing activations, velocities, positions and time.

#include <thew/step.h>

#include "integrate/integrate.h"
#include "model/lane_types.h"
#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

TEST(Advance, VelocitiesThenPositions) {
  test::World w(
      "<option timestep='.5'/><worldbody><body><freejoint/><geom size='1'/></body></worldbody>");
  const double acceleration[6] = {2, 0, 0, 0, 0, 2 * test::kPi};
  w.d.qvel[1] = 3;
  integrate::advance<double>(w.m, w.d, nullptr, acceleration, nullptr);
  const double r = std::sqrt(0.5);  // half a second at pi rad/s is a quarter turn
  EXPECT_TRUE(near(w.d.qvel.data(), {1, 3, 0, 0, 0, test::kPi}));
  EXPECT_TRUE(near(w.d.qpos.data(), {0.5, 1.5, 0, r, 0, 0, r}));
  EXPECT_TRUE(near(w.d.time, 0.5));
}

TEST(Advance, PositionsAlongAGivenVelocity) {
  test::World w(
      "<option timestep='.5'/><worldbody><body><joint type='slide'/><geom size='1'/></body>"
      "</worldbody>");
  const double acceleration = 2, velocity = 7;
  integrate::advance(w.m, w.d, &acceleration, &acceleration, &velocity);
  EXPECT_TRUE(near(w.d.qvel[0], 1));
  EXPECT_TRUE(near(w.d.qpos[0], 3.5));
}

struct ActivationCase {
  const char* dynamics;
  double start, rate, after;
};

class Activation : public testing::TestWithParam<ActivationCase> {};

TEST_P(Activation, AdvancesInOneStep) {
  const ActivationCase& p = GetParam();
  test::World w(std::string("<option timestep='.5'/><worldbody><body><joint name='j'/>"
                            "<geom size='1'/></body></worldbody><actuator><general joint='j' ") +
                p.dynamics + "/></actuator>");
  const double zero = 0;
  w.d.act[0] = p.start;
  integrate::advance(w.m, w.d, &p.rate, &zero, &zero);
  EXPECT_TRUE(near(w.d.act[0], p.after));
}

INSTANTIATE_TEST_SUITE_P(All, Activation,
                         testing::Values(ActivationCase{"dyntype='integrator'", 1, 4, 3},
                                         ActivationCase{"dyntype='filter' dynprm='2'", 1, 4, 3},
                                         // The exact decay: tau (1 - exp(-h / tau)) of the rate.
                                         ActivationCase{"dyntype='filterexact' dynprm='2'", 1, 4,
                                                        1 + 8 * (1 - std::exp(-0.25))},
                                         ActivationCase{"dyntype='integrator' actrange='0 2.5'", 1,
                                                        4, 2.5}));

TEST(Advance, LanesTurnByThemselves) {
  const Model m = load_string(
      "<mujoco><option timestep='.5'/><worldbody><body><joint type='ball'/>"
      "<geom size='1'/></body></worldbody></mujoco>");
  BasicData<Pack4> lanes(m);
  reset(m, lanes);
  Pack4 acceleration[3] = {Pack4(0.0), Pack4(0.0), Pack4(0.0)};
  for (int k = 0; k < 4; ++k) acceleration[1].set(k, k);
  integrate::advance<Pack4>(m, lanes, nullptr, acceleration, nullptr);
  for (int k = 0; k < 4; ++k) {
    EXPECT_TRUE(near(lanes.qpos[0][k], std::cos(0.125 * k))) << k;
    EXPECT_TRUE(near(lanes.qpos[2][k], std::sin(0.125 * k))) << k;
  }
}

}  // namespace
}  // namespace thew
