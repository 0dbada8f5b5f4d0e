#pragma once

// MJCF or URDF, alone or in an archive, to Spec; load.cc compiles the result.

#include <string>
#include <string_view>

#include <thew/load.h>
#include <thew/spec.h>

#include "io/files.h"

namespace thew::io {

/// The file that a caller names: one of those that it gave, or else of the disk. Throws Error.
File open_file(const std::string& path, const LoadOptions& options);

/// Reads a model file, or the archive of one, that was opened by this path. Throws Error.
spec::Spec read_opened(const File& file, const std::string& path, const LoadOptions& options);

/// A spec of nothing but the mesh of a file. Throws Error.
spec::Spec read_mesh_alone(const File& file, const std::string& path, const LoadOptions& options);

/// open_file and read_opened.
spec::Spec read_file(const std::string& path, const LoadOptions& options = {});

/// Reads a model given as text; errors call it `name`.
spec::Spec read_text(std::string_view xml, const LoadOptions& options = {},
                     const std::string& name = "");

}  // namespace thew::io
