// Every mistake that a description can contain and that the compiler must name, with its place.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <thew/error.h>

#include "compile/build.h"

namespace thew::compile::testing {
namespace {

struct Case {
  const char* name;
  std::function<void(Spec&)> spoil;  ///< makes the mistake in one_hinge()
  const char* element;
  const char* fault;  ///< a part of it
  const char* hint = "";
};

Body& body_of(Spec& spec) {
  return spec.world.bodies[0];
}

Tendon& add_tendon(Spec& spec, TendonType type, std::vector<Wrap> path) {
  Tendon& tendon = spec.tendons.emplace_back();
  tendon.name = "t";
  tendon.type = type;
  tendon.path = std::move(path);
  return tendon;
}

Wrap wrap(WrapType type, const std::string& target, double coef = 1) {
  Wrap w;
  w.type = type;
  w.target = target;
  w.coef = coef;
  return w;
}

Actuator& add_actuator(Spec& spec, Transmission type, const std::string& target) {
  Actuator& actuator = spec.actuators.emplace_back();
  actuator.name = "a";
  actuator.trntype = type;
  actuator.target = target;
  return actuator;
}

void set_ipc(Spec& spec, EnableBit also, Integrator integrator) {
  spec.option.enableflags = static_cast<int>(EnableBit::Ipc) | static_cast<int>(also);
  spec.option.integrator = static_cast<int>(integrator);
}

const Case kCases[] = {
    {"RepeatedName", [](Spec& s) { add_geom(body_of(s)).name = "g"; }, "geom \"g\"",
     "repeated name"},
    {"RepeatedFrameName",
     [](Spec& s) {
       body_of(s).frames.emplace_back().name = "f";
       body_of(s).frames.emplace_back().name = "f";
     },
     "frame \"f\"", "repeated name"},
    {"BodyNamedWorld", [](Spec& s) { body_of(s).name = "world"; }, "body \"world\"",
     "repeated name"},
    {"TimestepZero", [](Spec& s) { s.option.timestep = 0; }, "option", "timestep"},
    {"TimestepNegative", [](Spec& s) { s.option.timestep = -0.01; }, "option", "timestep"},
    {"TimestepNan", [](Spec& s) { s.option.timestep = std::nan(""); }, "option", "timestep"},
    {"GravityInfinite",
     [](Spec& s) { s.option.gravity[2] = std::numeric_limits<double>::infinity(); }, "option",
     "gravity"},
    {"IpcWithoutDiscrete", [](Spec& s) { set_ipc(s, EnableBit::Ipc, Integrator::Euler); }, "option",
     "integrator=\"discrete\""},
    {"IpcWithPgs",
     [](Spec& s) {
       set_ipc(s, EnableBit::Ipc, Integrator::Discrete);
       s.option.solver = static_cast<int>(Solver::Pgs);
     },
     "option", "solver=\"Newton\" or \"CG\""},
    {"IpcWithFwdinv", [](Spec& s) { set_ipc(s, EnableBit::Fwdinv, Integrator::Discrete); },
     "option", "fwdinv"},
    {"IpcWithSleep", [](Spec& s) { set_ipc(s, EnableBit::Sleep, Integrator::Discrete); }, "option",
     "sleep"},
    {"MassMissing", [](Spec& s) { body_of(s).geoms.clear(); }, "body \"b\"",
     "must have mass and inertia", "boundmass"},
    {"MassZero", [](Spec& s) { set_inertial(body_of(s), 0, {1, 1, 1}); }, "body \"b\"",
     "must have mass"},
    {"MassNegative",
     [](Spec& s) {
       s.compilers[0].boundmass = -10;
       set_inertial(body_of(s), -1, {1, 1, 1});
     },
     "body \"b\"", "cannot be negative"},
    {"GeomMassNegative", [](Spec& s) { body_of(s).geoms[0].mass = -1; }, "geom \"g\"",
     "cannot be negative"},
    {"DensityNegative", [](Spec& s) { body_of(s).geoms[0].density = -1; }, "geom \"g\"",
     "cannot be negative"},
    {"InertiaTriangle", [](Spec& s) { set_inertial(body_of(s), 1, {1, 1, 3}); }, "body \"b\"",
     "sum of the other two", "balanceinertia"},
    {"InertiaIndefinite",
     [](Spec& s) {
       set_inertial(body_of(s), 1, {});
       body_of(s).fullinertia = Vec6{1, 1, 1, 2, 0, 0};
     },
     "body \"b\"", "not positive definite"},
    {"InertiaTwice",
     [](Spec& s) {
       set_inertial(body_of(s), 1, {1, 1, 1});
       body_of(s).fullinertia = Vec6{1, 1, 1, 0, 0, 0};
     },
     "body \"b\"", "cannot both be given"},
    {"QuaternionZero", [](Spec& s) { body_of(s).orientation.quat = {}; }, "body \"b\"",
     "zero quaternion"},
    {"AxisZero", [](Spec& s) { body_of(s).joints[0].axis = {}; }, "joint \"j\"", "axis is zero"},
    {"EulerSequence",
     [](Spec& s) {
       s.compilers[0].eulerseq = "xya";
       body_of(s).orientation.form = Orientation::Form::Euler;
     },
     "body \"b\"", "eulerseq"},
    {"XyaxesParallel",
     [](Spec& s) {
       body_of(s).orientation.form = Orientation::Form::Xyaxes;
       body_of(s).orientation.xyaxes = {1, 0, 0, 2, 0, 0};
     },
     "body \"b\"", "parallel"},
    {"RangeReversed",
     [](Spec& s) {
       body_of(s).joints[0].limited = Limited::True;
       body_of(s).joints[0].range = {1, -1};
     },
     "joint \"j\"", "range"},
    {"RangeWithoutLimited",
     [](Spec& s) {
       s.compilers[0].autolimits = false;
       body_of(s).joints[0].range = {-1, 1};
     },
     "joint \"j\"", "range is given", "autolimits"},
    {"BallRange",
     [](Spec& s) {
       body_of(s).joints[0].type = JointType::Ball;
       body_of(s).joints[0].range = {-1, 1};
     },
     "joint \"j\"", "begin at 0"},
    {"ActuatorForceRangeReversed",
     [](Spec& s) {
       body_of(s).joints[0].actfrclimited = Limited::True;
       body_of(s).joints[0].actfrcrange = {1, 0};
     },
     "joint \"j\"", "actuatorfrcrange"},
    {"Springdamper", [](Spec& s) { body_of(s).joints[0].springdamper = {1, 0}; }, "joint \"j\"",
     "springdamper"},
    {"SpringyieldNegative", [](Spec& s) { body_of(s).joints[0].springyield = -1; }, "joint \"j\"",
     "springyield"},
    {"FreeJointNested",
     [](Spec& s) {
       Body& child = add_body(body_of(s), "c");
       add_joint(child, JointType::Free, "f");
       add_geom(child);
     },
     "joint \"f\"", "child of the world"},
    {"FreeJointNotAlone", [](Spec& s) { add_joint(body_of(s), JointType::Free, "f"); },
     "joint \"f\"", "only joint"},
    {"RotationAfterBall",
     [](Spec& s) {
       body_of(s).joints[0].type = JointType::Ball;
       add_joint(body_of(s), JointType::Hinge, "h");
     },
     "joint \"h\"", "after a ball"},
    {"TooManyDofs",
     [](Spec& s) {
       for (int i = 0; i < 6; ++i) add_joint(body_of(s), JointType::Slide);
     },
     "body \"b\"", "7 degrees of freedom"},
    {"JointInWorld", [](Spec& s) { add_joint(s.world, JointType::Hinge, "w"); }, "joint \"w\"",
     "world"},
    {"MocapMoves", [](Spec& s) { body_of(s).mocap = true; }, "body \"b\"", "mocap"},
    {"GeomSizeZero", [](Spec& s) { body_of(s).geoms[0].size = {}; }, "geom \"g\"",
     "size 0 must be positive"},
    {"GeomSizeNan", [](Spec& s) { body_of(s).geoms[0].size[0] = std::nan(""); }, "geom \"g\"",
     "size 0 must be positive"},
    {"GeomPlaneMoves", [](Spec& s) { add_geom(body_of(s), GeomType::Plane, {1, 1, 1}).name = "p"; },
     "geom \"p\"", "plane"},
    {"GeomCondim", [](Spec& s) { body_of(s).geoms[0].condim = 2; }, "geom \"g\"", "condim"},
    {"FromtoSphere", [](Spec& s) { body_of(s).geoms[0].fromto = Vec6{0, 0, 0, 0, 0, 1}; },
     "geom \"g\"", "fromto needs"},
    {"FromtoSamePoint",
     [](Spec& s) {
       body_of(s).geoms[0].type = GeomType::Capsule;
       body_of(s).geoms[0].fromto = Vec6{};
     },
     "geom \"g\"", "the same"},
    {"FromtoAndPos",
     [](Spec& s) {
       body_of(s).geoms[0].type = GeomType::Capsule;
       body_of(s).geoms[0].pos = {1, 0, 0};
       body_of(s).geoms[0].fromto = Vec6{0, 0, 0, 0, 0, 1};
     },
     "geom \"g\"", "both"},
    {"DanglingMaterial", [](Spec& s) { body_of(s).geoms[0].material = "steel"; }, "geom \"g\"",
     "no material \"steel\""},
    {"DanglingTarget", [](Spec& s) { body_of(s).cameras.emplace_back().targetbody = "bb"; },
     "camera", "no body \"bb\"", "did you mean \"b\"?"},
    {"CameraFovy", [](Spec& s) { body_of(s).cameras.emplace_back().fovy = 180; }, "camera", "fovy"},
    {"CameraLensWithoutSensor",
     [](Spec& s) { body_of(s).cameras.emplace_back().focal_length = {1, 1}; }, "camera",
     "sensorsize"},
    {"LightDirectionZero", [](Spec& s) { body_of(s).lights.emplace_back().dir = {}; }, "light",
     "direction"},
    {"UserTooLong",
     [](Spec& s) {
       s.sizes.nuser_geom = 1;
       body_of(s).geoms[0].userdata = {1, 2};
     },
     "geom \"g\"", "nuser_geom"},
    {"SleepInsideTree",
     [](Spec& s) {
       Body& child = add_body(body_of(s), "c");
       child.sleep = SleepPolicy::Never;
     },
     "body \"c\"", "sleep"},
    {"PairDangling",
     [](Spec& s) {
       s.pairs.emplace_back().geomname1 = "g";
       s.pairs[0].geomname2 = "gg";
     },
     "pair", "no geom \"gg\"", "did you mean \"g\"?"},
    {"ExcludeDangling",
     [](Spec& s) {
       s.excludes.emplace_back().bodyname1 = "b";
       s.excludes[0].bodyname2 = "nobody";
     },
     "exclude", "no body \"nobody\""},
    {"TendonDangling",
     [](Spec& s) { add_tendon(s, TendonType::Fixed, {wrap(WrapType::Joint, "jj")}); },
     "tendon \"t\"", "no joint \"jj\"", "did you mean \"j\"?"},
    {"TendonEmpty", [](Spec& s) { add_tendon(s, TendonType::Fixed, {}); }, "tendon \"t\"", "empty"},
    {"TendonOverBall",
     [](Spec& s) {
       body_of(s).joints[0].type = JointType::Ball;
       add_tendon(s, TendonType::Fixed, {wrap(WrapType::Joint, "j")});
     },
     "tendon \"t\"", "neither a hinge nor a slide"},
    {"TendonJointRepeated",
     [](Spec& s) {
       add_tendon(s, TendonType::Fixed, {wrap(WrapType::Joint, "j"), wrap(WrapType::Joint, "j")});
     },
     "tendon \"t\"", "repeated"},
    {"TendonArmatureNegative",
     [](Spec& s) { add_tendon(s, TendonType::Fixed, {wrap(WrapType::Joint, "j")}).armature = -1; },
     "tendon \"t\"", "armature"},
    {"TendonPulleyDivisor",
     [](Spec& s) {
       add_site(body_of(s), "s");
       add_tendon(s, TendonType::Spatial,
                  {wrap(WrapType::Site, "s"), wrap(WrapType::Pulley, "", 0)});
     },
     "tendon \"t\"", "divisor"},
    {"TendonSpringlength",
     [](Spec& s) {
       add_tendon(s, TendonType::Fixed, {wrap(WrapType::Joint, "j")}).springlength = {2, 1};
     },
     "tendon \"t\"", "springlength"},
    {"ActuatorDangling", [](Spec& s) { add_actuator(s, Transmission::Joint, "jo"); },
     "actuator \"a\"", "no joint \"jo\"", "did you mean \"j\"?"},
    {"ActuatorWithoutTarget", [](Spec& s) { add_actuator(s, Transmission::Undefined, ""); },
     "actuator \"a\"", "acts on nothing"},
    {"ActuatorCtrlrange",
     [](Spec& s) {
       Actuator& a = add_actuator(s, Transmission::Joint, "j");
       a.ctrllimited = Limited::True;
       a.ctrlrange = {1, 0};
     },
     "actuator \"a\"", "ctrlrange"},
    {"ActuatorActrangeWithoutState",
     [](Spec& s) { add_actuator(s, Transmission::Joint, "j").actrange = {0, 1}; }, "actuator \"a\"",
     "dyntype"},
    {"ActuatorInheritrange",
     [](Spec& s) {
       Actuator& a = add_actuator(s, Transmission::Joint, "j");
       a.biastype = Bias::Affine;
       a.biasprm[1] = -1;
       a.inheritrange = 1;
     },
     "actuator \"a\"", "no range"},
    {"ActuatorDampingOnBody",
     [](Spec& s) { add_actuator(s, Transmission::Body, "b").armature = 1; }, "actuator \"a\"",
     "armature"},
    {"ActuatorDelayWithoutHistory",
     [](Spec& s) { add_actuator(s, Transmission::Joint, "j").delay = 0.1; }, "actuator \"a\"",
     "history"},
    {"MuscleWithoutEnds",
     [](Spec& s) {
       Actuator& a = add_actuator(s, Transmission::Joint, "j");
       a.gaintype = Gain::Muscle;
       a.gainprm = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2, 0};
     },
     "actuator \"a\"", "length range cannot be computed", "give lengthrange"},
    {"MuscleRange",
     [](Spec& s) {
       Actuator& a = add_actuator(s, Transmission::Joint, "j");
       a.gaintype = Gain::Muscle;
       a.gainprm = {1.05, 0.75, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2, 0};
     },
     "actuator \"a\"", "range[0] < range[1]"},
    {"NumericTooLong",
     [](Spec& s) {
       s.numerics.emplace_back().data = {1, 2};
       s.numerics[0].size = 1;
     },
     "numeric", "size"},
    {"NumericEmpty", [](Spec& s) { s.numerics.emplace_back(); }, "numeric", "no numbers"},
    {"TextEmpty", [](Spec& s) { s.texts.emplace_back(); }, "text", "empty"},
    {"TupleDangling",
     [](Spec& s) { s.tuples.emplace_back().entries.push_back({ObjectType::Geom, "x", 0, {}}); },
     "tuple", "no geom \"x\""},
    {"KeyTooLong", [](Spec& s) { s.keys.emplace_back().qpos = {1, 2}; }, "key",
     "qpos has 2 numbers, the model needs 1"},
    {"KeyMocapWithoutMocap", [](Spec& s) { s.keys.emplace_back().mpos = {1, 2}; }, "key", "mpos"},
    {"FrameScale", [](Spec& s) { body_of(s).frames.emplace_back().scale = {0, 0, 0}; }, "frame",
     "positive"},
    {"FrameStretch", [](Spec& s) { body_of(s).frames.emplace_back().scale = {2, 2, 3}; }, "frame",
     "geometry"},
    {"FrameMassScale", [](Spec& s) { body_of(s).frames.emplace_back().massscale = -1; }, "frame",
     "negative"},
    {"TextureWidth",
     [](Spec& s) {
       Texture& texture = s.textures.emplace_back();
       texture.name = "t";
       texture.builtin = TextureBuiltin::Flat;
     },
     "texture \"t\"", "width"},
    {"MaterialWithoutName", [](Spec& s) { s.materials.emplace_back(); }, "material", "name"},
};

class Errors : public ::testing::TestWithParam<Case> {};

TEST_P(Errors, NamesElementFaultAndHint) {
  Spec spec = one_hinge();
  GetParam().spoil(spec);
  try {
    compile(spec);
    FAIL() << "compiled without complaint";
  } catch (const Error& error) {
    EXPECT_EQ(error.element(), GetParam().element);
    EXPECT_NE(error.fault().find(GetParam().fault), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find(GetParam().hint), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Compile, Errors, ::testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(ErrorPlace, HasFileLineAndColumn) {
  Spec spec = one_hinge();
  spec.files = {"robot.xml", "arm.xml"};
  body_of(spec).joints[0].axis = {};
  body_of(spec).joints[0].source = {1, 12, 7};
  try {
    compile(spec);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.file(), "arm.xml");
    EXPECT_EQ(error.line(), 12);
    EXPECT_EQ(error.column(), 7);
  }
}

// The reference accepts these too.
TEST(NoError, ReversedRangeThatIsNotLimited) {
  Spec spec = one_hinge();
  body_of(spec).joints[0].range = {1, -1};
  const Model model = compile(spec);
  EXPECT_FALSE(model.jnt_limited[0]);
  EXPECT_EQ(model.jnt_range.values()[0], 1);
}

TEST(NoError, ZeroInertiaIsRaisedToItsBound) {
  Spec spec = one_hinge();
  spec.compilers[0].boundinertia = 0.5;
  set_inertial(body_of(spec), 1, {});
  body_of(spec).fullinertia = Vec6{1, 1, 0, 0, 0, 0};
  const Model model = compile(spec);
  EXPECT_EQ(model.body_inertia.values().row(1)[2], 0.5);
}

TEST(NoError, MasslessBodyWithMassiveWeldedChild) {
  Spec spec = one_hinge();
  body_of(spec).geoms.clear();
  add_geom(add_body(body_of(spec), "c"));
  EXPECT_EQ(compile(spec).body_mass[1], 0);
}

TEST(Lenient, MasslessBodyGetsASmallMassAndAWarning) {
  Spec spec = one_hinge();
  body_of(spec).geoms.clear();
  spec.ignore_unsupported = true;
  const Model model = compile(spec);
  EXPECT_EQ(model.body_mass.values()[1], 0.001);
  EXPECT_EQ(model.body_inertia.values().row(1)[0], 1e-6);
  ASSERT_FALSE(model.warnings.empty());
  EXPECT_NE(model.warnings[0].find("body \"b\""), std::string::npos);
}

}  // namespace
}  // namespace thew::compile::testing
