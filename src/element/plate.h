#pragma once

// A thin plate in a stream, such as a triangle of cloth in the wind.

#include <thew/constants.h>

#include "math/functions.h"
#include "math/vec3.h"

namespace thew::element {

/// Pressure on a plate across a stream is twice the stream's own, rho v^2 / 2 (a wide plate's,
/// Hoerner, "Fluid-dynamic drag", 1965), and goes with the sine of the angle between them, so that
/// a plate at an angle has lift as well as drag. Along its two sides the stream rubs.
inline constexpr double kPlatePressure = 2, kPlateFriction = 0.04;

/// Force on a plate that moves with `velocity` against the fluid:
///   -rho/2 A |v| (Cp v_n + Cf v_t)
/// where v_n and v_t are the parts of the velocity across and along the plate; `area` is half of
/// the vector `normal`. The factor of v is at most `most` [kg/s].
template <class T>
THEW_INLINE math::Vec3<T> plate_force(const math::Vec3<T>& normal, const math::Vec3<T>& velocity,
                                      const T& density, const T& most) {
  const T twice = norm(normal);
  const auto wide = twice > T(kMinVal);
  const math::Vec3<T> unit = normal * select(wide, T(1) / select(wide, twice, T(1)), T(0));
  const T push = T(0.25) * density * twice * norm(velocity);
  const T across = min(T(kPlatePressure) * push, most), along = min(T(kPlateFriction) * push, most);
  const math::Vec3<T> head_on = unit * dot(unit, velocity);
  return head_on * (along - across) - velocity * along;
}

}  // namespace thew::element
