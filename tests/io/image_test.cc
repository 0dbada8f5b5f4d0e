// PNG images, height fields and textures from files: what they give, and what is refused.

#include <cstdint>
#include <cstring>
#include <limits>
#include <lodepng.h>

#include <gtest/gtest.h>

#include "base/fault.h"
#include "io/image/height_field.h"
#include "io/image/png.h"
#include "io/image/texture.h"

namespace thew::io::image {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A PNG file with just these pixels.
std::string png(const Bytes& pixels, unsigned width, unsigned height, LodePNGColorType type,
                unsigned depth = 8, const Bytes& palette = {}) {
  lodepng::State state;
  state.encoder.auto_convert = 0;
  for (LodePNGColorMode* const mode : {&state.info_raw, &state.info_png.color}) {
    mode->colortype = type;
    mode->bitdepth = depth;
    for (std::size_t i = 0; i + 2 < palette.size(); i += 3) {
      lodepng_palette_add(mode, palette[i], palette[i + 1], palette[i + 2], 255);
    }
  }
  Bytes file;
  EXPECT_EQ(lodepng::encode(file, pixels, width, height, state), 0u);
  return {file.begin(), file.end()};
}

// Writes other sizes into the header, with a good checksum.
std::string resized(std::string file, std::uint32_t width, std::uint32_t height) {
  const auto put = [&](std::size_t at, std::uint32_t value) {
    for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<char>(value >> (24 - 8 * i));
  };
  put(16, width);
  put(20, height);
  put(29, lodepng_crc32(reinterpret_cast<const unsigned char*>(file.data()) + 12, 17));
  return file;
}

template <class Read>
base::Fault refused(Read read) {
  try {
    read();
  } catch (const base::Fault& fault) {
    return fault;
  }
  ADD_FAILURE() << "accepted";
  return {"accepted"};
}

#define EXPECT_FAULT(expression, part)                                 \
  do {                                                                 \
    const base::Fault fault = refused([&] { (void)(expression); });    \
    EXPECT_NE(fault.what.find(part), std::string::npos) << fault.what; \
  } while (false)

const Bytes kColours = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
std::string colours() {
  return png(kColours, 2, 2, LCT_RGB);
}

TEST(Png, ChannelsAreConverted) {
  EXPECT_EQ(read_png(colours(), 3).pixels, kColours);
  EXPECT_EQ(read_png(colours(), 1).pixels, (Bytes{1, 4, 7, 10}));  // the red
  EXPECT_EQ(read_png(colours(), 4).pixels,
            (Bytes{1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255}));
  EXPECT_FAULT(read_png(colours(), 2), "channels");
}

TEST(Png, SixteenBitsLoseTheLowOnes) {
  EXPECT_EQ(read_png(png({0, 200, 3, 232}, 2, 1, LCT_GREY, 16), 1).pixels, (Bytes{0, 3}));
}

TEST(Png, PaletteGreyAndBits) {
  const Bytes palette = {0, 0, 0, 100, 150, 200, 255, 255, 255};
  EXPECT_EQ(read_png(png({0, 1, 2, 0}, 2, 2, LCT_PALETTE, 8, palette), 1).pixels,
            (Bytes{0, 100, 255, 0}));
  EXPECT_EQ(read_png(png({0b10000000}, 2, 1, LCT_GREY, 1), 1).pixels, (Bytes{255, 0}));
  EXPECT_EQ(read_png(png({9, 0, 7, 255}, 2, 1, LCT_GREY_ALPHA), 1).pixels, (Bytes{9, 7}));
}

TEST(Png, BadFilesAreRefused) {
  EXPECT_FAULT(read_png("", 3), "empty");
  EXPECT_FAULT(read_png("hello", 3), "PNG");
  EXPECT_FAULT(read_png("this is not an image, though it is long enough for one", 3), "PNG");
  for (std::size_t size = 8; size < colours().size(); ++size) {
    refused([&] { read_png(colours().substr(0, size), 3); });
  }
}

TEST(Png, BadChecksumIsRefused) {
  std::string file = colours();
  file[file.find("IDAT") + 7] ^= 1;
  EXPECT_FAULT(read_png(file, 3), "PNG");
  file = colours();
  file[30] ^= 1;
  EXPECT_FAULT(read_png(file, 3), "PNG");
}

TEST(Png, DecompressionBombIsRefused) {
  EXPECT_FAULT(read_png(resized(colours(), 100'000, 100'000), 3), "100000 by 100000 pixels");
  EXPECT_FAULT(read_png(resized(colours(), 0x7fffffff, 0x7fffffff), 3), "pixels");
  EXPECT_FAULT(read_png(resized(colours(), 0, 2), 3), "PNG");
  // Few pixels, but a stream that goes on: a white image of 4000 by 4000 under another header.
  const std::string large = png(Bytes(16'000'000, 255), 4000, 4000, LCT_GREY);
  EXPECT_LT(large.size(), 100'000u);
  EXPECT_FAULT(read_png(resized(large, 2, 2), 1), "PNG");
}

TEST(HeightField, ImagesAreFlipped) {
  const Heights heights = read_heights(png({0, 128, 255, 10, 20, 30}, 3, 2, LCT_GREY), "h.PNG", "");
  EXPECT_EQ(heights.nrow, 2);
  EXPECT_EQ(heights.ncol, 3);
  EXPECT_EQ(heights.elevation, (std::vector<float>{10, 20, 30, 0, 128, 255}));
}

std::string binary(std::int32_t rows, std::int32_t columns, const std::vector<float>& heights) {
  std::string bytes(8 + 4 * heights.size(), '\0');
  std::memcpy(bytes.data(), &rows, 4);
  std::memcpy(bytes.data() + 4, &columns, 4);
  if (!heights.empty()) std::memcpy(bytes.data() + 8, heights.data(), 4 * heights.size());
  return bytes;
}

TEST(HeightField, BinaryStaysAsItIs) {
  const Heights heights = read_heights(binary(2, 3, {1, 2, 3, 4, 5, 6}), "h.bin", "");
  EXPECT_EQ(heights.nrow, 2);
  EXPECT_EQ(heights.ncol, 3);
  EXPECT_EQ(heights.elevation, (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST(HeightField, ContentTypeTellsTheFormat) {
  const std::string image = png({1, 2, 3, 4}, 2, 2, LCT_GREY);
  EXPECT_EQ(read_heights(image, "h.bin", "image/png").elevation, (std::vector<float>{3, 4, 1, 2}));
  EXPECT_EQ(read_heights(binary(2, 2, {1, 2, 3, 4}), "h.png", "image/vnd.mujoco.hfield").nrow, 2);
  EXPECT_FAULT(read_heights(image, "h.png", "image/jpeg"), "unknown format");
}

TEST(HeightField, FewerThanTwoRowsOrColumnsAreRefused) {
  EXPECT_FAULT(read_heights(png({5}, 1, 1, LCT_GREY), "h.png", ""), "at least 2");
  EXPECT_FAULT(read_heights(png({5, 6}, 2, 1, LCT_GREY), "h.png", ""), "at least 2");
  EXPECT_FAULT(read_heights(png({5, 6}, 1, 2, LCT_GREY), "h.png", ""), "at least 2");
  EXPECT_FAULT(read_heights(binary(1, 4, {1, 2, 3, 4}), "h", ""), "at least 2");
  EXPECT_FAULT(read_heights(binary(0, 0, {}), "h", ""), "at least 2");
}

TEST(HeightField, RowsTimesColumnsThatDoNotFitAreRefused) {
  const std::vector<float> four = {1, 2, 3, 4};
  EXPECT_FAULT(read_heights("", "h", ""), "too short");
  EXPECT_FAULT(read_heights(binary(2, 2, {1, 2, 3}), "h", ""), "does not fit");
  EXPECT_FAULT(read_heights(binary(-2, -2, four), "h", ""), "does not fit");
  EXPECT_FAULT(read_heights(binary(0x10000, 0x10000, four), "h", ""), "does not fit");
  EXPECT_FAULT(read_heights(binary(0x7fffffff, 0x7fffffff, four), "h", ""), "does not fit");
  EXPECT_FAULT(read_heights(binary(0x40000001, 4, four), "h", ""), "does not fit");
}

TEST(HeightField, HeightThatIsNoNumberIsRefused) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    EXPECT_FAULT(read_heights(binary(2, 2, {1, 2, bad, 4}), "h", ""), "not finite");
  }
}

// --- textures ---

struct Files {
  std::map<std::string, std::string> files;
  std::string operator()(const std::string& file) const { return files.at(file); }
};

spec::Texture texture(TextureType type, const std::string& file = "") {
  spec::Texture texture;
  texture.type = type;
  texture.file = file;
  return texture;
}

TEST(Texture, FlatIsTheImage) {
  spec::Texture flat = texture(TextureType::Type2D, "a.png");
  load_texture(flat, Files{{{"a.png", colours()}}});
  EXPECT_EQ(*flat.pixels, kColours);
  EXPECT_EQ(flat.width, 2);
  EXPECT_EQ(flat.height, 2);
  EXPECT_EQ(flat.colorspace, ColorSpace::Linear);
}

TEST(Texture, KtxFilesAreKeptAsTheyAre) {
  spec::Texture flat = texture(TextureType::Type2D, "a.ktx");
  flat.nchannel = 4;
  load_texture(flat, Files{{{"a.ktx", "\x01\x02\xff"}}});
  EXPECT_EQ(*flat.pixels, (Bytes{1, 2, 255}));
  EXPECT_EQ(flat.width, 3);
  EXPECT_EQ(flat.height, 1);
  EXPECT_EQ(flat.nchannel, 1);
  EXPECT_EQ(flat.colorspace, ColorSpace::Linear);
  flat.hflip = true;
  EXPECT_THROW(load_texture(flat, Files{{{"a.ktx", "x"}}}), base::Fault);
  spec::Texture cube = texture(TextureType::Cube, "a.ktx");
  EXPECT_THROW(load_texture(cube, Files{{{"a.ktx", "x"}}}), base::Fault);
  spec::Texture empty = texture(TextureType::Type2D, "a.ktx");
  EXPECT_THROW(load_texture(empty, Files{{{"a.ktx", ""}}}), base::Fault);
}

TEST(Texture, Flips) {
  spec::Texture flat = texture(TextureType::Type2D, "a.png");
  flat.hflip = true;
  load_texture(flat, Files{{{"a.png", colours()}}});
  EXPECT_EQ(*flat.pixels, (Bytes{4, 5, 6, 1, 2, 3, 10, 11, 12, 7, 8, 9}));
  flat.hflip = false;
  flat.vflip = true;
  load_texture(flat, Files{{{"a.png", colours()}}});
  EXPECT_EQ(*flat.pixels, (Bytes{7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6}));
}

TEST(Texture, OneImageForAllSidesStaysOne) {
  spec::Texture cube = texture(TextureType::Cube, "a.png");
  load_texture(cube, Files{{{"a.png", colours()}}});
  EXPECT_EQ(*cube.pixels, kColours);
  EXPECT_EQ(cube.height, 2);
}

TEST(Texture, GridOfSides) {
  Bytes pixels(36);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i);
  const Files files{{{"a.png", png(pixels, 4, 3, LCT_RGB)}}};
  spec::Texture cube = texture(TextureType::Cube, "a.png");
  cube.gridsize = {3, 4};
  cube.gridlayout = ".U..LFRB.D..";
  load_texture(cube, files);
  EXPECT_EQ(*cube.pixels,
            (Bytes{18, 19, 20, 12, 13, 14, 3, 4, 5, 27, 28, 29, 15, 16, 17, 21, 22, 23}));
  EXPECT_EQ(cube.width, 1);
  EXPECT_EQ(cube.height, 6);
  cube.gridlayout = ".....U......";
  cube.rgb1 = {1, 0.5, 0};
  load_texture(cube, files);
  EXPECT_EQ(*cube.pixels,
            (Bytes{255, 127, 0, 255, 127, 0, 15, 16, 17, 255, 127, 0, 255, 127, 0, 255, 127, 0}));
  cube.gridlayout = ".....X......";
  EXPECT_FAULT(load_texture(cube, files), ".RLUDFB");
  cube.gridsize = {2, 2};
  EXPECT_FAULT(load_texture(cube, files), "2 by 2 squares");
  cube.gridsize = {0x40000000, 4};
  EXPECT_FAULT(load_texture(cube, files), "1 to 12 cells");
}

TEST(Texture, ImagePerSide) {
  const Files files{{{"a.png", png({1, 2, 3}, 1, 1, LCT_RGB)},
                     {"b.png", png({4, 5, 6}, 1, 1, LCT_RGB)},
                     {"c.png", colours()},
                     {"d.png", png({1, 2, 3, 4, 5, 6}, 2, 1, LCT_RGB)}}};
  spec::Texture cube = texture(TextureType::Skybox);
  cube.cubefiles = {"a.png", "", "b.png", "", "", ""};
  load_texture(cube, files);
  EXPECT_EQ(*cube.pixels,
            (Bytes{1, 2, 3, 204, 204, 204, 4, 5, 6, 204, 204, 204, 204, 204, 204, 204, 204, 204}));
  cube.cubefiles[1] = "c.png";
  EXPECT_FAULT(load_texture(cube, files), "same size");
  cube.cubefiles[1] = "d.png";
  EXPECT_FAULT(load_texture(cube, files), "square");
}

TEST(Texture, WithoutSourceOrOfOtherFormatIsRefused) {
  const Files files{{{"a.png", colours()}, {"a.jpg", "x"}}};
  spec::Texture none = texture(TextureType::Cube);
  EXPECT_FAULT(load_texture(none, files), "needs a file");
  spec::Texture sides = texture(TextureType::Type2D);
  sides.cubefiles[0] = "a.png";
  EXPECT_FAULT(load_texture(sides, files), "needs a file");
  spec::Texture four = texture(TextureType::Cube, "a.png");
  four.nchannel = 4;
  EXPECT_FAULT(load_texture(four, files), "3 channels");
  spec::Texture jpeg = texture(TextureType::Type2D, "a.jpg");
  EXPECT_FAULT(load_texture(jpeg, files), "unknown format");
}

}  // namespace
}  // namespace thew::io::image
