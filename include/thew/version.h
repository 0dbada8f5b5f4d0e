#pragma once

// The version stands here and nowhere else: CMakeLists.txt and pyproject.toml read this line.
#define THEW_VERSION "0.1.0"

namespace thew {

/// The version of the library, "major.minor.patch".
inline constexpr const char* kVersion = THEW_VERSION;

}  // namespace thew
