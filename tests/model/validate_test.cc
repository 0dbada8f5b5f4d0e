#include <cstring>
#include <string>

#include <gtest/gtest.h>

#include <thew/error.h>
#include <thew/thew.h>
#include <thew/validate.h>

#include "support/worlds.h"

namespace thew {
namespace {

std::vector<Model> models() {
  std::vector<Model> all;
  for (const std::string& name : test::own_models()) all.push_back(test::load_own(name));
  all.push_back(test::load_everything());
  return all;
}

// All fields that may be written and are checked.
void validate_written(const Model& m) {
  std::vector<const Field<Model>*> fields;
  for (const Field<Model>& f : model_fields()) {
    if (is_checked(f)) fields.push_back(&f);
  }
  thew::validate_written(m, fields);
}

// Writes an entry of a field of integers.
void put(const Field<Model>& field, Model& m, std::int64_t i, std::int64_t value) {
  void* data = field.view(m).data;
  if (field.type == FieldType::Int) static_cast<std::int32_t*>(data)[i] = static_cast<int>(value);
  if (field.type == FieldType::Long) static_cast<std::int64_t*>(data)[i] = value;
  if (field.type == FieldType::Byte) {
    static_cast<std::uint8_t*>(data)[i] = static_cast<std::uint8_t>(value);
  }
}

TEST(Validate, CompiledModelsAreValid) {
  for (const Model& m : models()) {
    EXPECT_NO_THROW(validate(m)) << m.modelname;
    EXPECT_NO_THROW(validate_written(m)) << m.modelname;
  }
}

// No index, address, count or kind can be far beyond everything.
TEST(Validate, EveryMarkedFieldIsChecked) {
  Model m = test::load_everything();
  int checked = 0;
  for (const Field<Model>& field : model_fields()) {
    if (field.domain.form == Domain::Form::Any) continue;
    const FieldView view = field.view(m);
    if (view.rows * view.columns == 0) continue;
    const Model saved = m;
    put(field, m, 0, field.type == FieldType::Byte ? 250 : 1 << 30);
    // Without texture positions, faces have none; a camera's pixels count where a sensor reads it.
    const bool unread = std::strcmp(field.name, "mesh_facetexcoord") == 0 ||
                        std::strcmp(field.name, "bvh_depth") == 0 ||
                        std::strcmp(field.name, "oct_depth") == 0 ||
                        std::strcmp(field.name, "sensor_intprm") == 0 ||
                        std::strcmp(field.name, "actuator_history") == 0 ||
                        std::strcmp(field.name, "sensor_history") == 0;
    if (!unread) {
      EXPECT_THROW(validate(m), Error) << field.name;
      ++checked;
    }
    m = saved;
  }
  EXPECT_GT(checked, 120);
  EXPECT_NO_THROW(validate(m));
}

TEST(Validate, MessagesNameFieldEntryValueAndWhatIsAllowed) {
  Model m = test::load_own("humanoid");
  m.geom_condim[3] = 99;
  try {
    validate_written(m);
    FAIL() << "it passed";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "geom_condim[3] is 99, which means nothing: it should be 1, 3, 4 or 6");
  }
}

TEST(Validate, ParentsComeBeforeChildren) {
  Model m = test::load_own("humanoid");
  m.body_parentid[2] = 5;
  EXPECT_THROW(validate(m), Error);
}

// Walks along the actuators of a joint end.
TEST(Validate, ActuatorsOfAJointAscend) {
  Model m = test::load_own("humanoid");
  m.actuator_next[1] = 1;
  EXPECT_THROW(validate(m), Error);
}

TEST(Validate, ShapesHaveTheirData) {
  Model m = test::load_own("humanoid");
  m.geom_type[1] = static_cast<int>(GeomType::Mesh);
  EXPECT_THROW(validate_written(m), Error);
  m.geom_type[1] = static_cast<int>(GeomType::Sphere);
  EXPECT_NO_THROW(validate_written(m));
}

TEST(Validate, VerticesOfFlexesAreInCellsOfTheirOwn) {
  Model m = load_string(R"(<mujoco><worldbody>
    <flexcomp name="f" type="grid" count="3 3 3" spacing=".1 .1 .1" dim="3" dof="trilinear"
              cellcount="2 1 1" mass="1"><elasticity young="1e4"/></flexcomp>
  </worldbody></mujoco>)");
  EXPECT_NO_THROW(validate(m));
  const int cells = 2, right = m.flex_vertcell[0];
  for (const int wrong : {-1, cells, 1 << 30}) {
    m.flex_vertcell[0] = wrong;
    EXPECT_THROW(validate(m), Error) << wrong;
  }
  m.flex_vertcell[0] = right;
  EXPECT_NO_THROW(validate(m));
}

TEST(Validate, WhatYieldsHasRoom) {
  Model m = load_string(R"(<mujoco><worldbody>
    <flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" mass="1">
      <elasticity young="1e4" thickness=".01" elastic2d="both" yield=".01"/></flexcomp>
  </worldbody></mujoco>)");
  EXPECT_NO_THROW(validate(m));
  m.flex_plasticadr[0] = 1;
  EXPECT_THROW(validate(m), Error);
  m.flex_plasticadr[0] = 0;
  m.flex_stiffnessadr[0] = -1;
  EXPECT_THROW(validate(m), Error);
}

TEST(Validate, SearchesBeginAtVerticesOfTheHull) {
  Model m = load_string(R"(<mujoco><asset>
    <mesh name="pyramid" vertex="0 0 0  1 0 0  0 1 0  0 0 1  .1 .1 .1"/></asset>
    <worldbody><geom type="mesh" mesh="pyramid"/></worldbody></mujoco>)");
  const int vertices = m.mesh_graph[m.mesh_graphadr[0]];
  ASSERT_LT(vertices, m.mesh_vertnum[0]);
  EXPECT_NO_THROW(validate(m));
  m.mesh_extrema.row(0)[13] = vertices;
  EXPECT_THROW(validate(m), Error);
}

// Else a few spoilt bytes could ask for gigabytes to work in.
TEST(Validate, SizesWithoutListsAreWhatTheModelNeeds) {
  Model m = load_string(R"(<mujoco><asset>
    <mesh name="pyramid" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>
    <worldbody><geom type="mesh" mesh="pyramid"/></worldbody></mujoco>)");
  EXPECT_NO_THROW(validate(m));
  for (std::int64_t ModelSizes::* size : {&Model::npolygonmax, &Model::nmeshdegmax, &Model::nmocap,
                                          &Model::na, &Model::nsensordata}) {
    const std::int64_t right = m.*size;
    m.*size = 9'475'736;
    EXPECT_THROW(validate(m), Error);
    m.*size = right;
  }
  m.npolygonmax = 2;
  EXPECT_THROW(validate(m), Error);
}

TEST(Validate, OptionsAreChecked) {
  Model m = test::load_own("arm");
  m.opt.solver = 99;
  EXPECT_THROW(validate(m), Error);
  m.opt.solver = 0;
  m.opt.enableflags = 1 << 20;
  EXPECT_THROW(validate(m), Error);
}

}  // namespace
}  // namespace thew
