#include <vector>

#include <gtest/gtest.h>

#include <thew/derivative.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/step.h>

namespace thew {
namespace {

// m a = u g - k x - c v: the force that an acceleration needs, without the motor's, is m a + c v +
// k x.
TEST(InverseDifferences, AMassOnASpringHasTheNumbersOfItsEquation) {
  const Model m = load_string(R"(<mujoco><option gravity="0 0 0"/>
    <worldbody><body><joint name="x" type="slide" axis="1 0 0" stiffness="8" damping="3"/>
    <geom size=".1" mass="2"/></body></worldbody>
    <actuator><velocity joint="x" kv="7"/></actuator><sensor><jointvel joint="x"/></sensor></mujoco>)");
  Data d(m);
  reset(m, d);
  d.qpos[0] = 0.2;
  double fq, fv, fa, sq, sv, sa, mq;
  const auto one = [](double& x) { return std::span(&x, 1); };
  const derivative::InverseDerivative target = {one(fq), one(fv), one(fa), one(sq),
                                                one(sv), one(sa), one(mq)};
  derivative::inverse_differences(m, d, 1e-6, false, target);
  EXPECT_NEAR(fq, 8, 1e-8);
  EXPECT_NEAR(fv, 3, 1e-8);
  EXPECT_NEAR(fa, 2, 1e-8);
  EXPECT_NEAR(sq, 0, 1e-8);
  EXPECT_NEAR(sv, 1, 1e-8);
  EXPECT_NEAR(sa, 0, 1e-8);
  EXPECT_NEAR(mq, 0, 1e-8);
  // The motor pulls back with 7 N s/m, which who pushes must overcome too.
  derivative::inverse_differences(m, d, 1e-6, true, target);
  EXPECT_NEAR(fv, 3 + 7, 1e-8);
}

TEST(InverseDifferences, TheNoslipSolverIsRefused) {
  Model m =
      load_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>");
  Data d(m);
  reset(m, d);
  m.opt.noslip_iterations = 1;
  EXPECT_THROW(derivative::inverse_differences(m, d, 1e-6, false, {}), Error);
}

}  // namespace
}  // namespace thew
