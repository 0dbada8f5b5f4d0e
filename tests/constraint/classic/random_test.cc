// Random scenes of the classic formulation: whatever hits, hangs and turns, numbers stay sane. In
// every second one bodies begin inside of one another, and equalities may hold them there.
// THEW_CLASSIC_STEPS=1000000 takes as many steps.

#include <cstdlib>
#include <random>

#include <thew/step.h>

#include "support/hand_made.h"

namespace thew {
namespace {

class Scene {
 public:
  explicit Scene(unsigned seed) : random_(seed), apart_(seed % 2 == 0 ? 0.7 : 0.1) {}

  std::string text() {
    const char* solvers[] = {"PGS", "CG"};
    const char* integrators[] = {"Euler", "RK4", "implicit", "implicitfast",
                                 "implicitspringdamper"};
    std::string xml =
        std::string("<option formulation='classic' iterations='50' tolerance='1e-6' solver='") +
        solvers[pick(2)] + "' integrator='" + integrators[pick(5)] +
        "'/><worldbody><geom type='plane' size='9 9 1'/>";
    const int bodies = 2 + pick(4);
    for (int i = 0; i < bodies; ++i) xml += body(i);
    xml += "</worldbody><equality>";
    const std::string two = "body1='b0' body2='b1'",
                      ref = " solref='" + number(0.001, 0.05) + " " + number(0.1, 2) + "'";
    if (pick(2)) xml += "<connect " + two + " anchor='.1 0 0'" + ref + "/>";
    if (pick(3) == 0) xml += "<weld " + two + ref + "/>";
    if (pick(2)) xml += "<distance geom1='g0' geom2='g1'" + ref + "/>";
    if (pick(2)) xml += "<joint joint1='j0' joint2='j1'" + ref + "/>";
    return xml + "</equality>";
  }

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string number(double low, double high) { return std::to_string(uniform(low, high)); }

  std::string geom(const std::string& name, const std::string& more = "") {
    const char* types[] = {"sphere", "box", "capsule", "ellipsoid", "cylinder"};
    const char* dims[] = {"1", "3", "4", "6"};
    return "<geom name='" + name + "' type='" + types[pick(5)] + "' size='" + number(0.03, 0.15) +
           " " + number(0.03, 0.15) + " " + number(0.03, 0.15) + "' mass='" +
           std::to_string(std::pow(10, uniform(-1, 1))) + "' condim='" + dims[pick(4)] +
           "' friction='" + number(0, 1.5) + " .01 .001' " + more + "/>";
  }
  std::string body(int i) {
    const std::string n = std::to_string(i);
    return "<body name='b" + n + "' pos='" + number(-0.2, 0.2) + " " + number(-0.2, 0.2) + " " +
           std::to_string(0.4 + apart_ * i) + "'><freejoint/>" + geom("g" + n) +
           "<body pos='.1 0 .1'><joint name='j" + n + "' type='" + (pick(2) ? "hinge" : "slide") +
           "' axis='0 1 .3' range='-.3 .4' frictionloss='" + number(0, 0.01) + "' damping='" +
           number(0, 0.001) + "' armature='.001'/>" + geom("h" + n) +
           "<body pos='0 .1 0'><joint type='ball' range='0 40' armature='.001'/>" +
           geom("k" + n, "contype='0' conaffinity='0'") + "</body></body></body>";
  }

  std::mt19937 random_;
  double apart_;  // [m]
};

TEST(ClassicRandom, NumbersStaySane) {
  const char* const asked = std::getenv("THEW_CLASSIC_STEPS");
  const int wanted = asked == nullptr ? 8000 : std::atoi(asked), each = 400;
  for (int seed = 0; seed * each < wanted; ++seed) {
    Scene scene(static_cast<unsigned>(seed));
    test::World w(scene.text());
    for (int i = 0; i < w.m.nv; ++i) w.d.qvel[i] = scene.uniform(-3, 3);
    for (int i = 0; i < each; ++i) step(w.m, w.d);
    for (const Warning bad : {Warning::Badqpos, Warning::Badqvel, Warning::Badqacc}) {
      ASSERT_EQ(w.d.warning_number[static_cast<int>(bad)], 0) << "seed " << seed;
    }
    for (int i = 0; i < w.m.nv; ++i) ASSERT_LT(std::abs(w.d.qvel[i]), 1e3) << "seed " << seed;
  }
}

}  // namespace
}  // namespace thew
