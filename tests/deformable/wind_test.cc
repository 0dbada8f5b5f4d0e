// The fluid on triangles of sheets: a plate has a pressure across, and is rubbed along.

#include "deformable/wind.h"

#include <cmath>

#include <thew/step.h>

#include "element/plate.h"
#include "support/hand_made.h"

namespace thew {
namespace {

// A sheet of .2 x .2 m whose normal is turned about y by an angle, in wind along x.
std::string sheet(const std::string& angle, const std::string& option, const std::string& inside) {
  return "<option gravity=\"0 0 0\" " + option + "/><worldbody><body name=\"b\" euler=\"0 " +
         angle + R"( 0"><flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1"
         radius=".01" mass="1" inertiabox="1e-5"><contact contype="0" conaffinity="0"/>)" +
         inside + "</flexcomp></body></worldbody>";
}

struct Sum {
  double x = 0, y = 0, z = 0;
};

// Of qfrc_fluid, in the world.
Sum force(test::World& w) {
  forward(w.m, w.d);
  Sum sum;
  for (int i = 0; i < w.m.nv; ++i) {
    const double* axis = w.d.cdof.row(i) + 3;
    sum.x += axis[0] * w.d.qfrc_fluid[i];
    sum.y += axis[1] * w.d.qfrc_fluid[i];
    sum.z += axis[2] * w.d.qfrc_fluid[i];
  }
  return sum;
}

TEST(Wind, PlateHasDragAndLift) {
  constexpr double kDensity = 1.2, kSpeed = 5, kArea = 0.04;
  const double pressure = kDensity / 2 * kSpeed * kSpeed * kArea;
  for (const int degrees : {90, 60, 30, 0}) {
    test::World w(sheet(std::to_string(degrees), R"(wind="5 0 0" density="1.2")",
                        R"(<xpbd stretch="1e-3"/>)"));
    const double across = std::sin(degrees * 3.14159265358979 / 180),
                 along = std::cos(degrees * 3.14159265358979 / 180);
    // The normal is (across, 0, along): v_n = speed x across.
    const double drag =
        element::kPlatePressure * across * across + element::kPlateFriction * along * along;
    const double lift = (element::kPlatePressure - element::kPlateFriction) * across * along;
    const Sum found = force(w);
    EXPECT_NEAR(found.x, pressure * drag, 1e-6) << degrees;
    EXPECT_NEAR(found.y, 0, 1e-9);
    EXPECT_NEAR(found.z, pressure * lift, 1e-6);
  }
}

TEST(Wind, WhatMovesWithItFeelsNothing) {
  test::World w(sheet("40", R"(wind="5 0 0" density="1.2")", R"(<xpbd stretch="1e-3"/>)"));
  forward(w.m, w.d);
  for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = 5 * w.d.cdof.row(i)[3];
  const Sum found = force(w);
  EXPECT_NEAR(found.x, 0, 1e-12);
  EXPECT_NEAR(found.z, 0, 1e-12);
}

// A storm on a veil: too fast for the step, but it never overshoots the wind.
TEST(Wind, NeverBrakesBeyondTheWind) {
  test::World w(
      sheet("90", R"(wind="100 0 0" density="1000" timestep=".01")", R"(<xpbd stretch="1e-3"/>)"));
  double before = 0;
  for (int i = 0; i < 300; ++i) {
    step(w.m, w.d);
    double mean = 0;
    for (int k = 0; k < w.m.nv; ++k)
      mean += w.d.cdof.row(k)[3] * w.d.qvel[k] * 3 / static_cast<double>(w.m.nv);
    ASSERT_GE(mean, before - 1e-9);
    ASSERT_LE(mean, 100);
    before = mean;
  }
  EXPECT_GT(before, 50);
}

// Other flexes feel it at their points, as with MuJoCo.
TEST(Wind, LeavesOtherFlexesAlone) {
  test::World w(sheet("90", R"(wind="5 0 0" density="1.2")",
                      R"(<elasticity young="1e4" thickness=".01" elastic2d="both"/>)"));
  EXPECT_NEAR(force(w).x, 0, 1e-6);
}

}  // namespace
}  // namespace thew
