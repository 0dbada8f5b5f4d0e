#pragma once

#include <thew/processor.h>

namespace thew::base {

using thew::check_processor;

/// Whether this processor has AVX-512 as of x86-64-v4.
bool has_avx512() noexcept;

}  // namespace thew::base
