#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thew/data.h>
#include <thew/error.h>
#include <thew/load.h>
#include <thew/model.h>

#include "json.h"

namespace thew::viewer {

/// Files by their relative paths, as somebody dropped them on the page.
using Files = std::map<std::string, std::string>;

/// Where a model comes from: a file, a text with a name, or dropped files.
struct Source {
  enum class Kind { File, Text, Dropped };
  Kind kind = Kind::Text;
  std::string name;  ///< path, name, or the path of the model among the files
  std::string text;
  Files files;
  LoadOptions options;
};

/// A model ready to be shown.
struct Loaded {
  std::shared_ptr<const Model> model;
  std::string name;
  std::string source;
  std::string blob;  ///< encode_model()
  std::string hash;  ///< of the blob
};

/// Throws Error.
Loaded load(const Source& source);
/// The same for a model that exists.
Loaded wrap(std::shared_ptr<const Model> model, const std::string& name);

/// The event `trouble` for an error, with the line that it is about (PROTOCOL.md).
Json trouble_json(const Error& error, const Source& source);

/// Reads the body of a drop. Throws Error where it is malformed or a path leads outside.
Files read_drop(std::string_view body);
/// The model among dropped files: the one asked for, else the only one, else `scene.xml`, else one
/// that no other includes. Throws Error where there is none.
std::string main_file(const Files& files, const std::string& wanted);

/// Carries time, joints, activations, controls and mocap bodies over to another model, by name.
void carry_by_name(const Model& before, const Data& from, const Model& after, Data& to);

/// Notices when files beside a model change. Looks at most at `kMost` files.
class FileWatch {
 public:
  static constexpr std::size_t kMost = 2000;
  explicit FileWatch(const std::string& path);
  /// Whether something changed since the last call, and has been at rest for one call.
  bool changed();

 private:
  using Stamps = std::map<std::string, std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
  Stamps look() const;

  std::filesystem::path folder_;
  Stamps known_, seen_;
};

}  // namespace thew::viewer
