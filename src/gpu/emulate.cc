#include "gpu/emulate.h"

#include <vector>

#include "gpu/advance.h"
#include "gpu/collide.h"
#include "gpu/distance.h"
#include "gpu/implicit.h"
#include "gpu/noslip.h"
#include "gpu/pgs.h"
#include "gpu/project.h"
#include "gpu/rk4.h"
#include "gpu/rows.h"
#include "gpu/sense.h"
#include "gpu/solve.h"

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
      case Kernel::Smooth: {
        const auto run = [&]<bool rich, bool rare, bool stiff = false>() {
          smooth<rich, rare, stiff>(TeamOf<Kernel::Smooth>(order), m, worlds, world, memory.data(),
                                    call);
        };
        m.tables.metric == kDiscreteMetric ? run.template operator()<true, true, true>()
        : m.tables.rare != 0               ? run.template operator()<true, true>()
        : is_rich(m.tables)                ? run.template operator()<true, false>()
                                           : run.template operator()<false, false>();
        break;
      }
      case Kernel::Collide:
        m.tables.convex_bytes > 0
            ? collide<true>(TeamOf<Kernel::Collide>(order), m, worlds, world, memory.data())
            : collide<false>(TeamOf<Kernel::Collide>(order), m, worlds, world, memory.data());
        break;
      case Kernel::Rows:
        has_rich_rows(m.tables) ? make_rows<true>(TeamOf<Kernel::Rows>(order), m, worlds, world)
                                : make_rows<false>(TeamOf<Kernel::Rows>(order), m, worlds, world);
        break;
      case Kernel::Solve: {
        const TeamOf<Kernel::Solve> team(order);
        const auto run = [&]<bool cones, bool cg, bool metric = false>() {
          solve_rows<cones, true, cg, metric>(team, m, worlds, world, memory.data());
        };
        const bool cones = m.tables.cones != 0;
        if (m.tables.pgs != 0) {
          solve_by_sweeps(team, m, worlds, world, memory.data());
        } else if (m.tables.metric == kDiscreteMetric) {
          m.tables.cg != 0 ? (cones ? run.template operator()<true, true, true>()
                                    : run.template operator()<false, true, true>())
                           : (cones ? run.template operator()<true, false, true>()
                                    : run.template operator()<false, false, true>());
        } else if (m.tables.cg != 0) {
          cones ? run.template operator()<true, true>() : run.template operator()<false, true>();
        } else {
          cones ? run.template operator()<true, false>() : run.template operator()<false, false>();
        }
        break;
      }
      case Kernel::Noslip:
        take_out_slip(TeamOf<Kernel::Noslip>(order), m, worlds, world, memory.data());
        break;
      case Kernel::Distance:
        measure_distances(TeamOf<Kernel::Distance>(order), m, worlds, world);
        break;
      case Kernel::Adhere:
        pull_back_contacts(TeamOf<Kernel::Adhere>(order), m, worlds, world);
        break;
      case Kernel::Project:
        project_rows(TeamOf<Kernel::Project>(order), m, worlds, world, memory.data());
        break;
      case Kernel::Settle:
        settle(TeamOf<Kernel::Settle>(order), m, worlds, world, memory.data());
        break;
      case Kernel::Sense:
        (m.tables.measures & (kMemories | kDistances)) != 0
            ? sense<true>(TeamOf<Kernel::Sense>(order), m, worlds, world)
            : sense<false>(TeamOf<Kernel::Sense>(order), m, worlds, world);
        break;
      case Kernel::Forces:
        forces_after(TeamOf<Kernel::Forces>(order), m, worlds, world);
        break;
      case Kernel::Advance: {
        const TeamOf<Kernel::Advance> team(order);
        if (m.tables.metric != 0) {
          advance_discretely(team, m, worlds, world);
          break;
        }
        const auto run = [&]<bool rare>() {
          m.tables.stages > 1 ? rk4<rare>(team, m, worlds, world, call.stage)
          : m.tables.implicit > kOwnSlopes
              ? advance_implicitly<rare>(team, m, worlds, world, memory.data())
              : advance<rare>(team, m, worlds, world, memory.data());
        };
        m.tables.rare != 0 ? run.template operator()<true>() : run.template operator()<false>();
        break;
      }
    }
  }
}

template void emulate(Kernel, const DeviceModel<float>&, const DeviceWorlds<float>&, const Call&,
                      Order);
template void emulate(Kernel, const DeviceModel<double>&, const DeviceWorlds<double>&, const Call&,
                      Order);

}  // namespace thew::gpu
