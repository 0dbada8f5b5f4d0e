// Bad input: each case is refused with an error that says where and what, never with a crash or a
// hang.

#include <clocale>
#include <filesystem>
#include <fstream>

#include "io/support.h"

namespace thew::io {
namespace {

const std::string kBody = "<body><joint name=\"j\"/><geom size=\".1\"/></body>";

// XML

TEST(Xml, Empty) {
  EXPECT_CONTAINS(refused("").fault(), "empty");
  EXPECT_CONTAINS(refused(" \n\t ").fault(), "empty");
}

TEST(Xml, Truncated) {
  const std::string text = world(kBody);
  for (std::size_t length = 1; length < text.size(); ++length) refused(text.substr(0, length));
}

TEST(Xml, WrongRoot) {
  const Error error = refused("<sdf/>");
  EXPECT_CONTAINS(error.fault(), "<sdf>");
  EXPECT_EQ(error.line(), 1);
}

TEST(Xml, ANulAtTheEndIsTheEnd) {
  using std::string_literals::operator""s;
  read("<mujoco/>\n\0\0"s);
  EXPECT_CONTAINS(refused("<mujoco/>\n\0 "s).fault(), "NUL");
}

TEST(Xml, NoRoot) {
  EXPECT_CONTAINS(refused("<!-- nothing -->").fault(), "root");
}

TEST(Xml, Nul) {
  std::string text = world(kBody);
  text[10] = '\0';
  EXPECT_CONTAINS(refused(text).fault(), "NUL");
}

TEST(Xml, BadUtf8) {
  for (const char* bytes :
       {"\xFF", "\xC0\xAF", "\xE2\x28\xA1", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    const Error error = refused("<mujoco model=\"" + std::string(bytes) + "\"/>");
    EXPECT_CONTAINS(error.fault(), "UTF-8");
    EXPECT_EQ(error.column(), 16);
  }
}

TEST(Xml, GoodUtf8) {
  EXPECT_EQ(read("\xEF\xBB\xBF<mujoco model=\"\xC3\xA9\xE2\x82\xAC\"/>").modelname, "é€");
}

TEST(Xml, NestingOfTenThousandLevels) {
  std::string text = "<mujoco><worldbody>";
  for (int i = 0; i < 100'000; ++i) text += "<body>";
  EXPECT_CONTAINS(refused(text).fault(), "<body> is never closed");  // not even closed
  for (int i = 0; i < 100'000; ++i) text += "</body>";
  EXPECT_CONTAINS(refused(text + "</worldbody></mujoco>").fault(), "levels");
}

TEST(Xml, NestingOfAHundredLevels) {
  std::string open, close;
  for (int i = 0; i < 100; ++i) {
    open += "<body><joint/><geom size=\".1\"/>";
    close += "</body>";
  }
  EXPECT_EQ(read(world(open + close)).world.bodies.size(), 1u);
}

TEST(Xml, EntityBomb) {
  const Error error = refused(
      "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
      "<mujoco model=\"&b;\"/>");
  EXPECT_CONTAINS(error.fault(), "document types");
}

TEST(Xml, DuplicateAttribute) {
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" size=\".2\"/>")).fault(), "twice");
}

TEST(Xml, TextAfterRoot) {
  EXPECT_CONTAINS(refused("<mujoco/>junk").fault(), "after the root");
}

TEST(Xml, TextBetweenElements) {
  const auto spec = read(world("text<geom size=\".1\"/>"));
  ASSERT_EQ(spec.warnings.size(), 1u);
  EXPECT_CONTAINS(spec.warnings[0], "text");
}

TEST(Xml, TwoRoots) {
  EXPECT_CONTAINS(refused("<mujoco/><mujoco/>").fault(), "second root");
}

TEST(Xml, IncludeCycle) {
  const auto files = with_files({{"a.xml", "<m><include file=\"b.xml\"/></m>"},
                                 {"b.xml", "<m><include file=\"a.xml\"/></m>"}});
  EXPECT_CONTAINS(refused("<mujoco><include file=\"a.xml\"/></mujoco>", files).fault(),
                  "included already");
}

TEST(Xml, IncludeTwice) {
  const auto files = with_files({{"a.xml", "<m><option timestep=\"1\"/></m>"}});
  const std::string twice = "<mujoco><include file=\"a.xml\"/><include file=\"./a.xml\"/></mujoco>";
  EXPECT_CONTAINS(refused(twice, files).fault(), "included already");
}

TEST(Xml, IncludeMissing) {
  const Error error = refused("<mujoco>\n  <include file=\"none.xml\"/>\n</mujoco>");
  EXPECT_CONTAINS(error.fault(), "not found");
  EXPECT_EQ(error.line(), 2);
  EXPECT_EQ(error.column(), 12);
}

TEST(Xml, IncludeEmpty) {
  const auto files = with_files({{"a.xml", "<m/>"}, {"b.xml", ""}});
  EXPECT_CONTAINS(refused("<mujoco><include file=\"a.xml\"/></mujoco>", files).fault(),
                  "no elements");
  EXPECT_CONTAINS(refused("<mujoco><include file=\"b.xml\"/></mujoco>", files).fault(), "empty");
}

TEST(Xml, IncludeOutsideOfTheRoot) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "thew_include_test";
  fs::create_directories(folder / "model");
  std::ofstream(folder / "outside.xml") << "<m><option timestep=\"0.5\"/></m>";
  std::ofstream(folder / "model" / "main.xml")
      << "<mujoco><include file=\"../outside.xml\"/></mujoco>";
  const std::string main = (folder / "model" / "main.xml").string();
  EXPECT_EQ(io::read_file(main).option.timestep, 0.5);
  LoadOptions strict;
  strict.root = (folder / "model").string();
  try {
    io::read_file(main, strict);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_CONTAINS(error.fault(), "outside");
    EXPECT_EQ(error.line(), 1);
  }
  fs::remove_all(folder);
}

TEST(Xml, MissingFile) {
  EXPECT_THROW(io::read_file("/nonexistent/model.xml"), Error);
  EXPECT_THROW(io::read_file("/tmp"), Error);
}

TEST(Xml, UnknownElement) {
  const Error error = refused(world("<body><joit/></body>"));
  EXPECT_CONTAINS(error.fault(), "<joit>");
  EXPECT_EQ(error.hint(), "did you mean \"joint\"?");
}

TEST(Xml, UnknownAttribute) {
  const Error error = refused(
      "<mujoco>\n <worldbody>\n  <geom name=\"foot\"\n   sise=\".1\"/></worldbody></mujoco>");
  EXPECT_CONTAINS(error.fault(), "\"sise\"");
  EXPECT_EQ(error.hint(), "did you mean \"size\"?");
  EXPECT_EQ(error.element(), "geom \"foot\"");
  EXPECT_EQ(error.file(), "test.xml");
  EXPECT_EQ(error.line(), 4);
  EXPECT_EQ(error.column(), 4);
}

TEST(Xml, UnknownKeyword) {
  EXPECT_EQ(refused(world("<geom type=\"spere\"/>")).hint(), "did you mean \"sphere\"?");
}

TEST(Xml, CommaDecimals) {
  // Under a locale with decimal commas the text means the same.
  const char* const before = std::setlocale(LC_ALL, nullptr);
  const std::string saved = before == nullptr ? "C" : before;
  for (const char* locale : {"C", "de_DE.UTF-8", "fr_FR.UTF-8"}) {
    std::setlocale(LC_ALL, locale);
    EXPECT_CONTAINS(refused(world("<geom size=\"0,1\"/>")).hint(), "point");
    EXPECT_EQ(read(world("<geom size=\"0.5\"/>")).world.geoms[0].size[0], 0.5);
  }
  std::setlocale(LC_ALL, saved.c_str());
}

TEST(Xml, TooFewNumbers) {
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" pos=\"1 2\"/>")).fault(), "too few");
}

