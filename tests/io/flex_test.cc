// Deformable bodies: flexes are kept and written again, flexcomps are carried out as they are read.

#include <thew/data.h>
#include <thew/save.h>

#include "io/support.h"

namespace thew::io {
namespace {

const std::string kFlexcomp =
    "<body name=\"b\"><frame pos=\"0 0 1\"><flexcomp name=\"cloth\" type=\"grid\" dim=\"2\" "
    "dof=\"2d\" count=\"2 3 1\" spacing=\".1 .2 .3\" radius=\".01\" mass=\"3\" inertiabox=\".1\" "
    "rgba=\"1 0 0 1\" pos=\"1 2 3\" group=\"2\">"
    "<edge equality=\"true\" solref=\".01\" damping=\".5\"/>"
    "<contact selfcollide=\"none\" friction=\".5\" condim=\"6\" solimp=\".8 .9\"/>"
    "<pin id=\"1\" range=\"3 4\"/><pin grid=\"0 0\"/></flexcomp></frame></body>";
const std::string kFlex =
    "<deformable><flex name=\"rope\" dim=\"1\" body=\"b c\" vertex=\"0 0 0 0 0 1\" element=\"0 1\" "
    "texcoord=\"0 0 1 1\" dof=\"quadratic\" node=\"b c\" nodecoord=\"1 2 3 4 5 6\"><edge "
    "damping=\"1\"/><contact margin=\".1\"/><elasticity yield=\".1 .2\" section=\"box\"/></flex>"
    "</deformable><equality><flex name=\"hold\" flex=\"cloth\" solref=\".03\"/><flexstrain "
    "flex=\"rope\" cell=\"1 0 2\"/><flexstrain flex=\"rope\"/></equality>";
const std::string kText = world(kFlexcomp + "<body name=\"c\"/>", kFlex);

TEST(Flex, RecipeIsCarriedOut) {
  const auto spec = read(kText);
  const spec::Body& parent = spec.world.bodies[0];
  ASSERT_EQ(parent.bodies.size(), 2u);  // six points, of which four are pinned
  EXPECT_EQ(parent.bodies[0].name, "cloth_2");
  EXPECT_EQ(parent.bodies[1].name, "cloth_5");
  EXPECT_NEAR(parent.bodies[0].pos[0], 1 - .05, 1e-15);
  EXPECT_NEAR(parent.bodies[0].pos[1], 2 + .2, 1e-15);
  EXPECT_NEAR(parent.bodies[0].pos[2], 4, 1e-15);  // through the frame
  EXPECT_EQ(parent.bodies[0].mass, .5);
  EXPECT_EQ(parent.bodies[0].joints.size(), 2u);  // x and y
  const spec::Flex& cloth = spec.flexes[1];
  EXPECT_EQ(cloth.name, "cloth");
  EXPECT_EQ(cloth.vertbody, (std::vector<std::string>{"b", "b", "cloth_2", "b", "b", "cloth_5"}));
  EXPECT_EQ(cloth.elem.size(), 12u);
  EXPECT_EQ(cloth.selfcollide, FlexSelf::None);
  EXPECT_EQ(cloth.friction, (spec::Vec3{.5, .005, .0001}));
  const spec::Equality& edges = spec.equalities.back();
  EXPECT_EQ(edges.type, EqualityType::Flex);
  EXPECT_EQ(edges.name1, "cloth");
  EXPECT_EQ(edges.solref, (spec::SolRef{.01, 1}));
}

TEST(Flex, IsKept) {
  const auto spec = read(kText);
  const spec::Flex& rope = spec.flexes[0];
  EXPECT_EQ(rope.vertbody, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(rope.nodebody, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(rope.order, 2);
  EXPECT_EQ(rope.edgedamping, 1);
  EXPECT_EQ(rope.margin, .1);
  EXPECT_EQ(rope.stressyield, (spec::Vec2{.1, .2}));
  EXPECT_EQ(rope.section, FlexSection::Box);
  EXPECT_EQ(spec.equalities[1].data[2], 2);
  EXPECT_EQ(spec.equalities[2].data[0], -1);
}

TEST(Flex, IsWrittenAgain) {
  const std::string written = to_xml(read(kText));
  EXPECT_EQ(to_xml(read(written)), written);
  for (const char* const part :
       {"<flex name=\"cloth\"", "yield=\"0.1 0.2\"", "section=\"box\"", "selfcollide=\"none\"",
        "body=\"b c\"", "dof=\"quadratic\"", "cell=\"1 0 2\"", "<flexstrain flex=\"rope\"/>"}) {
    EXPECT_CONTAINS(written, part);
  }
}

TEST(Flex, FaultsOfARecipeHaveItsPlace) {
  const Error error = refused(
      "<mujoco>\n <worldbody>\n  <flexcomp name=\"f\" count=\"0 1 1\"/>\n </worldbody>\n</mujoco>");
  EXPECT_EQ(error.fault(), "Count too small");
  EXPECT_EQ(error.element(), "flexcomp \"f\"");
  EXPECT_EQ(error.file(), "test.xml");
  EXPECT_EQ(error.line(), 3);
  EXPECT_EQ(error.column(), 3);
}

TEST(Flex, IsCompiledAndSimulated) {
  const Model model =
      compile_spec(read(world("<flexcomp name=\"f\" count=\"3 3 1\" spacing=\".1 .1 .1\"><edge "
                              "equality=\"true\"/></flexcomp>")));
  EXPECT_EQ(model.nflex, 1);
  EXPECT_EQ(model.nbody, 10);
  EXPECT_EQ(model.nflexedge, 16);
  const Data data(model);
  EXPECT_EQ(data.flexvert_xpos.rows(), 9);
}

TEST(Flex, WhatIsNotSimulatedIsNamed) {
  const Model model = compile_spec(
      read("<mujoco><option integrator='discrete'><flag ipc='enable'/></option><worldbody>"
           "<body name='a'><joint/><geom size='.1'/></body></worldbody><deformable><flex name='f' "
           "dim='2' body='a a world' vertex='1 0 0 2 0 0 0 0 0' element='0 1 2'/></deformable>"
           "</mujoco>"));
  try {
    const Data data(model);
    ADD_FAILURE() << "a Data was made";
  } catch (const Error& error) {
    EXPECT_EQ(error.element(), "flex \"f\"");
    EXPECT_CONTAINS(error.fault(), "on bodies that slide");
  }
}

TEST(Flex, OfProgramsIsCarriedOutByTheCompiler) {
  spec::Spec spec = read("<mujoco/>");
  spec::Flexcomp recipe;
  recipe.name = "f";
  recipe.count = {3, 3, 1};
  spec.world.flexcomps.push_back(recipe);
  EXPECT_EQ(compile_spec(spec).nflexvert, 9);
  recipe.count = {0, 0, 0};
  spec.world.flexcomps = {recipe};
  EXPECT_THROW(compile_spec(spec), Error);
  spec::Flexcomp plain;
  plain.name = "g";
  EXPECT_EQ(make_flex(spec, spec.world, plain).vertbody.size(), 100u);
}

TEST(Flex, IsLeftOutWhereAskedFor) {
  const auto spec = read(kText, ignoring());
  EXPECT_TRUE(spec.flexes.empty());
  EXPECT_TRUE(spec.equalities.empty());
  EXPECT_TRUE(spec.world.bodies[0].bodies.empty());
  EXPECT_EQ(spec.warnings.size(), 5u);
}

TEST(Flex, CopiesComeAlong) {
  const auto spec = read(
      world("<replicate count=\"2\"><body name=\"b\"><flexcomp name=\"f\" count=\"2 2 1\"><edge "
            "equality=\"true\"/></flexcomp></body></replicate>"));
  ASSERT_EQ(spec.flexes.size(), 2u);
  EXPECT_EQ(spec.flexes[1].name, "f1");
  EXPECT_EQ(spec.flexes[1].vertbody[3], "f_31");
  EXPECT_EQ(spec.world.bodies[1].bodies[3].name, "f_31");
  ASSERT_EQ(spec.equalities.size(), 2u);
  EXPECT_EQ(spec.equalities[1].name1, "f1");
}

}  // namespace
}  // namespace thew::io
