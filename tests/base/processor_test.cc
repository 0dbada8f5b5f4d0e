#include "base/processor.h"

#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace thew {
namespace {

// The words after "flags" of the first processor, with a space on both sides; empty when unknown.
std::string kernel_flags() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("flags", 0) == 0) return line.substr(line.find(':') + 1) + " ";
  }
  return "";
}

TEST(Processor, AgreesWithTheKernel) {
  const std::string flags = kernel_flags();
  if (flags.empty()) GTEST_SKIP() << "the kernel does not list the processor's features";
  const char* error = check_processor();
  const std::string text = error == nullptr ? "" : error;
  for (const auto& [flag, name] :
       {std::pair{" avx2 ", "AVX2"}, {" fma ", "FMA"}, {" bmi2 ", "BMI2"}}) {
    const bool present = flags.find(flag) != std::string::npos;
    const bool lacking = text.find(name, text.find("lacks")) != std::string::npos;
    EXPECT_EQ(present, !(error != nullptr && lacking)) << name;
  }
}

}  // namespace
}  // namespace thew
