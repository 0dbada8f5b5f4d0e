// Cables of older models. The numbers are those of MuJoCo 3.17.0, the last release that made them.

#include <cmath>

#include <thew/model.h>

#include "io/support.h"

namespace thew::io {
namespace {

std::string cable(const std::string& attributes, const std::string& children) {
  return world("<composite type='cable' prefix='c' " + attributes + ">" + children +
               "</composite>");
}

const std::string kCapsule = "<geom type='capsule' size='.005'/>";

TEST(Composite, ACableAlongACurveHasTheBodiesOfTheReference) {
  const Model m = load_string(
      cable("curve='cos(s) sin(s) s' count='5 1 1' size='1 .3 2' initial='free' offset='.5 0 0' "
            "quat='.7 .1 .2 .3'",
            "<joint kind='main' damping='.1'/>" + kCapsule));
  const double pos[4][3] = {{0.7220000029, 0.1379999965, -0.06599999964},
                            {0.456695749, 0, 0},
                            {0.4388473534, 0, 0},
                            {0.441872161, 0, 0}};
  const double quat[4][4] = {{0.03839248821, 0.4729968425, 0.1541785109, 0.8666192882},
                             {-0.7860027094, 0, 0, -0.618223051},
                             {0.7906874653, 0, -0.5242458875, 0.3161954801},
                             {0.8012826844, 0, -0.5457520265, -0.245154615}};
  const char* names[] = {"cB_first", "cB_1", "cB_2", "cB_last"};
  ASSERT_EQ(m.nbody, 5);
  for (int b = 0; b < 4; ++b) {
    EXPECT_STREQ(id_to_name(m, ObjectType::Body, b + 1), names[b]);
    double same = 0;  // of either sign
    for (int k = 0; k < 4; ++k) same += quat[b][k] * m.body_quat.values().row(b + 1)[k];
    EXPECT_NEAR(std::abs(same), 1, 1e-9);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(m.body_pos.values().row(b + 1)[k], pos[b][k], 1e-9);
  }
  EXPECT_EQ(m.jnt_type[0], static_cast<int>(JointType::Free));
  EXPECT_EQ(m.jnt_type[1], static_cast<int>(JointType::Ball));
  EXPECT_EQ(m.dof_damping.values()[0], 0);
  EXPECT_EQ(m.dof_damping.values()[6], 0.1);
  EXPECT_NEAR(m.geom_size.values().row(0)[1], 0.2283478745, 1e-9);
  EXPECT_EQ(m.nexclude, 3);
  EXPECT_EQ(m.nsite, 2);
}

TEST(Composite, WhatStandsInAFrameIsMovedByIt) {
  const Model m = load_string(
      world("<body name='b'><geom size='1'/><frame pos='1 2 3' euler='0 0 90'><composite "
            "type='cable' vertex='0 0 0 1 0 0 2 0 0' initial='none' offset='.1 0 0'>" +
            kCapsule + "</composite></frame></body>"));
  ASSERT_EQ(m.nbody, 4);
  EXPECT_NEAR(m.body_pos.values().row(2)[0], 1, 1e-12);
  EXPECT_NEAR(m.body_pos.values().row(2)[1], 2.1, 1e-12);
  EXPECT_NEAR(m.body_quat.values().row(2)[3], std::sqrt(0.5), 1e-12);
  EXPECT_EQ(m.njnt, 1);
}

TEST(Composite, WhatMakesNoSenseIsRefused) {
  const std::string plugin =
      "<plugin plugin='mujoco.elasticity.cable'><config key='twist' value='1e3'/></plugin>";
  const auto what = [](const std::string& text) { return std::string(refused(text).what()); };
  const auto says = [&](const std::string& text, const std::string& words) {
    EXPECT_NE(what(text).find(words), std::string::npos) << what(text);
  };
  const std::string line = "curve='s' count='4 1 1'";
  says(world("<composite type='cloth' count='9 9 1'/>"), "<flexcomp> took its place");
  says(world("<composite type='spaghetti' count='9 9 1'/>"), "a composite is a cable");
  says(cable(line, "<geom type='sphere' size='.1'/>"), "capsule, cylinder or box");
  says(cable(line + " vertex='0 0 0 1 0 0'", kCapsule), "cannot both");
  says(cable("vertex='0 0 0 1 0'", kCapsule), "three numbers");
  says(cable("vertex='0 0 0 1 0 0 1 0 0'", kCapsule), "points 1 and 2");
  says(cable("curve='s' count='1 1 1'", kCapsule), "at least 2");
  says(cable("curve='s' count='4 2 1'", kCapsule), "at least 2");
  says(cable("curve='tan(s)' count='4 1 1'", kCapsule), "none of s, cos(s), sin(s) and 0");
  says(cable("curve='s' count='1000000000 1 1'", kCapsule), "nesting");
  says(cable(line, "<joint kind='twist'/>" + kCapsule), "of kind main");
  says(cable(line, kCapsule + plugin), "mujoco.elasticity.cable");
}

}  // namespace
}  // namespace thew::io
