// The integrators that are implicit in positions too: one step of them is one of backward Euler.

#include <thew/step.h>

#include "integrate/integrate.h"
#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

constexpr double kStep = 0.01, kMass = 2, kStiffness = 50, kDamping = 5;

// A weight of 2 kg at 0.1 m that moves with 3 m/s.
test::World oscillator(const std::string& integrator, const std::string& joint,
                       const std::string& more = "") {
  test::World w("<option timestep='.01' gravity='0 0 0' integrator='" + integrator +
                "'/><worldbody><body><joint name='j' type='slide' " + joint +
                "/><geom size='1' mass='2'/></body></worldbody>" + more);
  w.d.qpos[0] = 0.1;
  w.d.qvel[0] = 3;
  return w;
}

// m (v' - v) = -h (k (x + h v') + b v')
double backward_euler() {
  return (kMass * 3 - kStep * kStiffness * 0.1) /
         (kMass + kStep * kDamping + kStep * kStep * kStiffness);
}

TEST(LinearlyImplicit, SpringAndDamperOfAJoint) {
  for (const char* integrator : {"discrete", "implicitspringdamper"}) {
    test::World w = oscillator(integrator, "stiffness='50' damping='5'");
    step(w.m, w.d);
    EXPECT_TRUE(near(w.d.qvel[0], backward_euler())) << integrator;
    EXPECT_TRUE(near(w.d.qpos[0], 0.1 + kStep * backward_euler())) << integrator;
  }
}

TEST(LinearlyImplicit, SpringAndDamperOfATendon) {
  for (const char* integrator : {"discrete", "implicitspringdamper"}) {
    test::World w = oscillator(integrator, "",
                               "<tendon><fixed stiffness='50' damping='5' springlength='0'>"
                               "<joint joint='j' coef='1'/></fixed></tendon>");
    step(w.m, w.d);
    EXPECT_TRUE(near(w.d.qvel[0], backward_euler())) << integrator;
  }
}

// The discrete integrator includes servos; the other one leaves them explicit.
TEST(LinearlyImplicit, Servo) {
  const std::string servo = "<actuator><position joint='j' kp='50' kv='5'/></actuator>";
  test::World discrete = oscillator("discrete", "", servo);
  step(discrete.m, discrete.d);
  EXPECT_TRUE(near(discrete.d.qvel[0], backward_euler()));
  test::World other = oscillator("implicitspringdamper", "", servo);
  step(other.m, other.d);
  EXPECT_TRUE(near(other.d.qvel[0], 3 - kStep * (kStiffness * 0.1 + kDamping * 3) / kMass));
}

// (m + h b + h^2 k) a = f - h k v, read from right to left.
TEST(LinearlyImplicit, ForceOfAnAcceleration) {
  test::World w = oscillator("discrete", "stiffness='50' damping='5'");
  forward(w.m, w.d);
  Workspace<double> work(w.m);
  const double acceleration = 7;
  double force = 0, gyroscopic = 1;
  integrate::discrete_force(w.m, w.d, work, &acceleration, &force, &gyroscopic);
  EXPECT_TRUE(near(
      force, (kMass + kStep * kDamping + kStep * kStep * kStiffness) * 7 + kStep * kStiffness * 3));
  EXPECT_EQ(gyroscopic, 0);
}

}  // namespace
}  // namespace thew