TEST(Xml, TooManyNumbers) {
  EXPECT_CONTAINS(refused(world("<geom size=\"1 2 3 4\"/>")).fault(), "too many");
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" condim=\"3 4\"/>")).fault(), "too many");
}

TEST(Xml, NanAndInfinity) {
  for (const char* bad : {"nan", "NaN", "inf", "-inf", "INF", "infinity", "nan(1)"}) {
    const Error error = refused(world("<geom size=\"" + std::string(bad) + "\"/>"));
    EXPECT_EQ(error.line(), 1) << bad;
  }
}

TEST(Xml, HugeNumbers) {
  for (const char* bad : {"1e300", "-1e300", "1e400", "1e99999"}) {
    EXPECT_CONTAINS(refused(world("<geom size=\"" + std::string(bad) + "\"/>")).fault(),
                    "too large");
  }
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" rgba=\"1e40 0 0 0\"/>")).fault(), "too large");
  EXPECT_EQ(read(world("<geom size=\"1e-400\"/>")).world.geoms[0].size[0], 0);
}

TEST(Xml, NotANumber) {
  for (const char* bad : {"x", "1x", "0x10", "--1", "+-1", "1e", ".", "1..2", "+"}) {
    EXPECT_CONTAINS(refused(world("<geom size=\"" + std::string(bad) + "\"/>")).fault(),
                    "not a number");
  }
}

