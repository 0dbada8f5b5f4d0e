#pragma once

#include <string>
#include <string_view>

namespace thew::viewer {

/// Packs and unpacks gzip. Unpacking throws std::runtime_error where the bytes are no gzip.
std::string gzip(std::string_view bytes);
std::string gunzip(std::string_view packed);

std::string base64(std::string_view bytes);

}  // namespace thew::viewer
