#include "io/mesh/text.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "base/fault.h"

namespace thew::io::mesh {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace

bool Lines::next(std::string_view& line) {
  if (rest_.empty()) return false;
  ++number_;
  const std::size_t end = rest_.find_first_of("\n\r");
  line = rest_.substr(0, end);
  if (end == std::string_view::npos) {
    rest_ = {};
    return true;
  }
  const bool pair = rest_[end] == '\r' && end + 1 < rest_.size() && rest_[end + 1] == '\n';
  rest_.remove_prefix(end + (pair ? 2 : 1));
  return true;
}

std::string_view take_word(std::string_view& line) {
  std::size_t start = 0;
  while (start < line.size() && is_space(line[start])) ++start;
  std::size_t end = start;
  while (end < line.size() && !is_space(line[end])) ++end;
  const std::string_view word = line.substr(start, end - start);
  if (word.size() > kLongestWord)
    throw base::Fault{"a word of " + std::to_string(word.size()) + " letters"};
  line.remove_prefix(end);
  return word;
}

float to_coordinate(std::string_view word) {
  std::string_view digits = word;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    throw base::Fault{quoted(word) + " is not a number"};
  }
  if (error == std::errc::result_out_of_range) {
    if (digits.find("e-") != std::string_view::npos ||
        digits.find("E-") != std::string_view::npos) {
      return 0;
    }
    throw base::Fault{quoted(word) + " is too large"};
  }
  const auto single = static_cast<float>(value);
  if (!std::isfinite(single)) throw base::Fault{quoted(word) + " is not finite"};
  return single;
}

std::string quoted(std::string_view word) {
  constexpr std::size_t kShown = 40;
  return "\"" + std::string(word.substr(0, kShown)) + (word.size() > kShown ? "...\"" : "\"");
}

}  // namespace thew::io::mesh
