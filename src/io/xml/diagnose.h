#pragma once

// Why a text is no XML, in the words of the text: the parser itself names neither tags nor
// attributes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace thew::io::xml {

struct Diagnosis {
  std::ptrdiff_t offset;  ///< of what is wrong
  std::string what;
  std::string hint;
  std::ptrdiff_t opened = -1;  ///< where the tag at fault was opened, if it is another place
};

/// The first mistake of a text that the parser refuses; nothing if none is found.
std::optional<Diagnosis> diagnose(std::string_view text);

/// What a file that is no XML seems to be, and what to do about it.
std::string what_it_looks_like(std::string_view text);

}  // namespace thew::io::xml
