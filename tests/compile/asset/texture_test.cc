// Built-in textures.

#include <array>

#include <gtest/gtest.h>

#include "compile/build.h"

namespace thew::compile {
namespace {

using Pixel = std::array<int, 3>;

Pixel flat(const Vec3& rgb) {
  Spec spec;
  Texture& texture = spec.textures.emplace_back();
  texture.name = "t";
  texture.type = TextureType::Type2D;
  texture.builtin = TextureBuiltin::Flat;
  texture.width = texture.height = 1;
  texture.rgb1 = rgb;
  const Model model = compile(spec);
  return {model.tex_data[0], model.tex_data[1], model.tex_data[2]};
}

// As MuJoCo 4.0.0 draws them: 255 times the colour as an integer, of which the last byte stays.
TEST(Texture, ColoursBeyondOneWrapAround) {
  EXPECT_EQ(flat({0.1, 5, 0.2}), (Pixel{25, 251, 51}));
  EXPECT_EQ(flat({1.001, 1.003, 1.004}), (Pixel{255, 255, 0}));
  EXPECT_EQ(flat({-0.1, -1, -0.001}), (Pixel{231, 1, 0}));
  EXPECT_EQ(flat({1000, 1e5, 1e6}), (Pixel{24, 96, 192}));
}

TEST(Texture, ColoursBeyondIntegersAreBlack) {
  EXPECT_EQ(flat({1e7, 8421504, 8421505}), (Pixel{0, 128, 0}));
  EXPECT_EQ(flat({-1e7, 1e20, -1e30}), (Pixel{0, 0, 0}));
}

}  // namespace
}  // namespace thew::compile
