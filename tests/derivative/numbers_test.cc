// Numbers of the model as inputs of a step: against exact answers, and against differences of steps
// with Richardson's extrapolation.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/callback.h>
#include <thew/derivative.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

#include "derivative/compare.h"
#include "support/worlds.h"

namespace thew {
namespace {

using derivative::Method, derivative::ModelNumber;
using Numbers = std::vector<ModelNumber>;
using test::moved;

struct ByNumbers {
  std::vector<double> P, E;
};

ByNumbers by_numbers(const Model& m, const Data& d, const Numbers& numbers,
                     const derivative::DerivativeConfig& config = {}) {
  ByNumbers result;
  result.P.assign(static_cast<std::size_t>(2 * m.nv + m.na) * numbers.size(), NAN);
  result.E.assign(static_cast<std::size_t>(m.nsensordata) * numbers.size(), NAN);
  derivative::transition(m, d, config, {{}, {}, {}, {}, {}, numbers, result.P, result.E});
  return result;
}

// Euler's method with an implicit damper: v' = v + h (g u - k x - c v) / (m + h c), x' = x + h v'.
TEST(Numbers, AMassOnASpringHasTheDerivativesOfItsEquation) {
  const Model m = load_string(R"(<mujoco><option timestep="0.1" gravity="0 0 0"/>
    <worldbody><body><joint name="x" type="slide" axis="1 0 0" stiffness="8" damping="3"/>
    <geom size=".1" mass="2"/></body></worldbody>
    <actuator><motor joint="x" gear="5"/></actuator></mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.3;
  d.qvel[0] = -0.7;
  d.ctrl[0] = 0.4;
  const double h = 0.1, heavy = 2 + 0.1 * 3, force = 5 * 0.4 - 8 * 0.3 - 3 * -0.7;
  const Numbers numbers = {
      {"body_mass", 1}, {"jnt_stiffness", 0}, {"dof_damping", 0}, {"actuator_gear", 0}};
  const double velocity[] = {-h * force / (heavy * heavy), -h * 0.3 / heavy,
                             h * (0.7 / heavy - force * h / (heavy * heavy)), h * 0.4 / heavy};
  const ByNumbers got = by_numbers(m, d, numbers);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(got.P[4 + i], velocity[i], 1e-9) << numbers[i].field;
    EXPECT_NEAR(got.P[i], h * velocity[i], 1e-9) << numbers[i].field;
  }
}

// Friction of a block that slides is mu times what carries it: vx' = vx - mu (vz' - vz + g h).
TEST(Numbers, FrictionBrakesABlockThatSlides) {
  Model m =
      load_string(R"(<mujoco><option timestep="0.002" cone="elliptic" gravity="0 0 -10"/><worldbody>
    <geom type="plane" size="5 5 .1" friction=".4"/>
    <body pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
      <geom type="sphere" size=".1" mass="1" friction=".3"/></body></worldbody></mujoco>)");
  m.opt.tolerance = 0;
  Data d(m);
  reset(m, d);
  d.qvel[0] = 3;
  d.qpos[1] = -1e-4;
  forward(m, d);
  ASSERT_EQ(d.ncon, 1);
  const double h = 0.002, mu = 0.4, carried = h * d.qacc[1] + 10 * h;
  ASSERT_GT(carried, 0.01);
  // The larger coefficient counts, which is that of the plane.
  const Numbers numbers = {{"geom_friction", 0}, {"geom_friction", 3}};
  const ByNumbers got = by_numbers(m, d, numbers);
  EXPECT_NEAR(got.P[4], -carried - mu * got.P[6], 1e-8);
  EXPECT_EQ(got.P[5], 0);
  std::vector<double> A(16);
  derivative::transition(m, d, {}, {A, {}, {}, {}});
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(A[8 + k] - (k == 2), -mu * (A[12 + k] - (k == 3)), 1e-12);
  }
}

double largest(const std::vector<double>& x) {
  double most = 1e-3;
  for (const double v : x) most = std::max(most, std::abs(v));
  return most;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& want,
                 const Numbers& numbers, const std::string& name) {
  // Each number has its own unit: a column counts by itself.
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    std::vector<double> column;
    for (std::size_t i = k; i < want.size(); i += numbers.size()) column.push_back(want[i]);
    for (std::size_t i = k; i < want.size(); i += numbers.size()) {
      EXPECT_NEAR(got[i], want[i], 1e-5 * largest(column))
          << name << ": row " << i / numbers.size() << " by " << numbers[k].field << " "
          << numbers[k].index;
    }
  }
}

