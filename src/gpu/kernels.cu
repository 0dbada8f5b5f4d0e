// The entry points on the device. A block has several teams; each takes one world. Each kernel is
// there for working memory in shared memory and in global memory. What few models have is left out
// of the smaller ones: tendons along paths and fluids, actuators of rare kinds, springs that yield,
// surfaces that slide, shapes without a closed form, elliptic cones.

#include "gpu/advance.h"
#include "gpu/collide.h"
#include "gpu/distance.h"
#include "gpu/implicit.h"
#include "gpu/launch.h"
#include "gpu/noslip.h"
#include "gpu/pgs.h"
#include "gpu/project.h"
#include "gpu/rk4.h"
#include "gpu/rows.h"
#include "gpu/sense.h"
#include "gpu/solve.h"

namespace thew::gpu {

namespace {

extern __shared__ __align__(16) unsigned char shared[];

template <Kernel kernel>
inline constexpr int kSize = kTeam[static_cast<int>(kernel)];

// The world of this team, or -1 where there are no more.
template <Kernel kernel>
__device__ __forceinline__ int world_of_team(const Call& call) {
  constexpr int G = kSize<kernel>;
  const int i = static_cast<int>(blockIdx.x * (blockDim.x / G) + threadIdx.x / G);
  return i < call.count ? call.first + i : -1;
}

// Its working memory in shared memory.
template <Kernel kernel, class Memory, class T>
__device__ __forceinline__ T* shared_memory(const DeviceModel<T>& m) {
  Memory layout;
  const int count = layout.lay_out(m, m.tables, nullptr);
  return reinterpret_cast<T*>(shared) + threadIdx.x / kSize<kernel> * count;
}

// Its working memory, by the layout of an integrator, in shared or in global memory.
template <class Memory, class T>
__device__ __forceinline__ T* advance_memory(const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
                                             std::uint32_t world) {
  return m.tables.advance_bytes > 0 ? reinterpret_cast<T*>(worlds.advance_memory.of(world))
                                    : shared_memory<Kernel::Advance, Memory>(m);
}

// Any integrator, where actuators are of rare kinds or springs yield.
template <class Team, class T>
__device__ __forceinline__ void advance_rarely(const Team& team, const DeviceModel<T>& m,
                                               const DeviceWorlds<T>& worlds, std::uint32_t world,
                                               int stage) {
  if (m.tables.stages > 1) return rk4<true>(team, m, worlds, world, stage);
  if (m.tables.implicit > kOwnSlopes) {
    return advance_implicitly<true>(team, m, worlds, world,
                                    advance_memory<ImplicitMemory<T>>(m, worlds, world));
  }
  advance<true>(team, m, worlds, world, advance_memory<AdvanceMemory<T>>(m, worlds, world));
}

}  // namespace

}  // namespace thew::gpu

#define THEW_ENTRY(name, T, kernel, blocks, place, work)              \
  extern "C" __global__ void __launch_bounds__(32, blocks)            \
      name(const __grid_constant__ thew::gpu::DeviceModel<T> m,       \
           const __grid_constant__ thew::gpu::DeviceWorlds<T> worlds, \
           const __grid_constant__ thew::gpu::Call call) {            \
    using namespace thew::gpu;                                        \
    const int number = world_of_team<Kernel::kernel>(call);           \
    if (number < 0) return;                                           \
    const auto world = static_cast<std::uint32_t>(number);            \
    const Team<kSize<Kernel::kernel>> team;                           \
    [[maybe_unused]] T* const memory = place;                         \
    work;                                                             \
  }
