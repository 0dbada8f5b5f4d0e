// Where the files of meshes, height fields and textures are.

#include <utility>

#include "io/file_name.h"
#include "io/mjcf/reader.h"

namespace thew::io::mjcf {

namespace fs = std::filesystem;

bool Reader::has_file(const fs::path& path) const {
  std::error_code error;
  return session_.files.read_given(folder_ / path) || session_.files.read_given(path) ||
         fs::exists(folder_ / path, error);
}

// A file that is not where the model says lies beside the included file that names it.
fs::path Reader::asset_path(const Node& node, const std::string& folder,
                            const std::string& file) const {
  const fs::path named = model_.spec.compilers[0].strippath ? file_name(file) : file;
  const fs::path path = folder / named;
  if (node.document == main_ || has_file(path)) return path;
  const fs::path included = fs::path(node.document->name()).parent_path();
  const fs::path home = fs::weakly_canonical(folder_);
  const fs::path beside =
      (included.is_absolute() ? included.lexically_relative(home) : included) / named;
  return has_file(beside) ? beside : path;
}

std::string Reader::written_path(const fs::path& path) const {
  return (written_folder_ / path).lexically_normal().generic_string();
}

File Reader::find_asset_file(const fs::path& path) {
  std::optional<File> file = session_.files.read(folder_ / path);
  if (!file) file = session_.files.read_given(path);
  if (!file) file = session_.files.read_given(path.filename());
  if (!file) {
    throw base::Fault{"file \"" + (written_folder_ / path).string() + "\" was not found"};
  }
  session_.count_asset(file->text.size());
  return std::move(*file);
}

File Reader::read_asset_file(const Node& node, const fs::path& path) {
  try {
    return find_asset_file(path);
  } catch (const base::Fault& fault) {
    fail_at(node, "file", fault.what, fault.hint);
  }
}

}  // namespace thew::io::mjcf
