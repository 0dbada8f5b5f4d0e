// How forces change with velocities: dampers, actuators, Coriolis forces.

#include "dynamics/smooth_velocity.h"

#include <thew/stages.h>
#include <thew/step.h>

#include "dynamics/two_link_arm.h"

namespace thew {
namespace {

using dynamics::BiasTerms;
using test::near;

// -d/dv of h (2 v1 v2 + v2^2) and -h v1^2. Nothing else depends on velocities.
TEST(SmoothVelocity, CoriolisForcesOfTwoLinks) {
  test::TwoLinkArm a;
  forward(a.m, a.d);
  Workspace<double> work(a.m);
  dynamics::smooth_velocity(a.m, a.d, work, BiasTerms::All);
  dynamics::store_derivative(a.m, a.d, work);
  EXPECT_TRUE(
      near(a.d.qDeriv.data(), {-2 * a.h * a.v2, -2 * a.h * (a.v1 + a.v2), 2 * a.h * a.v1, 0}));
  dynamics::smooth_velocity(a.m, a.d, work, BiasTerms::None);
  dynamics::store_derivative(a.m, a.d, work);
  EXPECT_TRUE(near(a.d.qDeriv.data(), {0, 0, 0, 0}));
}

// A joint damper 2 + 3 |v|, a tendon 2 q1 - q2 with a damper 5, and a motor with back-EMF 7 on the
// second joint with gear 3.
struct Damped : test::World {
  Damped()
      : World(R"(
    <worldbody><body><joint name="a" damping="2 3" axis="0 0 1"/><geom size=".1" pos="1 0 0"/>
      <body pos="2 0 0"><joint name="b" axis="0 0 1"/><geom size=".1" pos="1 0 0"/></body></body></worldbody>
    <tendon><fixed damping="5"><joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed></tendon>
    <actuator><general joint="b" gear="3" biastype="affine" biasprm="0 0 -7"/></actuator>)") {
    d.qvel[0] = 0.5;
    forward(m, d);
    actuation::tangents(m, d);
  }
  // -d/dv of 2 v + 3 |v| v is -2 - 6 |v|.
  const double d11 = -2 - 6 * 0.5 - 5 * 4, d12 = 5 * 2, d22 = -5 - 7 * 9;
};

TEST(SmoothVelocity, DampersTendonsAndActuators) {
  Damped w;
  Workspace<double> work(w.m);
  dynamics::smooth_velocity(w.m, w.d, work, BiasTerms::None);
  dynamics::store_derivative(w.m, w.d, work);
  EXPECT_TRUE(near(w.d.qDeriv.data(), {w.d11, w.d12, w.d12, w.d22}));
}

TEST(SmoothVelocity, ScaledInTheSparsityOfM) {
  Damped w;
  Workspace<double> work(w.m);
  double matrix[3] = {100, 200, 300};  // (0, 0), (1, 0), (1, 1)
  dynamics::add_symmetric_velocity(w.m, w.d, work, 0.5, static_cast<double*>(matrix));
  EXPECT_TRUE(near(matrix, {100 + 0.5 * w.d11, 200 + 0.5 * w.d12, 300 + 0.5 * w.d22}));
}

// Both triangles, whatever was there.
TEST(SmoothVelocity, SymmetricPartStored) {
  Damped w;
  Workspace<double> work(w.m);
  std::fill(w.d.qDeriv.begin(), w.d.qDeriv.end(), 1.0);
  dynamics::store_symmetric_velocity(w.m, w.d, work);
  EXPECT_TRUE(near(w.d.qDeriv.data(), {w.d11, w.d12, w.d12, w.d22}));
}

// Gyroscopic terms -d/dw of w x I w, only for bodies in free flight where asked so.
TEST(SmoothVelocity, GyroscopicForces) {
  const std::string body = "<inertial pos='0 0 0' mass='2' diaginertia='.1 .2 .25'/></body>";
  test::World w("<worldbody><body><freejoint/>" + body + "<body pos='9 0 0'><joint type='ball'/>" +
                body + "</worldbody>");
  for (const int first : {3, 6}) w.d.qvel[first + 1] = 2, w.d.qvel[first + 2] = 3;
  forward(w.m, w.d);
  Workspace<double> work(w.m);
  const auto entry = [&](int i, int j) {
    const int start = w.m.D_rowadr[i];
    for (int k = start; k < start + w.m.D_rownnz[i]; ++k) {
      if (w.m.D_colind[k] == j) return w.d.qDeriv[k];
    }
    return 0.0;
  };
  const double a = 0.1, b = 0.2, c = 0.25, q = 2, r = 3;
  for (const BiasTerms terms : {BiasTerms::FreeBodies, BiasTerms::All}) {
    dynamics::smooth_velocity(w.m, w.d, work, terms);
    dynamics::store_derivative(w.m, w.d, work);
    for (const int first : {3, 6}) {
      const double there = first == 3 || terms == BiasTerms::All ? 1 : 0;
      EXPECT_TRUE(near(entry(first, first + 1), -there * (c - b) * r));
      EXPECT_TRUE(near(entry(first, first + 2), -there * (c - b) * q));
      EXPECT_TRUE(near(entry(first + 1, first), -there * (a - c) * r));
      EXPECT_TRUE(near(entry(first + 2, first), -there * (b - a) * q));
      EXPECT_TRUE(near(entry(first + 1, first + 2), 0));
    }
  }
}

TEST(SmoothVelocity, FreeTrees) {
  const test::World w(
      "<worldbody><body><freejoint/><geom size='1'/></body>"
      "<body><freejoint/><geom size='1'/><body><joint/><geom size='1'/></body></body>"
      "<body><joint/><geom size='1'/></body></worldbody>");
  EXPECT_TRUE(dynamics::is_free_tree(w.m, 0));
  EXPECT_FALSE(dynamics::is_free_tree(w.m, 1));
  EXPECT_FALSE(dynamics::is_free_tree(w.m, 2));
}

}  // namespace
}  // namespace thew
