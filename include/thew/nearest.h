#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thew {

/// The candidate closest to a mistyped word, or nothing if none is close.
std::string nearest_word(std::string_view word, const std::vector<std::string_view>& candidates);
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

/// `did you mean "..."?` for that candidate, or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace thew
