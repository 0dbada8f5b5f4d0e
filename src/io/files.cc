#include "io/files.h"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/fault.h"

namespace thew::io {

namespace fs = std::filesystem;

namespace {

// A model of a hundred megabytes of text is a mistake or an attack.
constexpr std::uintmax_t kLargestFile = 128u << 20;

std::string normal(const fs::path& path) {
  return path.lexically_normal().generic_string();
}

}  // namespace

Files::Files(const LoadOptions& options, fs::path root)
    : root_(std::move(root)), allow_outside_(options.allow_outside) {
  for (const auto& [path, text] : options.assets) assets_[normal(path)] = &text;
}

bool Files::is_outside(const fs::path& canonical) const {
  std::error_code error;
  const fs::path home = fs::weakly_canonical(root_.empty() ? fs::path(".") : root_, error);
  if (error) return true;
  const auto [end, unused] =
      std::mismatch(home.begin(), home.end(), canonical.begin(), canonical.end());
  return end != home.end();
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
  const fs::path canonical = fs::weakly_canonical(path, error);
  if (error) return std::nullopt;
  if (!fs::is_regular_file(canonical, error)) {
    throw base::Fault{"\"" + path.string() + "\" is not a file"};
  }
  if (!allow_outside_ && is_outside(canonical)) {
    throw base::Fault{"\"" + path.string() + "\" lies outside of the folder of the model",
                      "LoadOptions::allow_outside permits it"};
  }
  if (fs::file_size(canonical, error) > kLargestFile || error) {
    throw base::Fault{"\"" + path.string() + "\" is larger than 128 MiB"};
  }
  std::ifstream stream(canonical, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream) throw base::Fault{"\"" + path.string() + "\" cannot be read"};
  return File{canonical, std::move(text)};
}

}  // namespace thew::io
