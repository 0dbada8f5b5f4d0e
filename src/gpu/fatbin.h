#pragma once

#include <cstddef>
#include <span>

namespace thew::gpu {

/// The kernels as machine code for several generations of GPUs; empty where the library was built
/// without a CUDA compiler (THEW_GPU).
std::span<const std::byte> fatbin();

}  // namespace thew::gpu
