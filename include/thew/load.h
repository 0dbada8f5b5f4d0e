#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <thew/error.h>
#include <thew/limits.h>
#include <thew/model.h>
#include <thew/spec.h>

namespace thew {

struct LoadOptions {
  /// What the engine cannot simulate yet becomes a warning in Model::warnings instead of an error.
  /// The environment variable THEW_IGNORE_UNSUPPORTED=1 does the same.
  bool ignore_unsupported = false;
  /// Files that `include` and assets may name, by path; looked up before the disk.
  std::map<std::string, std::string> assets;
  /// Whether includes and assets may be files of the disk; else only those in `assets` are there.
  bool allow_files = true;
  /// Unless empty, a folder outside of which no file is read, whatever its name or a link says.
  std::string root;
  Limits limits;
  /// Folders that hold the packages which `package://` in URDF names (or are them), searched before
  /// those of the environment; docs/urdf.md.
  std::vector<std::string> package_paths;
  /// Whether the transmissions of URDF become motors.
  bool transmissions = false;
  /// Whether read_file and read_string read the files of meshes, textures, height fields and skins
  /// of MJCF; else compile_spec does.
  bool read_assets = true;
};

/// Reads a model file: MJCF or URDF, alone or in a zip archive, which is compiled, or a binary one,
/// .thew or .mjb. Throws Error.
Model load_file(const std::string& path, const LoadOptions& options = {});

/// The same from the content of a file; errors call it `name`.
Model load_string(std::string_view content, const LoadOptions& options = {},
                  const std::string& name = "");

/// The same in two steps, between which the description may be edited (thew/spec_edit.h).
spec::Spec read_file(const std::string& path, const LoadOptions& options = {});
spec::Spec read_string(std::string_view xml, const LoadOptions& options = {},
                       const std::string& name = "");
Model compile_spec(const spec::Spec& spec, const Limits& limits = {});

/// How long it took, in seconds.
struct CompileTimes {
  double total = 0;
  double assets = 0;    ///< reading the files of assets
  double textures = 0;  ///< of these, textures
};

/// The same, reading the files of assets that have not been read: those of elements made in code,
/// and of specs that were read without them.
Model compile_spec(spec::Spec spec, const LoadOptions& options, CompileTimes* times = nullptr);

/// Reads the files of meshes that have not been read, for those who ask for masses
/// (thew/spec_passes.h). Throws Error.
void read_meshes(spec::Spec& spec, const LoadOptions& options);

/// Carries out a recipe for a deformable body that stands in `body`: adds its flex, bodies and
/// equalities, and returns the flex. Reads its file, and those of meshes. Throws Error.
spec::Flex& make_flex(spec::Spec& spec, spec::Body& body, const spec::Flexcomp& recipe,
                      const LoadOptions& options = {});

/// Settles what two specs say differently about options, sizes and views before one is attached to
/// the other (thew/spec_edit.h), by `conflict` of the outer compiler. Returns what is worth a
/// warning; throws Error where that asks for one, and then changes nothing.
std::vector<std::string> merge_options(spec::Spec& outer, const spec::Spec& inner);

/// A copy of a compiled model that has the pixels of textures which stayed in their files. Throws
/// Error where a file cannot be read.
Model embed_assets(const Model& model, const LoadOptions& options = {});

// What came of meshes and images is kept, by their content, for the next model that has them.

/// Bytes that it takes now, and may take: 500 MiB unless somebody sets another number.
std::int64_t asset_cache_bytes();
std::int64_t asset_cache_capacity();
/// What was not used for the longest time is forgotten where there is too much; 0 keeps nothing.
void set_asset_cache_capacity(std::int64_t bytes);
void clear_asset_cache();

}  // namespace thew
