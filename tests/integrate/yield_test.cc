// Springs that yield: the rest follows where the displacement is too large.

#include <thew/step.h>

#include "integrate/integrate.h"
#include "support/hand_made.h"

namespace thew {
namespace {

using test::near;

TEST(Yield, SlideKeepsItsRestWithinTheBound) {
  test::World w(
      "<worldbody><body><joint type='slide' stiffness='1' springref='1' springyield='.25'/>"
      "<geom size='1'/></body></worldbody>");
  const double rate = 0;
  // To the right by 0.1, by 0.5, back beyond the bound on the other side.
  for (const auto& [position, rest] :
       {std::pair(1.1, 1.0), std::pair(1.5, 1.25), std::pair(0.5, 0.75)}) {
    w.d.qpos[0] = position;
    integrate::yield_springs(w.m, w.d, &rate);
    EXPECT_TRUE(near(w.d.plastic[0], rest)) << position;
  }
}

TEST(Yield, BallFollowsAlongItsRotation) {
  test::World w(
      "<compiler angle='radian'/><worldbody><body><joint type='ball' stiffness='1' "
      "springyield='.2'/><geom size='1'/></body></worldbody>");
  const double rate[3] = {0, 0, 0};
  w.d.qpos[0] = std::cos(0.25), w.d.qpos[1] = std::sin(0.25);  // by 0.5 about x
  integrate::yield_springs(w.m, w.d, static_cast<const double*>(rate));
  EXPECT_TRUE(near(w.d.plastic.data(), {std::cos(0.15), std::sin(0.15), 0, 0}));
}

// A length of 4 at the end of the step, with a bound of half a unit beyond the rest.
TEST(Yield, TendonsMoveTheirBandOrGrow) {
  for (const auto& [band, low] : {std::pair("1 2", 2.5), std::pair("0 2", 0.0)}) {
    test::World w(
        std::string("<option timestep='.5'/><worldbody><body><joint name='j' type='slide'/>"
                    "<geom size='1'/></body></worldbody><tendon><fixed stiffness='1' "
                    "springyield='.5' springlength='") +
        band + "'><joint joint='j' coef='2'/></fixed></tendon>");
    w.d.qpos[0] = 1;
    forward(w.m, w.d);
    const double rate = 2;
    integrate::yield_springs(w.m, w.d, &rate);
    EXPECT_TRUE(near(w.d.plastic.data(), {low, 3.5})) << band;
  }
}

}  // namespace
}  // namespace thew
