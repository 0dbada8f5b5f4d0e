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
  /// The options stay the caller's.
  explicit Files(const LoadOptions& options);

  /// Reads a file; nothing if there is no such file. Throws a base::Fault where it exists but may
  /// not be read.
  std::optional<File> read(const std::filesystem::path& path) const;

  /// The same, but only of the files that the caller gave as text.
  std::optional<File> read_given(const std::filesystem::path& path) const;

 private:
  void check_place(const std::filesystem::path& path, const std::filesystem::path& canonical) const;
  std::string read_all(const std::filesystem::path& path,
                       const std::filesystem::path& canonical) const;

  std::map<std::string, const std::string*> assets_;  ///< by normalised path
  const LoadOptions& options_;
};

}  // namespace thew::io
