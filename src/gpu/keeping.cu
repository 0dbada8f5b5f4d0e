// The kernels of keeping.h.

#include "gpu/keeping.h"
#include "gpu/team.h"

namespace thew::gpu {

template <class T>
__device__ __forceinline__ void begin_worlds(Errand errand, const DeviceModel<T>& m,
                                             const DeviceWorlds<T>& w,
                                             const DeviceWorlds<T>& initial, const Keeping& k,
                                             const Call& call) {
  const int i = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / kKeepingTeam);
  if (i < call.count) {
    begin(Team<kKeepingTeam>(), errand, m, w, initial, k,
          static_cast<std::uint32_t>(call.first + i));
  }
}

template <class T>
__device__ __forceinline__ void end_worlds(Errand errand, const DeviceWorlds<T>& w,
                                           const Keeping& k, const Call& call) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < call.count) end(errand, w, k, static_cast<std::uint32_t>(call.first + i));
}

#define THEW_KERNELS(suffix, T)                                                                   \
  extern "C" __global__ void thew_begin_##suffix(                                                 \
      Errand errand, const __grid_constant__ DeviceModel<T> m,                                    \
      const __grid_constant__ DeviceWorlds<T> w, const __grid_constant__ DeviceWorlds<T> initial, \
      Keeping k, Call call) {                                                                     \
    begin_worlds<T>(errand, m, w, initial, k, call);                                              \
  }                                                                                               \
  extern "C" __global__ void thew_end_##suffix(                                                   \
      Errand errand, const __grid_constant__ DeviceWorlds<T> w, Keeping k, Call call) {           \
    end_worlds<T>(errand, w, k, call);                                                            \
  }
THEW_KERNELS(f32, float)
THEW_KERNELS(f64, double)
#undef THEW_KERNELS

}  // namespace thew::gpu