TEST(Numbers, EveryIntegratorReactsToThemAsItsSteps) {
  const Numbers numbers = {
      {"body_mass", 1},         {"body_mass", 4},        {"body_inertia", 3},
      {"body_ipos", 5},         {"body_pos", 8},         {"dof_damping", 7},
      {"dof_armature", 8},      {"geom_friction", 0},    {"geom_solref", 0},
      {"geom_size", 13},        {"gravity", 2},          {"actuator_gear", 0},
      {"jnt_stiffness", 1},     {"actuator_gainprm", 0}, {"actuator_biasprm", 1},
      {"actuator_ctrlrange", 0}};
  for (const char* name : {"humanoid", "quadruped"}) {
    for (const Integrator integrator :
         {Integrator::Euler, Integrator::Implicit, Integrator::Implicitfast, Integrator::Rk4,
          Integrator::Discrete, Integrator::ImplicitSpringDamper}) {
      Model m = test::load_own(name);
      m.opt.integrator = static_cast<int>(integrator);
      m.opt.tolerance = 0;
      m.opt.iterations = m.opt.ls_iterations = 100;
      m.opt.ls_tolerance = 1e-6;
      const Data d = moved(m, 60);
      const ByNumbers got = by_numbers(m, d, numbers);
      const derivative::DerivativeConfig steps = {Method::Differences, 1e-6, true};
      expect_near(got.P, by_numbers(m, d, numbers, steps).P, numbers,
                  name + std::to_string(static_cast<int>(integrator)) + " P");
      expect_near(got.E, by_numbers(m, d, numbers, steps).E, numbers,
                  name + std::to_string(static_cast<int>(integrator)) + " E");
    }
  }
}

TEST(Numbers, TheirGradientIsTheProductWithTheTranspose) {
  const Model m = test::load_own("quadruped");
  const Data d = moved(m, 40);
  const Numbers numbers = {{"body_mass", 2}, {"dof_damping", 8}, {"geom_friction", 0}};
  std::vector<double> cotangent(static_cast<std::size_t>(2 * m.nv + m.na)), p(3), want(3, 0.0);
  for (std::size_t i = 0; i < cotangent.size(); ++i)
    cotangent[i] = std::sin(1.0 + 2.0 * static_cast<double>(i));
  derivative::vjp(m, d, {}, cotangent, {{}, {}, {}, numbers, p});
  const ByNumbers matrices = by_numbers(m, d, numbers);
  for (std::size_t i = 0; i < cotangent.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) want[k] += matrices.P[3 * i + k] * cotangent[i];
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(p[k], want[k], 1e-9 * (1 + std::abs(want[k])));
}

TEST(Numbers, ThoseThatTheModelLacksAreErrors) {
  const Model m = test::load_own("pendulum");
  Data d(m);
  reset(m, d);
  EXPECT_THROW(by_numbers(m, d, {{"body_weight", 0}}), Error);
  EXPECT_THROW(by_numbers(m, d, {{"body_mass", m.nbody}}), Error);
  EXPECT_THROW(by_numbers(m, d, {{"body_mass", -1}}), Error);
  EXPECT_THROW(by_numbers(m, d, {{"mesh_pos", 0}}), Error);
}

}  // namespace
}  // namespace thew
