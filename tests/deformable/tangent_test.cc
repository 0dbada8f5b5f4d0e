// The stiffness of elements is how their forces change.

#include "deformable/tangent.h"

#include <thew/step.h>

#include "deformable/elasticity.h"
#include "deformable/triangles.h"

namespace thew {
namespace {

constexpr const char* kSheet =
    R"(<elasticity young="1000" poisson="0" thickness=".02" elastic2d="both" damping=".5"/>)";

struct Stiffness : test::Sheet {
  using Sheet::Sheet;

  std::vector<double> force() {
    update();
    std::fill(d.qfrc_spring.begin(), d.qfrc_spring.end(), 0.0);
    deformable::add_elasticity(m, d, true, false);
    return {d.qfrc_spring.begin(), d.qfrc_spring.end()};
  }
  std::vector<double> times(const std::vector<double>& x, double spring, double damper) {
    update();
    std::vector<double> y(x.size());
    deformable::add_tangents(m, d, spring, damper, x.data(), y.data());
    return y;
  }
};

std::vector<double> some_motion(std::int64_t n) {
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.1 * static_cast<double>(i % 5) - 0.17;
  return x;
}

// A sheet that is pulled at all sides: no edge is pushed together, so that nothing is left out.
TEST(FlexTangent, IsTheSlopeOfTheForce) {
  Stiffness w(kSheet);
  ASSERT_TRUE(deformable::has_tangents(w.m));
  w.move(1, 0.1, 0, 0), w.move(2, 0, 0.1, 0), w.move(3, 0, -0.1, 0.05);
  const std::vector<double> x = some_motion(w.m.nv), product = w.times(x, 1, 0);
  constexpr double kStep = 1e-6;
  const auto step = [&](double by) {
    for (int i = 0; i < w.m.nv; ++i) w.d.qpos[i] += by * x[static_cast<std::size_t>(i)];
  };
  step(kStep);
  const std::vector<double> after = w.force();
  step(-2 * kStep);
  const std::vector<double> before = w.force();
  for (std::size_t i = 0; i < x.size(); ++i) {
    // Forces of some N, centred differences: rounding of 1e-16 / 1e-6.
    EXPECT_NEAR(product[i], (before[i] - after[i]) / (2 * kStep), 1e-7) << i;
  }
}

TEST(FlexTangent, IsScaledByDamping) {
  Stiffness w(kSheet);
  const std::vector<double> x = some_motion(w.m.nv);
  const std::vector<double> one = w.times(x, 1, 0), other = w.times(x, 0, 1);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(other[i], 0.5 * one[i], 1e-12) << i;
}

TEST(FlexTangent, IsZeroWhereAllMovesTogether) {
  Stiffness w(kSheet);
  std::vector<double> x(static_cast<std::size_t>(w.m.nv), 0.3);
  for (const double y : w.times(x, 1, 0)) EXPECT_NEAR(y, 0, 1e-12);
}

TEST(FlexTangent, IsNotThereWithoutElasticity) {
  const Stiffness w;
  EXPECT_FALSE(deformable::has_tangents(w.m));
}

}  // namespace
}  // namespace thew
