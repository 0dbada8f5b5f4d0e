#pragma once

// MJCF or URDF to Spec; load.cc compiles the result.

#include <string>
#include <string_view>

#include <thew/load.h>
#include <thew/spec.h>

namespace thew::io {

/// Reads a model file. Throws Error.
spec::Spec read_file(const std::string& path, const LoadOptions& options = {});

/// Reads a model given as text; errors call it `name`.
spec::Spec read_text(std::string_view xml, const LoadOptions& options = {},
                     const std::string& name = "");

}  // namespace thew::io
