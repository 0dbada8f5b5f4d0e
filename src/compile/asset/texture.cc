// Built-in textures: gradient, checker or flat colour, and marks on top. A cube's six faces lie
// below one another in the order right, left, up, down, front, back.

#include <algorithm>
#include <random>

#include "compile/stages.h"
#include "math/functions.h"

namespace thew::compile {

namespace {

// A part of a colour as a byte. Beyond 1 it wraps around as the reference's does, and where not
// even an integer holds it, it is 0.
std::uint8_t to_byte(double part) {
  const double value = 255 * part;
  const bool fits = value > -2147483649.0 && value < 2147483648.0;
  return static_cast<std::uint8_t>(fits ? static_cast<std::int32_t>(value) : 0);
}

struct Image {
  std::uint8_t* pixels;
  int width, height;
  int channels;

  void set(int row, int column, const Vec3& rgb) {
    std::uint8_t* p = pixels + channels * (std::ptrdiff_t{row} * width + column);
    for (int k = 0; k < std::min(channels, 3); ++k) p[k] = to_byte(rgb[k]);
  }
};

// Between two colours, with a sigmoid of a position between -1 (b) and 1 (a).
Vec3 blend(const Vec3& a, const Vec3& b, double position) {
  const double sigmoid = position / std::sqrt(1 + position * position) / (1.0 / std::sqrt(2));
  const double alpha = std::clamp(0.5 * (1 + sigmoid), 0.0, 1.0);
  return alpha * a + (1 - alpha) * b;
}

enum Face { kRight, kLeft, kUp, kDown, kFront, kBack, kFlat };

Vec3 gradient(const Texture& texture, Face face, double x, double y) {
  if (face == kFlat) return blend(texture.rgb2, texture.rgb1, 2 * std::sqrt(x * x + y * y) - 1);
  // By elevation over the horizon, in units of a right angle.
  const double away = std::sqrt(1 + x * x + y * y);
  const double side = math::asin(y / away) / (0.5 * kPi);
  const double up = 1 - math::acos(1 / away) / (0.5 * kPi);
  const double elevation = face == kUp ? up : face == kDown ? -up : side;
  return blend(texture.rgb1, texture.rgb2, elevation);
}

Vec3 colour(const Texture& texture, Face face, const Image& image, int row, int column) {
  switch (texture.builtin) {
    case TextureBuiltin::Gradient:
      return gradient(texture, face, 2 * column / (image.width - 1.0) - 1,
                      1 - 2 * row / (image.height - 1.0));
    case TextureBuiltin::Checker: {
      const bool first = (row < image.height / 2) == (column < image.width / 2);
      const bool swapped = face == kFront || face == kBack;
      return first != swapped ? texture.rgb1 : texture.rgb2;
    }
    default:
      return face == kDown ? texture.rgb2 : texture.rgb1;
  }
}

bool is_marked(TextureMark mark, const Image& image, int row, int column) {
  if (mark == TextureMark::Edge) {
    return row == 0 || column == 0 || row == image.height - 1 || column == image.width - 1;
  }
  return mark == TextureMark::Cross && (row == image.height / 2 || column == image.width / 2);
}

void draw_face(const Texture& texture, Face face, Image image) {
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const bool marked = is_marked(texture.mark, image, row, column);
      image.set(row, column, marked ? texture.markrgb : colour(texture, face, image, row, column));
    }
  }
}

// Dots in the same places as the reference has them: same generator, same seed.
void draw_dots(const Texture& texture, Image image) {
  std::mt19937_64 generator(42);
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const double chance = static_cast<double>(generator()) * 0x1p-64;
      if (chance < texture.random) image.set(row, column, texture.markrgb);
    }
  }
}

}  // namespace

void draw_texture(const Texture& texture, std::uint8_t* pixels) {
  const bool flat = texture.type == TextureType::Type2D;
  const int rows = flat ? texture.height : texture.width;
  const std::ptrdiff_t bytes = std::ptrdiff_t{texture.nchannel} * texture.width * rows;
  const int faces = flat ? 1 : 6;
  for (int f = 0; f < faces; ++f) {
    draw_face(texture, flat ? kFlat : static_cast<Face>(f),
              {pixels + f * bytes, texture.width, rows, texture.nchannel});
  }
  if (texture.mark == TextureMark::Random && texture.random > 0) {
    draw_dots(texture, {pixels, texture.width, faces * rows, texture.nchannel});
  }
}

}  // namespace thew::compile
