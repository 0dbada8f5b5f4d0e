// Where the files of meshes, height fields and textures are.

#include <utility>

#include "io/file_name.h"
#include "io/mjcf/reader.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

fs::path Reader::asset_path(const std::string& folder, const std::string& file) const {
  const bool strip = model_.spec.compilers[0].strippath;
  return fs::path(folder) / (strip ? file_name(file) : file);
}

std::string Reader::written_path(const fs::path& path) const {
  return (written_folder_ / path).lexically_normal().generic_string();
}

File Reader::read_asset_file(const Node& node, const fs::path& path) {
  std::optional<File> file;
  try {
    file = session_.files.read(folder_ / path);
    if (!file) file = session_.files.read_given(path);
    if (!file) file = session_.files.read_given(path.filename());
  } catch (const base::Fault& fault) {
    fail_at(node, "file", fault.what, fault.hint);
  }
  if (!file) {
    fail_at(node, "file", "file \"" + (written_folder_ / path).string() + "\" was not found");
  }
  at(node, [&] { session_.count_asset(file->text.size()); });
  return std::move(*file);
}

}  // namespace thew::io::mjcf
