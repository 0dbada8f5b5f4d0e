#pragma once

// A model in a zip archive, beside the files that it names.

#include <string>
#include <string_view>

#include <thew/load.h>

namespace thew::io {

struct Archive {
  std::string name;     ///< of the model, with its folders in the archive
  std::string text;     ///< the model
  LoadOptions options;  ///< the caller's, with all files as assets, seen from the model
};

/// Opens an archive that was found at `path`. Of several XML files the model is the one that is
/// called like the archive, or else the last one of those in the outermost folder. Throws Fault.
Archive open_archive(std::string_view bytes, const std::string& path, const LoadOptions& options);

}  // namespace thew::io
