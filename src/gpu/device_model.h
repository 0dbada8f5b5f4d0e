#pragma once

// The model as kernels see it, on the device or in emulation: sizes, options and pointers, passed
// to kernels by value. Who fills it keeps the memory (upload.h).

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <thew/constants.h>
#include <thew/enums.h>

#include "math/scalar.h"

namespace thew::gpu {

/// Numbers of which each world may have its own: a row per world, or with stride 0 one for all.
template <class T>
struct Own {
  const T* data = nullptr;
  std::uint32_t stride = 0;

  THEW_INLINE const T* of(std::uint32_t world) const {
    return data + static_cast<std::size_t>(world) * stride;
  }
};

struct DeviceSizes {
#define THEW_SIZE(name, description) std::int32_t name = 0;
#include <thew/fields.inc>
};

namespace type {
// What a field of the list is on the device in the precision T.
template <class T>
struct Of {
  using Real = T;
  using Float = float;
  using Int = std::int32_t;
  using Long = std::int64_t;
  using Byte = std::uint8_t;
  using Bool = bool;
  using Char = char;
};
template <class E, int count>
using Values = std::conditional_t<count == 1, E, E[count]>;
}  // namespace type

template <class T>
struct DeviceOptions {
#define THEW_OPTION(type_, name, count, domain, description) \
  type::Values<typename type::Of<T>::type_, count> name = {};
#include <thew/fields.inc>
};

/// Where the pieces of the working memory of `solve` begin, in numbers.
struct SolveLayout {
  std::int32_t width = 0, ngroup = 0;  ///< of vectors and of matrices, in fours
  std::int32_t stride = 0;             ///< numbers of a block in the changes of curvature
  std::int32_t force = 0;              ///< of base rows, behind these changes
#define THEW_PIECE(type_, name, count) std::int32_t name = 0;
#include "gpu/solve_memory.inc"
  std::int32_t total = 0;
};

/// Bits of what sensors of a model need besides poses and velocities.
inline constexpr std::int32_t kBodyForces = 1, kSubtreeVelocities = 2, kMemories = 4,
                              kDistances = 8;

/// Whether a sensor measures a distance between geoms.
THEW_INLINE bool is_of_distance(SensorType type) {
  return type == SensorType::Geomdist || type == SensorType::Geomnormal ||
         type == SensorType::Geomfromto;
}

/// Bits of what somebody asks for: what sensors measure; accelerations of bodies and forces between
/// them after a step.
inline constexpr std::int32_t kMeasurements = 1, kForcesAfter = 2;

/// Which slopes of forces by velocities integrators take: none, those of each dof by itself, those
/// that are symmetric, all.
inline constexpr std::int32_t kOwnSlopes = 1, kSymmetricSlopes = 2, kWholeSlopes = 3;

/// Whether constraints are solved in the metric of the step, or it counts at its end alone.
inline constexpr std::int32_t kDiscreteMetric = 1, kLastMetric = 2;

/// Sizes of the tables, and of what is allocated by them.
struct TableSizes {
  std::int32_t nlevel = 0;         ///< levels of bodies below the world
  std::int32_t ndoflevel = 0;      ///< levels of dofs
  std::int32_t nmoment = 0;        ///< entries of the moments of actuators
  std::int32_t pulled_sites = 0;   ///< 1 where actuators act on sites
  std::int32_t spatial = 0;        ///< 1 where tendons run along paths
  std::int32_t armed_tendons = 0;  ///< 1 where tendons have armature
  std::int32_t dry_tendons = 0;    ///< 1 where they have dry friction
  std::int32_t fluid = 0;          ///< 1 where there is a fluid
  std::int32_t rare = 0;           ///< 1 where actuators are of rare kinds, or springs yield
  std::int32_t slides = 0;         ///< 1 where surfaces slide
  std::int32_t sticks = 0;         ///< 1 where actuators pull at what bodies touch
  std::int32_t stages = 1;         ///< of a step: 4 with RK4
  std::int32_t implicit = 0;       ///< slopes of forces that the integrator takes: kOwnSlopes, ...
  std::int32_t ntreelevel = 0;     ///< levels of dofs by all of their ancestors
  std::int32_t measures = 0;       ///< what sensors need: kBodyForces, ...
  std::int32_t senses = 0;         ///< what somebody asks for: kMeasurements, kForcesAfter
  std::int32_t npairs = 0;         ///< pairs of geoms
  std::int32_t convex_bytes = 0;   ///< working memory of a pair without a closed form; 0: none is
  std::int32_t nslots = 0;         ///< contacts that a world has room for
  std::int32_t nrows = 0;          ///< base rows on several dofs that a world has room for
  std::int32_t nnear = 0;          ///< those of these rows whose Jacobian is in working memory
  std::int32_t nblocks = 0;        ///< blocks of these
  std::int32_t nothers = 0;        ///< those of these rows that are no contacts come first
  std::int32_t most_bases = 0;     ///< base rows of a block
  std::int32_t nsingles = 0;       ///< rows on one dof: dry friction and limits
  std::int32_t nedges = 0;         ///< one-sided pieces of the cost of a block of these
  std::int32_t cones = 0;          ///< 1 where contacts may have elliptic cones
  std::int32_t cg = 0;             ///< 1 where the solver is CG
  std::int32_t nquad = 0;          ///< pieces of four numbers of a symmetric matrix of all dofs
  std::int32_t smooth_bytes = 0;   ///< working memory of kernels in global memory, of one world
  std::int32_t collide_bytes = 0;
  std::int32_t solve_bytes = 0;
  std::int32_t advance_bytes = 0;
  SolveLayout solve;
  /// 1 where friction is found again without softness. Behind the layout, whose alignment decides
  /// how the solver's kernels load it.
  std::int32_t noslip = 0;
  std::int32_t sticky = 0;   ///< 1 where surfaces stick
  std::int32_t metric = 0;   ///< of linearly implicit integrators: kDiscreteMetric, kLastMetric
  std::int32_t exact = 0;    ///< 1 where rows are as soft as exact diagonals say
  std::int32_t pgs = 0;      ///< 1 where the solver is PGS
  std::int32_t nforces = 0;  ///< rows as it sees them: edges of pyramids by themselves
  std::int32_t norder = 0;   ///< words of known shuffles of rows
};

/// Whether the kernel `smooth` has more to do than usual.
THEW_INLINE bool is_rich(const TableSizes& t) {
  return t.spatial != 0 || t.fluid != 0 || t.armed_tendons != 0;
}

/// The same of the kernel `rows`.
THEW_INLINE bool has_rich_rows(const TableSizes& t) {
  return t.slides + t.sticky + t.exact != 0 || t.metric == kDiscreteMetric;
}

struct DeviceTables : TableSizes {
#define THEW_TABLE(name, count) const std::int32_t* name = nullptr;
#include "gpu/tables.inc"
};

template <class T>
struct DeviceModel : DeviceSizes {
  DeviceOptions<T> opt;
  double timestep = 0;   ///< times are double in either precision
  Own<T> gravity, wind;  ///< the options that worlds may own
#define THEW_DEVICE_World(type_, name) Own<T> name;
#define THEW_DEVICE_Shared(type_, name) const typename type::Of<T>::type_* name = nullptr;
#define THEW_DEVICE_Structure(type_, name) THEW_DEVICE_Shared(type_, name)
#define THEW_MODEL(type_, name, rows, columns, world, domain, unit, description) \
  THEW_DEVICE_##world(type_, name)
#include <thew/fields.inc>
#undef THEW_DEVICE_World
#undef THEW_DEVICE_Shared
#undef THEW_DEVICE_Structure
  const double* polygon_normal = nullptr;  ///< mesh_polynormal and an option in double, for convex
  const double* sensor_time = nullptr;     ///< delay and period of each sensor, in double
  double ccd_tolerance = 0;                ///< shapes
  DeviceTables tables;
};

}  // namespace thew::gpu
