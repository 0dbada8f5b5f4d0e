// What tendons exert on bodies.

#include <thew/stages.h>
#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

// A body two metres along x, its centre of mass one metre below the site where the tendon ends.
test::World pulled(const std::string& tendon) {
  return test::World(R"(<option gravity="0 0 0"/><worldbody><site name="o"/>
    <body pos="2 0 0"><joint type="slide" axis="1 0 0"/>
      <inertial pos="0 -1 0" mass="4" diaginertia="1 1 1"/><site name="a"/></body></worldbody>
    <tendon><spatial name="t" )" +
                     tendon + R"(><site site="o"/><site site="a"/></spatial></tendon>
    <actuator><motor tendon="t" gear="2"/></actuator>)");
}

double force_along(test::World& w) {
  forward(w.m, w.d);
  double force = 0;
  tendon::smooth_force(w.m, w.d, &force);
  return force;
}

TEST(TendonBodyForce, AlongTheTendon) {
  test::World spring = pulled("stiffness='10' springlength='1.5'");
  EXPECT_TRUE(near(force_along(spring), -10 * 0.5));
  test::World damper = pulled("damping='3'");
  damper.d.qvel[0] = 2;
  EXPECT_TRUE(near(force_along(damper), -3 * 2));
  test::World motor = pulled("");
  motor.d.ctrl[0] = 7;
  EXPECT_TRUE(near(force_along(motor), 2 * 7));
  // 14 N move 4 kg and the 3 kg of the tendon itself: 2 m/s^2.
  test::World heavy = pulled("armature='3'");
  heavy.d.ctrl[0] = 7;
  EXPECT_TRUE(near(force_along(heavy), 14 - 3 * 2));
}

TEST(TendonBodyForce, OnTheBodyAtItsEnd) {
  test::World w = pulled("");
  forward(w.m, w.d);
  const double force = -10;  // pulls the ends together
  std::fill(w.d.cfrc_ext.begin(), w.d.cfrc_ext.end(), 0);
  tendon::add_body_forces(w.m, w.d, &force);
  // (0, 1, 0) x (-10, 0, 0), then the force.
  EXPECT_TRUE(near(w.d.cfrc_ext.row(1), {0, 0, 10, -10, 0, 0}));
  EXPECT_TRUE(near(w.d.cfrc_ext.row(0), {0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace thew