#define THEW_NEAR(kernel, T) (shared_memory<Kernel::kernel, kernel##Memory<T>>(m))
#define THEW_FAR(kernel, T) (reinterpret_cast<T*>(worlds.kernel##_memory.of(world)))
#define THEW_NEAR_OR_FAR(kernel, place, T) \
  (m.tables.place##_bytes > 0 ? THEW_FAR(place, T) : THEW_NEAR(kernel, T))
#define THEW_EITHER(kernel, T) \
  (m.tables.kernel##_bytes > 0 ? THEW_FAR(kernel, T) : reinterpret_cast<T*>(shared))
// How many blocks shall fit a multiprocessor: more of them wait for memory at a time, each with
// fewer registers. By measurement: `collide` wants registers, `advance` company.
#define THEW_ENTRIES(T, suffix, smooths, collides, blocks)                                         \
  THEW_ENTRY(thew_smooth_##suffix, T, Smooth, smooths, THEW_NEAR(Smooth, T),                       \
             (smooth<false, false>(team, m, worlds, world, memory, call)))                         \
  THEW_ENTRY(thew_smooth_rich_##suffix, T, Smooth, 16, THEW_NEAR(Smooth, T),                       \
             (smooth<true, false>(team, m, worlds, world, memory, call)))                          \
  THEW_ENTRY(thew_smooth_rare_##suffix, T, Smooth, 16, THEW_NEAR_OR_FAR(Smooth, smooth, T),        \
             (smooth<true, true>(team, m, worlds, world, memory, call)))                           \
  THEW_ENTRY(thew_smooth_global_##suffix, T, Smooth, 16, THEW_FAR(smooth, T),                      \
             (smooth<true, false>(team, m, worlds, world, memory, call)))                          \
  THEW_ENTRY(thew_collide_##suffix, T, Collide, collides, THEW_NEAR(Collide, T),                   \
             collide<false>(team, m, worlds, world, memory))                                       \
  THEW_ENTRY(thew_collide_convex_##suffix, T, Collide, 8, THEW_NEAR(Collide, T),                   \
             collide<true>(team, m, worlds, world, memory))                                        \
  THEW_ENTRY(thew_collide_global_##suffix, T, Collide, 8, THEW_FAR(collide, T),                    \
             collide<true>(team, m, worlds, world, memory))                                        \
  THEW_ENTRY(thew_rows_##suffix, T, Rows, 16, nullptr, make_rows<false>(team, m, worlds, world))   \
  THEW_ENTRY(thew_rows_rich_##suffix, T, Rows, 16, nullptr,                                     \
             make_rows<true>(team, m, worlds, world))                                              \
  THEW_ENTRY(thew_solve_##suffix, T, Solve, blocks, reinterpret_cast<T*>(shared),                  \
             (solve_rows<false, true, false>(team, m, worlds, world, memory)))                     \
  THEW_ENTRY(thew_solve_cones_##suffix, T, Solve, blocks, reinterpret_cast<T*>(shared),            \
             (solve_rows<true, true, false>(team, m, worlds, world, memory)))                      \
  THEW_ENTRY(                                                                                      \
      thew_solve_global_##suffix, T, Solve, blocks, THEW_FAR(solve, T),                            \
      (m.tables.cones != 0 ? solve_rows<true, false, false>(team, m, worlds, world, memory)        \
                           : solve_rows<false, false, false>(team, m, worlds, world, memory)))     \
  THEW_ENTRY(                                                                                      \
      thew_solve_cg_##suffix, T, Solve, blocks, THEW_EITHER(solve, T),                             \
      (m.tables.cones != 0 ? solve_rows<true, false, true>(team, m, worlds, world, memory)         \
                           : solve_rows<false, false, true>(team, m, worlds, world, memory)))      \
  THEW_ENTRY(thew_smooth_stiff_##suffix, T, Smooth, 16, THEW_NEAR_OR_FAR(Smooth, smooth, T),       \
             (smooth<true, true, true>(team, m, worlds, world, memory, call)))                     \
  THEW_ENTRY(thew_project_##suffix, T, Project, 8, THEW_EITHER(solve, T),                         \
             project_rows(team, m, worlds, world, memory))                                         \
  THEW_ENTRY(thew_settle_##suffix, T, Settle, 16, THEW_EITHER(solve, T),                           \
             settle(team, m, worlds, world, memory))                                               \
  THEW_ENTRY(                                                                                      \
      thew_solve_metric_##suffix, T, Solve, blocks, THEW_EITHER(solve, T),                         \
      (m.tables.cones != 0 ? solve_rows<true, false, false, true>(team, m, worlds, world, memory)  \
                           : solve_rows<false, false, false, true>(team, m, worlds, world, memory))) \
  THEW_ENTRY(                                                                                      \
      thew_solve_metric_cg_##suffix, T, Solve, blocks, THEW_EITHER(solve, T),                      \
      (m.tables.cones != 0 ? solve_rows<true, false, true, true>(team, m, worlds, world, memory)   \
                           : solve_rows<false, false, true, true>(team, m, worlds, world, memory))) \
  THEW_ENTRY(thew_solve_pgs_##suffix, T, Solve, 16, THEW_EITHER(solve, T),                         \
             solve_by_sweeps(team, m, worlds, world, memory))                                      \
  THEW_ENTRY(thew_solve_noslip_##suffix, T, Noslip, 16, THEW_EITHER(solve, T),                     \
             take_out_slip(team, m, worlds, world, memory))                                        \
  THEW_ENTRY(thew_sense_##suffix, T, Sense, 16, nullptr, sense<false>(team, m, worlds, world))     \
  THEW_ENTRY(thew_sense_late_##suffix, T, Sense, 16, nullptr, sense<true>(team, m, worlds, world)) \
  THEW_ENTRY(thew_adhere_##suffix, T, Adhere, 16, nullptr,                                         \
             pull_back_contacts(team, m, worlds, world))                                           \
  THEW_ENTRY(thew_distance_##suffix, T, Distance, 8, nullptr,                                      \
             measure_distances(team, m, worlds, world))                                            \
  THEW_ENTRY(thew_forces_##suffix, T, Forces, 16, nullptr, forces_after(team, m, worlds, world))   \
  THEW_ENTRY(thew_advance_##suffix, T, Advance, 32, THEW_NEAR(Advance, T),                         \
             advance<false>(team, m, worlds, world, memory))                                       \
  THEW_ENTRY(thew_advance_global_##suffix, T, Advance, 16, THEW_FAR(advance, T),                   \
             advance<false>(team, m, worlds, world, memory))                                       \
  THEW_ENTRY(thew_implicit_##suffix, T, Advance, 16,                                               \
             (shared_memory<Kernel::Advance, ImplicitMemory<T>>(m)),                               \
             advance_implicitly<false>(team, m, worlds, world, memory))                            \
  THEW_ENTRY(thew_implicit_global_##suffix, T, Advance, 16, THEW_FAR(advance, T),                  \
             advance_implicitly<false>(team, m, worlds, world, memory))                            \
  THEW_ENTRY(thew_rk4_##suffix, T, Advance, 16, nullptr,                                           \
             rk4<false>(team, m, worlds, world, call.stage))                                       \
  THEW_ENTRY(thew_advance_rare_##suffix, T, Advance, 16, nullptr,                                  \
             advance_rarely(team, m, worlds, world, call.stage))                                   \
  THEW_ENTRY(thew_advance_metric_##suffix, T, Advance, 16, nullptr,                                \
             advance_discretely(team, m, worlds, world))

// Both precisions, or the one that a compilation is for.
#if !defined(THEW_BITS) || THEW_BITS == 32
THEW_ENTRIES(float, f32, 20, 12, 16)
#endif
#if !defined(THEW_BITS) || THEW_BITS == 64
THEW_ENTRIES(double, f64, 16, 8, 8)
#endif
