// <equality>: what it may say, defaults, and copies; refusals and copies as in MuJoCo 4.0.0.

#include <tuple>

#include "io/support.h"

namespace thew::io {
namespace {

const std::string kOuter =
    "<body name=\"c\"><joint name=\"k\"/><geom name=\"cg\" size=\".1\"/></body>";
const std::string kPart =
    "<body name=\"b\"><joint name=\"j\"/><geom name=\"g\" size=\".1\"/><site name=\"s\"/>"
    "<body name=\"b2\"><joint name=\"j2\"/><geom size=\".1\"/><site name=\"s2\"/></body></body>";

std::string equality(const std::string& text) {
  return world(kOuter + kPart, "<equality>" + text + "</equality>");
}

spec::Equality read_one(const std::string& text) {
  const spec::Spec spec = read(equality(text));
  EXPECT_EQ(spec.equalities.size(), 1u);
  return spec.equalities.at(0);
}

TEST(EqualityText, NumbersGoWhereTheModelHasThem) {
  using Data = std::array<double, kNEQDATA>;
  EXPECT_EQ(read_one("<connect body1=\"b\" anchor=\"1 2 3\"/>").data,
            (Data{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(read_one("<weld body1=\"b\"/>").data, (Data{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(read_one("<weld body1=\"b\" anchor=\"1 2 3\" relpose=\"4 5 6 7 8 9 10\" "
                     "torquescale=\"11\"/>")
                .data,
            (Data{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0}));
  EXPECT_EQ(read_one("<weld site1=\"s\" site2=\"s2\"/>").data,
            (Data{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(read_one("<joint joint1=\"j\" polycoef=\"5\"/>").data,
            (Data{5, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(read_one("<joint joint1=\"j\" joint2=\"k\" polycoef=\"5 4 3 2 1\"/>").data,
            (Data{5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(read_one("<distance geom1=\"g\" geom2=\"cg\" distance=\".5\"/>").data[0], .5);
  EXPECT_EQ(read_one("<distance geom1=\"g\"/>").data[11], 1);
}

TEST(EqualityText, Defaults) {
  const spec::Spec spec = read(world(
      kPart,
      "<default><equality solref=\".1\"/><default class=\"c\"><equality active=\"false\" "
      "solimp=\".8 .9\"/></default></default>"
      "<equality><weld body1=\"b\"/><weld class=\"c\" body1=\"b\" solref=\".2 .3\"/></equality>"));
  EXPECT_EQ(spec.equalities[0].solref, (spec::SolRef{.1, 1}));
  EXPECT_TRUE(spec.equalities[0].active);
  EXPECT_EQ(spec.equalities[1].solref, (spec::SolRef{.2, .3}));
  EXPECT_EQ(spec.equalities[1].solimp, (spec::SolImp{.8, .9, .001, .5, 2}));
  EXPECT_FALSE(spec.equalities[1].active);
}

TEST(EqualityText, EndsAreBodiesOrSites) {
  for (const char* text :
       {"<weld/>", "<weld site1=\"s\"/>", "<weld body2=\"b\"/>", "<connect body1=\"b\"/>",
        "<weld body1=\"b\" site1=\"s\" site2=\"s2\"/>", "<weld body1=\"b\" site2=\"s\"/>",
        "<connect site1=\"s\" site2=\"s2\" anchor=\"0 0 0\"/>",
        "<weld site1=\"s\" site2=\"s2\" relpose=\"0 0 0 1 0 0 0\"/>", "<joint/>", "<tendon/>",
        "<distance/>", "<distance geom1=\"g\" distance=\"-1\"/>",
        "<weld body1=\"b\" relpose=\"0 0 0\"/>", "<connect body1=\"b\" anchor=\"0 0\"/>",
        "<joint joint1=\"j\" polycoef=\"1 2 3 4 5 6\"/>", "<flexvert flex=\"f\"/>"}) {
    refused(equality(text));
  }
  const Error error = refused("<mujoco>\n<equality>\n <weld site1=\"s\"/></equality></mujoco>");
  EXPECT_EQ(error.line(), 3);
  EXPECT_CONTAINS(error.fault(), "belong together");
}

TEST(EqualityText, FlexesMustBeThere) {
  EXPECT_CONTAINS(refused_model(equality("<flex flex=\"f\"/>")).fault(), "there is no flex \"f\"");
  EXPECT_TRUE(read(equality("<flex flex=\"f\"/>"), ignoring()).equalities.empty());
}

TEST(EqualityText, ReferencesAreChecked) {
  for (const char* text :
       {"<weld body1=\"x\"/>", "<weld body1=\"b\" body2=\"x\"/>", "<weld body1=\"world\"/>",
        "<weld body1=\"b\" body2=\"b\"/>", "<weld site1=\"s\" site2=\"s\"/>",
        "<joint joint1=\"j\" joint2=\"j\"/>", "<joint joint1=\"b\"/>", "<tendon tendon1=\"t\"/>",
        "<distance geom1=\"g\" geom2=\"g\"/>"}) {
    refused_model(equality(text));
  }
  EXPECT_CONTAINS(refused_model(equality("<joint joint1=\"j3\"/>")).hint(), "\"j");
  EXPECT_CONTAINS(
      refused_model(world("<body><joint name=\"q\" type=\"ball\"/><geom size=\".1\"/></body>",
                          "<equality><joint joint1=\"q\"/></equality>"))
          .fault(),
      "neither a hinge nor a slide");
  EXPECT_CONTAINS(refused_model(equality("<weld name=\"n\" body1=\"b\"/>"
                                         "<weld name=\"n\" body1=\"b\"/>"))
                      .fault(),
                  "repeated name");
}

using Row = std::tuple<std::string, std::string, std::string>;
std::vector<Row> rows_of(const spec::Spec& spec) {
  std::vector<Row> rows;
  for (const auto& e : spec.equalities) rows.emplace_back(e.name, e.name1, e.name2);
  return rows;
}

const std::string kRest =
    "<tendon><fixed name=\"t\"><joint joint=\"j\" coef=\"1\"/></fixed></tendon><equality>"
    "<weld name=\"bc\" body1=\"b\" body2=\"c\"/><weld name=\"bw\" body1=\"b\" body2=\"world\"/>"
    "<weld name=\"b_\" body1=\"b\"/><connect name=\"si\" site1=\"s\" site2=\"s2\"/>"
    "<joint name=\"jk\" joint1=\"j\" joint2=\"k\"/><joint name=\"j_\" joint1=\"j2\"/>"
    "<tendon name=\"t_\" tendon1=\"t\"/><joint name=\"k_\" joint1=\"k\"/></equality>";

// Those that also hold what is not copied have no copies.
TEST(EqualityText, ReplicateCopiesWhatIsInside) {
  const spec::Spec spec =
      read(world(kOuter + "<replicate count=\"2\">" + kPart + "</replicate>", kRest));
  EXPECT_EQ(rows_of(spec), (std::vector<Row>{{"k_", "k", ""},
                                             {"bw0", "b0", "world"},
                                             {"b_0", "b0", ""},
                                             {"si0", "s0", "s20"},
                                             {"j_0", "j20", ""},
                                             {"t_0", "t0", ""},
                                             {"bw1", "b1", "world"},
                                             {"b_1", "b1", ""},
                                             {"si1", "s1", "s21"},
                                             {"j_1", "j21", ""},
                                             {"t_1", "t1", ""}}));
  EXPECT_EQ(spec.warnings.size(), 2u);
}

TEST(EqualityText, AttachTakesWhatIsInsideAlong) {
  const spec::Spec spec =
      read(world("<body name=\"c\"/><attach model=\"o\" body=\"b\" prefix=\"x-\"/>",
                 "<asset><model name=\"o\" file=\"o.xml\"/></asset>"),
           with_files({{"o.xml", world(kOuter + kPart, kRest)}}));
  EXPECT_EQ(rows_of(spec), (std::vector<Row>{{"x-bw", "x-b", "world"},
                                             {"x-b_", "x-b", ""},
                                             {"x-si", "x-s", "x-s2"},
                                             {"x-j_", "x-j2", ""},
                                             {"x-t_", "x-t", ""}}));
  EXPECT_EQ(
      read(world(kOuter + kPart + "<attach body=\"b\" prefix=\"x-\"/>", kRest)).equalities.size(),
      8u + 5u);
}

}  // namespace
}  // namespace thew::io
