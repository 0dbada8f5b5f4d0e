#include "io/mesh/stl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
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

// Numbers of corners by their bits, in the order of first appearance. Where a corner is looked for
// depends on a number that is drawn once for the process, so that no file can be made slow.
class CornerTable {
 public:
  explicit CornerTable(std::size_t corners)
      : slots_(std::bit_ceil(2 * corners), kEmpty), shift_(64 - std::countr_zero(slots_.size())) {}

  /// The number of this corner, which is appended to the others where it is new.
  int add(const Corner& corner, std::vector<Corner>& others) {
    for (std::size_t i = first_slot(corner);; i = (i + 1) % slots_.size()) {
      if (slots_[i] == kEmpty) {
        slots_[i] = static_cast<int>(others.size());
        others.push_back(corner);
        return slots_[i];
      }
      if (std::memcmp(&others[static_cast<std::size_t>(slots_[i])], &corner, sizeof corner) == 0) {
        return slots_[i];
      }
    }
  }

 private:
  static constexpr int kEmpty = -1;

  std::size_t first_slot(const Corner& corner) const {
    static const std::uint64_t kKey = (std::uint64_t{std::random_device{}()} << 32 | 1) ^
                                      std::uint64_t{std::random_device{}()} << 1;
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
    const auto bits = std::bit_cast<std::array<std::uint32_t, 3>>(corner);
    std::uint64_t h = ((std::uint64_t{bits[0]} << 32 | bits[1]) ^ kKey) * kFactor;
    h = ((h ^ h >> 32) + bits[2]) * (kKey | 1);
    return (h ^ h >> 29) * kFactor >> shift_;
  }

  std::vector<int> slots_;
  int shift_;
};

// Equal bits get one number.
spec::MeshData merge(const std::vector<Corner>& corners) {
  CornerTable table(corners.size());
  std::vector<Corner> different;
  spec::MeshData data;
  data.face.reserve(corners.size());
  for (const Corner& corner : corners) data.face.push_back(table.add(corner, different));
  data.vertex.reserve(3 * different.size());
  for (const Corner& corner : different) {
    data.vertex.insert(data.vertex.end(), corner.begin(), corner.end());
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
  if (bytes.size() < kHeader + sizeof(std::uint32_t)) {
    // In MuJoCo's words, by which people look for help.
    throw base::Fault{"stl_decoder: invalid header", "a binary STL file has at least 84 bytes"};
  }
  throw base::Fault{"the size of the file does not fit its number of triangles",
                    "a binary STL file has 84 bytes and 50 more for each triangle"};
}

}  // namespace thew::io::mesh
