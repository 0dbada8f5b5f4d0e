#pragma once

// Forces of the surrounding fluid, in the frame of what moves through it. A body without ellipsoids
// is a box with its inertia: drag along and about each axis by itself.

#include <thew/constants.h>

#include "math/spatial.h"

namespace thew::element {

inline constexpr double kFluidPi = 3.14159265358979323846;

/// Where a force acts: a point relative to the centre of mass of the tree, axes, and the velocity
/// there relative to the fluid, along these axes.
template <class T>
struct FluidFrame {
  math::Vec3<T> arm;
  math::Mat3<T> axes;
  math::Motion<T> velocity;
};

/// From the spatial velocity of the body about the centre of mass of its tree.
template <class T>
THEW_INLINE FluidFrame<T> fluid_frame(const math::Vec3<T>& arm, const math::Mat3<T>& axes,
                                      const math::Motion<T>& v, const math::Vec3<T>& wind) {
  const math::Vec3<T> speed = v.translation + cross(v.rotation, arm) - wind;
  return {arm, axes, {multiply_transposed(axes, v.rotation), multiply_transposed(axes, speed)}};
}

/// matrix += scale X' B X, where X takes a spatial velocity about the centre of mass of the tree to
/// the velocity along the axes of the frame, and B = `slope` is 6 x 6: a column at a time.
template <class T>
THEW_HD inline void add_fluid_slope(const FluidFrame<T>& frame, const T* slope, const T& scale,
                                    T* matrix) {
  using namespace math;
  for (int c = 0; c < 6; ++c) {
    T unit[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
    unit[c] = T(1);
    const Motion<T> x = load_motion(unit);
    T local[6], f[6];
    store(local,
          Motion<T>{multiply_transposed(frame.axes, x.rotation),
                    multiply_transposed(frame.axes, x.translation + cross(x.rotation, frame.arm))});
    for (int r = 0; r < 6; ++r) {
      f[r] = T(0);
      for (int k = 0; k < 6; ++k) f[r] = fma(slope[6 * r + k], local[k], f[r]);
    }
    const Vec3<T> force = frame.axes * load3(f + 3);
    T column[6];
    store(column, Force<T>{frame.axes * load3(f) + cross(frame.arm, force), force});
    for (int r = 0; r < 6; ++r) matrix[6 * r + c] = fma(scale, column[r], matrix[6 * r + c]);
  }
}

/// Drag of the box with a body's inertia: -(linear + quadratic |x|) x for each of the six
/// velocities x.
template <class T>
struct BoxDrag {
  T linear[6], quadratic[6];
};

/// The edges b of the box follow from I_x = m (b_y^2 + b_z^2) / 12.
template <class T>
THEW_HD inline BoxDrag<T> box_drag(const T& mass, const T* inertia, math::Scalar<T> density,
                                   math::Scalar<T> viscosity) {
  using S = math::Scalar<T>;
  const T sum = inertia[0] + inertia[1] + inertia[2];
  T edge[3];
  for (int i = 0; i < 3; ++i) {
    edge[i] = sqrt(max(T(kMinVal), sum - T(2) * inertia[i]) / mass * T(6));
  }
  const T diameter = (edge[0] + edge[1] + edge[2]) * T(1.0 / 3);
  const T stokes = T(S(kFluidPi) * viscosity) * diameter, rho = T(density);
  BoxDrag<T> drag;
  for (int i = 0; i < 3; ++i) {
    const T a = edge[(i + 1) % 3], b = edge[(i + 2) % 3];
    drag.linear[i] = stokes * diameter * diameter;
    drag.linear[3 + i] = T(3) * stokes;
    drag.quadratic[i] = rho * edge[i] * (a * a * a * a + b * b * b * b) * T(1.0 / 64);
    drag.quadratic[3 + i] = T(0.5) * rho * a * b;
  }
  return drag;
}

/// Its force and torque at a velocity.
template <class T>
THEW_HD inline math::Force<T> drag_force(const BoxDrag<T>& drag, const math::Motion<T>& velocity) {
  using namespace math;
  T v[6], f[6];
  store(v, velocity);
  for (int i = 0; i < 6; ++i) f[i] = -fma(drag.quadratic[i], abs(v[i]), drag.linear[i]) * v[i];
  return load_force(f);
}

/// Their derivative by the velocity, 6 x 6.
template <class T>
THEW_HD inline void drag_slope(const BoxDrag<T>& drag, const math::Motion<T>& velocity, T* slope) {
  using namespace math;
  T v[6];
  store(v, velocity);
  for (int k = 0; k < 36; ++k) slope[k] = T(0);
  for (int i = 0; i < 6; ++i) {
    slope[7 * i] = -fma(T(2) * drag.quadratic[i], abs(v[i]), drag.linear[i]);
  }
}

}  // namespace thew::element
