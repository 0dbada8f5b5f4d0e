// Every pair of the table, with poses and sizes that are as bad as they can be: coincident and
// identical shapes, faces that just touch, sizes from 0 to 1e6, far away, NaN. Contacts are finite
// and within the margin, or there are none, unless the pose itself is not finite. THEW_PAIR_CALLS
// sets how many calls (a million takes minutes); sanitizers watch them in the sanitized build.

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <thew/load.h>

#include "collision/views.h"
#include "pairs.h"

namespace thew::collision {
namespace {

using test::Poses;

const char* const kWorld = R"(
<mujoco>
  <extension><plugin plugin="mujoco.sdf.torus"><instance name="torus"/></plugin></extension>
  <option sdf_initpoints="3" sdf_iterations="3"/>
  <asset>
    <mesh name="block" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".3 .2 .1"/>
    <mesh name="sheet" convex="false" inertia="shell" vertex="-1 -1 0 1 -1 .2 -1 1 0 1 1 0 0 0 .5"
          face="0 1 4 1 3 4 3 2 4 2 0 4"/>
    <mesh name="ball" builtin="sphere" params="1" scale=".3 .3 .3"/>
    <mesh name="torus"><plugin instance="torus"/></mesh>
    <hfield name="hills" nrow="4" ncol="5" size="1 1 .3 .1"
            elevation="0 1 0 1 0  1 0 0 0 1  0 0 1 0 0  1 1 0 0 1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <geom type="hfield" hfield="hills"/>
    <geom type="mesh" mesh="sheet"/>
    <body>
      <geom type="sphere" size=".2"/>
      <geom type="capsule" size=".1 .2"/>
      <geom type="ellipsoid" size=".1 .2 .3"/>
      <geom type="cylinder" size=".1 .2"/>
      <geom type="box" size=".1 .2 .3"/>
      <geom type="mesh" mesh="block"/>
      <geom type="mesh" mesh="ball"/>
      <geom type="sdf" mesh="torus"><plugin instance="torus"/></geom>
      <geom type="sdf" mesh="block"/>
    </body>
  </worldbody>
</mujoco>)";

bool is_finite(const Vec3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

class RandomCalls : public testing::Test {
 protected:
  // A number that is nothing, a round number, anything, or huge.
  double coordinate() {
    switch (poses_.below(5)) {
      case 0:
        return 0;
      case 1:
        return 0.1 * (poses_.below(9) - 4);
      case 2:
        return std::exp(poses_.uniform(-20, 20));
      default:
        return poses_.uniform(-0.5, 0.5);
    }
  }
  double size() {
    switch (poses_.below(6)) {
      case 0:
        return 0;
      case 1:
        return std::exp(poses_.uniform(-14, 14));
      default:
        return 0.1 * (1 + poses_.below(3));
    }
  }
  void place(Shape& shape) {
    shape.at.pos = {coordinate(), coordinate(), coordinate()};
    shape.quat = poses_.below(2) ? math::Quat<double>{1, 0, 0, 0} : poses_.quat();
    shape.at.rot = to_matrix(shape.quat);
    const bool primitive = shape.type > GeomType::Hfield && shape.type < GeomType::Mesh;
    if (primitive && poses_.below(2)) shape.at.size = {size(), size(), size()};
  }
  // NaN or infinity somewhere in the pose.
  void spoil(Shape& shape) {
    double number[12];
    math::store(number, shape.at.pos);
    math::store(number + 3, shape.at.rot);
    number[poses_.below(12)] = poses_.below(2) ? std::numeric_limits<double>::quiet_NaN()
                                               : std::numeric_limits<double>::infinity();
    shape.at.pos = math::load3(number);
    shape.at.rot = math::load9(number + 3);
    if (!(number[3] - number[3] == 0)) shape.quat.w = number[3];
  }
  int touch(const Shape& a, const Shape& b, double margin, Point<double>* points) {
    if (const auto analytic = analytic_pair<double>(a.type, b.type)) {
      return analytic(a.at, b.at, margin, points);
    }
    const auto general = general_pair(a.type, b.type);
    return general ? general(a, b, pair_settings(model_, work_, margin), points) : 0;
  }
  void call() {
    int g1 = poses_.below(static_cast<int>(model_.ngeom));
    int g2 = poses_.below(static_cast<int>(model_.ngeom));
    if (model_.geom_type[g1] > model_.geom_type[g2]) std::swap(g1, g2);
    GeomShape first(model_, data_, g1, 0), second(model_, data_, g2, 0);
    Shape &a = first.shape, &b = second.shape;
    place(a);
    place(b);
    if (poses_.below(4) == 0) b.at.pos = a.at.pos;
    if (poses_.below(4) == 0) {
      b.at.rot = a.at.rot;
      b.quat = a.quat;
    }
    const bool spoilt = poses_.below(8) == 0;
    if (spoilt) spoil(poses_.below(2) ? a : b);
    const double margin = poses_.below(2) ? 0 : 0.01;
    Point<double> points[kMaxPoints];
    const int count = touch(a, b, margin, points);
    ASSERT_LE(count, kMaxPoints);
    if (spoilt) return;  // the collision stage drops what is not finite
    for (int i = 0; i < count; ++i) {
      if (points[i].dist == kAbsent) continue;
      ASSERT_TRUE(std::isfinite(points[i].dist)) << g1 << ' ' << g2;
      ASSERT_TRUE(is_finite(points[i].pos)) << g1 << ' ' << g2;
      ASSERT_NEAR(norm(points[i].normal), 1, 1e-6) << g1 << ' ' << g2;
      ASSERT_LE(points[i].dist, margin + 1e-9) << g1 << ' ' << g2;
    }
    found_ += count > 0;
  }

  Model model_ = load_string(kWorld, {}, "test.xml");
  Data data_{model_};
  Workspace<double> work_{model_};
  Poses poses_{1};
  int found_ = 0;
};

TEST_F(RandomCalls, ContactsAreFiniteOrAbsent) {
  const char* const wanted = std::getenv("THEW_PAIR_CALLS");
  const int calls = wanted ? std::atoi(wanted) : 50'000;
  for (int i = 0; i < calls; ++i) {
    call();
    if (HasFatalFailure()) FAIL() << "call " << i;
  }
  EXPECT_GT(found_, calls / 20);
}

}  // namespace
}  // namespace thew::collision
