// Skins: bones, weights and what is refused.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <thew/error.h>
#include <thew/validate.h>

#include "compile/build.h"

namespace thew::compile::testing {
namespace {

// A triangle between the world and a hinged body.
Spec glove() {
  Spec spec = one_hinge();
  Skin& skin = spec.skins.emplace_back();
  skin.name = "s";
  skin.vert = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  skin.face = {0, 1, 2};
  skin.inflate = 0.5f;
  skin.bones = {{"b", {1, 2, 3}, {0, 0, 0, 2}, {0, 1}, {1, 3}}, {"world", {}, {1}, {1, 2}, {1, 2}}};
  return spec;
}

std::vector<float> list(const Array<float>& field) {
  return {field.data(), field.data() + field.rows() * field.columns()};
}

TEST(Skin, IsWritten) {
  const Model m = compile(glove());
  EXPECT_EQ(m.nskin, 1);
  EXPECT_EQ(m.nskinvert, 3);
  EXPECT_EQ(m.nskinbonevert, 4);
  EXPECT_EQ(m.skin_texcoordadr[0], -1);
  EXPECT_EQ(m.skin_matid[0], -1);
  EXPECT_EQ(m.skin_pathadr[0], -1);
  EXPECT_EQ(m.skin_bonebodyid[0], 1);
  EXPECT_EQ(m.skin_bonebodyid[1], 0);
  EXPECT_EQ(m.skin_bonevertadr[1], 2);
  EXPECT_EQ(list(m.skin_bonevertweight), (std::vector<float>{1, 0.75f, 0.25f, 1}));
  EXPECT_EQ(list(m.skin_bonebindquat), (std::vector<float>{0, 0, 0, 1, 1, 0, 0, 0}));
  EXPECT_NO_THROW(validate(m));
}

TEST(Skin, FollowsTheOneBefore) {
  Spec spec = glove();
  Skin second = spec.skins[0];
  second.name = "t";
  second.texcoord = {0, 0, 1, 0, 0, 1};
  spec.skins.push_back(second);
  const Model m = compile(spec);
  EXPECT_EQ(m.skin_vertadr[1], 3);
  EXPECT_EQ(m.skin_faceadr[1], 1);
  EXPECT_EQ(m.skin_boneadr[1], 2);
  EXPECT_EQ(m.skin_texcoordadr[1], 0);
  EXPECT_EQ(m.skin_bonevertadr[2], 4);
  EXPECT_EQ(m.skin_face[3], 0);
}

TEST(Skin, ValidationLooksAtItsIndices) {
  const auto refuses = [](const std::function<void(Model&)>& change) {
    Model m = compile(glove());
    change(m);
    EXPECT_THROW(validate(m), Error);
  };
  refuses([](Model& m) { m.skin_face[0] = 3; });
  refuses([](Model& m) { m.skin_bonevertid[0] = -1; });
  refuses([](Model& m) { m.skin_bonebodyid[0] = 2; });
  refuses([](Model& m) { m.skin_bonevertnum[1] = 3; });
  refuses([](Model& m) { m.skin_texcoordadr[0] = 0; });
  refuses([](Model& m) { m.skin_matid[0] = 0; });
}

TEST(Skin, Refusals) {
  const auto refuses = [](const char* part, const std::function<void(Skin&)>& change) {
    Spec spec = glove();
    change(spec.skins[0]);
    try {
      compile(spec);
      ADD_FAILURE() << "accepted: " << part;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  refuses("needs vertices", [](Skin& skin) { skin.vert.clear(); });
  refuses("needs vertices", [](Skin& skin) { skin.bones.clear(); });
  refuses("three numbers", [](Skin& skin) { skin.vert.push_back(1); });
  refuses("three vertices", [](Skin& skin) { skin.face.push_back(1); });
  refuses("texture positions", [](Skin& skin) { skin.texcoord = {1, 2}; });
  refuses("vertex 3, which does not exist", [](Skin& skin) { skin.face[0] = 3; });
  refuses("vertex -1, which does not exist", [](Skin& skin) { skin.bones[1].vertid[0] = -1; });
  refuses("not finite", [&](Skin& skin) { skin.vert[4] = nan; });
  refuses("not finite", [&](Skin& skin) { skin.bones[0].vertweight[0] = nan; });
  refuses("as many weights", [](Skin& skin) { skin.bones[0].vertweight.pop_back(); });
  refuses("no vertices", [](Skin& skin) { skin.bones[0].vertid.clear(); });
  refuses("vertex 2 needs bones", [](Skin& skin) { skin.bones[1].vertweight[1] = -1; });
  refuses("there is no body \"c\"", [](Skin& skin) { skin.bones[0].bodyname = "c"; });
  refuses("there is no material \"m\"", [](Skin& skin) { skin.material = "m"; });
}

// The stretch of the body's axes, seen where the skin was made: y of the world is x of the bone.
TEST(Skin, GrowsWithItsBones) {
  Spec spec;
  Frame& frame = spec.world.frames.emplace_back();
  frame.scale = {2, 3, 4};
  frame.scaling = Scaling::Geometry;
  Body& body = add_body(spec.world, "b");
  body.frame = 0;
  Skin& skin = spec.skins.emplace_back();
  skin.vert = {1, 1, 1, 1, 0, 0, 0, 1, 0};
  skin.face = {0, 1, 2};
  skin.inflate = 1;
  skin.bones = {{"b", {1, 1, 1}, {1, 0, 0, 1}, {0, 1, 2}, {1, 1, 1}}};
  const Model m = compile(spec);
  EXPECT_NEAR(m.skin_vert[0], 3, 1e-6);
  EXPECT_NEAR(m.skin_vert[1], 2, 1e-6);
  EXPECT_NEAR(m.skin_vert[2], 4, 1e-6);
  EXPECT_NEAR(m.skin_bonebindpos[0], 3, 1e-6);
  EXPECT_NEAR(m.skin_inflate[0], std::cbrt(24.0), 1e-6);
  spec.skins[0].bones.push_back({"world", {}, {1}, {0}, {1}});
  EXPECT_THROW(compile(spec), Error);
}

}  // namespace
}  // namespace thew::compile::testing
