#include "io/image/texture.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "base/fault.h"
#include "io/file_name.h"

namespace thew::io::image {

namespace {

using spec::Texture;
using Pixels = std::vector<std::uint8_t>;

constexpr std::string_view kSides = "RLUDFB";  // the order of a cube's sides, top to bottom
constexpr std::size_t kRgb = 3;

// Colours outside of [0, 1] wrap around, as the reference's do.
std::uint8_t byte(double brightness) {
  const double value = 255 * brightness;
  const bool fits = value > -2147483649.0 && value < 2147483648.0;
  return static_cast<std::uint8_t>(fits ? static_cast<std::int32_t>(value) : 0);
}

void flip(Image& image, bool horizontally, bool vertically) {
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  const auto channels = static_cast<std::size_t>(image.channels);
  const auto swap = [&](std::size_t a, std::size_t b) {
    auto* const p = image.pixels.data();
    std::swap_ranges(p + channels * a, p + channels * (a + 1), p + channels * b);
  };
  for (std::size_t r = 0; horizontally && r < height; ++r) {
    for (std::size_t c = 0; c < width / 2; ++c) swap(r * width + c, r * width + width - 1 - c);
  }
  for (std::size_t r = 0; vertically && r < height / 2; ++r) {
    for (std::size_t c = 0; c < width; ++c) swap(r * width + c, (height - 1 - r) * width + c);
  }
}

// A KTX file is kept as it is, a row of bytes: only renderers look into it.
Image read_ktx(Texture& texture, std::string_view bytes) {
  if (bytes.empty()) throw base::Fault{"the file is empty"};
  if (texture.type != TextureType::Type2D)
    throw base::Fault{"a cube or sky from files has 3 channels"};
  if (texture.hflip || texture.vflip) throw base::Fault{"KTX files cannot be flipped"};
  texture.nchannel = 1;
  return {static_cast<int>(bytes.size()), 1, 1, false, Pixels(bytes.begin(), bytes.end())};
}

Image read_pixels(Texture& texture, const std::string& file, const ReadFile& read,
                  std::int64_t most) {
  const std::string type = !texture.content_type.empty() ? texture.content_type : extension(file);
  const std::string bytes = read(file);
  if (type == ".ktx" || type == "image/ktx") return read_ktx(texture, bytes);
  if (type != ".png" && type != "image/png") {
    throw base::Fault{"unknown format of textures: \"" + type + "\"",
                      "textures are .png or .ktx files"};
  }
  Image image = read_png(bytes, texture.nchannel, most);
  flip(image, texture.hflip, texture.vflip);
  return image;
}

Image read_image(Texture& texture, const std::string& file, const ReadFile& read,
                 std::int64_t most) {
  Image image = read_pixels(texture, file, read, most);
  if (texture.colorspace == ColorSpace::Auto) {
    texture.colorspace = image.is_srgb ? ColorSpace::Srgb : ColorSpace::Linear;
  }
  return image;
}

// Six squares below one another; sides that nobody fills have the first colour.
class Cube {
 public:
  Cube(const Texture& texture, int width)
      : width_(static_cast<std::size_t>(width)), pixels_(6 * side_bytes()) {
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
      pixels_[i] = byte(texture.rgb1[i % kRgb]);
    }
  }

  // Copies a square of an image, given its upper left corner.
  void fill(std::size_t side, const Image& image, std::size_t row, std::size_t column) {
    const auto stride = kRgb * static_cast<std::size_t>(image.width);
    for (std::size_t r = 0; r < width_; ++r) {
      const auto* const from = image.pixels.data() + stride * (row + r) + kRgb * column;
      std::copy_n(from, kRgb * width_, pixels_.data() + side_bytes() * side + kRgb * width_ * r);
    }
  }

  void give(Texture& texture) && {
    texture.width = static_cast<int>(width_);
    texture.height = static_cast<int>(6 * width_);
    texture.pixels = std::make_shared<const Pixels>(std::move(pixels_));
  }

 private:
  std::size_t side_bytes() const { return kRgb * width_ * width_; }

