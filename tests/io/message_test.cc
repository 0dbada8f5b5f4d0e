// What errors of model files say: the place, what is wrong in the words of the file, and what to
// do.

#include <filesystem>
#include <fstream>

#include "io/support.h"

namespace thew::io {
namespace {

// `line:column what (hint)` of an error.
std::string said(const Error& error) {
  return std::to_string(error.line()) + ":" + std::to_string(error.column()) + " " + error.fault() +
         (error.hint().empty() ? "" : " (" + error.hint() + ")");
}

TEST(Message, TagsThatDoNotMatchAreNamed) {
  EXPECT_EQ(said(refused("<mujoco>\n <worldbody>\n  <body>\n </worldbody>\n</mujoco>")),
            "4:2 </worldbody> does not close <body>, which was opened at 3:3 "
            "(close it with </body>, or write <body .../>)");
  EXPECT_EQ(said(refused("<mujoco>\n <worldbody>\n </worldbody>\n")),
            "1:1 <mujoco> is never closed (close it with </mujoco>, or write <mujoco .../>)");
  EXPECT_EQ(said(refused("<mujoco/>\n</body>")),
            "2:1 </body> closes nothing: no element is open here");
  EXPECT_CONTAINS(said(refused("<mujoco>\n <worldbody\n</mujoco>")),
                  "2:2 the tag <worldbody has no");
  EXPECT_CONTAINS(said(refused("<mujoco></mujoco")), "1:9 the tag </mujoco> has no \">\"");
}

TEST(Message, TagsInCommentsAndValuesDoNotCount) {
  const Error error =
      refused("<mujoco model=\"</x>\"><!-- <y> --><?z <w>?><![CDATA[<v>]]>\n<a></b>");
  EXPECT_EQ(error.fault(), "</b> does not close <a>, which was opened at 2:1");
}

TEST(Message, AttributesThatAreNoneAreNamed) {
  const std::string form = "(attributes are written name=\"value\")";
  EXPECT_EQ(said(refused("<mujoco>\n <geom size=1/></mujoco>")),
            "2:8 the value of \"size\" of <geom> is not in quotes " + form);
  EXPECT_EQ(said(refused("<mujoco>\n <geom name/></mujoco>")),
            "2:8 attribute \"name\" of <geom> has no value " + form);
  EXPECT_EQ(said(refused("<mujoco>\n <geom size=\"1 name=\"a\"/></mujoco>")),
            "2:8 a quote is missing in \"size\" of <geom>, or a space after it " + form);
  EXPECT_CONTAINS(said(refused("<mujoco>\n <geom size=\"1/></mujoco>")),
                  "2:8 the value of \"size\" of <geom> has no closing quote");
  EXPECT_CONTAINS(said(refused("<mujoco>\n <geom =\"1\"/></mujoco>")),
                  "unexpected \"=\" in <geom>");
  EXPECT_CONTAINS(said(refused("<mujoco>\n a < b</mujoco>")), "2:4 \"<\" begins a tag");
}

TEST(Message, WhatIsNeverClosedIsNamed) {
  EXPECT_EQ(said(refused("<mujoco>\n <!-- x </mujoco>")),
            "2:2 a comment is never closed (it ends with -->)");
  EXPECT_CONTAINS(said(refused("<?xml version='1.0'\n<mujoco/>")), "1:1 a declaration is never");
  EXPECT_CONTAINS(said(refused("<mujoco>\n <![CDATA[ x</mujoco>")), "2:2 a CDATA section");
}

TEST(Message, FilesThatAreNoXmlAreRecognised) {
  using std::string_literals::operator""s;
  EXPECT_EQ(said(refused("\n")),
            "1:1 the file is empty (a model begins with <mujoco> or, for URDF, with <robot>)");
  EXPECT_CONTAINS(refused("PK\x03\x04..").hint(), "a zip archive");
  EXPECT_CONTAINS(refused("\x89PNG\r\n").hint(), "a PNG image");
  EXPECT_CONTAINS(refused("\x1f\x8b\x08").hint(), "a compressed file");
  EXPECT_CONTAINS(refused("{\"a\": 1}").hint(), "JSON");
  EXPECT_CONTAINS(refused("solid part\nfacet").hint(), "an STL mesh");
  EXPECT_CONTAINS(refused("\xff\xfe<\0m\0"s).hint(), "save it as UTF-8");
  EXPECT_CONTAINS(refused("hello").hint(), "it does not look like XML");
  EXPECT_CONTAINS(refused("\x01\x02\x80\xff").hint(), "it does not look like XML");
  EXPECT_EQ(refused("<mujoco model=\"\xFF\"/>").hint(), "");
}

TEST(Message, WhatIsNoFileSaysSo) {
  const auto fault = [](const char* path) {
    try {
      load_file(path);
    } catch (const Error& error) {
      return error.fault() + " (" + error.hint() + ")";
    }
    return std::string("loaded");
  };
  EXPECT_EQ(fault("/dev/null"), "\"/dev/null\" is not a file (it is a device, a pipe or a socket)");
  EXPECT_EQ(fault("/tmp"), "\"/tmp\" is a folder (name the file inside it)");
  EXPECT_CONTAINS(fault("/tmp/absent/robot.xml"), "was not found");
}

TEST(Message, ARepeatedNameTellsWhereTheFirstIs) {
  const auto said_of = [](const std::string& xml) { return said(refused_model(xml)); };
  EXPECT_EQ(said_of(world("\n<geom name='a' size='1'/>\n <geom name='a' size='1'/>")),
            "3:2 repeated name (the first is at test.xml:2:1)");
  EXPECT_EQ(said_of(world("\n<body name='a'/><body>\n <body name='a'/></body>")),
            "3:2 repeated name (the first is at test.xml:2:1)");
  EXPECT_EQ(said_of(world("\n<frame name='a'/>\n<frame name='a'/>")),
            "3:1 repeated name (the first is at test.xml:2:1)");
  EXPECT_EQ(said_of(world("\n<body name='world'/>")),
            "2:1 repeated name (that is the name of the world)");
  EXPECT_EQ(said_of("<mujoco><keyframe><key name='a'/>\n<key name='a'/></keyframe></mujoco>"),
            "2:1 repeated name (the first is at test.xml:1:19)");
  EXPECT_EQ(
      said_of("<mujoco><default><default class='a'/>\n<default class='a'/></default></mujoco>"),
      "2:10 class \"a\" exists already (the first is at line 1:18)");
}

TEST(Message, ARepeatedNameMayStandInAnotherFile) {
  const LoadOptions options = with_files(
      {{"part.xml", "<mujoco><worldbody><geom name='a' size='1'/></worldbody></mujoco>"}});
  const Error error =
      refused_model(world("<geom name='a' size='1'/>", "<include file='part.xml'/>"), options);
  EXPECT_CONTAINS(error.hint(), "the first is at part.xml:1:20");
}

TEST(Message, WordsOfOptionsAreListed) {
  const Error error = refused("<mujoco><option integrator='rk4'/></mujoco>");
  EXPECT_CONTAINS(error.fault(), "integrator: \"rk4\" is not one of Euler, RK4, implicit");
  EXPECT_EQ(error.hint(), "did you mean \"RK4\"?");
  EXPECT_CONTAINS(said(refused("<mujoco><option cone='round'/></mujoco>")),
                  "\"round\" is not one of pyramidal, elliptic");
  EXPECT_CONTAINS(said(refused("<mujoco><option><flag contact='yes'/></option></mujoco>")),
                  "\"yes\" is not one of disable, enable");
  EXPECT_CONTAINS(said(refused("<mujoco><option timestep='0'/></mujoco>")), "must be positive");
  EXPECT_CONTAINS(said(refused("<mujoco><option gravity='0 0'/></mujoco>")), "has 2, expected 3");
  EXPECT_CONTAINS(said(refused("<mujoco><option iterations='1.5'/></mujoco>")), "not an integer");
}

TEST(Message, MjcfAndUrdfAreToldApart) {
  EXPECT_EQ(said(refused("<mujoco>\n<link name='a'/></mujoco>")),
            "2:1 unknown element <link> in <mujoco> "
            "(it belongs to URDF, whose root element is <robot>)");
  EXPECT_EQ(said(refused("<robot name='r'>\n<worldbody/></robot>")),
            "2:1 <worldbody> belongs to MJCF, whose root element is <mujoco>");
  const LoadOptions robot = with_files({{"r.urdf", "<robot name='r'><link name='a'/></robot>"}});
  EXPECT_EQ(said(refused("<mujoco>\n<include file='r.urdf'/></mujoco>", robot)),
            "2:10 \"r.urdf\" is a robot in URDF, which cannot be included "
            "(name it as a <model> in <asset>, and <attach> it)");
}

TEST(Message, TemplatesOfXacroSayHowToExpandThem) {
  for (const char* part : {"<xacro:include filename='x'/>", "<link name='${prefix}a'/>",
                           "<link name='a'><visual><geometry><mesh filename='$(find p)/a.stl'/>"
                           "</geometry></visual></link>"}) {
    const Error error = refused("<robot name='r'>\n" + std::string(part) + "</robot>");
    EXPECT_EQ(error.line(), 2);
    EXPECT_CONTAINS(error.fault(), "a template for xacro");
    EXPECT_CONTAINS(error.hint(), "xacro robot.urdf.xacro > robot.urdf");
  }
}

}  // namespace
}  // namespace thew::io
