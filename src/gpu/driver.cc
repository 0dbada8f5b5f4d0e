#include "gpu/driver.h"

#include <dlfcn.h>

#include <thew/error.h>

namespace thew::gpu {

namespace {

// The CUDA version that the kernels are compiled by; drivers of its major version run them.
constexpr int kNeededVersion = 13000;

struct Found {
  Driver driver{};
  std::string why;  // empty when the driver can be used
};

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// What is wrong with a driver whose functions were found; empty if nothing.
std::string trouble(const Driver& driver) {
  int version = 0;
  driver.driver_version(&version);
  if (version < kNeededVersion) {
    return "the NVIDIA driver is for CUDA " + version_text(version) + ", and CUDA " +
           version_text(kNeededVersion) + " (driver 580 or newer) is needed";
  }
  const int result = driver.init(0);
  int count = 0;
  if (result == CUDA_ERROR_NO_DEVICE) return "the NVIDIA driver finds no GPU";
  if (result != CUDA_SUCCESS) {
    const char* text = nullptr;
    driver.error_string(result, &text);
    return std::string("the NVIDIA driver does not start: ") + (text ? text : "unknown error");
  }
  driver.device_count(&count);
  return count > 0 ? "" : "the NVIDIA driver finds no GPU";
}

Found load() {
  Found found;
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    found.why = "there is no NVIDIA driver (libcuda.so.1 was not found)";
    return found;
  }
#define THEW_DRIVER(member, name, parameters)                                       \
  found.driver.member = reinterpret_cast<int(*) parameters>(dlsym(library, #name)); \
  if (found.driver.member == nullptr) {                                             \
    found.why = "the NVIDIA driver is too old: it has no " #name;                   \
    return found;                                                                   \
  }
  THEW_DRIVER_FUNCTIONS(THEW_DRIVER)
#undef THEW_DRIVER
  found.why = trouble(found.driver);
  return found;
}

}  // namespace

const Driver* find_driver(std::string& why) {
  static const Found found = load();
  why = found.why;
  return found.why.empty() ? &found.driver : nullptr;
}

void check(const Driver& driver, int result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* text = nullptr;
  driver.error_string(result, &text);
  throw Error({}, std::string("the GPU could not ") + what + ": " +
                      (text ? text : "error " + std::to_string(result)));
}

}  // namespace thew::gpu
