// Constants at qpos0, recorded from MuJoCo 4.0.0 for a two-link arm with a coupling tendon:
//
//   <body><joint name="j1" axis="0 1 0" armature=".01"/>
//     <geom type="capsule" fromto="0 0 0 .5 0 0" size=".05"/>
//     <body pos=".5 0 0"><joint name="j2" axis="0 1 0"/>
//       <geom type="capsule" fromto="0 0 0 .3 0 .1" size=".04"/>
//       <geom type="box" size=".03 .02 .05" pos=".3 0 .1"/></body></body>
//   <fixed name="t"><joint joint="j1" coef="1"/><joint joint="j2" coef="-.5"/></fixed>
//   <position joint="j1" kp="100" dampratio="1"/> <position tendon="t" kp="50" dampratio=".5"/>
//   <motor joint="j2" gear="3"/>

#include <gtest/gtest.h>

#include "compile/build.h"

namespace thew::compile::testing {
namespace {

Actuator& add_servo(Spec& spec, Transmission type, const char* target, double kp, double ratio) {
  Actuator& servo = spec.actuators.emplace_back();
  servo.type = ActuatorType::Position;
  servo.trntype = type;
  servo.target = target;
  servo.biastype = Bias::Affine;
  servo.gainprm[0] = kp;
  servo.biasprm[1] = -kp;
  servo.biasprm[2] = ratio;
  return servo;
}

Spec arm() {
  Spec spec;
  Body& upper = add_body(spec.world, "upper");
  Joint& j1 = add_joint(upper, JointType::Hinge, "j1");
  j1.axis = {0, 1, 0};
  j1.armature = 0.01;
  add_geom(upper, GeomType::Capsule, {0.05, 0, 0}).fromto = Vec6{0, 0, 0, 0.5, 0, 0};
  Body& lower = add_body(upper, "lower", {0.5, 0, 0});
  add_joint(lower, JointType::Hinge, "j2").axis = {0, 1, 0};
  add_geom(lower, GeomType::Capsule, {0.04, 0, 0}).fromto = Vec6{0, 0, 0, 0.3, 0, 0.1};
  add_geom(lower, GeomType::Box, {0.03, 0.02, 0.05}).pos = {0.3, 0, 0.1};
  Tendon& tendon = spec.tendons.emplace_back();
  tendon.name = "t";
  tendon.path = {{WrapType::Joint, "j1", "", 1, {}}, {WrapType::Joint, "j2", "", -0.5, {}}};
  add_servo(spec, Transmission::Joint, "j1", 100, 1);
  add_servo(spec, Transmission::Tendon, "t", 50, 0.5);
  Actuator& motor = spec.actuators.emplace_back();
  motor.type = ActuatorType::Motor;
  motor.trntype = Transmission::Joint;
  motor.target = "j2";
  motor.gear[0] = 3;
  return spec;
}

template <class Field>
void expect_row(const Field& field, std::int64_t row, std::initializer_list<double> values) {
  const double* actual = field.row(row);
  for (const double value : values) EXPECT_NEAR(*actual++, value, 1e-12);
}

TEST(Constants, MassesAndAxes) {
  const Model m = compile(arm());
  expect_row(m.body_mass.values(), 1, {4.4505895925855405, 2.0976166956337052});
  expect_row(m.body_ipos.values(), 2, {0.167162334794024, 0.0, 0.05572077826467467});
  expect_row(m.body_iquat.values(), 1, {0.7071067811865476, 0.0, -0.7071067811865475, 0.0});
  expect_row(m.body_iquat.values(), 2,
             {0.573942434563611, 0.41302552198041775, 0.41302552198041775, 0.573942434563611});
  expect_row(m.body_inertia.values(), 2,
             {0.027612702417446303, 0.02745755958165976, 0.0016623429805965031});
}

TEST(Constants, InverseWeights) {
  const Model m = compile(arm());
  expect_row(m.body_invweight0.values(), 1, {0.034517946111935024, 0.5522871377909604});
  expect_row(m.body_invweight0.values(), 2, {0.1364192423834695, 5.568094498661189});
  expect_row(m.dof_M0.values(), 0, {1.3783720797097059, 0.09273961320005006});
  expect_row(m.dof_invweight0.values(), 0, {1.6568614133728812, 24.625631198344355});
  expect_row(m.tendon_invweight0.values(), 0, {12.602373770825807});
  expect_row(m.actuator_acc0.values(), 0,
             {5.067614054888638, 17.575256071077437, 75.26097999260617});
}

TEST(Constants, DampingRatios) {
  const Model m = compile(arm());
  EXPECT_NEAR(m.actuator_biasprm.values().row(0)[2], -15.537706149491216, 1e-12);
  EXPECT_NEAR(m.actuator_biasprm.values().row(1)[2], -1.991860063309874, 1e-12);
}

TEST(Constants, Statistics) {
  const Model m = compile(arm());
  EXPECT_NEAR(m.stat.meaninertia, 0.7355558464548779, 1e-13);
  EXPECT_NEAR(m.stat.meanmass, 3.274103144109623, 1e-13);
  EXPECT_NEAR(m.stat.meansize, 0.2581022861567882, 1e-14);
  EXPECT_NEAR(m.stat.extent, 0.9116441400296897, 1e-14);
  EXPECT_NEAR(m.stat.center[0], 0.40582207001484494, 1e-14);
  expect_row(m.dof_length, 0, {0.3, 0.21620457231357645});
}

TEST(Constants, GivenStatisticsWin) {
  Spec spec = arm();
  spec.statistic.extent = 7;
  spec.statistic.center = Vec3{1, 2, 3};
  const Model m = compile(spec);
  EXPECT_EQ(m.stat.extent, 7);
  EXPECT_EQ(m.stat.center[2], 3);
}

TEST(Constants, OfAnEmptyModel) {
  const Model m = compile(Spec{});
  EXPECT_EQ(m.nbody, 1);
  EXPECT_EQ(m.stat.meaninertia, 1);
  EXPECT_EQ(m.stat.meansize, 0.2);
  EXPECT_EQ(m.stat.extent, 2);
  EXPECT_EQ(m.stat.center[0], 0);
}

// A spring with time constant tc and damping ratio dr: k = I/(tc dr)^2, b = 2 I/tc.
TEST(Constants, Springdamper) {
  Spec spec = one_hinge();
  spec.world.bodies[0].joints[0].springdamper = {0.1, 0.5};
  const Model m = compile(spec);
  const double inertia = m.body_inertia.values().row(1)[0];
  EXPECT_NEAR(m.jnt_stiffness.values()[0], inertia / 0.0025, 1e-12);
  EXPECT_NEAR(m.dof_damping.values()[0], 2 * inertia / 0.1, 1e-13);
}

TEST(Constants, TendonRestsAtTheSpringsPose) {
  Spec spec = arm();
  spec.world.bodies[0].joints[0].springref = 90;
  const Model m = compile(spec);
  EXPECT_NEAR(m.tendon_lengthspring.values()[0], 1.5707963267948966, 1e-15);
  EXPECT_EQ(m.tendon_length0.values()[0], 0);
}

TEST(Actuators, InheritTheRangeOfTheirJoint) {
  Spec spec = arm();
  spec.world.bodies[0].joints[0].range = {-90, 45};
  spec.actuators[0].inheritrange = 0.5;
  const Model m = compile(spec);
  EXPECT_TRUE(m.actuator_ctrllimited[0]);
  EXPECT_NEAR(m.actuator_ctrlrange.values().row(0)[0], -0.9817477042468103, 1e-15);
  EXPECT_NEAR(m.actuator_ctrlrange.values().row(0)[1], 0.19634954084936207, 1e-15);
}

TEST(Actuators, ThatAddArmatureAreKnownToTheirJoint) {
  Spec spec = arm();
  spec.actuators[2].armature = 0.1;
  Model m = compile(spec);
  EXPECT_EQ(m.jnt_actuatorid[0], -1);
  EXPECT_EQ(m.jnt_actuatorid[1], 2);
  spec.actuators[0].target = "j2";
  spec.actuators[0].damping = {1, 0, 0};
  m = compile(spec);
  EXPECT_EQ(m.jnt_actuatorid[1], -2);
}

TEST(Contacts, PairsAndExcludesAreSortedByBodies) {
  Spec spec = arm();
  Body& upper = spec.world.bodies[0];
  upper.geoms[0].name = "u";
  upper.bodies[0].geoms[0].name = "l";
  add_geom(spec.world, GeomType::Plane, {1, 1, 1}).name = "floor";
  Pair& late = spec.pairs.emplace_back();
  late.name = "late";
  late.geomname1 = "l";
  late.geomname2 = "u";
  Pair& early = spec.pairs.emplace_back();
  early.geomname1 = "u";
  early.geomname2 = "floor";
  spec.tuples.emplace_back().entries.push_back({ObjectType::Pair, "late", 0, {}});
  const Model m = compile(spec);
  EXPECT_EQ(m.pair_signature[0], 1);
  EXPECT_EQ(m.pair_signature[1], (1 << 16) + 2);
  EXPECT_EQ(m.pair_geom1[0], 0);
  EXPECT_EQ(name_to_id(m, ObjectType::Pair, "late"), 1);
  EXPECT_EQ(m.tuple_objid[0], 1);
}

TEST(Keys, AreCompletedWithTheInitialState) {
  Spec spec = arm();
  spec.world.bodies[0].bodies[0].joints[0].ref = 90;
  Body& mocap = add_body(spec.world, "m", {1, 2, 3});
  mocap.mocap = true;
  spec.keys.emplace_back().qpos = {0.5};
  spec.keys.emplace_back().mquat = {0, 3, 0, 0};
  spec.sizes.nkey = 3;
  const Model m = compile(spec);
  ASSERT_EQ(m.nkey, 3);
  expect_row(m.key_qpos, 0, {0.5, 1.5707963267948966});
  expect_row(m.key_mpos, 0, {1, 2, 3});
  expect_row(m.key_mquat, 1, {0, 1, 0, 0});
  expect_row(m.key_qpos, 2, {0, 1.5707963267948966});
}

}  // namespace
}  // namespace thew::compile::testing
