// How far things reach out of sites, against points sampled all over their surfaces.

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <thew/distance.h>
#include <thew/load.h>
#include <thew/thew.h>

namespace thew {
namespace {

constexpr const char* kRock = "-.2 -.1 -.1 .3 0 -.1 0 .2 -.15 0 0 .3 .2 .2 .2 -.1 .2 .2";

// A point of the surface of a primitive, in its frame; all of the surface is hit.
void surface_point(GeomType type, const double* size, std::mt19937& random, double* p) {
  std::normal_distribution<double> normal;
  double n[3] = {normal(random), normal(random), normal(random)};
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (double& x : n) x /= length;
  const double across = std::hypot(n[0], n[1]);
  for (int k = 0; k < 3; ++k) {
    switch (type) {
      case GeomType::Sphere:
        p[k] = size[0] * n[k];
        break;
      case GeomType::Capsule:
        p[k] = size[0] * n[k] + (k == 2 ? std::copysign(size[1], n[2]) : 0);
        break;
      case GeomType::Ellipsoid:
        p[k] = size[k] * n[k];
        break;
      case GeomType::Cylinder:
        p[k] = k == 2 ? std::copysign(size[1], n[2]) : size[0] * n[k] / across;
        break;
      default:
        p[k] = std::copysign(size[k], n[k]);
    }
  }
}

TEST(Enclosed, TopIsThatOfManyPoints) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const char* site :
       {"size=\".3\"", "type=\"capsule\" size=\".2 .1\"", "type=\"ellipsoid\" size=\".3 .15 .2\"",
        "type=\"cylinder\" size=\".2 .15\"", "type=\"box\" size=\".2 .3 .1\"",
        "type=\"mesh\" mesh=\"rock\""}) {
    for (const char* geom :
         {"size=\".1\"", "type=\"capsule\" size=\".05 .1\"",
          "type=\"ellipsoid\" size=\".1 .2 .05\"", "type=\"cylinder\" size=\".1 .15\"",
          "type=\"box\" size=\".1 .2 .05\""}) {
      const Model m =
          load_string("<mujoco><asset><mesh name=\"rock\" vertex=\"" + std::string(kRock) +
                      "\"/></asset><worldbody><site " + site + "/><body><freejoint/><geom " + geom +
                      "/></body></worldbody></mujoco>");
      Data d(m);
      for (int trial = 0; trial < 4; ++trial) {
        for (int k = 0; k < 7; ++k) d.qpos[k] = 0.3 * uniform(random) + (k == 3 ? 0.1 : 0);
        forward(m, d);
        const double top = collision::protrusion(m, d, ObjectType::Geom, 0, 0);
        double sampled = -1;
        const double* rot = d.geom_xmat.row(0);
        for (int i = 0; i < 20000; ++i) {
          double local[3], world[3];
          surface_point(static_cast<GeomType>(m.geom_type[0]), m.geom_size.values().row(0), random,
                        local);
          for (int k = 0; k < 3; ++k) {
            world[k] = d.geom_xpos[k] + rot[3 * k] * local[0] + rot[3 * k + 1] * local[1] +
                       rot[3 * k + 2] * local[2];
          }
          sampled = std::max(sampled, collision::site_distance(m, d, 0, world));
        }
        EXPECT_GE(top, sampled - 1e-12) << site << ", " << geom;
        EXPECT_NEAR(top, sampled, 2e-3) << site << ", " << geom;
      }
    }
  }
}

// Signed distances have gradient 1, and are the distance to the surface.
TEST(Enclosed, DistanceToAnEllipsoid) {
  const Model m = load_string(
      "<mujoco><worldbody><site type=\"ellipsoid\" size=\".3 .2 .1\"/></worldbody></mujoco>");
  Data d(m);
  forward(m, d);
  const auto distance = [&](double x, double y, double z) {
    const double p[3] = {x, y, z};
    return collision::site_distance(m, d, 0, p);
  };
  EXPECT_NEAR(distance(0, 0, 0), -0.1, 1e-9);
  EXPECT_NEAR(distance(0.5, 0, 0), 0.2, 1e-9);
  EXPECT_NEAR(distance(0, -0.3, 0), 0.1, 1e-9);
  EXPECT_NEAR(distance(0, 0, 0.1), 0, 1e-9);
  const double h = 1e-6, x = 0.1, y = 0.05, z = 0.2;
  const double slope = std::hypot((distance(x + h, y, z) - distance(x - h, y, z)) / (2 * h),
                                  (distance(x, y + h, z) - distance(x, y - h, z)) / (2 * h),
                                  (distance(x, y, z + h) - distance(x, y, z - h)) / (2 * h));
  EXPECT_NEAR(slope, 1, 1e-8);
}

}  // namespace
}  // namespace thew
