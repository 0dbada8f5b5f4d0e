#pragma once

#include <string_view>

namespace thew::render {

/// The strokes of a letter: pairs of digits are points (x from 0 to 4, y from 0 to 8), joined to
/// the next one; blanks begin new strokes. The baseline is at y = 2, capitals reach 8.
std::string_view strokes_of(char letter);

inline constexpr int kLetterWidth = 6;  ///< from one letter to the next
inline constexpr int kLineHeight = 12;  ///< from one line to the next

}  // namespace thew::render
