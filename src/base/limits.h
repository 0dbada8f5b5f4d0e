#pragma once

#include <thew/limits.h>

#include "base/fault.h"

namespace thew::base {

/// How callers permit more than the limit of this name.
std::string limit_hint(const std::string& name);

/// Throws a Refusal that names the member of Limits where there is more than it permits.
void check_limit(std::int64_t amount, std::int64_t limit, const char* name,
                 const std::string& what);

}  // namespace thew::base
