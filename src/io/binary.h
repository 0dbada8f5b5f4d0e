#pragma once

// Models that are compiled already: Thew's own form (.thew) and MuJoCo's (.mjb).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <thew/buffer.h>
#include <thew/model.h>

namespace thew::io {

/// Whether these bytes begin like a binary model.
bool is_binary(std::string_view bytes);

/// The content of a file of the disk that begins like a binary model; nothing where it is not there
/// or is something else. Throws Error where it has more than `most` bytes.
std::optional<Buffer> open_binary(const std::string& path, std::int64_t most);

/// Reads one; errors call it `name`. Throws Error.
Model read_binary(std::string_view bytes, const std::string& name);

}  // namespace thew::io
