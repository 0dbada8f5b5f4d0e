// include, assets given as text, and places in errors of included files.

#include "io/support.h"

namespace thew::io {
namespace {

TEST(Include, ElementsStandInItsPlace) {
  const auto files =
      with_files({{"parts/a.xml", "<any><body name=\"a\"/><include file=\"b.xml\"/></any>"},
                  {"parts/b.xml", "<any><geom name=\"b\" size=\".1\"/></any>"}});
  const auto spec = read(
      world("<body name=\"first\"/><include file=\"parts/a.xml\"/><body name=\"last\"/>"), files);
  ASSERT_EQ(spec.world.bodies.size(), 3u);
  EXPECT_EQ(spec.world.bodies[1].name, "a");
  EXPECT_EQ(spec.world.bodies[2].name, "last");
  ASSERT_EQ(spec.world.geoms.size(), 1u);
  EXPECT_EQ(spec.files.size(), 3u);
  EXPECT_EQ(spec.world.geoms[0].source.file, 2);
  EXPECT_EQ(spec.world.geoms[0].source.line, 1);
}

TEST(Include, FolderOfTheModelComesFirst) {
  const auto files = with_files({{"sub/a.xml", "<m><include file=\"b.xml\"/></m>"},
                                 {"b.xml", "<m><option timestep=\".1\"/></m>"},
                                 {"sub/b.xml", "<m><option timestep=\".2\"/></m>"}});
  EXPECT_EQ(read("<mujoco><include file=\"sub/a.xml\"/></mujoco>", files).option.timestep, .1);
}

TEST(Include, ErrorsNameTheFile) {
  const auto files = with_files({{"a.xml", "<m>\n <option timestap=\"1\"/></m>"}});
  const Error error = refused("<mujoco><include file=\"a.xml\"/></mujoco>", files);
  EXPECT_CONTAINS(error.file(), "a.xml");
  EXPECT_EQ(error.line(), 2);
  EXPECT_EQ(error.column(), 10);
  EXPECT_EQ(error.hint(), "did you mean \"timestep\"?");
}

TEST(Include, FilesOfAssetsMayLieBesideTheIncludedFile) {
  const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";
  const auto files = with_files(
      {{"sub/a.xml", "<m><asset><mesh file=\"a.obj\"/><mesh file=\"b.obj\"/></asset></m>"},
       {"sub/a.obj", mesh},
       {"b.obj", mesh},
       {"sub/b.obj", mesh}});
  const auto spec = read("<mujoco><include file=\"sub/a.xml\" more=\"x\"/></mujoco>", files);
  EXPECT_EQ(spec.meshes[0].file, "sub/a.obj");
  EXPECT_EQ(spec.meshes[1].file, "b.obj");  // the folder of the model comes first
  EXPECT_EQ(spec.warnings.size(), 1u);
}

TEST(Include, HasNoContentAndOneAttribute) {
  EXPECT_CONTAINS(refused("<mujoco><include file=\"a.xml\"><option/></include></mujoco>").fault(),
                  "content");
  EXPECT_CONTAINS(refused("<mujoco><include/></mujoco>").fault(), "missing");
}

// As packages of robots have them for others to include.
TEST(Include, PartsOutsideOfTheWorldAloneAreAnEmptyModel) {
  const Model m = load_string("<mujoco><body name='a'><geom size='1'/></body></mujoco>");
  EXPECT_EQ(m.nbody, 1);
  ASSERT_EQ(m.warnings.size(), 1u);
  EXPECT_CONTAINS(m.warnings[0], "outside of <worldbody>");
  EXPECT_CONTAINS(refused("<mujoco><body><foo/></body></mujoco>").fault(), "unknown element <foo>");
}

}  // namespace
}  // namespace thew::io
