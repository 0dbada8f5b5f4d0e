#pragma once

// All worlds as kernels see them: for each row of worlds.inc a table with a row per world.

#include "gpu/device_model.h"

namespace thew::gpu {

/// A table with a row per world; null where it is not kept.
template <class E>
struct Rows {
  E* data = nullptr;
  std::uint32_t stride = 0;  ///< entries of a row

  THEW_INLINE explicit operator bool() const { return data != nullptr; }
  THEW_INLINE E* of(std::uint32_t world) const {
    return data + static_cast<std::size_t>(world) * stride;
  }
};

enum class RowKind { State, Passed, Output };
enum class RowType { Real, Int, Byte, Time };

/// The rows by number.
enum class RowId : int {
#define THEW_ROW(kind, type, name, count, needed) name,
#include "gpu/worlds.inc"
  kCount
};
inline constexpr int kRows = static_cast<int>(RowId::kCount);

/// What there is to know of a row before it is allocated.
struct RowShape {
  const char* name;
  RowKind kind;
  RowType type;
  std::int64_t count;  ///< entries of one world
  bool needed;         ///< by kernels; otherwise only where it is asked for
};

/// The shape of each row, in the order of RowId.
struct RowShapes {
  RowShape row[kRows];
};
RowShapes row_shapes(const DeviceSizes& sizes, const TableSizes& tables);

/// Bytes of one entry.
inline std::int64_t bytes_of(RowType type, std::int64_t real) {
  switch (type) {
    case RowType::Real:
      return real;
    case RowType::Int:
      return 4;
    case RowType::Byte:
      return 1;
    case RowType::Time:
      break;
  }
  return 8;
}

template <class T>
struct DeviceWorlds {
#define THEW_TYPE_Real T
#define THEW_TYPE_Int std::int32_t
#define THEW_TYPE_Byte std::uint8_t
#define THEW_TYPE_Time double
#define THEW_ROW(kind, type, name, count, needed) Rows<THEW_TYPE_##type> name;
#include "gpu/worlds.inc"
#undef THEW_TYPE_Real
#undef THEW_TYPE_Int
#undef THEW_TYPE_Byte
#undef THEW_TYPE_Time
};

/// The worlds that a launch is about, and how far it goes.
struct Call {
  std::int32_t first = 0, count = 0;
  bool advance = true;     ///< to the next state; otherwise outputs of the present one are computed
  std::int32_t stage = 0;  ///< of a step with several
  bool again = false;      ///< `smooth` once more, now that contacts are known
};

/// How much of the step has gone by at a stage of RK4.
THEW_INLINE double fraction_of(int stage) {
  return stage == 0 ? 0 : stage < 3 ? 0.5 : 1;
}

}  // namespace thew::gpu
