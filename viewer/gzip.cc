#include "gzip.h"

#include <cstdint>
#include <cstdlib>
#include <lodepng.h>
#include <memory>
#include <stdexcept>

#include "bytes.h"

namespace thew::viewer {

namespace {

// What lodepng allocates.
using Block = std::unique_ptr<unsigned char, decltype(&std::free)>;

const unsigned char* octets(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::string gzip(std::string_view bytes) {
  unsigned char* out = nullptr;
  std::size_t size = 0;
  LodePNGCompressSettings settings = lodepng_default_compress_settings;
  settings.windowsize = 8192;
  const unsigned failed = lodepng_deflate(&out, &size, octets(bytes), bytes.size(), &settings);
  const Block block(out, &std::free);
  if (failed != 0) throw std::runtime_error("there is not enough memory to pack it");
  Writer packed;
  packed.put_text(std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10));
  packed.put_text({reinterpret_cast<const char*>(out), size});
  packed.put<std::uint32_t>(lodepng_crc32(octets(bytes), bytes.size()));
  packed.put(static_cast<std::uint32_t>(bytes.size()));
  return packed.take();
}

std::string gunzip(std::string_view packed) {
  constexpr std::size_t kHead = 10, kTail = 8;
  const bool plain =
      packed.size() > kHead + kTail && packed.starts_with("\x1f\x8b\x08") && packed[3] == 0;
  if (!plain) throw std::runtime_error("the bytes are no gzip");
  const std::string_view middle = packed.substr(kHead, packed.size() - kHead - kTail);
  unsigned char* out = nullptr;
  std::size_t size = 0;
  const unsigned failed = lodepng_inflate(&out, &size, octets(middle), middle.size(),
                                          &lodepng_default_decompress_settings);
  const Block block(out, &std::free);
  if (failed != 0) throw std::runtime_error("the bytes are no gzip");
  return {reinterpret_cast<const char*>(out), size};
}

std::string base64(std::string_view bytes) {
  constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kLetters[group >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

}  // namespace thew::viewer
