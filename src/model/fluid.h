#pragma once

// Forces of the surrounding fluid, in the frame of what moves through it. A body without ellipsoids
// is a box with its inertia: drag along and about each axis by itself. A geom with
// fluidshape="ellipsoid" has drag, lift (Kutta-Joukowski, Magnus) and the inertia of the fluid that
// it carries along, without the part that depends on accelerations.

#include <thew/data.h>

#include "math/spatial.h"

namespace thew {

inline constexpr double kFluidPi = 3.14159265358979323846;

/// Whether there is a fluid. Like all passive forces it is off where both springs and dampers are.
inline bool has_fluid(const Model& m) {
  const bool off =
      has(m.opt.disableflags, DisableBit::Spring) && has(m.opt.disableflags, DisableBit::Damper);
  return !off && (m.opt.density != 0 || m.opt.viscosity != 0);
}

/// Where a force acts: a point relative to the centre of mass of the tree, axes, and the velocity
/// there relative to the fluid, along these axes.
template <class T>
struct FluidFrame {
  math::Vec3<T> arm;
  math::Mat3<T> axes;
  math::Motion<T> velocity;
};

template <class T>
FluidFrame<T> fluid_frame(const Model& m, const BasicData<T>& d, int body, const T* position,
                          const T* axes) {
  using namespace math;
  const Vec3<T> arm = load3(position) - load3(d.subtree_com.row(m.body_rootid[body]));
  const Mat3<T> r = load9(axes);
  const Motion<T> v = load_motion(d.cvel.row(body));
  T wind[3];
  for (int k = 0; k < 3; ++k) wind[k] = param<ParameterId::wind>(d, m.opt.wind, k);
  const Vec3<T> speed = v.translation + cross(v.rotation, arm) - load3(wind);
  return {arm, r, {multiply_transposed(r, v.rotation), multiply_transposed(r, speed)}};
}

/// Drag of the box with a body's inertia: -(linear + quadratic |x|) x for each of the six
/// velocities x.
template <class T>
struct BoxDrag {
  T linear[6], quadratic[6];
};

/// The edges b of the box follow from I_x = m (b_y^2 + b_z^2) / 12.
template <class T>
BoxDrag<T> box_drag(const Model& m, const BasicData<T>& d, int body) {
  using math::max;
  using math::sqrt;
  const T mass = param(d, m.body_mass, body);
  T inertia[3], edge[3];
  for (int i = 0; i < 3; ++i) inertia[i] = param(d, m.body_inertia, 3 * body + i);
  const T sum = inertia[0] + inertia[1] + inertia[2];
  for (int i = 0; i < 3; ++i) {
    edge[i] = sqrt(max(T(kMinVal), sum - T(2) * inertia[i]) / mass * T(6));
  }
  const T diameter = (edge[0] + edge[1] + edge[2]) * T(1.0 / 3);
  const T stokes = T(kFluidPi * m.opt.viscosity) * diameter, density = T(m.opt.density);
  BoxDrag<T> drag;
  for (int i = 0; i < 3; ++i) {
    const T a = edge[(i + 1) % 3], b = edge[(i + 2) % 3];
    drag.linear[i] = stokes * diameter * diameter;
    drag.linear[3 + i] = T(3) * stokes;
    drag.quadratic[i] = density * edge[i] * (a * a * a * a + b * b * b * b) * T(1.0 / 64);
    drag.quadratic[3 + i] = T(0.5) * density * a * b;
  }
  return drag;
}

/// A geom in a fluid.
template <class T>
struct FluidEllipsoid {
  math::Vec3<T> axes;  ///< semi-axes
  T blunt, slender, angular, kutta, magnus;
  math::Vec3<T> added_mass, added_inertia;  ///< of fluid of density 1
};

template <class T>
FluidEllipsoid<T> fluid_ellipsoid(const Model& m, const BasicData<T>& d, int geom) {
  const auto size = [&](int i) { return param(d, m.geom_size, 3 * geom + i); };
  const auto coefficient = [&](int i) { return param(d, m.geom_fluid, kNFLUID * geom + i); };
  FluidEllipsoid<T> e;
  switch (static_cast<GeomType>(m.geom_type[geom])) {
    case GeomType::Sphere:
      e.axes = {size(0), size(0), size(0)};
      break;
    case GeomType::Capsule:
      e.axes = {size(0), size(0), size(0) + size(1)};
      break;
    case GeomType::Cylinder:
      e.axes = {size(0), size(0), size(1)};
      break;
    default:
      e.axes = {size(0), size(1), size(2)};
  }
  e.blunt = coefficient(1), e.slender = coefficient(2), e.angular = coefficient(3);
  e.kutta = coefficient(4), e.magnus = coefficient(5);
  e.added_mass = {coefficient(6), coefficient(7), coefficient(8)};
  e.added_inertia = {coefficient(9), coefficient(10), coefficient(11)};
  return e;
}

/// How much of its force as an ellipsoid a geom feels; 0 for geoms that are none in the fluid.
template <class T>
T fluid_share(const Model& m, const BasicData<T>& d, int geom) {
  return param(d, m.geom_fluid, kNFLUID * geom);
}

/// Whether a body's geoms are ellipsoids in the fluid; one of them is enough.
template <class T>
MaskOf<T> has_fluid_ellipsoids(const Model& m, const BasicData<T>& d, int body) {
  MaskOf<T> found(false);
  for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
    found = found | (fluid_share(m, d, g) > T(0));
  }
  return found;
}

}  // namespace thew
