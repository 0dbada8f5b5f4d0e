// Stages leave sleeping trees alone: what they leave there is what they would compute.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <thew/load.h>
#include <thew/step.h>

namespace thew {
namespace {

constexpr const char* kScene = R"(<mujoco><option timestep=".005"><flag sleep="enable"/></option>
  <worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 1"><geom type="box" size=".5 .5 .05"/><site/>
    <body pos="0 0 .2"><joint type="hinge" axis="0 1 0" damping="2" stiffness="1"/>
      <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0" contype="0" conaffinity="0"/></body>
  </body>
  <body pos="2 0 .1"><freejoint/><geom size=".1"/><site/></body>
  <body pos="3 0 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="-2 0 2"><joint type="hinge" axis="0 1 0"/>
    <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body>
  </worldbody></mujoco>)";

TEST(Sleep, LeavesWhatWouldBeComputed) {
  const Model model = load_string(kScene);
  Data sleeping(model);
  reset(model, sleeping);
  for (int i = 0; i < 1500; ++i) step(model, sleeping);
  ASSERT_EQ(sleeping.ntree_awake, 1);
  Data awake(model);
  reset(model, awake);
  std::copy(sleeping.qpos.begin(), sleeping.qpos.end(), awake.qpos.begin());
  std::copy(sleeping.qvel.begin(), sleeping.qvel.end(), awake.qvel.begin());
  forward(model, sleeping);
  forward(model, awake);
  ASSERT_EQ(sleeping.ntree_awake, 1);
  ASSERT_EQ(awake.ntree_awake, model.ntree);
#define THEW_COMPARE(field)                                                              \
  for (std::int64_t i = 0; i < awake.field.size(); ++i)                                  \
  EXPECT_NEAR(sleeping.field[i], awake.field[i], 1e-15 * (1 + std::abs(awake.field[i]))) \
      << #field << " " << i
  THEW_COMPARE(geom_xpos);
  THEW_COMPARE(geom_xmat);
  THEW_COMPARE(site_xpos);
  THEW_COMPARE(ximat);
  THEW_COMPARE(subtree_com);
  THEW_COMPARE(cinert);
  THEW_COMPARE(crb);
  THEW_COMPARE(cdof);
  THEW_COMPARE(cvel);
  THEW_COMPARE(cdof_dot);
  THEW_COMPARE(M);
  THEW_COMPARE(qLD);
  THEW_COMPARE(qLDiagInv);
  THEW_COMPARE(qfrc_passive);
  THEW_COMPARE(qfrc_bias);
  THEW_COMPARE(qfrc_smooth);
  THEW_COMPARE(qacc_smooth);
#undef THEW_COMPARE
}

TEST(Sleep, WakesWhereItWasPutElsewhere) {
  const Model model = load_string(kScene);
  Data data(model);
  reset(model, data);
  for (int i = 0; i < 1500; ++i) step(model, data);
  data.qpos[0] += 0.1;  // the hinge on the shelf
  forward(model, data);
  EXPECT_EQ(data.ntree_awake, 2);
  Data fresh(model);
  reset(model, fresh);
  std::copy(data.qpos.begin(), data.qpos.end(), fresh.qpos.begin());
  forward(model, fresh);
  for (std::int64_t i = 0; i < fresh.geom_xpos.size(); ++i)
    EXPECT_EQ(data.geom_xpos[i], fresh.geom_xpos[i]);
  for (std::int64_t i = 0; i < fresh.qLD.size(); ++i) EXPECT_EQ(data.qLD[i], fresh.qLD[i]);
}

TEST(Sleep, BeginsWhereTheModelDoesAndNotInAKeyframe) {
  const Model model = load_string(R"(<mujoco><option><flag sleep="enable"/></option>
    <worldbody>
    <body pos="0 0 1" sleep="init"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
    <body pos="0 0 2" sleep="init"><joint axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
    </worldbody><keyframe><key qpos=".5 0"/></keyframe></mujoco>)");
  Data data(model);
  reset(model, data);
  step(model, data);
  EXPECT_EQ(data.ntree_awake, 0);
  reset(model, data, 0);
  step(model, data);
  EXPECT_LT(data.tree_asleep[0], 0);
  EXPECT_GE(data.tree_asleep[1], 0);
}

}  // namespace
}  // namespace thew
