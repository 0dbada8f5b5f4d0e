// Height fields: heights from 0 to 1, and the geoms that have them.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <thew/error.h>

#include "compile/build.h"

namespace thew::compile::testing {
namespace {

Spec terrain() {
  Spec spec;
  HeightField& field = spec.hfields.emplace_back();
  field.name = "h";
  field.size = {1, 2, 3, 4};
  field.nrow = 2;
  field.ncol = 3;
  field.elevation = {4, 5, 9, 1, 2, 3};
  add_geom(spec.world, GeomType::Hfield, {}, "g").hfieldname = "h";
  return spec;
}

TEST(HeightField, IsScaled) {
  const Model m = compile(terrain());
  const std::vector<float> expected = {0.375f, 0.5f, 1, 0, 0.125f, 0.25f};
  EXPECT_EQ(std::vector<float>(m.hfield_data.begin(), m.hfield_data.end()), expected);
  EXPECT_EQ(m.geom_dataid[0], 0);
  EXPECT_EQ(m.geom_size.values()[2], 0.25 * 3 + 0.5 * 4);
  EXPECT_EQ(m.geom_aabb.values()[2], -0.5);
  EXPECT_EQ(m.geom_aabb.values()[5], 3.5);
  EXPECT_NEAR(m.geom_rbound.values()[0], std::sqrt(1 + 4 + 16.0), 1e-15);
}

TEST(HeightField, FlatOnesStayFlat) {
  Spec spec = terrain();
  spec.hfields[0].elevation.assign(6, 7);
  for (const float x : compile(spec).hfield_data) EXPECT_EQ(x, 0);
  spec.hfields[0].elevation.clear();
  for (const float x : compile(spec).hfield_data) EXPECT_EQ(x, 0);
}

TEST(HeightField, MayMoveAndWeighsLikeABox) {
  Spec spec = terrain();
  Body& body = add_body(spec.world, "b");
  add_joint(body, JointType::Free);
  add_geom(body, GeomType::Hfield, {}).hfieldname = "h";
  EXPECT_NEAR(compile(spec).body_mass[1], 8 * 1 * 2 * 2.75 * 1000, 1e-9);
}

TEST(HeightField, BadOnesAreRefused) {
  const std::pair<const char*, std::function<void(Spec&)>> cases[] = {
      {"at least 2 rows", [](Spec& s) { s.hfields[0].nrow = 1; }},
      {"heights, not 2 x 4", [](Spec& s) { s.hfields[0].ncol = 4; }},
      {"100 million", [](Spec& s) { s.hfields[0].nrow = s.hfields[0].ncol = 1 << 20; }},
      {"must be positive", [](Spec& s) { s.hfields[0].size[3] = 0; }},
      {"must be positive", [](Spec& s) { s.hfields[0].size[0] = std::nan(""); }},
      {"not finite",
       [](Spec& s) { s.hfields[0].elevation[2] = std::numeric_limits<float>::infinity(); }},
      {"needs a name", [](Spec& s) { s.hfields[0].name = ""; }},
      {"there is no hfield", [](Spec& s) { s.world.geoms[0].hfieldname = "x"; }},
      {"of type hfield", [](Spec& s) { s.world.geoms[0].hfieldname = ""; }},
      {"of type hfield", [](Spec& s) { s.world.geoms[0].type = GeomType::Sphere; }},
  };
  for (const auto& [fault, spoil] : cases) {
    Spec spec = terrain();
    spoil(spec);
    try {
      compile(spec);
      ADD_FAILURE() << "accepted: " << fault;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(fault), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace thew::compile::testing
