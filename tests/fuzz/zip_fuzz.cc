// Any bytes as a zip archive: they give files that have no more bytes than was said, or are refused
// with a Fault.
//
//   fuzz_zip -dict=tests/fuzz/zip.dict <a working copy of tests/fuzz/corpus/zip>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/fault.h"
#include "io/zip.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::size_t kMost = 1 << 20;
  try {
    std::size_t total = 0;
    for (const thew::io::ZipEntry& entry :
         thew::io::read_zip({reinterpret_cast<const char*>(bytes), size}, kMost)) {
      total += entry.content.size();
    }
    if (total > kMost) std::abort();
  } catch (const thew::base::Fault&) {
    return 0;
  }
  return 0;
}
