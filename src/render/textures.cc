// Textures of a model: images, and cubes of one image for all sides or of six.
#include "render/assets.h"

namespace thew::render {

void Assets::upload_texture(const Model& model, int id) {
  Texture& texture = textures[static_cast<std::size_t>(id)];
  texture.type = static_cast<TextureType>(model.tex_type[id]);
  const int channels = model.tex_nchannel[id];
  if (channels < 3 || model.tex_width[id] <= 0 || model.tex_height[id] <= 0) return;
  if (texture.name == 0) gl_.GenTextures(1, &texture.name);
  gl_.PixelStorei(gl::kUnpackAlignment, 1);
  gl_.ActiveTexture(gl::kTexture0);
  const GLenum format = channels == 3 ? gl::kRgb : gl::kRgba;
  if (texture.type == TextureType::Type2D) {
    upload_flat(model, id, format);
  } else {
    upload_cube(model, id, format);
  }
}

void Assets::upload_flat(const Model& model, int id, GLenum format) {
  const bool srgb = model.tex_colorspace[id] == static_cast<int>(ColorSpace::Srgb);
  const GLenum kept =
      format == gl::kRgb ? (srgb ? gl::kSrgb8 : gl::kRgb8) : (srgb ? gl::kSrgb8Alpha8 : gl::kRgba8);
  gl_.BindTexture(gl::kTexture2d, textures[static_cast<std::size_t>(id)].name);
  gl_.TexParameteri(gl::kTexture2d, gl::kTextureWrapS, gl::kRepeat);
  gl_.TexParameteri(gl::kTexture2d, gl::kTextureWrapT, gl::kRepeat);
  gl_.TexParameteri(gl::kTexture2d, gl::kTextureMagFilter, gl::kLinear);
  gl_.TexParameteri(gl::kTexture2d, gl::kTextureMinFilter, gl::kLinearMipmapLinear);
  gl_.TexImage2D(gl::kTexture2d, 0, static_cast<GLint>(kept), model.tex_width[id],
                 model.tex_height[id], 0, format, gl::kUnsignedByte,
                 model.tex_data.data() + model.tex_adr[id]);
  gl_.GenerateMipmap(gl::kTexture2d);
}

void Assets::upload_cube(const Model& model, int id, GLenum format) {
  const int width = model.tex_width[id];
  const bool one_for_all = width == model.tex_height[id];
  if (!one_for_all && model.tex_height[id] < 6 * width) return;
  gl_.BindTexture(gl::kTextureCubeMap, textures[static_cast<std::size_t>(id)].name);
  for (const GLenum wrap : {gl::kTextureWrapS, gl::kTextureWrapT, gl::kTextureWrapR}) {
    gl_.TexParameteri(gl::kTextureCubeMap, wrap, gl::kClampToEdge);
  }
  gl_.TexParameteri(gl::kTextureCubeMap, gl::kTextureMagFilter, gl::kLinear);
  gl_.TexParameteri(gl::kTextureCubeMap, gl::kTextureMinFilter, gl::kLinearMipmapLinear);
  const std::int64_t side_bytes = std::int64_t{model.tex_nchannel[id]} * width * width;
  const std::uint8_t* pixels = model.tex_data.data() + model.tex_adr[id];
  for (GLenum side = 0; side < 6; ++side) {
    gl_.TexImage2D(gl::kTextureCubeMapPositiveX + side, 0,
                   static_cast<GLint>(format == gl::kRgb ? gl::kRgb8 : gl::kRgba8), width, width, 0,
                   format, gl::kUnsignedByte, pixels + (one_for_all ? 0 : side * side_bytes));
  }
  gl_.GenerateMipmap(gl::kTextureCubeMap);
}

}  // namespace thew::render
