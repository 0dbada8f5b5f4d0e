#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace thew {

/// How much a model may ask for. One that asks for more is refused with the name of the limit.
struct Limits {
  std::int64_t elements = 500'000;  ///< a few lines of `replicate` could ask for billions
  std::int64_t nesting = 500;       ///< levels of elements within one another, or links in a chain
  std::int64_t includes = 10'000;   ///< files that are included, each time that they are
  std::int64_t file_bytes = std::int64_t{1} << 30;   ///< of one file
  std::int64_t asset_bytes = std::int64_t{4} << 30;  ///< of meshes and images together, as read
  std::int64_t pixels = std::int64_t{1} << 26;       ///< of one image, or heights of one field
  std::int64_t faces = 100'000'000;                  ///< of one mesh
  std::int64_t points = 10'000'000;  ///< of one built-in mesh, flexcomp or grid of touch
  std::int64_t numbers = std::int64_t{1} << 20;  ///< a size asks for: user numbers, keyframes...
};

/// The limit of this name, or null.
std::int64_t* find_limit(Limits& limits, std::string_view name);

/// The names of all limits, separated by commas.
std::string limit_names();

}  // namespace thew
