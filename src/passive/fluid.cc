#include "passive/fluid.h"

#include <thew/dynamics.h>

#include "deformable/wind.h"
#include "model/fluid.h"
#include "model/lane_types.h"

namespace thew::passive {

using namespace math;

namespace {

// Applies a share of a force that is given in its own frame.
template <class T>
void apply(const Model& m, BasicData<T>& d, int body, const T* position, const FluidFrame<T>& frame,
           const Force<T>& f, const T& share) {
  T force[3], torque[3];
  store(force, frame.axes * (share * f.force));
  store(torque, frame.axes * (share * f.torque));
  dynamics::apply_force(m, d, force, torque, position, body, d.qfrc_fluid.data());
}

}  // namespace

template <class T>
bool fluid(const Model& m, BasicData<T>& d) {
  if (!has_fluid(m)) return false;
  for (int body = 1; body < m.nbody; ++body) {
    if (all(param(d, m.body_mass, body) < T(kMinVal))) continue;
    const MaskOf<T> as_ellipsoids = has_fluid_ellipsoids(m, d, body);
    if (!all(as_ellipsoids)) {
      const T* at = d.xipos.row(body);
      const FluidFrame<T> frame = fluid_frame(m, d, body, at, d.ximat.row(body));
      apply(m, d, body, at, frame, drag_force(box_drag(m, d, body), frame.velocity),
            select(as_ellipsoids, T(0), T(1)));
    }
    for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
      const T share = select(as_ellipsoids, fluid_share(m, d, g), T(0));
      if (all(share == T(0))) continue;
      const T* at = d.geom_xpos.row(g);
      const FluidFrame<T> frame = fluid_frame(m, d, body, at, d.geom_xmat.row(g));
      const FluidEllipsoid<T> e = fluid_ellipsoid(m, d, g);
      apply(m, d, body, at, frame,
            ellipsoid_force(e, static_cast<Scalar<T>>(m.opt.density),
                            static_cast<Scalar<T>>(m.opt.viscosity), frame.velocity),
            share);
    }
  }
  if (m.nflex > 0) deformable::add_wind(m, d);
  return true;
}

#define THEW_INSTANTIATE(T) template bool fluid(const Model&, BasicData<T>&)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::passive
