#include "gpu/launch.h"

#include <algorithm>

#include "gpu/memory.h"

namespace thew::gpu {

namespace {

template <class T>
std::size_t count(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables) {
  switch (kernel) {
    case Kernel::Smooth:
      return static_cast<std::size_t>(SmoothMemory<T>().lay_out(sizes, tables, nullptr));
    case Kernel::Collide:
      return static_cast<std::size_t>(CollideMemory<T>().lay_out(sizes, tables, nullptr));
    case Kernel::Constrain:
      return static_cast<std::size_t>(ConstrainMemory<T>().lay_out(sizes, tables, nullptr));
  }
  return 0;
}

// Entry points by kernel and precision, of those that work in shared and in global memory.
struct Names {
  const char *shared, *global;
};
Names names(Kernel kernel, bool single) {
  switch (kernel) {
    case Kernel::Smooth:
      return single ? Names{"thew_smooth_f32", "thew_smooth_global_f32"}
                    : Names{"thew_smooth_f64", "thew_smooth_global_f64"};
    case Kernel::Collide:
      return single ? Names{"thew_collide_f32", "thew_collide_global_f32"}
                    : Names{"thew_collide_f64", "thew_collide_global_f64"};
    case Kernel::Constrain:
      break;
  }
  return single ? Names{"thew_constrain_f32", "thew_constrain_global_f32"}
                : Names{"thew_constrain_f64", "thew_constrain_global_f64"};
}

}  // namespace

std::size_t working_bytes(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables,
                          std::size_t real) {
  return real * (real == sizeof(float) ? count<float>(kernel, sizes, tables)
                                       : count<double>(kernel, sizes, tables));
}

Launch plan(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables, std::size_t real,
            std::size_t shared_limit) {
  const int team = kTeam[static_cast<int>(kernel)];
  const std::size_t bytes = working_bytes(kernel, sizes, tables, real);
  const Names name = names(kernel, real == sizeof(float));
  // A warp is a block: one that is done makes room for another.
  constexpr int threads = 32;
  const int warp = std::max(1, 32 / team), most = std::max(threads / team, 1);
  if (static_cast<std::size_t>(warp) * bytes > shared_limit)
    return {name.global, most, most * team, 0};
  int worlds = most;
  while (worlds > warp && static_cast<std::size_t>(worlds) * bytes > shared_limit) worlds -= warp;
  return {name.shared, worlds, worlds * team, static_cast<std::size_t>(worlds) * bytes};
}

void place_working_memory(const DeviceSizes& sizes, TableSizes& tables, std::size_t real,
                          std::size_t shared_limit) {
  const auto global = [&](Kernel kernel) {
    const std::size_t bytes = working_bytes(kernel, sizes, tables, real);
    const bool fits = plan(kernel, sizes, tables, real, shared_limit).shared > 0 || bytes == 0;
    return fits ? 0 : static_cast<std::int32_t>((bytes + 15) / 16 * 16);
  };
  tables.smooth_bytes = global(Kernel::Smooth);
  tables.collide_bytes = global(Kernel::Collide);
  tables.constrain_bytes = global(Kernel::Constrain);
}

}  // namespace thew::gpu