TEST(Xml, IntegerOverflow) {
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" condim=\"99999999999\"/>")).fault(),
                  "too large");
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" contype=\"2147483648\"/>")).fault(),
                  "too large");
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" condim=\"3.0\"/>")).fault(), "not an integer");
}

// MJCF: what the reader can see

TEST(Mjcf, DefaultClassTwice) {
  EXPECT_CONTAINS(
      refused("<mujoco><default><default class=\"a\"/><default class=\"a\"/></default></mujoco>")
          .fault(),
      "exists already");
}

TEST(Mjcf, DefaultClassCycle) {
  // A class inside of itself is the same name twice.
  EXPECT_CONTAINS(refused("<mujoco><default><default class=\"a\"><default "
                          "class=\"a\"/></default></default></mujoco>")
                      .fault(),
                  "exists already");
  EXPECT_CONTAINS(refused("<mujoco><default><default class=\"main\"/></default></mujoco>").fault(),
                  "exists already");
}

TEST(Mjcf, DefaultClassWithoutName) {
  EXPECT_CONTAINS(refused("<mujoco><default><default/></default></mujoco>").fault(),
                  "needs a name");
  EXPECT_CONTAINS(refused("<mujoco><default class=\"x\"/></mujoco>").fault(), "main");
}

TEST(Mjcf, UnknownClass) {
  const std::string classes = "<default><default class=\"wheel\"/></default>";
  EXPECT_EQ(refused(world("<geom class=\"weel\" size=\".1\"/>", classes)).hint(),
            "did you mean \"wheel\"?");
  EXPECT_EQ(refused(world("<body childclass=\"weel\"/>", classes)).hint(),
            "did you mean \"wheel\"?");
}

TEST(Mjcf, SameElementTwiceInAClass) {
  EXPECT_CONTAINS(refused("<mujoco><default><geom/><geom/></default></mujoco>").fault(), "twice");
}

TEST(Mjcf, ZeroQuaternion) {
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" quat=\"0 0 0 0\"/>")).fault(), "no rotation");
}

TEST(Mjcf, TwoOrientations) {
  EXPECT_CONTAINS(refused(world("<geom size=\".1\" quat=\"1 0 0 0\" euler=\"0 0 1\"/>")).fault(),
                  "cannot both");
}

TEST(Mjcf, TimestepNotPositive) {
  EXPECT_CONTAINS(refused("<mujoco><option timestep=\"0\"/></mujoco>").fault(), "positive");
  EXPECT_CONTAINS(refused("<mujoco><option timestep=\"-1\"/></mujoco>").fault(), "positive");
  refused("<mujoco><option timestep=\"nan\"/></mujoco>");
}

