// Any bytes as an image: they give pixels or heights in the number they announce, or are refused
// with a Fault.
//
//   fuzz_png -dict=tests/fuzz/png.dict <a working copy of tests/fuzz/corpus/png>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/fault.h"
#include "io/image/height_field.h"
#include "io/image/png.h"

namespace {

void try_image(std::string_view bytes, int channels) {
  try {
    const auto image = thew::io::image::read_png(bytes, channels);
    const auto count =
        static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    if (image.pixels.size() != count * static_cast<std::size_t>(channels)) std::abort();
  } catch (const thew::base::Fault&) {
    return;
  }
}

void try_heights(std::string_view bytes, std::string_view type) {
  try {
    const auto heights = thew::io::image::read_heights(bytes, "", type);
    const auto count =
        static_cast<std::size_t>(heights.nrow) * static_cast<std::size_t>(heights.ncol);
    if (heights.elevation.size() != count) std::abort();
  } catch (const thew::base::Fault&) {
    return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const int channels : {3, 4}) try_image(text, channels);
  try_heights(text, "image/png");
  try_heights(text, "image/vnd.mujoco.hfield");
  return 0;
}
