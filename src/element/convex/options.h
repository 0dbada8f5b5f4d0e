#pragma once

#include <cstddef>

#include "math/scalar.h"

// Large functions: on a device called, not inlined wherever they are used.
#if defined(__CUDACC__)
#define THEW_LARGE THEW_NOINLINE
#else
#define THEW_LARGE inline
#endif

namespace thew::element::convex {

struct ConvexOptions {
  double tolerance = 1e-6;     ///< opt.ccd_tolerance
  int iterations = 35;         ///< opt.ccd_iterations
  bool several_points = true;  ///< unless the flag multiccd is disabled
};

/// Memory of the algorithms, given by the caller: stepping does not allocate.
struct ConvexMemory {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};

}  // namespace thew::element::convex
