#include "dynamics/fluid_velocity.h"

#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

template <class T>
void add_fluid_matrix(const Model& m, const BasicData<T>& d, int body, FluidTerms terms,
                      const T& scale, T* matrix) {
  if (all(param(d, m.body_mass, body) < T(kMinVal))) return;
  T slope[36];
  const MaskOf<T> as_ellipsoids = has_fluid_ellipsoids(m, d, body);
  if (!all(as_ellipsoids)) {
    const FluidFrame<T> frame = fluid_frame(m, d, body, d.xipos.row(body), d.ximat.row(body));
    drag_slope(box_drag(m, d, body), frame.velocity, slope);
    add_fluid_slope(frame, slope, math::select(as_ellipsoids, T(0), scale), matrix);
  }
  for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
    const T share = math::select(as_ellipsoids, fluid_share(m, d, g), T(0));
    if (all(share == T(0))) continue;
    const FluidFrame<T> frame = fluid_frame(m, d, body, d.geom_xpos.row(g), d.geom_xmat.row(g));
    ellipsoid_slope(fluid_ellipsoid(m, d, g), static_cast<Scalar<T>>(m.opt.density),
                    static_cast<Scalar<T>>(m.opt.viscosity), frame.velocity, terms, slope);
    // MuJoCo's slope is that of the whole force, whatever the share.
    add_fluid_slope(frame, slope, math::select(share == T(0), T(0), scale), matrix);
  }
}

#define THEW_INSTANTIATE(T) \
  template void add_fluid_matrix(const Model&, const BasicData<T>&, int, FluidTerms, const T&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
