#pragma once

// Parts of file names. Folders may be written the way of either system.

#include <algorithm>
#include <string>
#include <string_view>

namespace thew::io {

/// The last part of a path.
inline std::string file_name(std::string_view path) {
  return std::string(path.substr(std::min(path.find_last_of("/\\") + 1, path.size())));
}

/// What an asset without a name is called: the name of its file without the extension.
inline std::string stem(std::string_view path) {
  const std::string name = file_name(path);
  return name.substr(0, name.find_last_of('.'));
}

/// The extension in lower case, with its dot; "" if there is none.
inline std::string extension(std::string_view path) {
  const std::string name = file_name(path);
  const std::size_t dot = name.find_last_of('.');
  std::string end = dot == std::string::npos ? "" : name.substr(dot);
  for (char& c : end) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return end;
}

}  // namespace thew::io
