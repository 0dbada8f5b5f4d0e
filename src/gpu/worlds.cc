#include "gpu/device_worlds.h"

namespace thew::gpu {

namespace {

// The expressions of worlds.inc, with all sizes in scope.
struct Scope : DeviceSizes, TableSizes {
  RowShapes shapes() const {
    return {{
#define THEW_ROW(kind, type, name, count, needed) \
  {#name, RowKind::kind, RowType::type, std::int64_t{count}, static_cast<bool>(needed)},
#include "gpu/worlds.inc"
    }};
  }
};

}  // namespace

RowShapes row_shapes(const DeviceSizes& sizes, const TableSizes& tables) {
  Scope scope;
  static_cast<DeviceSizes&>(scope) = sizes;
  static_cast<TableSizes&>(scope) = tables;
  return scope.shapes();
}

}  // namespace thew::gpu
