#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thew::io {

/// `did you mean "..."?` for the candidate closest to a mistyped word, or nothing if none is close.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace thew::io
