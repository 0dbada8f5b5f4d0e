#pragma once

// The files of a model: those the caller gave as text come first, then the disk.

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <thew/load.h>

namespace thew::io {

/// A file that was read, with the path that identifies it however it was named.
struct File {
  std::filesystem::path path;
  std::string text;
};

class Files {
 public:
  /// `root` is the folder of the model: what lies outside of it is refused unless the caller allows
  /// it. The files that the options give stay the caller's.
  Files(const LoadOptions& options, std::filesystem::path root);

  const std::filesystem::path& root() const { return root_; }

  /// Reads a file; nothing if there is no such file. Throws a base::Fault where it exists but may
  /// not be read.
  std::optional<File> read(const std::filesystem::path& path) const;

  /// The same, but only of the files that the caller gave as text.
  std::optional<File> read_given(const std::filesystem::path& path) const;

 private:
  bool is_outside(const std::filesystem::path& canonical) const;

  std::map<std::string, const std::string*> assets_;  ///< by normalised path
  std::filesystem::path root_;
  bool allow_outside_;
};

}  // namespace thew::io
