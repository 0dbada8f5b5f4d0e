// Materials and textures: pixels that the front end decoded, and built-in patterns.

#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

struct TextureSize {
  int width = 0, height = 0;
};

// A cube is six squares in one column.
TextureSize texture_size(const Texture& texture) {
  if (texture.pixels != nullptr) return {texture.width, texture.height};
  if (texture.builtin == TextureBuiltin::None) return {};
  const bool flat = texture.type == TextureType::Type2D;
  return {texture.width, flat ? texture.height : 6 * texture.width};
}

std::int64_t pixel_bytes(const Texture& texture) {
  const TextureSize size = texture_size(texture);
  return std::int64_t{texture.nchannel} * size.width * size.height;
}

// How many pixels a pattern is drawn in; of a cube, on all sides.
std::int64_t pattern_pixels(const Texture& texture) {
  const auto side = [](int n) { return std::int64_t{std::min(n, 1 << 20)}; };  // no overflow
  const bool flat = texture.type == TextureType::Type2D;
  return side(texture.width) * (flat ? side(texture.height) : 6 * side(texture.width));
}

}  // namespace

void compile_visual(Draft& draft) {
  for (const Texture& texture : draft.spec.textures) {
    const auto given = static_cast<std::int64_t>(texture.pixels ? texture.pixels->size() : 0);
    if (texture.pixels != nullptr && given != pixel_bytes(texture)) {
      draft.fail(texture, "texture", "its pixels do not fit its size");
    }
    if (texture.builtin == TextureBuiltin::None) continue;
    if (texture.nchannel != 3) {
      draft.fail(texture, "texture", "a built-in texture has 3 channels");
    }
    const bool flat = texture.type == TextureType::Type2D;
    if (texture.width < 1) draft.fail(texture, "texture", "width must be positive");
    if (flat && texture.height < 1) draft.fail(texture, "texture", "height must be positive");
    const std::int64_t pixels = pattern_pixels(texture);
    draft.check_limit(texture, "texture", pixels, draft.limits.pixels, "pixels",
                      "the texture has " + std::to_string(pixels) + " pixels");
  }
}

void count_visual(const Draft& draft, Model& m) {
  for (const Texture& texture : draft.spec.textures) m.ntexdata += pixel_bytes(texture);
}

void write_visual(const Draft& draft, Model& m) {
  std::int64_t adr = 0;
  for (int i = 0; i < m.ntex; ++i) {
    const Texture& texture = draft.spec.textures[i];
    const TextureSize size = texture_size(texture);
    m.tex_type[i] = static_cast<int>(texture.type);
    m.tex_colorspace[i] = static_cast<int>(texture.colorspace);
    m.tex_height[i] = size.height;
    m.tex_width[i] = size.width;
    m.tex_nchannel[i] = texture.nchannel;
    // One without pixels stays in its file.
    const bool by_reference = texture.pixels == nullptr && texture.builtin == TextureBuiltin::None;
    m.tex_adr[i] = by_reference ? -1 : adr;
    if (texture.pixels != nullptr) {
      std::copy(texture.pixels->begin(), texture.pixels->end(), m.tex_data.data() + adr);
    } else if (texture.builtin != TextureBuiltin::None) {
      draw_texture(texture, m.tex_data.data() + adr);
    }
    adr += pixel_bytes(texture);
  }
  for (int i = 0; i < m.nmat; ++i) {
    const Material& material = draft.spec.materials[i];
    for (int role = 0; role < kNTEXROLE; ++role) {
      const std::string& name = material.textures[role];
      m.mat_texid.row(i)[role] =
          name.empty() ? -1 : draft.refer(material, "material", ObjectType::Texture, name);
    }
    m.mat_texuniform[i] = material.texuniform;
    put(m.mat_texrepeat, i, material.texrepeat);
    m.mat_emission[i] = material.emission;
    m.mat_specular[i] = material.specular;
    m.mat_shininess[i] = material.shininess;
    m.mat_reflectance[i] = material.reflectance;
    m.mat_metallic[i] = material.metallic;
    m.mat_roughness[i] = material.roughness;
    put(m.mat_rgba, i, material.rgba);
  }
}

}  // namespace thew::compile
