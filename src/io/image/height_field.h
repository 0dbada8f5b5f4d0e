#pragma once

#include <string_view>
#include <vector>

#include <thew/load.h>

namespace thew::io::image {

/// Heights row by row from the lowest y up, not scaled.
struct Heights {
  int nrow = 0, ncol = 0;
  std::vector<float> elevation;
};

/// Reads a height field from a PNG image (the brightness of its pixels) or from MuJoCo's binary
/// format (two integers, then the heights). `content_type` tells which, or else the extension of
/// the file name. More heights than Limits::pixels are refused. Throws Fault.
Heights read_heights(std::string_view bytes, std::string_view file, std::string_view content_type,
                     std::int64_t most = Limits{}.pixels);

/// Turns rows that start at the top into rows that start at the bottom.
void flip_rows(std::vector<float>& elevation, int ncol);

}  // namespace thew::io::image
