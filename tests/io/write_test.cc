// A Spec as text, and the text as a Spec again. tests/conformance/test_writer.py compares what
// compiles.

#include "io/mjcf/write.h"

#include <thew/field_table.h>

#include "compile/compile.h"
#include "io/support.h"

namespace thew::io {
namespace {

using mjcf::to_xml;

std::string rewritten(const std::string& xml, const LoadOptions& options = {}) {
  return to_xml(read(xml, options));
}

// The same model, and the same text.
void expect_same(const spec::Spec& spec) {
  const std::string text = to_xml(spec);
  const spec::Spec again = read(text);
  EXPECT_STREQ(first_difference(compile::compile(spec), compile::compile(again)), nullptr) << text;
  EXPECT_EQ(to_xml(again), text);
}

TEST(Write, NothingIsSaidTwice) {
  const std::string head = "<mujoco model=\"MuJoCo Model\">\n  <compiler angle=\"radian\"/>\n";
  EXPECT_EQ(rewritten("<mujoco/>"), head + "</mujoco>\n");
  EXPECT_EQ(rewritten(world("<geom size='1' type='sphere' pos='0 0 0' quat='1 0 0 0'/>")),
            head + "\n  <worldbody>\n    <geom size=\"1\"/>\n  </worldbody>\n</mujoco>\n");
}

TEST(Write, AnglesKeepTheirUnits) {
  const std::string rules = "<mujoco><compiler eulerseq='zyx'/><worldbody>";
  const auto with = [&](const std::string& body) {
    return rewritten(rules + body + "</worldbody></mujoco>");
  };
  EXPECT_CONTAINS(with("<geom size='1'/>"), "<compiler angle=\"radian\"/>");
  const std::string turned = with("<geom size='1' euler='0 0 90'/>");
  EXPECT_CONTAINS(turned, "<compiler eulerseq=\"zyx\"/>");
  EXPECT_CONTAINS(turned, "euler=\"0 0 90\"");
  EXPECT_CONTAINS(with("<body><joint range='-90 90'/><geom size='1'/></body>"), "range=\"-90 90\"");
}

TEST(Write, SizesOfUserValuesAndOfClasses) {
  const spec::Spec spec = read(
      "<mujoco><default><geom size='2'/></default><worldbody><geom user='1 2'/><geom user='1'/>"
      "<body user='3'/></worldbody></mujoco>");
  EXPECT_CONTAINS(to_xml(spec), "<size nuser_body=\"1\" nuser_geom=\"2\"/>");
  EXPECT_CONTAINS(to_xml(spec), "<geom size=\"2 0 0\"/>");
  expect_same(spec);
}

// A body that is fused takes its user values along: counted when the text is read again.
TEST(Write, UserValuesOfWhatCompilingTakesAwayAreNotCounted) {
  const spec::Spec spec = read(
      "<mujoco><compiler fusestatic='true'/><worldbody><body user='1 2 3'/>"
      "<body user='1'><joint/><geom size='1'/></body></worldbody></mujoco>");
  EXPECT_EQ(compile::compile(spec).nuser_body, 1);
  expect_same(spec);
}

TEST(Write, ShortListsEndWithTheLastNumberOfTheirOwn) {
  const std::string text = rewritten(
      world("<geom size='1 0 0' friction='1 .1 .0001' solref='.02 2' solimp='.9 .95 .002 .5 2'/>"));
  EXPECT_CONTAINS(
      text, "<geom size=\"1\" friction=\"1 0.1\" solref=\"0.02 2\" solimp=\"0.9 0.95 0.002\"");
}

TEST(Write, SpringLengthsAndScalesAreOneNumberForAll) {
  const std::string text = rewritten(
      world("<frame scale='2 2 1'><body name='b'><joint name='j'/><geom size='1'/></body></frame>",
            "<tendon><fixed springlength='.5 -1'><joint joint='j' coef='1'/></fixed></tendon>"));
  EXPECT_CONTAINS(text, "scale=\"2 2 1\"");
  EXPECT_CONTAINS(text, "springlength=\"0.5 -1\"");
}

TEST(Write, FlagsAndGroups) {
  const std::string text = rewritten(
      "<mujoco><option actuatorgroupdisable='3 0 30'><flag contact='disable' energy='enable'/>"
      "</option><worldbody><camera output='segmentation depth'/></worldbody></mujoco>");
  EXPECT_CONTAINS(text, "actuatorgroupdisable=\"0 3 30\"");
  EXPECT_CONTAINS(text, "<flag contact=\"disable\" energy=\"enable\"/>");
  EXPECT_CONTAINS(text, "output=\"depth segmentation\"");
}

TEST(Write, RotationsKeepTheirForm) {
  for (const char* const way : {"quat=\"1 1 0 0\"", "axisangle=\"1 0 0 30\"", "euler=\"1 2 3\"",
                                "zaxis=\"1 0 1\"", "xyaxes=\"1 0 0 0 0 1\""}) {
    EXPECT_CONTAINS(rewritten(world("<geom size='1' " + std::string(way) + "/>")), way);
  }
}

TEST(Write, AFreeJointWithMoreThanItsNameStaysAJoint) {
  const std::string text =
      rewritten(world("<body><freejoint name='a' align='true'/><geom size='1'/></body>"
                      "<body><joint type='free' name='b'/><geom size='1'/></body>"
                      "<body><joint type='free' name='c' damping='1'/><geom size='1'/></body>"));
  EXPECT_CONTAINS(text, "<freejoint name=\"a\" align=\"true\"/>");
  EXPECT_CONTAINS(text, "<freejoint name=\"b\"/>");
  EXPECT_CONTAINS(text, "<joint name=\"c\" type=\"free\" damping=\"1\"/>");
}

TEST(Write, ShortcutsThatAreNotEnoughBecomeGeneral) {
  spec::Spec spec = read(world("<body><joint name='j'/><geom size='1'/></body>",
                               "<actuator><position joint='j' kp='3'/></actuator>"));
  EXPECT_CONTAINS(to_xml(spec), "<position joint=\"j\" kp=\"3\"/>");
  spec.actuators[0].biasprm[0] = 7;
  EXPECT_CONTAINS(to_xml(spec), "<general joint=\"j\"");
  expect_same(spec);
}

TEST(Write, FramesThatTakeTurnsAreWrittenAgain) {
  spec::Spec spec =
      read(world("<frame name='a' pos='1 0 0'><geom name='0' size='1'/></frame>"
                 "<frame name='b' pos='2 0 0'><geom name='1' size='1'/></frame>"));
  spec::Geom third = spec.world.geoms[0];
  third.name = "2";
  spec.world.geoms.push_back(third);
  const std::string text = to_xml(spec);
  const spec::Spec again = read(text);
  ASSERT_EQ(again.world.geoms.size(), 3u);
  EXPECT_EQ(again.world.frames.size(), 3u);
  EXPECT_STREQ(first_difference(compile::compile(spec), compile::compile(again)), nullptr) << text;
}

TEST(Write, ClassesOfAttachedAssetsAreTheirs) {
  const LoadOptions options = with_files(
      {{"kid.xml",
        "<mujoco model='kid'><default><default class='c'><mesh scale='2 2 2'/></default></default>"
        "<asset><mesh name='m' class='c' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
        "<body name='b'><geom type='mesh' mesh='m'/></body></worldbody></mujoco>"}});
  const spec::Spec spec = read(world("<attach model='kid' body='b' prefix='x'/>",
                                     "<asset><model name='kid' file='kid.xml'/></asset>"),
                               options);
  EXPECT_CONTAINS(to_xml(spec), "<mesh name=\"xm\" class=\"xc\" vertex");
  expect_same(spec);
}

TEST(Write, PixelsWithoutAFileAreRefused) {
  spec::Spec spec = read("<mujoco/>");
  spec::Texture& texture = spec.textures.emplace_back();
  texture.name = "t";
  texture.pixels = std::make_shared<const std::vector<std::uint8_t>>(3);
  EXPECT_THROW(to_xml(spec), Error);
}

TEST(Write, SkinsAreWrittenOut) {
  const std::string text = world(
      "<body name='a'/>",
      "<asset><material name='m'/></asset><deformable><skin name='s' material='m' inflate='.1'"
      " group='2' vertex='0 0 0 .1 0 0 0 1 0' texcoord='0 0 1 0 0 1' face='0 1 2'>"
      "<bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 .3 1'/>"
      "</skin></deformable>");
  expect_same(read(text));
  EXPECT_CONTAINS(rewritten(text), "vertweight=\"1 0.3 1\"");
  EXPECT_CONTAINS(rewritten(text), "bindpos=\"0 0 0\"");
}

}  // namespace
}  // namespace thew::io