TEST(Mjcf, ReplicateBomb) {
  EXPECT_CONTAINS(
      refused(world("<replicate count=\"2000000000\"><geom size=\".1\"/></replicate>")).fault(),
      "more than");
  std::string open, close;
  for (int i = 0; i < 20; ++i) {
    open += "<replicate count=\"1000\">";
    close += "</replicate>";
  }
  EXPECT_CONTAINS(refused(world(open + "<geom size=\".1\"/>" + close)).fault(), "more than");
}

TEST(Mjcf, ReplicateOfNothing) {
  EXPECT_CONTAINS(refused(world("<replicate count=\"0\"><geom size=\".1\"/></replicate>")).fault(),
                  "positive");
  EXPECT_CONTAINS(refused(world("<replicate><geom size=\".1\"/></replicate>")).fault(), "count");
  EXPECT_CONTAINS(
      refused(world("<body><replicate count=\"2\"><frame><joint/></frame></replicate></body>"))
          .fault(),
      "directly");
}

TEST(Mjcf, WorldCannotMove) {
  refused(world("<joint/>"));
  refused(world("<frame><freejoint/></frame>"));
  refused(world("<frame><inertial pos=\"0 0 0\" mass=\"1\"/></frame>"));
  refused("<mujoco><worldbody pos=\"1 0 0\"/></mujoco>");
}

TEST(Mjcf, InertialWithoutMass) {
  EXPECT_CONTAINS(refused(world("<body><inertial pos=\"0 0 0\"/></body>")).fault(),
                  "\"mass\" is missing");
  EXPECT_CONTAINS(refused(world("<body><inertial mass=\"1\"/></body>")).fault(),
                  "\"pos\" is missing");
}

TEST(Mjcf, MissingPlugin) {
  EXPECT_CONTAINS(
      refused("<mujoco><extension><plugin plugin=\"none\"/></extension></mujoco>").fault(),
      "there is no plugin");
}

TEST(Mjcf, MeshNeverReferenced) {
  // Not an error of the model, but its file must be there all the same.
  const std::string text =
      "<mujoco><asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset></mujoco>";
  EXPECT_EQ(read(text).meshes.size(), 1u);
  refused("<mujoco><asset><mesh name=\"m\" file=\"none.stl\"/></asset></mujoco>");
}

TEST(Mjcf, EnormousMemory) {
  EXPECT_CONTAINS(refused("<mujoco><size memory=\"99E\"/></mujoco>").fault(), "too large");
  EXPECT_CONTAINS(refused("<mujoco><size memory=\"10Q\"/></mujoco>").fault(), "not an integer");
  EXPECT_CONTAINS(refused("<mujoco><size memory=\"1M\" nstack=\"1\"/></mujoco>").fault(),
                  "cannot both");
  EXPECT_EQ(read("<mujoco><size memory=\"3K\"/></mujoco>").sizes.memory, 3072);
}

TEST(Mjcf, EnormousSizes) {
  for (const char* name : {"nkey", "nuserdata", "nuser_geom", "nuser_body"}) {
    EXPECT_CONTAINS(
        refused("<mujoco><size " + std::string(name) + "=\"2147483647\"/></mujoco>").fault(),
        std::string(name) + " is 2147483647");
  }
}

TEST(Mjcf, AttachToItself) {
  const auto files =
      with_files({{"a.xml", "<mujoco><asset><model name=\"b\" file=\"b.xml\"/></asset></mujoco>"},
                  {"b.xml", "<mujoco><asset><model name=\"a\" file=\"a.xml\"/></asset></mujoco>"}});
  EXPECT_CONTAINS(
      refused("<mujoco><asset><model name=\"a\" file=\"a.xml\"/></asset></mujoco>", files).fault(),
      "attaches itself");
}

TEST(Mjcf, AttachOfNothing) {
  const auto files = with_files({{"a.xml", world(kBody)}});
  const std::string asset = "<asset><model name=\"kid\" file=\"a.xml\"/></asset>";
  EXPECT_EQ(refused(world("<attach model=\"kit\" prefix=\"\"/>", asset), files).hint(),
            "did you mean \"kid\"?");
  EXPECT_CONTAINS(
      refused(world("<attach model=\"kid\" body=\"none\" prefix=\"\"/>", asset), files).fault(),
      "no body");
  EXPECT_CONTAINS(
      refused(world("<attach model=\"kid\" frame=\"none\" prefix=\"\"/>", asset), files).fault(),
      "no frame");
  EXPECT_CONTAINS(refused(world("<attach prefix=\"x\"/>")).fault(), "must be named");
}

