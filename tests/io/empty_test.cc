// Attributes without a value; compared with what MuJoCo 4.0.0 makes of the same text.

#include "io/support.h"

namespace thew::io {
namespace {

TEST(Empty, AListOfNumbersSaysNothing) {
  const Model model = load_string(
      "<mujoco><default><geom rgba='1 0 0 1' user='1 2' size='.3' mass='2'/></default><worldbody>"
      "<body pos='' quat=' '><joint range='' damping='' group=''/>"
      "<geom rgba='' user=' ' size='' mass='' condim='' fromto=''/>"
      "<camera output='' resolution=''/></body></worldbody></mujoco>");
  EXPECT_EQ(model.geom_rgba.row(0)[0], 1);
  EXPECT_EQ(model.geom_rgba.row(0)[1], 0);
  EXPECT_EQ(model.nuser_geom, 2);
  EXPECT_EQ(model.geom_size.values().row(0)[0], 0.3);
  EXPECT_EQ(model.body_mass.values()[1], 2);
  EXPECT_EQ(model.jnt_limited[0], 0);
  EXPECT_EQ(model.cam_output[0], 1);
}

TEST(Empty, ARequiredListIsMissing) {
  EXPECT_CONTAINS(refused(world("<replicate count=''><geom size='.1'/></replicate>")).what(),
                  "\"count\" is missing");
  EXPECT_CONTAINS(
      refused(world("<body><inertial pos='' mass='1' diaginertia='1 1 1'/></body>")).what(),
      "\"pos\" is missing");
}

TEST(Empty, ItStillExcludesAnother) {
  EXPECT_CONTAINS(refused(world("<geom size='.1' quat='' euler='0 0 90'/>")).what(),
                  "cannot both be given");
  EXPECT_EQ(read(world("<geom size='.1' zaxis='' euler='0 0 90'/>")).world.geoms.size(), 1u);
}

TEST(Empty, KeywordsAndBytesAreNeeded) {
  for (const char* const text :
       {"<geom size='.1' type=''/>", "<body><joint limited=''/><geom size='.1'/></body>",
        "<geom size='.1' class=''/>"}) {
    refused(world(text));
  }
  for (const char* const text :
       {"<size memory=''/>", "<option integrator=''/>", "<compiler autolimits=''/>",
        "<custom><numeric name='n' size='' data='1'/></custom>",
        "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' maxhullvert=''/></asset>",
        "<sensor><user dim=''/></sensor>"}) {
    refused(world("<geom size='.1'/>", text));
  }
}

TEST(Empty, TextMayBeEmpty) {
  read(world("<geom size='.1' name='' material='' mesh=''/>", "<compiler meshdir=''/>"));
}

// As in the reference.
TEST(Empty, AQuaternionUndoesTheRotationOfAClass) {
  const auto form = [](const std::string& rotation, const std::string& more) {
    const auto spec = read("<mujoco><default><geom " + rotation + "/></default><worldbody><geom " +
                           more + " size='1'/></worldbody></mujoco>");
    return spec.world.geoms[0].orientation;
  };
  using Form = spec::Orientation::Form;
  EXPECT_EQ(form("axisangle='1 0 0 30'", "quat=''").form, Form::Quat);
  EXPECT_EQ(form("axisangle='1 0 0 30'", "euler=''").form, Form::Axisangle);
  EXPECT_EQ(form("quat='0 1 0 0'", "quat=''").quat[1], 1);
}

}  // namespace
}  // namespace thew::io
