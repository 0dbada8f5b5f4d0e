// Constraints on positions: values that are known, gradients by differences, and one step of a
// spring that is Euler's implicit rule.

#include "element/xpbd.h"

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "math/pack.h"

namespace thew::element {
namespace {

using Point = math::Vec3<double>;

template <int n>
void expect_slopes(const std::function<PointConstraint<double, n>(const Point*)>& at) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-0.2, 0.2);
  for (int trial = 0; trial < 20; ++trial) {
    Point x[4] = {{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}, {0.4, -0.6, 0.5}};
    for (Point& p : x) p = p + Point{shift(random), shift(random), shift(random)};
    const PointConstraint<double, n> here = at(x);
    Point sum = {0, 0, 0};
    for (int i = 0; i < n; ++i) {
      sum = sum + here.gradient[i];
      const double slope[3] = {here.gradient[i].x, here.gradient[i].y, here.gradient[i].z};
      for (int k = 0; k < 3; ++k) {
        constexpr double kStep = 1e-6;
        const Point way = {k == 0 ? kStep : 0, k == 1 ? kStep : 0, k == 2 ? kStep : 0};
        const Point kept = x[i];
        x[i] = kept + way;
        const double after = at(x).value;
        x[i] = kept - way;
        const double before = at(x).value;
        x[i] = kept;
        EXPECT_NEAR(slope[k], (after - before) / (2 * kStep), 1e-7);
      }
    }
    EXPECT_NEAR(norm(sum), 0, 1e-12) << "nothing resists being moved as a whole";
  }
}

constexpr double kInverse[9] = {1.1, 0.1, -0.2, 0.3, 0.9, 0.1, 0, -0.1, 1.2};
constexpr double kUnit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

TEST(Xpbd, GradientsAreSlopes) {
  expect_slopes<2>([](const Point* x) { return stretched(x, 0.7); });
  expect_slopes<4>([](const Point* x) { return folded(x, 0.2); });
  expect_slopes<3>([](const Point* x) { return sheared(x, kInverse); });
  expect_slopes<4>([](const Point* x) { return swollen(x, 0.3); });
  expect_slopes<4>([](const Point* x) { return distorted(x, kInverse); });
  expect_slopes<4>([](const Point* x) { return NeoHookean<double>(x, kInverse).strained; });
  expect_slopes<4>([](const Point* x) { return NeoHookean<double>(x, kInverse).dilated; });
  expect_slopes<3>([](const Point* x) { return curved(x, 0.1); });
}

TEST(Xpbd, ValuesOfKnownShapes) {
  const Point corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_DOUBLE_EQ(stretched(corner, 0.75).value, 0.25);
  EXPECT_DOUBLE_EQ(swollen(corner, 1.0 / 6).value, 0);
  EXPECT_DOUBLE_EQ(swollen(corner, 1.0 / 12).value, 1);
  EXPECT_DOUBLE_EQ(distorted(corner, kUnit).value, std::sqrt(3.0));
  EXPECT_EQ(NeoHookean<double>(corner, kUnit).dilated.value, 0);
  EXPECT_EQ(NeoHookean<double>(corner, kUnit).strained.value, 0);
  const double flat[4] = {1, 0, 0, 1};
  EXPECT_DOUBLE_EQ(sheared(corner, flat).value, 0);
  const Point leaning[3] = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}};
  EXPECT_DOUBLE_EQ(sheared(leaning, flat).value, 0.5);
  const Point turning[3] = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}};
  EXPECT_DOUBLE_EQ(curved(turning, 0.0).value, 2);  // twice the tangent of an eighth of a turn
  const Point straight[3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
  EXPECT_EQ(curved(straight, 0.0).value, 0);
  EXPECT_EQ(norm(curved(straight, 0.0).gradient[1]), 0);
  Point hinge[4] = {{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}, {0.4, -1, 0}};
  EXPECT_DOUBLE_EQ(folded(hinge, 0.0).value, 0);
  hinge[3] = {0.4, 0, 1};
  EXPECT_NEAR(std::abs(folded(hinge, 0.0).value), std::acos(-1.0) / 2, 1e-15);
  hinge[3] = {0.4, 0, -1};  // beyond half a turn it is the shorter way
  EXPECT_NEAR(folded(hinge, -folded(hinge, 0.0).value * 2.5).value,
              std::remainder(folded(hinge, 0.0).value * 3.5, 2 * std::acos(-1.0)), 1e-14);
}

