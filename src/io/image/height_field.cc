#include "io/image/height_field.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/fault.h"
#include "base/limits.h"
#include "io/bytes.h"
#include "io/file_name.h"
#include "io/image/png.h"

namespace thew::io::image {

namespace {

Heights read_binary(std::string_view bytes, std::int64_t most) {
  constexpr std::int64_t kHeader = 2 * sizeof(std::int32_t);
  const auto size = static_cast<std::int64_t>(bytes.size());
  if (size < kHeader) throw base::Fault{"the file is too short for the number of rows and columns"};
  Heights heights;
  heights.nrow = take<std::int32_t>(bytes);
  heights.ncol = take<std::int32_t>(bytes);
  const std::int64_t count = std::int64_t{heights.nrow} * heights.ncol;
  if (heights.nrow < 0 || heights.ncol < 0 || size / 4 < count || size != kHeader + 4 * count) {
    throw base::Fault{"the size of the file does not fit " + std::to_string(heights.nrow) +
                      " rows and " + std::to_string(heights.ncol) + " columns"};
  }
  base::check_limit(count, most, "pixels", "there are " + std::to_string(count) + " heights");
  heights.elevation.resize(static_cast<std::size_t>(count));
  for (float& height : heights.elevation) {
    height = take<float>(bytes);
    if (!std::isfinite(height)) throw base::Fault{"a height is not finite"};
  }
  return heights;
}

Heights read_image(std::string_view bytes, std::int64_t most) {
  const Image image = read_png(bytes, 1, most);
  Heights heights{image.height, image.width, {image.pixels.begin(), image.pixels.end()}};
  flip_rows(heights.elevation, heights.ncol);
  return heights;
}

}  // namespace

void flip_rows(std::vector<float>& elevation, int ncol) {
  std::reverse(elevation.begin(), elevation.end());
  for (auto row = elevation.begin(); row != elevation.end(); row += ncol) {
    std::reverse(row, row + ncol);
  }
}

Heights read_heights(std::string_view bytes, std::string_view file, std::string_view content_type,
                     std::int64_t most) {
  std::string type(content_type);
  if (type.empty() && extension(file) == ".png") type = "image/png";
  if (!type.empty() && type != "image/png" && type != "image/vnd.mujoco.hfield") {
    throw base::Fault{"unknown format of height fields: \"" + type + "\"",
                      "image/png or image/vnd.mujoco.hfield"};
  }
  Heights heights = type == "image/png" ? read_image(bytes, most) : read_binary(bytes, most);
  if (heights.nrow < 2 || heights.ncol < 2) {
    throw base::Fault{"a height field has at least 2 rows and 2 columns"};
  }
  return heights;
}

}  // namespace thew::io::image
