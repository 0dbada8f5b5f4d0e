#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <thew/error.h>
#include <thew/model.h>
#include <thew/spec.h>

namespace thew {

struct LoadOptions {
  /// What the engine cannot simulate yet becomes a warning in Model::warnings instead of an error.
  /// The environment variable THEW_IGNORE_UNSUPPORTED=1 does the same.
  bool ignore_unsupported = false;
  /// Files that `include` and assets may name, by path; looked up before the disk.
  std::map<std::string, std::string> assets;
  /// Whether includes and assets may lie outside of the folder tree of the model.
  bool allow_outside = true;
  /// A model with more elements than this is refused: a few lines of `replicate` could ask for
  /// billions.
  std::int64_t max_elements = 500'000;
  /// Folders that hold the packages which `package://` in URDF names (or are them), searched before
  /// those of the environment; docs/urdf.md.
  std::vector<std::string> package_paths;
  /// Whether the transmissions of URDF become motors.
  bool transmissions = false;
};

/// Reads and compiles a model file, MJCF or URDF. Throws Error.
Model load_file(const std::string& path, const LoadOptions& options = {});

/// Reads and compiles a model given as text; errors call it `name`.
Model load_string(std::string_view xml, const LoadOptions& options = {},
                  const std::string& name = "");

/// The same in two steps, between which the description may be edited (thew/spec_edit.h).
spec::Spec read_file(const std::string& path, const LoadOptions& options = {});
spec::Spec read_string(std::string_view xml, const LoadOptions& options = {},
                       const std::string& name = "");
Model compile_spec(const spec::Spec& spec);

}  // namespace thew
