#pragma once

// Small values out of Model (each lane's own where it has one) and Data.

#include <thew/data.h>

#include "math/quat.h"
#include "math/spatial.h"

namespace thew::dynamics {

template <class T, ParameterId id>
THEW_INLINE math::Vec3<T> param3(const BasicData<T>& d, const Parameter<id>& values,
                                 std::int64_t row) {
  return {param(d, values, 3 * row), param(d, values, 3 * row + 1), param(d, values, 3 * row + 2)};
}

template <class T, ParameterId id>
THEW_INLINE math::Quat<T> param4(const BasicData<T>& d, const Parameter<id>& values,
                                 std::int64_t row) {
  return {param(d, values, 4 * row), param(d, values, 4 * row + 1), param(d, values, 4 * row + 2),
          param(d, values, 4 * row + 3)};
}

/// Gravity or wind.
template <ParameterId id, class T>
THEW_INLINE math::Vec3<T> param3(const BasicData<T>& d, const double* option) {
  return {param<id>(d, option, 0), param<id>(d, option, 1), param<id>(d, option, 2)};
}

/// Whether the first joint of a body is free: its first three dofs translate along the axes of the
/// world.
inline bool has_free_joint(const Model& m, int body) {
  return m.body_parentid[body] == 0 && m.body_jntnum[body] > 0 &&
         m.jnt_type[m.body_jntadr[body]] == static_cast<int>(JointType::Free);
}

/// Three numbers that are the same in all lanes.
template <class T>
THEW_INLINE math::Vec3<T> broadcast3(const double v[3]) {
  return {T(v[0]), T(v[1]), T(v[2])};
}

}  // namespace thew::dynamics
