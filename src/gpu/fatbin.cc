#include "gpu/fatbin.h"

namespace thew::gpu {

#if defined(THEW_FATBIN)

// The file, as it is, among the constants of the library.
asm(".section .rodata\n"
    ".balign 16\n"
    "thew_fatbin_begin:\n"
    ".incbin \"" THEW_FATBIN
    "\"\n"
    "thew_fatbin_end:\n"
    ".byte 0\n"
    ".text\n");
extern "C" {
[[gnu::visibility("hidden")]] extern const std::byte thew_fatbin_begin[], thew_fatbin_end[];
}

std::span<const std::byte> fatbin() {
  return {thew_fatbin_begin, thew_fatbin_end};
}

#else

std::span<const std::byte> fatbin() {
  return {};
}

#endif

}  // namespace thew::gpu
