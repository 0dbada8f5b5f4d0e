#pragma once

// Zip archives, in which people hand on a model with its meshes and images.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thew::io {

/// A file of an archive.
struct ZipEntry {
  std::string name;  ///< with its folders, separated by "/"
  std::string content;
};

/// Whether this is an archive, by its first bytes.
bool is_zip(std::string_view bytes);

/// All files of an archive, in its order. Throws Fault where they are damaged, encrypted, packed in
/// another way than people do, or have more than `most_bytes` together (Limits::asset_bytes).
std::vector<ZipEntry> read_zip(std::string_view bytes, std::int64_t most_bytes);

}  // namespace thew::io
