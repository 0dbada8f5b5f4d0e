#include "io/mjcf/value.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include <thew/nearest.h>

namespace thew::io::mjcf {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string quoted(std::string_view word) {
  constexpr std::size_t kShown = 40;
  return "\"" + std::string(word.substr(0, kShown)) + (word.size() > kShown ? "...\"" : "\"");
}

// std::from_chars has no sign "+".
std::string_view without_plus(std::string_view word) {
  return word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+' ? word.substr(1)
                                                                               : word;
}

template <class T>
T to_integer(std::string_view word) {
  const std::string_view digits = without_plus(word);
  T value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) {
    throw base::Fault{quoted(word) + " is too large for an integer"};
  }
  if (error != std::errc() || end != digits.data() + digits.size()) {
    throw base::Fault{quoted(word) + " is not an integer"};
  }
  return value;
}

}  // namespace

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> list;
  std::size_t i = 0;
  while (true) {
    while (i < text.size() && is_space(text[i])) ++i;
    if (i == text.size()) return list;
    const std::size_t start = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    list.push_back(text.substr(start, i - start));
  }
}

double to_real(std::string_view word) {
  const std::string_view digits = without_plus(word);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size();
  if (error == std::errc::invalid_argument || !whole) {
    const bool comma = word.find(',') != std::string_view::npos;
    throw base::Fault{
        quoted(word) + " is not a number",
        comma ? "decimals are written with a point, numbers are separated by spaces" : ""};
  }
  if (error == std::errc::result_out_of_range) {
    // Too small to be told from zero, or too large: only an exponent or a leading zero can make it
    // small.
    const auto exponent = digits.find_first_of("eE");
    const bool small = exponent != std::string_view::npos
                           ? digits.find('-', exponent) != std::string_view::npos
                           : digits.find('.') != std::string_view::npos;
    if (small) return 0;
    throw base::Fault{quoted(word) + " is too large"};
  }
  if (!std::isfinite(value)) throw base::Fault{quoted(word) + " is not finite"};
  if (std::abs(value) > kLargestNumber)
    throw base::Fault{quoted(word) + " is too large", "at most 1e60"};
  return value;
}

float to_float(std::string_view word) {
  const double value = to_real(word);
  if (std::abs(value) > std::numeric_limits<float>::max()) {
    throw base::Fault{quoted(word) + " is too large", "it is kept in single precision"};
  }
  return static_cast<float>(value);
}

int to_int(std::string_view word) {
  return to_integer<int>(word);
}
std::int64_t to_long(std::string_view word) {
  return to_integer<std::int64_t>(word);
}

std::int64_t to_bytes(std::string_view word) {
  constexpr std::string_view kSuffixes = "kmgtpe";
  if (word == "-1") return -1;
  std::size_t power = 0;
  std::string_view digits = word;
  if (!word.empty()) {
    const char last = static_cast<char>(word.back() | 0x20);  // lower case
    const auto suffix = kSuffixes.find(last);
    if (suffix != std::string_view::npos) {
      power = 10 * (suffix + 1);
      digits.remove_suffix(1);
    }
  }
  const auto count = to_integer<std::int64_t>(digits);
  if (count < 0) throw base::Fault{quoted(word) + " is negative"};
  if (count > (std::numeric_limits<std::int64_t>::max() >> power)) {
    throw base::Fault{quoted(word) + " is too large"};
  }
  return count << power;
}

int to_keyword(std::string_view word, Keywords keywords) {
  std::vector<std::string_view> candidates;
  std::string list;
  for (const Keyword& keyword : keywords) {
    if (keyword.text == word) return keyword.value;
    candidates.push_back(keyword.text);
    list += (list.empty() ? "" : ", ") + std::string(keyword.text);
  }
  const std::string nearest = did_you_mean(word, candidates);
  throw base::Fault{quoted(word) + " is not one of " + list, nearest};
}

std::string show_number(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return error == std::errc() ? std::string(buffer, end) : "";
}

std::string show_number(float value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  return error == std::errc() ? std::string(buffer, end) : "";
}

void check_count(std::size_t count, const Form& form) {
  const auto expected = [&] {
    if (form.least == form.most) return std::to_string(form.least);
    if (form.most == kAny) return std::to_string(form.least) + " or more";
    return std::to_string(form.least) + " to " + std::to_string(form.most);
  };
  const auto found = [&] { return "has " + std::to_string(count) + ", expected " + expected(); };
  if (count < static_cast<std::size_t>(form.least))
    throw base::Fault{"too few numbers: " + found()};
  if (form.most != kAny && count > static_cast<std::size_t>(form.most)) {
    throw base::Fault{"too many numbers: " + found()};
  }
}

int read_flags(std::string_view text, const Form& form) {
  int bits = 0;
  for (const std::string_view word : words(text)) {
    const int bit = to_keyword(word, form.keywords);
    if ((bits & bit) != 0) throw base::Fault{quoted(word) + " is given twice"};
    bits |= bit;
  }
  if (bits == 0) throw base::Fault{"no keyword given"};
  return bits;
}

int read_ordered_flags(std::string_view text, const Form& form) {
  int last = 0;
  for (const std::string_view word : words(text)) {
    const int bit = to_keyword(word, form.keywords);
    if (bit < last) {
      std::string order;
      for (const Keyword& keyword : form.keywords) {
        order += (order.empty() ? "" : " ") + std::string(keyword.text);
      }
      throw base::Fault{quoted(word) + " is out of order", "the order is " + order};
    }
    last = bit;
  }
  return read_flags(text, form);
}

std::string show_flags(int bits, const Form& form) {
  std::string text;
  for (const Keyword& keyword : form.keywords) {
    if ((bits & keyword.value) != 0) text += (text.empty() ? "" : " ") + std::string(keyword.text);
  }
  return text;
}

Keywords true_or_false() {
  static constexpr Keyword kWords[] = {{"false", 0}, {"true", 1}};
  return kWords;
}

}  // namespace thew::io::mjcf
