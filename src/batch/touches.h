#pragma once

// Which worlds should share lanes. Lanes do the work of all contacts of theirs together, so a group
// of worlds costs as much as all that touches in any of them.

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace thew::batch {

/// What touches in a world, roughly: a bit for the first, second, ... contact of each pair of
/// geoms.
struct Touches {
  static constexpr unsigned kBits = 128;
  std::array<std::uint64_t, kBits / 64> word = {};

  void add(int geom1, int geom2, int number) {
    auto hash =
        static_cast<unsigned>(geom1) * 0x9e3779b1u ^ static_cast<unsigned>(geom2) * 0x85ebca77u;
    hash = (hash ^ hash >> 15) * 0xc2b2ae3du + static_cast<unsigned>(number) * 0x27d4eb2fu;
    const unsigned bit = (hash >> 16) % kBits;
    word[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  int count() const { return std::popcount(word[0]) + std::popcount(word[1]); }

  friend Touches operator|(const Touches& a, const Touches& b) {
    return {{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
  }
  friend auto operator<=>(const Touches&, const Touches&) = default;
};

/// Orders worlds so that each group of `lanes` that follow one another has little that touches:
/// worlds that are the same, and to each that remains those which add the least to it. `rest` is
/// memory for it.
void put_alike_together(std::span<std::int64_t> worlds, std::span<const Touches> touches, int lanes,
                        std::vector<std::int64_t>& rest);

}  // namespace thew::batch
