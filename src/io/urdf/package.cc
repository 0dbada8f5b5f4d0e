#include "io/urdf/package.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace thew::io::urdf {

namespace fs = std::filesystem;

namespace {

// A package in a folder, or the folder itself where it has the name of the package.
void add_package(const fs::path& folder, const Uri& uri, std::vector<fs::path>& places) {
  places.push_back(folder / uri.package / uri.path);
  if (folder.filename() == uri.package) places.push_back(folder / uri.path);
}

void add_folders(const char* variable, std::string_view below, std::vector<std::string>& folders) {
  const char* const value = std::getenv(variable);
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.push_back((fs::path(rest.substr(0, end)) / below).string());
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

Uri parse_uri(std::string_view name) {
  if (name.starts_with("file://")) return {false, "", std::string(name.substr(7))};
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (!name.starts_with(scheme)) continue;
    name.remove_prefix(scheme.size());
    const std::size_t slash = std::min(name.find('/'), name.size());
    return {true, std::string(name.substr(0, slash)),
            std::string(name.substr(std::min(slash + 1, name.size())))};
  }
  return {false, "", std::string(name)};
}

std::vector<std::string> environment_paths() {
  std::vector<std::string> folders;
  add_folders("THEW_PACKAGE_PATH", "", folders);
  add_folders("ROS_PACKAGE_PATH", "", folders);
  add_folders("AMENT_PREFIX_PATH", "share", folders);
  return folders;
}

std::vector<fs::path> places(const Uri& uri, const std::vector<std::string>& folders,
                             const fs::path& home) {
  std::vector<fs::path> places;
  for (const std::string& folder : folders) {
    const fs::path path = fs::path(folder).lexically_normal();
    add_package(path.has_filename() ? path : path.parent_path(), uri, places);
  }
  std::error_code error;
  const fs::path start = fs::absolute(home, error);
  if (error) return places;
  std::vector<fs::path> above;
  for (fs::path folder = start.lexically_normal();; folder = folder.parent_path()) {
    if (folder.has_filename()) above.push_back(folder);
    if (folder == folder.parent_path()) break;
  }
  for (const fs::path& folder : above) add_package(folder, uri, places);
  // A package that was copied under another name.
  for (const fs::path& folder : above) places.push_back(folder / uri.path);
  return places;
}

}  // namespace thew::io::urdf