  std::size_t width_;
  Pixels pixels_;
};

void load_whole(Texture& texture, Image image) {
  texture.width = image.width;
  texture.height = image.height;
  texture.pixels = std::make_shared<const Pixels>(std::move(image.pixels));
}

void load_grid(Texture& texture, Image image) {
  const auto [rows, columns] = texture.gridsize;
  if (rows < 1 || columns < 1 || rows > 12 || columns > 12 || rows * columns > 12) {
    throw base::Fault{"gridsize must have 1 to 12 cells"};
  }
  const int width = image.width / columns;
  if (image.width % columns != 0 || image.height % rows != 0 || width != image.height / rows) {
    throw base::Fault{"the image cannot be divided into " + std::to_string(rows) + " by " +
                      std::to_string(columns) + " squares"};
  }
  if (rows == 1 && columns == 1) return load_whole(texture, std::move(image));
  Cube cube(texture, width);
  const auto cells = static_cast<std::size_t>(rows * columns);
  for (std::size_t i = 0; i < std::min(cells, texture.gridlayout.size()); ++i) {
    if (texture.gridlayout[i] == '.') continue;
    const std::size_t side = kSides.find(texture.gridlayout[i]);
    if (side == std::string_view::npos)
      throw base::Fault{"gridlayout has letters other than .RLUDFB"};
    const auto n = static_cast<std::size_t>(columns), w = static_cast<std::size_t>(width);
    cube.fill(side, image, i / n * w, i % n * w);
  }
  std::move(cube).give(texture);
}

void load_sides(Texture& texture, const ReadFile& read, std::int64_t most) {
  std::unique_ptr<Cube> cube;
  int width = 0;
  for (std::size_t side = 0; side < texture.cubefiles.size(); ++side) {
    const std::string& file = texture.cubefiles[side];
    if (file.empty()) continue;
    const Image image = read_image(texture, file, read, most);
    if (image.width != image.height) throw base::Fault{"the side of a cube must be square"};
    if (cube == nullptr) {
      width = image.width;
      cube = std::make_unique<Cube>(texture, width);
    }
    if (image.width != width) throw base::Fault{"the sides of a cube must have the same size"};
    cube->fill(side, image, 0, 0);
  }
  std::move(*cube).give(texture);
}

// Why the pixels must be in the model; null where the file says it all.
const char* why_embedded(const Texture& texture) {
  const auto& sides = texture.cubefiles;
  if (texture.builtin != TextureBuiltin::None) return "it is built in";
  if (std::any_of(sides.begin(), sides.end(), [](const auto& side) { return !side.empty(); })) {
    return "it has a file for each side";
  }
  if (texture.file.empty()) return "it has no file";
  if (texture.hflip || texture.vflip) return "it is flipped";
  return texture.gridsize[0] > 1 || texture.gridsize[1] > 1 ? "it is a grid" : nullptr;
}

}  // namespace

bool is_by_reference(const Texture& texture, const spec::Compiler& rules) {
  if (why_embedded(texture) != nullptr) return false;
  if (texture.embed != Embed::Auto) return texture.embed == Embed::False;
  return rules.passthrough == Passthrough::Textures;
}

void load_texture(Texture& texture, const ReadFile& read, std::int64_t most) {
  const char* const made = why_embedded(texture);
  if (texture.embed == Embed::False && made != nullptr) {
    throw base::Fault{std::string("embed cannot be false: ") + made};
  }
  if (texture.builtin != TextureBuiltin::None) return;
  const bool flat = texture.type == TextureType::Type2D;
  const bool has_side = std::any_of(texture.cubefiles.begin(), texture.cubefiles.end(),
                                    [](const std::string& file) { return !file.empty(); });
  if (texture.file.empty() && (flat || !has_side)) {
    throw base::Fault{flat ? "a flat texture needs a file or builtin"
                           : "a cube or sky needs a file, files of its sides or builtin"};
  }
  if (!flat && texture.nchannel != static_cast<int>(kRgb)) {
    throw base::Fault{"a cube or sky from files has 3 channels"};
  }
  if (texture.file.empty()) return load_sides(texture, read, most);
  Image image = read_image(texture, texture.file, read, most);
  return flat ? load_whole(texture, std::move(image)) : load_grid(texture, std::move(image));
}

void stand_in(Texture& texture) {
  texture.nchannel = static_cast<int>(kRgb);
  if (texture.colorspace == ColorSpace::Auto) texture.colorspace = ColorSpace::Linear;
  if (texture.type != TextureType::Type2D) return Cube(texture, 1).give(texture);
  Pixels pixel(kRgb);
  for (std::size_t i = 0; i < kRgb; ++i) pixel[i] = byte(texture.rgb1[i]);
  load_whole(texture, {1, 1, texture.nchannel, false, std::move(pixel)});
}

}  // namespace thew::io::image
