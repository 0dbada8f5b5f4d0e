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

TEST(Include, HasNoContentAndOneAttribute) {
  EXPECT_CONTAINS(refused("<mujoco><include file=\"a.xml\"><option/></include></mujoco>").fault(),
                  "content");
  EXPECT_CONTAINS(refused("<mujoco><include file=\"a.xml\" prefix=\"x\"/></mujoco>").fault(),
                  "prefix");
  EXPECT_CONTAINS(refused("<mujoco><include/></mujoco>").fault(), "missing");
}

}  // namespace
}  // namespace thew::io
