#pragma once

#include <cstdint>
#include <string>

#include "base/fault.h"

namespace thew::io {

/// Throws a Refusal that names the member of Limits where there is more than it permits.
inline void check_limit(std::int64_t amount, std::int64_t limit, const char* name,
                        const std::string& what) {
  if (amount <= limit) return;
  throw base::Refusal{{what + " (at most " + std::to_string(limit) + ")",
                       std::string("limits.") + name + " permits more"}};
}

}  // namespace thew::io
