// Compiled without -march (apps/CMakeLists.txt), and run before every other constructor and main:
// on an older processor the user reads a sentence instead of "Illegal instruction".
#include <cstdio>
#include <unistd.h>

#include <thew/processor.h>

namespace {

// 101 is the first priority that the C++ implementation does not keep for itself.
[[gnu::constructor(101)]] void refuse_older_processor() {
  const char* error = thew::check_processor();
  if (error == nullptr) return;
  std::fprintf(stderr, "%s\n", error);
  _exit(1);
}

}  // namespace
