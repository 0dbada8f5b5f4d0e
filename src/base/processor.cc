// This file is compiled without -march (cmake/ThewRooms.cmake): it must run on processors that the
// rest of the library does not support. It uses the C library only, because an inline C++ function
// could be merged by the linker with a copy compiled for the newer processor.
#include "base/processor.h"

#include <cstddef>
#include <cstdio>

namespace thew {

#if defined(__x86_64__)

namespace {

struct Feature {
  const char* name;
  bool present;
};

// Writes the names of the absent features, separated by ", ", and returns how many there are.
int list_absent(const Feature* features, int count, char* out, std::size_t size) {
  int absent = 0;
  std::size_t used = 0;
  out[0] = '\0';
  for (int i = 0; i < count; ++i) {
    if (features[i].present) continue;
    const char* separator = absent == 0 ? "" : ", ";
    const int n = std::snprintf(out + used, size - used, "%s%s", separator, features[i].name);
    if (n > 0) used += static_cast<std::size_t>(n);
    ++absent;
  }
  return absent;
}

}  // namespace

const char* check_processor() noexcept {
  __builtin_cpu_init();
  const Feature features[] = {
      {"AVX2", __builtin_cpu_supports("avx2") != 0},
      {"FMA", __builtin_cpu_supports("fma") != 0},
      {"BMI2", __builtin_cpu_supports("bmi2") != 0},
  };
  char absent[32];
  if (list_absent(features, 3, absent, sizeof absent) == 0) return nullptr;
  // Every call writes the same text, so a race between two threads is harmless.
  static char message[128];
  std::snprintf(message, sizeof message,
                "thew needs an x86-64-v3 processor (AVX2, FMA); this one lacks %s", absent);
  return message;
}

bool base::has_avx512() noexcept {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512vl") != 0;
}

#else

const char* check_processor() noexcept {
  return nullptr;
}

bool base::has_avx512() noexcept {
  return false;
}

#endif

}  // namespace thew
