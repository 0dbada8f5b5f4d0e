// Energy in the classic formulation. With a constant inertia a step of Euler changes the energy by
//   E' - E = h f' J v' - h^2/2 |forces|^2 in inv(M)
// and contacts end it with f' J v' <= f_n out, where `out` is the speed at which they take out
// depth. So nothing else raises the energy, and without that (a damping ratio of 0) nothing does.

#include <algorithm>
#include <cmath>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

double energy(const Data& d) {
  return d.energy[0] + d.energy[1];
}

// What contacts may add in the step whose forces these are.
double taken_out(const Model& m, const Data& d) {
  const double h = m.opt.timestep;
  double sum = 0;
  for (int i = 0; i < d.ncon; ++i) {
    const int row = d.contact.efc_address[i];
    if (row >= 0) sum += h * d.efc_force[row] * (h * d.efc_aref[row] + d.efc_vel[row]);
  }
  return sum;
}

// The most that a step adds beyond what contacts may, in a time [s].
double most_added(test::World& w, double time) {
  step(w.m, w.d);
  double most = -1e9, last = energy(w.d), allowed = taken_out(w.m, w.d);
  while (w.d.time < time) {
    step(w.m, w.d);
    most = std::max(most, energy(w.d) - last - allowed);
    last = energy(w.d);
    allowed = taken_out(w.m, w.d);
  }
  return most;
}

// Balls turn without gyroscopic forces: their inertia is constant.
test::World balls(const std::string& ratio) {
  std::string text = R"(<option formulation="classic" tolerance="1e-13" iterations="20000">
    <flag energy="enable"/></option><default><geom solref=".02 )" +
                     ratio + R"("/></default><worldbody><geom type="plane" size="9 9 1"/>)";
  const char* const dims[] = {"1", "3", "4", "6"};
  for (int i = 0; i < 6; ++i) {
    text += "<body pos='" + std::to_string(0.05 * (i % 3)) + " " + std::to_string(0.04 * (i % 2)) +
            " " + std::to_string(0.15 + 0.25 * i) + "'><freejoint/><geom size='.1' mass='" +
            std::to_string(0.3 + 0.4 * i) + "' friction='.6 .02 .01' condim='" + dims[i % 4] +
            "'/></body>";
  }
  test::World w(text + "</worldbody>");
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = std::sin(3.0 * i);
  return w;
}

TEST(ClassicEnergy, NeverRises) {
  test::World w = balls("0");
  const double scale = 100;  // of energies here [J]
  w.d.qvel[2] = -2;
  step(w.m, w.d);
  double last = energy(w.d);
  const double first = last;
  for (int i = 0; i < 1500; ++i) {
    step(w.m, w.d);
    ASSERT_LE(energy(w.d), last + 1e-13 * scale) << i;
    last = energy(w.d);
  }
  EXPECT_LT(last, first - 10);
}

TEST(ClassicEnergy, RisesByTheDepthThatIsTakenOut) {
  test::World w = balls("1");
  EXPECT_LE(most_added(w, 3), 1e-11);
}

// What is left where bodies tumble is the error of Euler's method, that of a step as its square:
// whether something is hit or not, half the step leaves a quarter.
TEST(ClassicEnergy, TumblingRisesByTheErrorOfTheIntegrator) {
  for (const char* floor : {"", "<geom type='plane' size='9 9 1'/>"}) {
    double added[2];
    for (const int part : {1, 2}) {
      test::World w("<option formulation='classic' gravity='0 0 0' tolerance='1e-12' timestep='" +
                    std::to_string(0.001 / part) + "' iterations='20000'>" +
                    "<flag energy='enable'/></option><worldbody>" + floor +
                    R"(<body pos="0 0 .4" euler="20 30 0"><freejoint/>
        <geom type="box" size=".1 .05 .03" mass="1"/></body></worldbody>)");
      for (const auto& [i, v] : {std::pair{2, -1.0}, {3, 5.0}, {4, 6.0}, {5, -4.0}}) {
        w.d.qvel[i] = v;
      }
      added[part - 1] = most_added(w, 0.6);
    }
    EXPECT_GT(added[0], 0);
    EXPECT_NEAR(added[0] / added[1], 4, 0.4) << floor;
  }
}

// A spring at a limit gives back what it took: with its energy, and while damping is at least what
// (1 - b h/m)^2 <= 1 - k h^2/m asks for, the sum never rises. It begins with what the step that
// came in went too far.
TEST(ClassicEnergy, OfALimit) {
  for (const char* ratio : {"1", ".2", ".05"}) {
    test::World w(std::string(R"(<option formulation="classic"><flag energy="enable"/></option>
      <worldbody><body><joint type="slide" axis="0 0 1" range="0 1" solreflimit=".02 )") +
                  ratio + R"("/><geom size=".1" mass="2"/></body></worldbody>)");
    w.d.qpos[0] = 0.5;
    w.d.qvel[0] = 4;
    const auto stretch = [&] { return std::max({0.0, -w.d.qpos[0], w.d.qpos[0] - 1}); };
    double last = 1e9, before = 0;
    for (int i = 0; i < 3000; ++i) {
      const double r = stretch(), spring = 0.5 * 2500 * r * r;
      step(w.m, w.d);  // leaves the energy of its beginning
      ASSERT_LE(energy(w.d) + spring, last + (before == 0 ? spring : 0) + 1e-12) << i;
      last = energy(w.d) + spring;
      before = r;
    }
  }
}

}  // namespace
}  // namespace thew
