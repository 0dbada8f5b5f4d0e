// Equalities: their rows against finite differences, and forces and motions that are known.

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <thew/constraint.h>
#include <thew/dynamics.h>
#include <thew/load.h>
#include <thew/step.h>

namespace thew {
namespace {

// Two branches on a common body that flies, a mocap body, and a joint of each kind.
std::string tree(const std::string& equality) {
  return R"(<mujoco>
  <worldbody>
    <body name="base" pos="0 0 1"><freejoint/><geom name="base" size=".1" mass="1"/>
      <body pos=".2 0 0"><joint type="ball"/><geom size=".05" pos=".1 0 0"/>
        <body name="left" pos=".1 0 .2" euler="20 0 10">
          <joint name="l1" axis="0 1 1"/><joint name="l2" type="slide" axis="1 0 0"/>
          <geom name="left" size=".05" pos=".2 0 .2"/>
          <site name="left" pos=".2 .1 0" euler="30 10 0"/>
        </body>
        <body name="right" pos=".1 0 -.2">
          <joint name="r" axis="0 1 0"/><geom name="right" size=".05" pos=".2 0 -.2"/>
          <site name="right" pos=".1 .2 .1" euler="0 10 40"/>
        </body>
      </body>
    </body>
    <body name="hand" mocap="true" pos="1 0 1" euler="10 20 30"/>
  </worldbody>
  <tendon>
    <fixed name="one"><joint joint="l1" coef="1"/><joint joint="r" coef="-2"/></fixed>
    <fixed name="two"><joint joint="l2" coef=".5"/><joint joint="r" coef="1"/></fixed>
  </tendon>
  <equality>)" +
         equality + "</equality></mujoco>";
}

// A state in no way special.
void scatter(const Model& m, Data& d) {
  reset(m, d);
  std::vector<double> change(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv; ++i) {
    change[static_cast<std::size_t>(i)] = 0.3 * std::sin(1.7 * i + 0.4);
    d.qvel[i] = std::cos(2.3 * i + 0.9);
  }
  dynamics::integrate_pos(m, d.qpos.data(), change.data(), 1.0);
}

// Position or velocity of the rows after moving for a time with the velocity of `d`.
std::vector<double> rows_after(const Model& m, const Data& d, double time, bool velocity) {
  Data moved(m);
  reset(m, moved);
  std::copy(d.qpos.begin(), d.qpos.end(), moved.qpos.begin());
  std::copy(d.qvel.begin(), d.qvel.end(), moved.qvel.begin());
  dynamics::integrate_pos(m, moved.qpos.data(), d.qvel.data(), time);
  forward(m, moved);
  const auto& rows = velocity ? moved.efc_vel : moved.efc_pos;
  return {rows.begin(), rows.begin() + moved.ne};
}

class EqualityRows : public testing::TestWithParam<const char*> {};

TEST_P(EqualityRows, VelocityIsTheRateOfThePosition) {
  const Model m = load_string(tree(GetParam()));
  Data d(m);
  scatter(m, d);
  forward(m, d);
  ASSERT_GT(d.ne, 0);
  const double h = 1e-5;
  const auto after = rows_after(m, d, h, false), before = rows_after(m, d, -h, false);
  for (int i = 0; i < d.ne; ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_NEAR(d.efc_vel[i], (after[k] - before[k]) / (2 * h), 1e-8) << "row " << i;
  }
}

TEST_P(EqualityRows, ReferenceTakesOutTheDriftOfTheVelocity) {
  const Model m = load_string(tree(GetParam()));
  Data d(m);
  scatter(m, d);
  forward(m, d);
  const double h = 1e-5;
  const auto after = rows_after(m, d, h, true), before = rows_after(m, d, -h, true);
  for (int i = 0; i < d.ne; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double* kbip = d.efc_KBIP.row(i);
    const double spring = -kbip[1] * d.efc_vel[i] - kbip[0] * kbip[2] * d.efc_pos[i];
    // Couplings of joints and tendons keep theirs, as in MuJoCo.
    const auto type = static_cast<EqualityType>(m.eq_type[d.efc_id[i]]);
    const bool scalar = type == EqualityType::Joint || type == EqualityType::Tendon;
    const double drift = scalar ? 0 : (after[k] - before[k]) / (2 * h);
    EXPECT_NEAR(d.efc_aref[i], spring - drift, 1e-7) << "row " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, EqualityRows,
    testing::Values(
        R"(<connect body1="left" body2="right" anchor=".1 .2 .3"/>)",
        R"(<connect body1="left" anchor=".1 .2 .3"/>)", R"(<connect site1="left" site2="right"/>)",
        R"(<weld body1="left" body2="right" anchor=".1 .2 .3" torquescale=".7"/>)",
        R"(<weld body1="right" body2="base" relpose=".1 .2 .3 1 .2 .3 .4" torquescale="3"/>)",
        R"(<weld body1="hand" body2="left"/>)", R"(<weld body1="left"/>)",
        R"(<weld site1="right" site2="left" torquescale=".4"/>)",
        R"(<joint joint1="l1" joint2="r" polycoef=".1 .2 .3 .4 .5"/>)",
        R"(<joint joint1="r" polycoef=".3"/>)",
        R"(<tendon tendon1="one" tendon2="two" polycoef=".1 .2 .3 .4 .5"/>)",
        R"(<tendon tendon1="two"/>)", R"(<distance geom1="left" geom2="right" distance=".3"/>)",
        R"(<distance geom1="base"/>)"));

TEST(Equality, PolynomialsOfJointsAndTendons) {
  Model m = load_string(tree(R"(<joint joint1="l1" joint2="r" polycoef="1 2 3"/>
              <tendon tendon1="one" tendon2="two" polycoef="0 1 0 4"/><joint joint1="r"/>)"));
  m.opt.jacobian = static_cast<int>(Jacobian::Sparse);
  Data d(m);
  reset(m, d);
  const int l1 = m.jnt_qposadr[2], l2 = m.jnt_qposadr[3], r = m.jnt_qposadr[4];
  d.qpos[l1] = 0.5, d.qpos[l2] = 0.4, d.qpos[r] = 0.1;
  forward(m, d);
  ASSERT_EQ(d.ne, 3);
  EXPECT_NEAR(d.efc_pos[0], 0.5 - (1 + 2 * 0.1 + 3 * 0.01), 1e-15);
  EXPECT_NEAR(d.efc_pos[1], 0.3 - (0.3 + 4 * 0.027), 1e-15);
  EXPECT_NEAR(d.efc_pos[2], 0.1, 1e-15);
  constraint::show(m, d);
  EXPECT_EQ(d.efc_J_rownnz[0], 2);
  EXPECT_EQ(d.efc_J_rownnz[1], 3);
  EXPECT_NEAR(d.efc_J[d.efc_J_rowadr[0] + 1], -(2 + 6 * 0.1), 1e-15);
  EXPECT_EQ(d.tendon_efcadr[0], 1);
  EXPECT_EQ(d.tendon_efcadr[1], 1);
}

TEST(Equality, IsEnforcedOnlyWhereActive) {
  const Model m = load_string(tree(R"(<weld name="a" body1="left" active="false"/>
                                      <connect body1="right" anchor="0 0 0"/>)"));
  Data d(m);
  reset(m, d);
  forward(m, d);
  EXPECT_EQ(d.ne, 3);
  EXPECT_EQ(d.efc_id[0], 1);
  d.eq_active[0] = true;
  forward(m, d);
  EXPECT_EQ(d.ne, 9);
  EXPECT_EQ(d.efc_id[0], 0);
  d.eq_active[0] = d.eq_active[1] = false;
  forward(m, d);
  EXPECT_EQ(d.ne, 0);
  reset(m, d);
  forward(m, d);
  EXPECT_EQ(d.ne, 3);
  Model off = load_string("<mujoco><option><flag equality=\"disable\"/></option>" +
                          tree("<weld body1=\"left\"/>").substr(8));
  Data none(off);
  reset(off, none);
  forward(off, none);
  EXPECT_EQ(none.nefc, 0);
}

TEST(Equality, BetweenThingsThatCannotMoveHasNoRows) {
  const Model m = load_string(
      "<mujoco><worldbody><body name=\"a\"/><body name=\"b\" mocap=\"true\"/>"
      "<body><joint/><geom size=\".1\"/></body></worldbody>"
      "<equality><weld body1=\"a\" body2=\"b\"/><connect body1=\"b\" anchor=\"0 0 0\"/></equality>"
      "</mujoco>");
  Data d(m);
  reset(m, d);
  d.mocap_pos[0] = 1;
  forward(m, d);
  EXPECT_EQ(d.nefc, 0);
}

TEST(Equality, ConnectCarriesTheWeight) {
  const Model m = load_string(
      "<mujoco><worldbody><body name=\"a\"><freejoint/><geom size=\".1\" mass=\"2\"/></body>"
      "</worldbody><equality><connect body1=\"a\" anchor=\"0 0 0\"/></equality></mujoco>");
  Data d(m);
  reset(m, d);
  for (int i = 0; i < 2000; ++i) step(m, d);
  forward(m, d);
  EXPECT_NEAR(d.efc_force[2], 2 * 9.81, 1e-6);
  EXPECT_NEAR(d.efc_force[0], 0, 1e-9);
  EXPECT_LT(std::abs(d.qpos[2]), 1e-3);
}

TEST(Equality, FourBarStaysClosedAndGearsTurnTogether) {
  const Model m = load_file(std::string(THEW_ROOT) + "/models/four_bar.xml");
  Data d(m);
  reset(m, d);
  d.ctrl[0] = 0.5;
  for (int i = 0; i < 1000; ++i) step(m, d);
  forward(m, d);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(d.efc_pos[i], 0, 1e-3);
  EXPECT_GT(std::abs(d.qpos[0]), 0.5);
  EXPECT_NEAR(d.qpos[3], -2 * d.qpos[0] + 0.1 * d.qpos[0] * d.qpos[0], 5e-3);
}

TEST(Equality, WeldFollowsAMocapBody) {
  const Model m = load_string(
      "<mujoco><option gravity=\"0 0 0\"/><worldbody><body name=\"h\" mocap=\"true\"/>"
      "<body name=\"a\" pos=\"0 0 .5\"><freejoint/><geom size=\".1\"/></body></worldbody>"
      "<equality><weld body1=\"h\" body2=\"a\"/></equality></mujoco>");
  Data d(m);
  reset(m, d);
  d.mocap_pos[0] = 0.3;
  const double half = std::sqrt(0.5);  // a quarter turn about x takes the offset to -y
  d.mocap_quat[0] = half, d.mocap_quat[1] = half;
  for (int i = 0; i < 2000; ++i) step(m, d);
  const double wanted[] = {0.3, -0.5, 0, half, half, 0, 0};
  for (int k = 0; k < 7; ++k) EXPECT_NEAR(d.qpos[k], wanted[k], 1e-6) << k;
}

TEST(Equality, TorqueScaleScalesTheRowsOfTheRotation) {
  const auto rows = [](const std::string& scale) {
    const Model m =
        load_string(tree("<weld body1=\"left\" body2=\"right\" torquescale=\"" + scale + "\"/>"));
    Data d(m);
    scatter(m, d);
    forward(m, d);
    return std::vector<double>(d.efc_pos.begin(), d.efc_pos.begin() + 6);
  };
  const auto one = rows("1"), three = rows("3");
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(three[k], (k < 3 ? 1 : 3) * one[k], 1e-14);
}

std::string two_spheres(const std::string& equality) {
  return "<mujoco><option gravity=\"0 0 0\"/><worldbody>"
         "<body name=\"a\" pos=\"3 4 0\"><freejoint/><geom name=\"a\" size=\".1\" "
         "contype=\"0\"/></body>"
         "<body name=\"b\" pos=\"3 4 12\"><freejoint/><geom name=\"b\" size=\".1\" "
         "contype=\"0\"/></body>"
         "</worldbody><equality>" +
         equality + "</equality></mujoco>";
}

TEST(Distance, IsThatAtTheReferenceUnlessGiven) {
  EXPECT_EQ(load_string(two_spheres("<distance geom1=\"a\" geom2=\"b\"/>")).eq_data[0], 12);
  EXPECT_EQ(load_string(two_spheres("<distance geom1=\"a\"/>")).eq_data[0], 5);
  EXPECT_EQ(load_string(two_spheres("<distance geom1=\"b\"/>")).eq_data[0], 13);
  Model m = load_string(two_spheres("<distance geom1=\"a\" geom2=\"b\" distance=\"2\"/>"));
  m.opt.jacobian = static_cast<int>(Jacobian::Sparse);
  EXPECT_EQ(m.eq_type[0], static_cast<int>(EqualityType::Distance));
  EXPECT_EQ(m.eq_data[0], 2);
  EXPECT_EQ(m.nemax, 1);
  Data d(m);
  reset(m, d);
  forward(m, d);
  ASSERT_EQ(d.ne, 1);
  EXPECT_EQ(d.efc_pos[0], 10);
  constraint::show(m, d);
  EXPECT_EQ(d.efc_J_rownnz[0], 12);
}

TEST(Distance, CoincidentCentresPartUpwards) {
  const Model m = load_string(two_spheres("<distance geom1=\"a\" geom2=\"b\" distance=\"1\"/>"));
  Data d(m);
  reset(m, d);
  std::copy_n(d.qpos.begin(), 3, d.qpos.begin() + 7);
  forward(m, d);
  EXPECT_EQ(d.efc_pos[0], -1);
  for (const int k : {0, 1, 6, 7}) EXPECT_EQ(d.qacc[k], 0);
  EXPECT_GT(d.qacc[2], 1);
  EXPECT_NEAR(d.qacc[8], -d.qacc[2], 1e-14 * d.qacc[2]);  // 1250 m/s^2 has an ulp of 2e-13
}

// A ball on a rod of one metre that circles a fixed point keeps its distance and its speed.
TEST(Distance, RodCircles) {
  Model m = load_string(
      "<mujoco><option gravity=\"0 0 0\" timestep=\".001\" integrator=\"RK4\"/><worldbody>"
      "<body pos=\"1 0 0\"><joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 "
      "0\"/><geom name=\"g\" size=\".1\"/></body></worldbody>"
      "<equality><distance geom1=\"g\" solimp=\".9999 .9999 .001\"/></equality></mujoco>");
  Data d(m);
  reset(m, d);
  d.qvel[1] = 2;
  for (int i = 0; i < 1000; ++i) step(m, d);
  EXPECT_NEAR(std::hypot(1 + d.qpos[0], d.qpos[1]), 1, 1e-4);
  EXPECT_NEAR(std::hypot(d.qvel[0], d.qvel[1]), 2, 1e-3);
  EXPECT_NEAR(std::atan2(d.qpos[1], 1 + d.qpos[0]), 2, 1e-3);
}

}  // namespace
}  // namespace thew
