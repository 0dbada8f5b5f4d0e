#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <thew/error.h>

#include "json.h"

namespace thew::viewer {

/// A whole number of a message within bounds; throws Error outside of them.
inline std::int64_t whole(const Json& message, const char* name, std::int64_t low,
                          std::int64_t high) {
  const Json& member = message.at(name);
  if (!member.is_number()) throw Error({}, std::string(name) + " is not a number");
  const double value = member.get<double>();
  if (!(value >= static_cast<double>(low) && value <= static_cast<double>(high)) ||
      value != std::floor(value)) {
    throw Error({}, std::string(name) + " is not a whole number from " + std::to_string(low) +
                        " to " + std::to_string(high));
  }
  return static_cast<std::int64_t>(value);
}

/// The same for an index into so many.
inline int index_of(const Json& message, const char* name, std::int64_t count) {
  return static_cast<int>(whole(message, name, 0, count - 1));
}

/// Whether a flag is on: true, or a number other than 0, of any size.
inline bool is_on(const Json& flag) {
  return flag.is_boolean() ? flag.get<bool>() : flag.get<double>() != 0;
}

/// The first `count` numbers of a list, of reasonable size; throws Error.
template <std::size_t N>
void read_numbers(const Json& message, const char* name, double (&numbers)[N],
                  std::size_t count = N) {
  const Json& list = message.at(name);
  if (!list.is_array() || list.size() != count) {
    throw Error({}, std::string(name) + " is not a list of " + std::to_string(count) + " numbers");
  }
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = list[i].get<double>();
    if (!std::isfinite(numbers[i]) || std::abs(numbers[i]) > 1e6)
      throw Error({}, std::string(name) + " is out of range");
  }
}

}  // namespace thew::viewer
