// Built-in textures: gradient, checker or flat colour, and marks on top. A cube's six faces lie
// below one another in the order right, left, up, down, front, back.

#include <algorithm>
#include <random>
#include <vector>

#include "compile/stages.h"
#include "math/functions.h"
#include "math/pack.h"

namespace thew::compile {

namespace {

using Four = math::Pack<double, 4>;  // pixels beside one another

// 255 times a part of a colour as a byte. Beyond that it wraps around as the reference's does, and
// where not even an integer holds it, it is 0.
std::uint8_t to_byte(double value) {
  const bool fits = value > -2147483649.0 && value < 2147483648.0;
  return static_cast<std::uint8_t>(fits ? static_cast<std::int32_t>(value) : 0);
}

struct Image {
  std::uint8_t* pixels;
  int width, height;
  int channels;

  void set(int row, int column, const Vec3& rgb) {
    std::uint8_t* p = pixels + channels * (std::ptrdiff_t{row} * width + column);
    for (int k = 0; k < std::min(channels, 3); ++k) p[k] = to_byte(255 * rgb[k]);
  }
};

enum Face { kRight, kLeft, kUp, kDown, kFront, kBack, kFlat };

// Where pixels are between the two colours, from -1 to 1: on a cube by their elevation over the
// horizon in units of a right angle, on a flat image by the distance from its centre. `xx` is the
// square of x.
Four position(Face face, const Four& xx, const Four& y) {
  if (face == kFlat) return Four(2) * sqrt(xx + y * y) - Four(1);
  const Four away = sqrt(Four(1) + xx + y * y), right_angle(0.5 * kPi);
  if (face != kUp && face != kDown) return math::asin(y / away) / right_angle;
  const Four up = Four(1) - math::acos(Four(1) / away) / right_angle;
  return face == kUp ? up : -up;
}

// The share of the first colour: a sigmoid of the position.
Four share(const Four& position) {
  const Four sigmoid = position / sqrt(Four(1) + position * position) / Four(1.0 / std::sqrt(2));
  const Four alpha = Four(0.5) * (Four(1) + sigmoid);
  return select(alpha < Four(0), Four(0), select(alpha > Four(1), Four(1), alpha));
}

void draw_gradient(const Texture& texture, Face face, Image image) {
  const Vec3& a = face == kFlat ? texture.rgb2 : texture.rgb1;
  const Vec3& b = face == kFlat ? texture.rgb1 : texture.rgb2;
  const int columns = (image.width + Four::lanes - 1) / Four::lanes * Four::lanes;
  std::vector<double> xx(columns), alpha(columns);
  for (int column = 0; column < columns; ++column) {
    const double x = 2 * column / (image.width - 1.0) - 1;
    xx[column] = x * x;
  }
  for (int row = 0; row < image.height; ++row) {
    const Four y(1 - 2 * row / (image.height - 1.0));
    for (int column = 0; column < columns; column += Four::lanes) {
      share(position(face, Four::load(&xx[column]), y)).store(&alpha[column]);
    }
    std::uint8_t* pixel = image.pixels + image.channels * (std::ptrdiff_t{row} * image.width);
    for (int column = 0; column < image.width; ++column, pixel += image.channels) {
      for (int k = 0; k < std::min(image.channels, 3); ++k) {
        pixel[k] = to_byte(255 * (alpha[column] * a[k] + (1 - alpha[column]) * b[k]));
      }
    }
  }
}

const Vec3& colour(const Texture& texture, Face face, const Image& image, int row, int column) {
  if (texture.builtin == TextureBuiltin::Checker) {
    const bool first = (row < image.height / 2) == (column < image.width / 2);
    const bool swapped = face == kFront || face == kBack;
    return first != swapped ? texture.rgb1 : texture.rgb2;
  }
  return face == kDown ? texture.rgb2 : texture.rgb1;
}

bool is_marked(TextureMark mark, const Image& image, int row, int column) {
  if (mark == TextureMark::Edge) {
    return row == 0 || column == 0 || row == image.height - 1 || column == image.width - 1;
  }
  return mark == TextureMark::Cross && (row == image.height / 2 || column == image.width / 2);
}

void draw_face(const Texture& texture, Face face, Image image) {
  const bool gradient = texture.builtin == TextureBuiltin::Gradient;
  if (gradient) draw_gradient(texture, face, image);
  if (gradient && texture.mark != TextureMark::Edge && texture.mark != TextureMark::Cross) return;
  for (int row = 0; row < image.height; ++row) {
    for (int column = 0; column < image.width; ++column) {
      const bool marked = is_marked(texture.mark, image, row, column);
      if (marked) image.set(row, column, texture.markrgb);
      if (!marked && !gradient) {
        image.set(row, column, colour(texture, face, image, row, column));
      }
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
  const bool gradient = texture.builtin == TextureBuiltin::Gradient;
  for (int f = 0; f < faces; ++f) {
    if (gradient && f != kRight && f != kUp && f != kDown) {
      std::copy_n(pixels, bytes, pixels + f * bytes);  // sides look the same
      continue;
    }
    draw_face(texture, flat ? kFlat : static_cast<Face>(f),
              {pixels + f * bytes, texture.width, rows, texture.nchannel});
  }
  if (texture.mark == TextureMark::Random && texture.random > 0) {
    draw_dots(texture, {pixels, texture.width, faces * rows, texture.nchannel});
  }
}

}  // namespace thew::compile
