#include "io/zip.h"

#include <cstdlib>
#include <lodepng.h>
#include <memory>

#include "base/fault.h"
#include "base/limits.h"
#include "io/bytes.h"

namespace thew::io {

namespace {

// The parts of an archive and their sizes without what varies in length. The list of files stands
// at the end; what stands before each file is there for tapes.
constexpr std::string_view kFile{"PK\x03\x04", 4}, kListed{"PK\x01\x02", 4}, kEnd{"PK\x05\x06", 4};
constexpr std::size_t kFileBytes = 30, kListedBytes = 46, kEndBytes = 22;
constexpr std::size_t kLongestComment = 0xffff;

enum Method : std::uint16_t { Stored = 0, Deflated = 8 };
constexpr std::uint16_t kEncrypted = 1;  // of the flags

[[noreturn]] void fail_damaged() {
  throw base::Fault{"the zip archive is damaged"};
}

// Bytes that must be there.
std::string_view part(std::string_view bytes, std::size_t start, std::size_t count) {
  if (start > bytes.size() || count > bytes.size() - start) fail_damaged();
  return bytes.substr(start, count);
}

template <class T>
T number(std::string_view record, std::size_t at) {
  std::string_view rest = part(record, at, sizeof(T));
  return take<T>(rest);
}

// A comment of any length may follow the record that tells where the list is.
std::string_view find_end(std::string_view bytes) {
  const std::size_t at = bytes.rfind(kEnd);
  const bool is_there = at != bytes.npos && bytes.size() - at >= kEndBytes &&
                        bytes.size() - at <= kEndBytes + kLongestComment;
  if (!is_there) fail_damaged();
  return bytes.substr(at);
}

std::string inflate(std::string_view packed, std::size_t size) {
  LodePNGDecompressSettings settings;
  lodepng_decompress_settings_init(&settings);
  settings.max_output_size = size;
  unsigned char* out = nullptr;
  std::size_t count = 0;
  const auto* const data = reinterpret_cast<const unsigned char*>(packed.data());
  const unsigned error = lodepng_inflate(&out, &count, data, packed.size(), &settings);
  const std::unique_ptr<unsigned char, decltype(&std::free)> owner(out, &std::free);
  if (error != 0 || count != size) fail_damaged();
  return {reinterpret_cast<const char*>(out), count};
}

// The content of one file, which its record in the list describes.
std::string content_of(std::string_view bytes, std::string_view listed) {
  const auto packed = number<std::uint32_t>(listed, 20), size = number<std::uint32_t>(listed, 24);
  const std::size_t start = number<std::uint32_t>(listed, 42);
  const std::string_view head = part(bytes, start, kFileBytes);
  if (!head.starts_with(kFile)) fail_damaged();
  const std::size_t names = number<std::uint16_t>(head, 26) + number<std::uint16_t>(head, 28);
  const std::string_view data = part(bytes, start + kFileBytes + names, packed);
  switch (number<std::uint16_t>(listed, 10)) {
    case Stored:
      if (packed != size) fail_damaged();
      return std::string(data);
    case Deflated:
      return size == 0 ? "" : inflate(data, size);
    default:
      throw base::Fault{"the zip archive is packed by a method other than deflate",
                        "make it again by `zip -r model.zip folder`"};
  }
}

}  // namespace

bool is_zip(std::string_view bytes) {
  return bytes.starts_with(kFile) || bytes.starts_with(kEnd);
}

std::vector<ZipEntry> read_zip(std::string_view bytes, std::int64_t most_bytes) {
  const std::string_view end = find_end(bytes);
  const int count = number<std::uint16_t>(end, 10);
  std::size_t at = number<std::uint32_t>(end, 16);
  std::vector<ZipEntry> entries;
  std::int64_t total = 0;
  for (int i = 0; i < count; ++i) {
    const std::string_view listed = part(bytes, at, kListedBytes);
    if (!listed.starts_with(kListed)) fail_damaged();
    const std::size_t name = number<std::uint16_t>(listed, 28);
    ZipEntry entry{std::string(part(bytes, at + kListedBytes, name)), ""};
    at +=
        kListedBytes + name + number<std::uint16_t>(listed, 30) + number<std::uint16_t>(listed, 32);
    if (entry.name.ends_with('/')) continue;  // a folder
    if (number<std::uint16_t>(listed, 8) & kEncrypted) {
      throw base::Fault{"\"" + entry.name + "\" in the zip archive is encrypted"};
    }
    total += number<std::uint32_t>(listed, 24);
    base::check_limit(total, most_bytes, "asset_bytes",
                      "the files of the archive have too many bytes");
    entry.content = content_of(bytes, listed);
    const auto* const data = reinterpret_cast<const unsigned char*>(entry.content.data());
    if (lodepng_crc32(data, entry.content.size()) != number<std::uint32_t>(listed, 16)) {
      throw base::Fault{"\"" + entry.name + "\" in the zip archive is damaged"};
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace thew::io
