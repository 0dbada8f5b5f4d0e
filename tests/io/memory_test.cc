// A model that needs more memory than there is: an Error with the place, and nothing else.

#include <cstring>
#include <fstream>

#include <sys/resource.h>

#include "io/support.h"

namespace thew::io {
namespace {

// Leaves this process some megabytes more than it has. Sanitizers reserve address space of their
// own, so that a limit means nothing there.
bool limit_memory(std::size_t more) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#else
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return false;
#endif
#endif
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  if (pages == 0) return false;
  const rlim_t most = pages * 4096 + more;
  const rlimit limit = {most, most};
  return setrlimit(RLIMIT_AS, &limit) == 0;
#endif
}

constexpr std::size_t kMore = std::size_t{32} << 20;

// Loads with little memory, in a process of its own; 0: an Error that contains both texts.
[[noreturn]] void load_with_little(const std::string& xml, const std::string& where,
                                   const LoadOptions& options = {}) {
  if (!limit_memory(kMore)) std::exit(0);
  try {
    load_string(xml, options, "test.xml");
  } catch (const Error& error) {
    const std::string what = error.what();
    const bool good = what.find("not enough memory") != std::string::npos &&
                      what.find(where) != std::string::npos;
    std::exit(good ? 0 : 1);
  } catch (...) {
    std::exit(2);
  }
  std::exit(3);
}

TEST(Memory, ReadingNamesTheElement) {
  const std::string xml =
      "<mujoco>\n<asset>\n<hfield name=\"h\" file=\"h.bin\" size=\"1 1 1 1\"/>"
      "</asset><worldbody><geom type=\"hfield\" hfield=\"h\"/></worldbody></mujoco>";
  constexpr std::int32_t kSide[2] = {4000, 4000};
  std::string field(sizeof(kSide) + sizeof(float) * kSide[0] * kSide[1], 0);
  std::memcpy(field.data(), kSide, sizeof(kSide));
  const LoadOptions options = with_files({{"h.bin", field}});
  EXPECT_EXIT(load_with_little(xml, "test.xml:3", options), ::testing::ExitedWithCode(0), "");
}

TEST(Memory, CompilingNamesTheFile) {
  const std::string xml =
      "<mujoco><size nuserdata=\"1000000\" nuser_geom=\"1000000\"/><worldbody>"
      "<replicate count=\"100\" offset=\"1 0 0\"><geom size=\".1\"/></replicate>"
      "</worldbody></mujoco>";
  EXPECT_EXIT(load_with_little(xml, "test.xml"), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace thew::io
