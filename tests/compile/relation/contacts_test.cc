// Pairs and exclusions of bodies with large numbers.

#include <gtest/gtest.h>

#include <thew/collision.h>
#include <thew/data.h>
#include <thew/step.h>

#include "compile/build.h"
#include "model/pair_signature.h"

namespace thew::compile {
namespace {

using testing::add_body;
using testing::add_geom;
using testing::add_joint;

// Three balls that overlap, behind so many empty bodies.
Spec balls_behind(int empty) {
  Spec spec;
  for (int i = 0; i < empty; ++i) add_body(spec.world);
  for (const char* const name : {"a", "b", "c"}) {
    Body& body = add_body(spec.world, name);
    add_joint(body, JointType::Free);
    add_geom(body, GeomType::Sphere, {0.1, 0, 0}, name);
  }
  return spec;
}

int contacts(const Spec& spec) {
  const Model model = compile(spec);
  Data data(model);
  forward(model, data);
  return static_cast<int>(data.ncon);
}

constexpr int kMany = 32770;  // the shifted number of a body no longer fits into 31 bits

TEST(Contacts, ExclusionsOfBodiesBeyond32767) {
  Spec spec = balls_behind(kMany);
  EXPECT_EQ(contacts(spec), 3);
  Exclude& exclude = spec.excludes.emplace_back();
  exclude.bodyname1 = "a";
  exclude.bodyname2 = "b";
  EXPECT_EQ(contacts(spec), 2);
  // One of small numbers beside it: the order is that of numbers without a sign.
  Body& first = add_body(spec.world.bodies[0], "first");
  add_geom(first);
  Exclude& other = spec.excludes.emplace_back();
  other.bodyname1 = "first";
  other.bodyname2 = "c";
  const Model model = compile(spec);
  EXPECT_LT(model::pair_signature(model.exclude_signature[0]),
            model::pair_signature(model.exclude_signature[1]));
  EXPECT_EQ(model::pair_signature(model.exclude_signature[1]),
            model::pair_signature(kMany + 2, kMany + 3));
}

TEST(Contacts, PairsOfBodiesBeyond32767) {
  Spec spec = balls_behind(kMany);
  Pair& pair = spec.pairs.emplace_back();
  pair.geomname1 = "a";
  pair.geomname2 = "b";
  pair.condim = 6;
  const Model model = compile(spec);
  Data data(model);
  forward(model, data);
  ASSERT_EQ(data.ncon, 3);
  EXPECT_EQ(data.contact.dim[0], 6);
  EXPECT_EQ(data.contact.dim[1], 3);
}

}  // namespace
}  // namespace thew::compile
