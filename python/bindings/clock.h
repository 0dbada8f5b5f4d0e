#pragma once

// The clock of timers, read some thirty times in a step: it must be quick.

#include <chrono>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace thew::python {

inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

#if defined(__x86_64__)

/// The counter of the processor, which runs at a constant rate.
inline double clock_seconds() {
  static const double kTick = [] {
    constexpr double kLong = 2e-4;  // [s]
    const double start = steady_seconds();
    const auto first = __rdtsc();
    double now = start;
    while (now - start < kLong) now = steady_seconds();
    return (now - start) / static_cast<double>(__rdtsc() - first);
  }();
  static const auto kStart = __rdtsc();
  return static_cast<double>(__rdtsc() - kStart) * kTick;
}

#else

inline double clock_seconds() {
  return steady_seconds();
}

#endif

}  // namespace thew::python
