#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <thew/load.h>

namespace thew::io::image {

/// Pixels row by row from the top, `channels` bytes each.
struct Image {
  int width = 0, height = 0;
  int channels = 0;
  bool is_srgb = false;  ///< whether the file says so
  std::vector<std::uint8_t> pixels;
};

/// Decodes a PNG file into 1 (grey), 3 (red, green, blue) or 4 (and alpha) channels of 8 bits, as
/// lodepng converts: deeper channels lose their low bits, the grey of a colour is its red. Images
/// of more pixels than Limits::pixels are refused before they are decoded. Throws Fault.
Image read_png(std::string_view bytes, int channels, std::int64_t most = Limits{}.pixels);

}  // namespace thew::io::image
