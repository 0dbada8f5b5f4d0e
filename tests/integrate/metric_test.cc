// The matrix of linearly implicit steps, A = M + h D + h^2 K.

#include "integrate/metric.h"

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

constexpr double kStep = 0.01;

// Carts of 2 and 3 kg, the first on a spring of 50, with a tendon x2 - x1 between them that is a
// spring of 40 and a damper of 5. It couples two trees, where the sparsity of M has no place.
struct Carts : test::World {
  Carts()
      : World(R"(<option timestep=".01" gravity="0 0 0"/><worldbody>
    <body><joint name="a" type="slide" stiffness="50"/><geom size="1" mass="2" contype="0"/></body>
    <body><joint name="b" type="slide"/><geom size="1" mass="3" contype="0"/></body></worldbody>
    <tendon><fixed stiffness="40" damping="5" springlength="0">
      <joint joint="a" coef="-1"/><joint joint="b" coef="1"/></fixed></tendon>)") {
    d.qpos[1] = 0.2;
    d.qvel[0] = 6, d.qvel[1] = 7;
    forward(m, d);
  }
  Workspace<double> work{m};
};

TEST(Metric, OfTwoCartsThatATendonCouples) {
  Carts w;
  double force[2] = {100, 200};
  integrate::build_metric(w.m, w.d, w.work, {}, static_cast<double*>(force));
  // -h K v, with the tendon's rate 7 - 6.
  EXPECT_TRUE(near(force, {100 - kStep * (50 * 6 - 40 * 1), 200 - kStep * 40}));
  const double tie = kStep * 5 + kStep * kStep * 40;
  const double a11 = 2 + kStep * kStep * 50 + tie, a22 = 3 + tie;
  const double x[2] = {4, -5};
  double y[2];
  integrate::multiply_metric(w.m, w.d, w.work, x, static_cast<double*>(y));
  EXPECT_TRUE(near(y, {a11 * 4 + tie * 5, -tie * 4 - a22 * 5}));
  integrate::solve_metric(w.m, w.d, w.work, static_cast<double*>(y));
  EXPECT_TRUE(near(y, {4, -5}));
}

TEST(Metric, WithoutTendons) {
  Carts w;
  double force[2] = {0, 0};
  integrate::build_metric(w.m, w.d, w.work, {.tendons = false}, static_cast<double*>(force));
  EXPECT_TRUE(near(force, {-kStep * 50 * 6, 0}));
  const double x[2] = {4, -5};
  double y[2];
  integrate::multiply_metric(w.m, w.d, w.work, x, static_cast<double*>(y));
  EXPECT_TRUE(near(y, {(2 + kStep * kStep * 50) * 4, -3 * 5.0}));
}

TEST(Metric, TheCoupledPartAlone) {
  Carts w;
  double force[2] = {0, 0};
  integrate::build_metric(w.m, w.d, w.work, {}, static_cast<double*>(force));
  const double x[2] = {4, -5}, tie = kStep * 5 + kStep * kStep * 40;
  double y[2] = {1, 1};
  integrate::add_couplings(w.m, w.d, 2.0, x, static_cast<double*>(y));
  EXPECT_TRUE(near(y, {1 + 2 * tie * 9, 1 - 2 * tie * 9}));
}

}  // namespace
}  // namespace thew
