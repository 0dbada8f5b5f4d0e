#include "io/image/png.h"

#include <cstdlib>
#include <lodepng.h>
#include <memory>
#include <string>

#include "base/cache.h"
#include "base/fault.h"
#include "base/limits.h"

namespace thew::io::image {

namespace {

class State {
 public:
  State() { lodepng_state_init(&state_); }
  ~State() { lodepng_state_cleanup(&state_); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  LodePNGState* operator->() { return &state_; }
  LodePNGState* get() { return &state_; }

 private:
  LodePNGState state_;
};

void check(unsigned error) {
  if (error != 0)
    throw base::Fault{std::string("not a good PNG image: ") + lodepng_error_text(error)};
}

LodePNGColorType colour_type(int channels) {
  switch (channels) {
    case 1:
      return LCT_GREY;
    case 3:
      return LCT_RGB;
    case 4:
      return LCT_RGBA;
    default:
      throw base::Fault{"an image has 1, 3 or 4 channels, not " + std::to_string(channels)};
  }
}

void check_pixels(std::int64_t width, std::int64_t height, std::int64_t most) {
  base::check_limit(
      width * height, most, "pixels",
      "the image has " + std::to_string(width) + " by " + std::to_string(height) + " pixels");
}

Image decode(std::string_view bytes, int channels, std::int64_t most) {
  if (bytes.empty()) throw base::Fault{"the file is empty"};
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  State state;
  state->info_raw.colortype = colour_type(channels);
  state->info_raw.bitdepth = 8;
  unsigned width = 0, height = 0;
  check(lodepng_inspect(&width, &height, state.get(), data, bytes.size()));
  check_pixels(width, height, most);
  // What is compressed may not hold more than 16 bits in four channels, and a byte per line of each
  // of the seven interlaced images.
  state->decoder.zlibsettings.max_output_size =
      std::size_t{8} * width * height + std::size_t{7} * height + 64;
  state->decoder.read_text_chunks = 0;
  unsigned char* decoded = nullptr;
  const unsigned error = lodepng_decode(&decoded, &width, &height, state.get(), data, bytes.size());
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(decoded, &std::free);
  check(error);
  const std::size_t size = std::size_t{width} * height * static_cast<std::size_t>(channels);
  return {static_cast<int>(width),
          static_cast<int>(height),
          channels,
          state->info_png.srgb_defined == 1,
          {decoded, decoded + size}};
}

}  // namespace

Image read_png(std::string_view bytes, int channels, std::int64_t most) {
  const base::Digest content = base::digest(bytes);
  const base::Digest key =
      base::digest("png" + std::to_string(channels) + std::string(base::bytes_of(content)));
  if (const auto known = base::asset_cache().find<Image>(key)) {
    check_pixels(known->width, known->height, most);
    return *known;
  }
  const auto made = std::make_shared<const Image>(decode(bytes, channels, most));
  base::asset_cache().put(key, made, sizeof *made + made->pixels.size());
  return *made;
}

}  // namespace thew::io::image
