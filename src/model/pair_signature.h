#pragma once

// Two bodies in one number, by which pairs and exclusions are sorted. A field of the Model holds it
// in 32 bits with a sign, but its order is that of numbers without one: body 65535 is the last that
// fits, body 32767 the last whose pairs look positive.

#include <cstdint>

namespace thew::model {

constexpr std::uint32_t pair_signature(int body1, int body2) {
  return (static_cast<std::uint32_t>(body1) << 16) + static_cast<std::uint32_t>(body2);
}

/// The same, from a field.
constexpr std::uint32_t pair_signature(std::int32_t field) {
  return static_cast<std::uint32_t>(field);
}

}  // namespace thew::model
