#include "io/archive.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/fault.h"
#include "io/file_name.h"
#include "io/zip.h"

namespace thew::io {

namespace {

bool is_model(const ZipEntry& entry) {
  const std::string end = extension(entry.name);
  // Archives made on a Mac hold a second tree, of what it knows about the files.
  return (end == ".xml" || end == ".urdf") && !entry.name.starts_with("__MACOSX/");
}

const ZipEntry& choose_model(const std::vector<ZipEntry>& entries, const std::string& path) {
  const auto depth = [](const ZipEntry& entry) {
    return std::count(entry.name.begin(), entry.name.end(), '/');
  };
  const ZipEntry* best = nullptr;
  for (const ZipEntry& entry : entries) {
    if (!is_model(entry)) continue;
    if (stem(entry.name) == stem(path)) return entry;
    if (best == nullptr || depth(entry) <= depth(*best)) best = &entry;
  }
  if (best == nullptr) throw base::Fault{"there is no model (.xml or .urdf) in the archive"};
  return *best;
}

}  // namespace

Archive open_archive(std::string_view bytes, const std::string& path, const LoadOptions& options) {
  std::vector<ZipEntry> entries = read_zip(bytes, options.limits.asset_bytes);
  const ZipEntry& model = choose_model(entries, path);
  Archive archive{model.name, model.content, options};
  archive.options.read_assets = true;  // they are gone afterwards
  const auto folder = std::filesystem::path(model.name).parent_path();
  for (ZipEntry& entry : entries) {
    const auto place = std::filesystem::path(entry.name).lexically_relative(folder);
    const std::string seen = folder.empty() ? entry.name : place.generic_string();
    archive.options.assets.emplace(seen, std::move(entry.content));
  }
  return archive;
}

}  // namespace thew::io
