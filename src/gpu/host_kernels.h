#pragma once

// The kernels on the host, by the names that the fatbin has them under.

#include <functional>

namespace thew::gpu {

struct HostKernel {
  const char *begin, *end;  ///< of its name; between them it may say where it works
  /// A launch as a function to call: it keeps copies of the parameters, as a launch does.
  std::function<void()> (*bind)(void** parameters);
};

/// Null where there is no such kernel.
const HostKernel* find_host_kernel(const char* name);

}  // namespace thew::gpu
