#include "gpu/launch.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "gpu/memory.h"

namespace thew::gpu {

namespace {

// The expressions of solve_memory.inc, with all sizes in scope.
struct SolveSizes : DeviceSizes, TableSizes {
  std::int32_t width, ngroup, packed, stride, changes, panel_or_y, scratch, hessian_or_sweeps;

  SolveSizes(const DeviceSizes& sizes, const TableSizes& tables)
      : DeviceSizes(sizes), TableSizes(tables) {
    ngroup = (sizes.nv + 3) / 4;
    width = 4 * ngroup;
    packed = 8 * ngroup * (ngroup + 1);
    stride = 4 * most_bases * (most_bases > 4 ? 2 : 1);
    const std::int32_t bases = nrows + nsingles;
    hessian_or_sweeps = pgs != 0 ? 5 * nforces + (3 * nforces + 1) / 2 : packed;
    panel_or_y = std::max(4 * width, bases);
    // The factor; changes of curvature, a block from afar and forces; edges; places and bodies of
    // contacts.
    changes = stride * nblocks + (nrows > nnear ? most_bases * width : 0);
    scratch =
        std::max({packed, changes + bases, 3 * (nedges * nblocks + nsingles), (15 + 2) * nblocks});
  }
};

template <class T>
std::size_t count(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables) {
  const auto of = [&](auto memory) {
    return static_cast<std::size_t>(memory.lay_out(sizes, tables, static_cast<T*>(nullptr)));
  };
  switch (kernel) {
    case Kernel::Smooth:
      return of(SmoothMemory<T>());
    case Kernel::Collide:
      return of(CollideMemory<T>());
    case Kernel::Rows:
    case Kernel::Sense:
    case Kernel::Forces:
    case Kernel::Distance:
    case Kernel::Adhere:
      return 0;
    case Kernel::Solve:
    case Kernel::Noslip:
    case Kernel::Project:
    case Kernel::Settle:
      return static_cast<std::size_t>(lay_out_solve<T>(sizes, tables).total);
    case Kernel::Advance:
      if (tables.stages > 1 || tables.metric != 0) return 0;
      return tables.implicit > kOwnSlopes ? of(ImplicitMemory<T>()) : of(AdvanceMemory<T>());
  }
  return 0;
}

// Entry points of a kernel: those that work in shared and in global memory, in either precision.
struct Names {
  std::array<const char*, 2> shared, global;
};
#define THEW_BOTH(stem) {stem "_f32", stem "_f64"}
Names names(Kernel kernel, const TableSizes& t) {
  switch (kernel) {
    case Kernel::Smooth:
      if (t.metric == kDiscreteMetric)
        return {THEW_BOTH("thew_smooth_stiff"), THEW_BOTH("thew_smooth_stiff")};
      if (t.rare != 0) return {THEW_BOTH("thew_smooth_rare"), THEW_BOTH("thew_smooth_rare")};
      if (is_rich(t)) return {THEW_BOTH("thew_smooth_rich"), THEW_BOTH("thew_smooth_global")};
      return {THEW_BOTH("thew_smooth"), THEW_BOTH("thew_smooth_global")};
    case Kernel::Collide:
      if (t.convex_bytes > 0)
        return {THEW_BOTH("thew_collide_convex"), THEW_BOTH("thew_collide_global")};
      return {THEW_BOTH("thew_collide"), THEW_BOTH("thew_collide_global")};
    case Kernel::Rows:
      if (has_rich_rows(t)) return {THEW_BOTH("thew_rows_rich"), {}};
      return {THEW_BOTH("thew_rows"), {}};
    case Kernel::Solve:
      if (t.pgs != 0) return {THEW_BOTH("thew_solve_pgs"), THEW_BOTH("thew_solve_pgs")};
      if (t.metric == kDiscreteMetric) {
        if (t.cg != 0)
          return {THEW_BOTH("thew_solve_metric_cg"), THEW_BOTH("thew_solve_metric_cg")};
        return {THEW_BOTH("thew_solve_metric"), THEW_BOTH("thew_solve_metric")};
      }
      if (t.cg != 0) return {THEW_BOTH("thew_solve_cg"), THEW_BOTH("thew_solve_cg")};
      if (t.cones != 0) return {THEW_BOTH("thew_solve_cones"), THEW_BOTH("thew_solve_global")};
      return {THEW_BOTH("thew_solve"), THEW_BOTH("thew_solve_global")};
    case Kernel::Noslip:
      return {THEW_BOTH("thew_solve_noslip"), THEW_BOTH("thew_solve_noslip")};
    case Kernel::Project:
      return {THEW_BOTH("thew_project"), THEW_BOTH("thew_project")};
    case Kernel::Settle:
      return {THEW_BOTH("thew_settle"), THEW_BOTH("thew_settle")};
    case Kernel::Adhere:
      return {THEW_BOTH("thew_adhere"), {}};
    case Kernel::Distance:
      return {THEW_BOTH("thew_distance"), {}};
    case Kernel::Sense:
      if ((t.measures & (kMemories | kDistances)) != 0) return {THEW_BOTH("thew_sense_late"), {}};
      return {THEW_BOTH("thew_sense"), {}};
    case Kernel::Forces:
      return {THEW_BOTH("thew_forces"), {}};
    case Kernel::Advance:
      break;
  }
  if (t.metric != 0) return {THEW_BOTH("thew_advance_metric"), THEW_BOTH("thew_advance_metric")};
  if (t.rare != 0) return {THEW_BOTH("thew_advance_rare"), THEW_BOTH("thew_advance_rare")};
  if (t.stages > 1) return {THEW_BOTH("thew_rk4"), {}};
  if (t.implicit > kOwnSlopes)
    return {THEW_BOTH("thew_implicit"), THEW_BOTH("thew_implicit_global")};
  return {THEW_BOTH("thew_advance"), THEW_BOTH("thew_advance_global")};
}
#undef THEW_BOTH

}  // namespace

template <class T>
SolveLayout lay_out_solve(const DeviceSizes& sizes, const TableSizes& tables) {
  struct Scope : SolveSizes {
    using SolveSizes::SolveSizes;
    SolveLayout layout() const {
      SolveLayout to;
      to.width = width;
      to.ngroup = ngroup;
      to.stride = stride;
      using Real = T;
      using Int = std::int32_t;
      using Short = std::uint16_t;
      // Whole fours of numbers: they are read so.
      const auto take = [&](std::int32_t& place, std::size_t bytes, std::int32_t count) {
        constexpr std::size_t kFour = 4 * sizeof(T);
        place = to.total;
        to.total += static_cast<std::int32_t>(
            4 * ((bytes * static_cast<std::size_t>(count) + kFour - 1) / kFour));
      };
#define THEW_PIECE(type, name, count) take(to.name, sizeof(type), count);
#include "gpu/solve_memory.inc"
      to.force = to.factor + changes;
      return to;
    }
  };
  return Scope(sizes, tables).layout();
}
template SolveLayout lay_out_solve<float>(const DeviceSizes&, const TableSizes&);
template SolveLayout lay_out_solve<double>(const DeviceSizes&, const TableSizes&);

bool is_needed(Kernel kernel, const TableSizes& tables, const Call& call) {
  switch (kernel) {
    case Kernel::Collide:
      return tables.npairs > 0;
    case Kernel::Sense:
      return (tables.senses & kMeasurements) != 0 && call.stage == 0;
    case Kernel::Adhere:
      return tables.sticky != 0 && tables.senses != 0;
    case Kernel::Distance:
      return (tables.senses & kMeasurements) != 0 && (tables.measures & kDistances) != 0 &&
             call.stage == 0;
    case Kernel::Noslip:
      return tables.noslip != 0;
    case Kernel::Project:
      return tables.metric == kDiscreteMetric || tables.exact != 0;
    case Kernel::Settle:
      return tables.metric == kLastMetric && call.advance;
    case Kernel::Advance:
      return call.advance;
    case Kernel::Forces:
      return (tables.senses & kForcesAfter) != 0 &&
             (!call.advance || call.stage + 1 == tables.stages);
    default:
      return true;
  }
}

std::size_t working_bytes(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables,
                          std::size_t real) {
  return real * (real == sizeof(float) ? count<float>(kernel, sizes, tables)
                                       : count<double>(kernel, sizes, tables));
}

Launch plan(Kernel kernel, const DeviceSizes& sizes, const TableSizes& tables, std::size_t real,
            std::size_t shared_limit) {
  const int team = kTeam[static_cast<int>(kernel)];
  const std::size_t bytes = working_bytes(kernel, sizes, tables, real);
  const Names name = names(kernel, tables);
  const std::size_t precision = real == sizeof(float) ? 0 : 1;
  // A warp is a block: one that is done makes room for another.
  const int worlds = 32 / team;
  const std::size_t all = static_cast<std::size_t>(worlds) * bytes;
  if (all > shared_limit) return {name.global[precision], worlds, 32, 0};
  return {name.shared[precision], worlds, 32, all};
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
  tables.solve_bytes = global(Kernel::Solve);
  tables.advance_bytes = global(Kernel::Advance);
}

}  // namespace thew::gpu
