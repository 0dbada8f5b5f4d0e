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

template <class T, ParameterId id>
THEW_INLINE math::Mat3<T> param9(const BasicData<T>& d, const Parameter<id>& values,
                                 std::int64_t row) {
  const auto at = [&](int i) { return param(d, values, 9 * row + i); };
  return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)};
}

/// Four numbers of one world, from number i on.
template <class T, ParameterId id>
THEW_INLINE math::Wide<T, 4> param_four(const BasicData<T>& d, const Parameter<id>& values,
                                        std::int64_t i) {
  if constexpr (std::is_same_v<T, double>) {
    return math::Wide<T, 4>::load(values.values().data() + i);
  } else {
    math::Wide<T, 4> four;
    for (int k = 0; k < 4; ++k) four.set(k, param(d, values, i + k));
    return four;
  }
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

}  // namespace thew::dynamics
