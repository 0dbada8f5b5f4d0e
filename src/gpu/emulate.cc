#include "gpu/emulate.h"

#include <vector>

#include "gpu/collide.h"
#include "gpu/constrain.h"
#include "gpu/smooth.h"

namespace thew::gpu {

namespace {

template <Kernel kernel>
using TeamOf = Team<kTeam[static_cast<int>(kernel)]>;

}  // namespace

template <class T>
void emulate(Kernel kernel, const DeviceModel<T>& m, const DeviceWorlds<T>& worlds,
             const Call& call, Order order) {
  std::vector<T> memory(working_bytes(kernel, m, m.tables, sizeof(T)) / sizeof(T));
  for (std::int32_t i = call.first; i < call.first + call.count; ++i) {
    const auto world = static_cast<std::uint32_t>(i);
    switch (kernel) {
      case Kernel::Smooth:
        smooth(TeamOf<Kernel::Smooth>(order), m, worlds, world, memory.data());
        break;
      case Kernel::Collide:
        collide(TeamOf<Kernel::Collide>(order), m, worlds, world, memory.data());
        break;
      case Kernel::Constrain:
        constrain(TeamOf<Kernel::Constrain>(order), m, worlds, world, memory.data(), call.advance);
        break;
    }
  }
}

template void emulate(Kernel, const DeviceModel<float>&, const DeviceWorlds<float>&, const Call&,
                      Order);
template void emulate(Kernel, const DeviceModel<double>&, const DeviceWorlds<double>&, const Call&,
                      Order);

}  // namespace thew::gpu
