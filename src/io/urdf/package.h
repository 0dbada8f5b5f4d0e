#pragma once

// Where the files are that URDF names: `package://name/path` is a path in the package `name`,
// wherever that is.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace thew::io::urdf {

/// A file name taken apart.
struct Uri {
  bool in_package = false;
  std::string package;  ///< where it is in one
  std::string path;     ///< in the package, or else of the file itself
};
Uri parse_uri(std::string_view name);

/// The folders that the environment gives for packages: THEW_PACKAGE_PATH, ROS_PACKAGE_PATH, and
/// share/ of AMENT_PREFIX_PATH.
std::vector<std::string> environment_paths();

/// The places where a file of a package may be, the likeliest first: in `folders` (each holds the
/// package or is it), then around the model, whose folder is `home`.
std::vector<std::filesystem::path> places(const Uri& uri, const std::vector<std::string>& folders,
                                          const std::filesystem::path& home);

}  // namespace thew::io::urdf