// mu/2 tr F'F + lambda/2 (det F - 1 - mu/lambda)^2 less what it is at rest, also of shapes that are
// turned inside out.
TEST(Xpbd, NeoHookeanConstraintsStoreTheLaw) {
  const double mu = 3, lambda = 7;
  const auto law = [&](const Point* x) {
    const Deformation<double> f(x, kInverse);
    const Point* c = f.column;
    const double trace = dot(c[0], c[0]) + dot(c[1], c[1]) + dot(c[2], c[2]);
    const double volume = dot(c[0], cross(c[1], c[2])) - 1 - mu / lambda;
    return mu / 2 * trace + lambda / 2 * volume * volume - mu * 1.5 - mu * mu / lambda / 2;
  };
  Point x[4] = {{0.1, -0.2, 0.3}, {1.2, 0.1, -0.2}, {0.3, 0.9, 0.2}, {-0.1, 0.2, 1.4}};
  for (const double mirrored : {1.0, -1.0}) {
    for (Point& p : x) p.z *= mirrored;
    const NeoHookean<double> both(x, kInverse);
    const double stored = mu / 2 * both.strained.value * both.strained.value +
                          (lambda - mu) / 2 * both.dilated.value * both.dilated.value;
    EXPECT_NEAR(stored, law(x), 1e-12 * std::abs(law(x)));
  }
}

// Points that coincide, lie in one line or have no mass leave everything finite and in place.
TEST(Xpbd, DegenerateShapesMoveNothing) {
  const Point origin = {0, 0, 0};
  const double w[4] = {1, 1, 1, 1}, still[4] = {0, 0, 0, 0};
  Point x[4] = {origin, origin, origin, origin}, moved[4] = {origin, origin, origin, origin};
  double lambda = 0;
  project(stretched(x, 1.0), w, {0, 0}, lambda, x, moved);
  project(folded(x, 1.0), w, {0, 0}, lambda, x, moved);
  project(curved(x, 1.0), w, {0, 0}, lambda, x, moved);
  project(swollen(x, 1.0), w, {0, 0}, lambda, x, moved);
  project(distorted(x, kUnit), w, {0, 0}, lambda, x, moved);
  for (const Point& p : x) EXPECT_EQ(norm(p), 0);
  x[1] = {2, 0, 0};
  project(stretched(x, 1.0), still, {0, 0}, lambda, x, moved);
  EXPECT_EQ(x[1].x, 2);
}

// A mass on a spring: v' = v - h (k x' + b v') / m, x' = x + h v', with b = beta k.
TEST(Xpbd, OneStepOfASpringIsImplicitEuler) {
  const double h = 0.01, mass = 0.5, k = 300, beta = 0.02, x0 = 0.1, v0 = -2;
  const double expected =
      (x0 + h * v0 + beta * h * k / mass * x0) / (1 + (h * h + h * beta) * k / mass);
  const Point begin[2] = {{0, 0, 0}, {1 + x0, 0, 0}};
  Point x[2] = {begin[0], begin[1] + Point{h * v0, 0, 0}};
  Point moved[2] = {{0, 0, 0}, {h * v0, 0, 0}};
  const double w[2] = {0, 1 / mass};
  double lambda = 0;
  for (int repeated = 0; repeated < 3; ++repeated) {
    project(stretched(x, 1.0), w, {1 / (k * h * h), beta / h}, lambda, x, moved);
    EXPECT_NEAR(x[1].x, 1 + expected, 1e-14) << "already after the first";
    EXPECT_NEAR(moved[1].x, expected - x0, 1e-15);
  }
  // The multiplier is the force of the spring and the damper, times h^2.
  const double rate = (expected - x0) / h;
  EXPECT_NEAR(lambda / (h * h), -k * expected - beta * k * rate, 1e-9);
}

// Flat triangles resist bending in proportion; rigidly they become flat at once.
TEST(Xpbd, BendsBackFlat) {
  const double c[4] = {1, 1, -1, -1}, w[4] = {1, 2, 1, 0.5};
  const Point begin[4] = {{0, 0, 0}, {1, 0, 0}, {0.5, 0.5, 0.1}, {0.5, -0.5, 0.3}};
  Point x[4] = {begin[0], begin[1], begin[2], begin[3]}, moved[4] = {};
  Point lambda = {0, 0, 0};
  EXPECT_DOUBLE_EQ(bent(x, c).z, -0.4);
  project_bent(c, w, {0, 0}, lambda, x, moved);
  EXPECT_NEAR(norm(bent(x, c)), 0, 1e-15);
  Point momentum = {0, 0, 0};
  for (int i = 0; i < 4; ++i) momentum = momentum + moved[i] * (1 / w[i]);
  EXPECT_NEAR(norm(momentum), 0, 1e-15);
}

}  // namespace
}  // namespace thew::element
