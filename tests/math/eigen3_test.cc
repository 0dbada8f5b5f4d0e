#include "math/eigen3.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace thew::math {
namespace {

using Matrix = std::array<double, 9>;

Matrix with_axes(const std::array<double, 4>& quat, const std::array<double, 3>& values) {
  const Matrix r = detail::matrix(quat);
  Matrix a{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) a[3 * i + j] += r[3 * i + k] * values[k] * r[3 * j + k];
    }
  }
  return a;
}

// The error of A = E diag(values) E', relative to the largest value.
double residual(const Matrix& a, const Eigen3& eigen) {
  const Matrix back = with_axes(eigen.quat, eigen.value);
  double error = 0;
  for (int i = 0; i < 9; ++i) error = std::max(error, std::abs(a[i] - back[i]));
  return error / eigen.value[0];
}

TEST(Eigen3, RebuildsTheMatrixAtAnyScale) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int n = 0; n < 2000; ++n) {
    const double scale = std::pow(10, 12 * uniform(random));
    std::array<double, 4> quat = {uniform(random), uniform(random), uniform(random), 1};
    quat = detail::product(quat, {1, 0, 0, 0});
    std::array<double, 3> values;
    for (double& v : values) v = scale * (1.5 + uniform(random));
    if (n % 4 == 1) values[1] = values[0];
    if (n % 4 == 2) values[2] = values[1] = values[0];
    const Matrix a = with_axes(quat, values);
    const Eigen3 eigen = eigen3(a);
    EXPECT_LT(residual(a, eigen), 2e-14);
    EXPECT_GE(eigen.value[0] * (1 + 1e-12), eigen.value[1]);
    EXPECT_GE(eigen.value[1] * (1 + 1e-12), eigen.value[2]);
  }
}

TEST(Eigen3, KeepsAxesThatAreAlreadyPrincipalAndSorted) {
  const Eigen3 eigen = eigen3({3, 0, 0, 0, 2, 0, 0, 0, 1});
  EXPECT_EQ(eigen.quat, (std::array<double, 4>{1, 0, 0, 0}));
  EXPECT_EQ(eigen.value, (std::array<double, 3>{3, 2, 1}));
}

// Noise below these bounds must not turn the axes: the reference keeps them too.
TEST(Eigen3, IgnoresRoundingNoise) {
  const std::array<double, 4> identity = {1, 0, 0, 0};
  EXPECT_EQ(eigen3({1.5, 5.9e-15, 0, 5.9e-15, 1.5, 0, 0, 0, 0.9}).quat, identity);
  EXPECT_NE(eigen3({1.5, 6.1e-15, 0, 6.1e-15, 1.5, 0, 0, 0, 0.9}).quat, identity);
  EXPECT_EQ(eigen3({1, 0, 0, 0, 1 + 9e-13, 0, 0, 0, 0.9}).quat, identity);
  EXPECT_NE(eigen3({1, 0, 0, 0, 1 + 1.1e-12, 0, 0, 0, 0.9}).quat, identity);
}

// Recorded from MuJoCo 4.0.0: `fullinertia` to body_iquat and body_inertia.
TEST(Eigen3, OrderAndSignsAreTheReferences) {
  const Eigen3 eigen = eigen3({1, 0.1, 0.2, 0.1, 2, 0.3, 0.2, 0.3, 2.5});
  const std::array<double, 4> quat = {0.16614751303739808, 0.733971732639641, 0.14137252990189386,
                                      0.6431907239587596};
  const std::array<double, 3> value = {2.670426050925395, 1.8595230422775808, 0.970050906797024};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(eigen.quat[i], quat[i], 1e-14);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(eigen.value[i], value[i], 1e-14);
}

TEST(Eigen3, ZeroMatrix) {
  const Eigen3 eigen = eigen3({});
  EXPECT_EQ(eigen.value, (std::array<double, 3>{0, 0, 0}));
  EXPECT_EQ(eigen.quat, (std::array<double, 4>{1, 0, 0, 0}));
}

}  // namespace
}  // namespace thew::math
