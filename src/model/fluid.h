#pragma once

// What moves through the surrounding fluid: bodies as boxes, geoms as ellipsoids.

#include <thew/data.h>

#include "element/fluid.h"
#include "element/fluid_ellipsoid.h"

namespace thew {

using element::FluidEllipsoid, element::FluidFrame, element::FluidTerms;

/// Whether there is a fluid. Like all passive forces it is off where both springs and dampers are.
inline bool has_fluid(const Model& m) {
  const bool off =
      has(m.opt.disableflags, DisableBit::Spring) && has(m.opt.disableflags, DisableBit::Damper);
  return !off && (m.opt.density != 0 || m.opt.viscosity != 0);
}

template <class T>
FluidFrame<T> fluid_frame(const Model& m, const BasicData<T>& d, int body, const T* position,
                          const T* axes) {
  using namespace math;
  T wind[3];
  for (int k = 0; k < 3; ++k) wind[k] = param<ParameterId::wind>(d, m.opt.wind, k);
  return element::fluid_frame(load3(position) - load3(d.subtree_com.row(m.body_rootid[body])),
                              load9(axes), load_motion(d.cvel.row(body)), load3(wind));
}

/// Drag of the box with a body's inertia.
template <class T>
element::BoxDrag<T> box_drag(const Model& m, const BasicData<T>& d, int body) {
  T inertia[3];
  for (int i = 0; i < 3; ++i) inertia[i] = param(d, m.body_inertia, 3 * body + i);
  return element::box_drag(param(d, m.body_mass, body), inertia,
                           static_cast<math::Scalar<T>>(m.opt.density),
                           static_cast<math::Scalar<T>>(m.opt.viscosity));
}

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
