#include "bytes.h"

namespace thew::viewer {

std::string content_hash(std::string_view bytes) {
  // Two FNV-1a hashes of words, from different beginnings.
  std::uint64_t hash[2] = {0xcbf29ce484222325u, 0x9e3779b97f4a7c15u};
  std::size_t i = 0;
  const auto mix = [&](std::uint64_t word) {
    for (std::uint64_t& h : hash) {
      h = (h ^ word) * 0x100000001b3u;
      h ^= h >> 29;
    }
  };
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    mix(word);
  }
  for (; i < bytes.size(); ++i) mix(static_cast<unsigned char>(bytes[i]));
  mix(bytes.size());
  std::string text;
  for (const std::uint64_t h : hash) {
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(h >> shift) & 15];
  }
  return text;
}

}  // namespace thew::viewer
