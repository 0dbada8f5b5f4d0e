#include "io/mesh/stl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <string>

#include "base/fault.h"
#include "io/bytes.h"
#include "io/mesh/text.h"

namespace thew::io::mesh {

namespace {

using Corner = std::array<float, 3>;

constexpr std::size_t kHeader = 80;    // of any content
constexpr std::size_t kTriangle = 50;  // normal, three corners, two bytes of attributes
constexpr float kLargest = 1 << 30;    // larger coordinates come from files that are no STL

void check(const Corner& corner) {
  for (const float x : corner) {
    if (!std::isfinite(x)) throw base::Fault{"a vertex is not finite"};
    if (std::abs(x) > kLargest) throw base::Fault{"a vertex lies beyond 2^30"};
  }
}

// A corner's bits and where it stands.
struct Key {
  std::array<std::uint32_t, 3> bits;
  std::uint32_t place;
  auto operator<=>(const Key&) const = default;
};

// Equal bits get one number, in the order of first appearance. Sorting finds the equal ones, so
// that no input is slow.
spec::MeshData merge(const std::vector<Corner>& corners) {
  std::vector<Key> keys(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    keys[i] = {std::bit_cast<std::array<std::uint32_t, 3>>(corners[i]),
               static_cast<std::uint32_t>(i)};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> first(corners.size());
  std::uint32_t found = 0;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (k == 0 || keys[k].bits != keys[k - 1].bits) found = keys[k].place;
    first[keys[k].place] = found;
  }
  spec::MeshData data;
  data.face.reserve(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (first[i] != i) {
      data.face.push_back(data.face[first[i]]);
      continue;
    }
    data.face.push_back(static_cast<int>(data.vertex.size() / 3));
    data.vertex.insert(data.vertex.end(), corners[i].begin(), corners[i].end());
  }
  return data;
}

std::vector<Corner> read_binary(std::string_view bytes) {
  bytes.remove_prefix(kHeader + sizeof(std::uint32_t));
  const std::size_t count = bytes.size() / kTriangle;
  if (count == 0) throw base::Fault{"the STL file has no triangles"};
  std::vector<Corner> corners;
  corners.reserve(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view triangle = bytes.substr(kTriangle * i, kTriangle);
    triangle.remove_prefix(sizeof(Corner));
    for (int k = 0; k < 3; ++k) {
      corners.push_back(take<Corner>(triangle));
      check(corners.back());
    }
  }
  return corners;
}

// `facet normal x y z / outer loop / vertex x y z (three times) / endloop / endfacet`; only the
// vertices matter.
std::vector<Corner> read_text(std::string_view text) {
  std::vector<Corner> corners;
  std::size_t start = 0;  // of the facet's corners
  Lines lines(text);
  std::string_view line;
  try {
    while (lines.next(line)) {
      const std::string_view word = take_word(line);
      if (word == "facet") {
        start = corners.size();
      } else if (word == "endfacet" && corners.size() != start + 3) {
        throw base::Fault{"a facet has three vertices, this one has " +
                          std::to_string(corners.size() - start)};
      } else if (word == "vertex") {
        Corner& corner = corners.emplace_back();
        for (float& x : corner) x = to_coordinate(take_word(line));
        check(corner);
      }
    }
  } catch (base::Fault& fault) {
    fault.line = lines.number();
    throw;
  }
  if (corners.empty()) throw base::Fault{"the STL file has no triangles"};
  if (corners.size() % 3 != 0) throw base::Fault{"the last facet is not complete"};
  return corners;
}

// The size alone tells: headers of binary files may begin with "solid" as well.
bool is_binary(std::string_view bytes) {
  if (bytes.size() < kHeader + sizeof(std::uint32_t)) return false;
  std::string_view rest = bytes.substr(kHeader);
  const std::uint64_t count = take<std::uint32_t>(rest);
  return rest.size() == kTriangle * count;
}

}  // namespace

spec::MeshData read_stl(std::string_view bytes) {
  if (bytes.empty()) throw base::Fault{"the file is empty"};
  if (is_binary(bytes)) return merge(read_binary(bytes));
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && bytes.substr(start).starts_with("solid")) {
    return merge(read_text(bytes));
  }
  throw base::Fault{"the size of the file does not fit its number of triangles",
                    "a binary STL file has 84 bytes and 50 more for each triangle"};
}

}  // namespace thew::io::mesh
