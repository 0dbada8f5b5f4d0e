#pragma once

#include <nlohmann/json.hpp>

namespace thew::viewer {

using Json = nlohmann::json;

/// Text of a message; bytes that are no UTF-8 (names in files may be anything) are replaced.
inline std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace thew::viewer
