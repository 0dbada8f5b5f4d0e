#pragma once

// How kernels are launched: threads and memory.

#include <cstddef>

#include "gpu/device_worlds.h"

namespace thew::gpu {

enum class Kernel {
  Smooth,
  Collide,
  Rows,
  Solve,
  Sense,
  Advance,
  Forces,
  Noslip,
  Project,
  Settle,
  Distance,
  Adhere
};
inline constexpr int kKernels = 12;
/// As they follow one another in a step.
inline constexpr Kernel kOrder[kKernels] = {Kernel::Smooth,  Kernel::Collide,  Kernel::Rows,
                                            Kernel::Project, Kernel::Solve,    Kernel::Noslip,
                                            Kernel::Adhere,  Kernel::Distance, Kernel::Sense,
                                            Kernel::Settle,  Kernel::Advance,  Kernel::Forces};

/// Threads that work on one world.
inline constexpr int kTeam[kKernels] = {8, 8, 8, 32, 8, 8, 8, 32, 32, 32, 8, 8};

struct Launch {
  const char* kernel = nullptr;  ///< name of the entry point
  int worlds_per_block = 0;
  int threads = 0;         ///< of a block
  std::size_t shared = 0;  ///< dynamic shared memory of a block in bytes
};

/// Whether a step of the model, or a look at its present state, has work for a kernel.
bool is_needed(Kernel kernel, const TableSizes& tables, const Call& call);

/// Calls visit(kernel, call) for all kernels of a step, in their order, stage by stage.
template <class Visit>
void each_kernel(const TableSizes& tables, Call call, Visit visit) {
  const int stages = call.advance ? tables.stages : 1;
  for (call.stage = 0; call.stage < stages; ++call.stage) {
    for (const Kernel kernel : kOrder) {
      if (!is_needed(kernel, tables, call)) continue;
      visit(kernel, call);
      // Bodies stick to what they touch: `smooth` once more, now that contacts are known.
      if (kernel != Kernel::Collide || tables.sticks == 0) continue;
      call.again = true;
      visit(Kernel::Smooth, call);
      call.again = false;
    }
  }
}

/// Working memory of a kernel for one world, in bytes.
std::size_t working_bytes(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables,
                          std::size_t real);

/// How a kernel is launched on a device with so much shared memory for a block. Where a world does
/// not fit there, another entry point works in global memory.
Launch plan(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables, std::size_t real,
            std::size_t shared_limit);

/// Sets how much of that a world needs (TableSizes), before the rows are laid out.
void place_working_memory(const DeviceSizes& sizes, TableSizes& tables, std::size_t real,
                          std::size_t shared_limit);

}  // namespace thew::gpu
