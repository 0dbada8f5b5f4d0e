#pragma once

// Forces of a fluid on bodies, as boxes with their inertia or as the ellipsoids of their geoms.

#include "element/fluid.h"
#include "element/fluid_ellipsoid.h"
#include "gpu/world.h"

namespace thew::gpu::detail {

/// The ellipsoid that a geom is in the fluid.
template <class W>
THEW_STAGE element::FluidEllipsoid<typename W::Real> fluid_ellipsoid(const W& w, int geom) {
  using T = typename W::Real;
  const T *size = w.own(w.m.geom_size) + 3 * geom, *c = w.own(w.m.geom_fluid) + kNFLUID * geom;
  element::FluidEllipsoid<T> e;
  const auto type = static_cast<GeomType>(w.m.geom_type[geom]);
  const bool round =
      type == GeomType::Sphere || type == GeomType::Capsule || type == GeomType::Cylinder;
  e.axes = {size[0], round ? size[0] : size[1],
            type == GeomType::Sphere     ? size[0]
            : type == GeomType::Capsule  ? size[0] + size[1]
            : type == GeomType::Cylinder ? size[1]
                                         : size[2]};
  e.blunt = c[1], e.slender = c[2], e.angular = c[3], e.kutta = c[4], e.magnus = c[5];
  e.added_mass = {c[6], c[7], c[8]};
  e.added_inertia = {c[9], c[10], c[11]};
  return e;
}

/// The force on a body, at the reference of its tree.
template <class T>
THEW_CALL math::Force<T> fluid_force(const SmoothWorld<T>& w, int body) {
  using namespace math;
  using namespace element;
  const auto& m = w.m;
  const Vec3<T> zero = {T(0), T(0), T(0)};
  Force<T> sum = {zero, zero};
  if (body == 0 || w.own(m.body_mass, body) < T(kMinVal)) return sum;
  const int first = m.body_geomadr[body], end = first + m.body_geomnum[body];
  const T* shares = w.own(m.geom_fluid);
  bool ellipsoids = false;
  THEW_ROLLED
  for (int g = first; g < end; ++g) ellipsoids |= shares[kNFLUID * g] > T(0);
  // The body itself, or its geoms.
  THEW_ROLLED
  for (int g = ellipsoids ? first : -1; g < (ellipsoids ? end : 0); ++g) {
    const T share = ellipsoids ? shares[kNFLUID * g] : T(1);
    if (share == T(0)) continue;
    const T *pos = ellipsoids ? w.row(w.rows.geom_xpos) + 3 * g : w.s.xipos + 3 * body,
            *mat = ellipsoids ? w.row(w.rows.geom_xmat) + 9 * g : w.row(w.rows.ximat) + 9 * body;
    const Vec3<T> arm = load3(pos) - load3(w.s.com + 3 * m.body_rootid[body]);
    const FluidFrame<T> frame =
        fluid_frame(arm, load9(mat), load_motion(w.s.cvel + 6 * body), load3(w.own(m.wind)));
    Force<T> f;
    if (ellipsoids) {
      f = ellipsoid_force(fluid_ellipsoid(w, g), m.opt.density, m.opt.viscosity, frame.velocity);
    } else {
      f = drag_force(box_drag(w.own(m.body_mass, body), w.own(m.body_inertia) + 3 * body,
                              m.opt.density, m.opt.viscosity),
                     frame.velocity);
    }
    const Vec3<T> force = frame.axes * (share * f.force), torque = frame.axes * (share * f.torque);
    sum.force = sum.force + force;
    sum.torque = sum.torque + torque + cross(arm, force);
  }
  return sum;
}

/// Takes how the force on a body changes with its velocity, 6 x 6, from a matrix.
template <class W, class T>
THEW_CALL void subtract_fluid_slope(const W& w, int body, element::FluidTerms terms, T* matrix) {
  using namespace math;
  using namespace element;
  const auto& m = w.m;
  if (body == 0 || w.own(m.body_mass, body) < T(kMinVal)) return;
  const int first = m.body_geomadr[body], end = first + m.body_geomnum[body];
  const T* shares = w.own(m.geom_fluid);
  bool ellipsoids = false;
  THEW_ROLLED
  for (int g = first; g < end; ++g) ellipsoids |= shares[kNFLUID * g] > T(0);
  THEW_ROLLED
  for (int g = ellipsoids ? first : -1; g < (ellipsoids ? end : 0); ++g) {
    if (ellipsoids && shares[kNFLUID * g] == T(0)) continue;
    const T *pos = ellipsoids ? w.row(w.rows.geom_xpos) + 3 * g : w.row(w.rows.xipos) + 3 * body,
            *mat = ellipsoids ? w.row(w.rows.geom_xmat) + 9 * g : w.row(w.rows.ximat) + 9 * body;
    const Vec3<T> arm = load3(pos) - load3(w.row(w.rows.subtree_com) + 3 * m.body_rootid[body]);
    const FluidFrame<T> frame = fluid_frame(
        arm, load9(mat), load_motion(w.row(w.rows.cvel) + 6 * body), load3(w.own(m.wind)));
    T slope[36];
    if (ellipsoids) {
      ellipsoid_slope(fluid_ellipsoid(w, g), m.opt.density, m.opt.viscosity, frame.velocity, terms,
                      slope);
    } else {
      drag_slope(box_drag(w.own(m.body_mass, body), w.own(m.body_inertia) + 3 * body, m.opt.density,
                          m.opt.viscosity),
                 frame.velocity, slope);
    }
    add_fluid_slope(frame, slope, T(-1), matrix);
  }
}

}  // namespace thew::gpu::detail
