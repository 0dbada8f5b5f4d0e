#include "io/files.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <system_error>

#include "base/fault.h"
#include "base/limits.h"

namespace thew::io {

namespace fs = std::filesystem;

namespace {

std::string normal(const fs::path& path) {
  return path.lexically_normal().generic_string();
}

}  // namespace

Files::Files(const LoadOptions& options) : options_(options) {
  for (const auto& [path, text] : options.assets) assets_[normal(path)] = &text;
}

// Links and `..` are resolved already.
void Files::check_place(const fs::path& path, const fs::path& canonical) const {
  if (!options_.allow_files) {
    throw base::Refusal{{"\"" + path.string() +
                             "\" is a file of the disk, and only those that were "
                             "given may be read",
                         "allow_files permits it"}};
  }
  if (options_.root.empty()) return;
  std::error_code error;
  const fs::path home = fs::canonical(options_.root, error);
  const auto [end, unused] =
      std::mismatch(home.begin(), home.end(), canonical.begin(), canonical.end());
  if (error || end != home.end()) {
    throw base::Refusal{
        {"\"" + path.string() + "\" lies outside of the folder \"" + options_.root + "\"",
         "root permits no other files"}};
  }
}

std::string Files::read_all(const fs::path& path, const fs::path& canonical) const {
  const auto fail = [&] { throw base::Fault{"\"" + path.string() + "\" cannot be read"}; };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(canonical.c_str(), "rb"),
                                                             std::fclose);
  if (!file) fail();
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  std::error_code error;
  const std::uintmax_t size = fs::file_size(canonical, error);
  if (error) fail();
  base::check_limit(static_cast<std::int64_t>(size), options_.limits.file_bytes, "file_bytes",
                    "\"" + path.string() + "\" has " + std::to_string(size) + " bytes");
  std::string text(size, '\0');
  if (std::fread(text.data(), 1, size, file.get()) != size) fail();
  return text;
}

std::optional<File> Files::read_given(const fs::path& path) const {
  const auto asset = assets_.find(normal(path));
  if (asset == assets_.end()) return std::nullopt;
  return File{asset->first, *asset->second};
}

std::optional<File> Files::read(const fs::path& path) const {
  if (auto given = read_given(path)) return given;
  std::error_code error;
  if (!fs::exists(path, error) || error) return std::nullopt;
  const fs::path canonical = fs::canonical(path, error);
  if (error) return std::nullopt;
  check_place(path, canonical);
  if (!fs::is_regular_file(canonical, error)) {
    const bool folder = fs::is_directory(canonical, error);
    throw base::Fault{"\"" + path.string() + (folder ? "\" is a folder" : "\" is not a file"),
                      folder ? "name the file inside it" : "it is a device, a pipe or a socket"};
  }
  return File{canonical, read_all(path, canonical)};
}

}  // namespace thew::io