TEST(Mjcf, KvAndDampratio) {
  const std::string start = "<mujoco><worldbody>" + kBody + "</worldbody><actuator>";
  EXPECT_CONTAINS(
      refused(start + "<position joint=\"j\" kv=\"1\" dampratio=\"1\"/></actuator></mujoco>")
          .fault(),
      "cannot both");
  EXPECT_CONTAINS(refused(start + "<position joint=\"j\" kv=\"-1\"/></actuator></mujoco>").fault(),
                  "negative");
  EXPECT_CONTAINS(
      refused(start + "<damper joint=\"j\" ctrlrange=\"-1 1\"/></actuator></mujoco>").fault(),
      "negative");
}

// MJCF: what the compiler sees

TEST(Mjcf, DuplicateNames) {
  EXPECT_CONTAINS(
      refused_model(world("<geom name=\"a\" size=\".1\"/><geom name=\"a\" size=\".1\"/>")).what(),
      "\"a\"");
}

TEST(Mjcf, DanglingReferences) {
  const std::string start =
      "<mujoco><worldbody>" + kBody + "<geom name=\"g\" size=\".1\"/></worldbody>";
  for (const char* rest :
       {"<actuator><motor joint=\"k\"/></actuator>", "<actuator><motor tendon=\"k\"/></actuator>",
        "<tendon><fixed><joint joint=\"k\" coef=\"1\"/></fixed></tendon>",
        "<contact><pair geom1=\"g\" geom2=\"k\"/></contact>",
        "<contact><exclude body1=\"world\" body2=\"k\"/></contact>",
        "<custom><tuple name=\"t\"><element objtype=\"geom\" objname=\"k\"/></tuple></custom>",
        "<actuator><motor/></actuator>"}) {
    const Error error = refused_model(start + rest + "</mujoco>");
    EXPECT_EQ(error.line(), 1) << rest;
  }
  refused_model(world("<geom size=\".1\" material=\"none\"/>"));
  refused_model(world("<camera mode=\"targetbody\" target=\"none\"/>"));
}

TEST(Mjcf, ZeroOrNegativeMass) {
  refused_model(world("<body><joint/></body>"));
  refused_model(world("<body><joint/><geom size=\".1\" mass=\"-1\"/></body>"));
  refused_model(
      world("<body><joint/><inertial pos=\"0 0 0\" mass=\"0\" diaginertia=\"1 1 1\"/></body>"));
  refused_model(
      world("<body><joint/><inertial pos=\"0 0 0\" mass=\"-1\" diaginertia=\"1 1 1\"/></body>"));
}

TEST(Mjcf, InertiaViolatesTriangleInequality) {
  refused_model(
      world("<body><joint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 3\"/></body>"));
}

TEST(Mjcf, ZeroAxis) {
  refused_model(world("<body><joint axis=\"0 0 0\"/><geom size=\".1\"/></body>"));
}

TEST(Mjcf, ReversedRange) {
  refused_model(world("<body><joint limited=\"true\" range=\"1 -1\"/><geom size=\".1\"/></body>"));
}

TEST(Mjcf, FreeJointOnNestedBody) {
  refused_model(
      world("<body><geom size=\".1\"/><body><freejoint/><geom size=\".1\"/></body></body>"));
}

TEST(Mjcf, MoreThanSixDofs) {
  refused_model(world("<body><freejoint/><joint/><geom size=\".1\"/></body>"));
  refused_model(world(
      "<body><joint type=\"ball\"/><joint type=\"ball\"/><joint/><geom size=\".1\"/></body>"));
}

TEST(Mjcf, KeyframeOfWrongLength) {
  refused_model("<mujoco><worldbody>" + kBody +
                "</worldbody><keyframe><key qpos=\"1 2 3\"/></keyframe></mujoco>");
}

}  // namespace
}  // namespace thew::io
