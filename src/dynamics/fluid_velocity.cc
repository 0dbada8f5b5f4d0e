#include "dynamics/fluid_velocity.h"

#include "model/lane_types.h"

namespace thew::dynamics {

using namespace math;

namespace {

// matrix += scale X' B X, where X takes a spatial velocity about the centre of mass of the tree to
// the velocity along the axes of the frame, a column at a time.
template <class T>
void add_transformed(const FluidFrame<T>& frame, const T* slope, const T& scale, T* matrix) {
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

template <class T>
void box_slope(const BoxDrag<T>& drag, const Motion<T>& velocity, T* slope) {
  T v[6];
  store(v, velocity);
  for (int k = 0; k < 36; ++k) slope[k] = T(0);
  for (int i = 0; i < 6; ++i) {
    slope[7 * i] = -fma(T(2) * drag.quadratic[i], abs(v[i]), drag.linear[i]);
  }
}

}  // namespace

template <class T>
void add_fluid_matrix(const Model& m, const BasicData<T>& d, int body, FluidTerms terms,
                      const T& scale, T* matrix) {
  if (all(param(d, m.body_mass, body) < T(kMinVal))) return;
  T slope[36];
  const MaskOf<T> as_ellipsoids = has_fluid_ellipsoids(m, d, body);
  if (!all(as_ellipsoids)) {
    const FluidFrame<T> frame = fluid_frame(m, d, body, d.xipos.row(body), d.ximat.row(body));
    box_slope(box_drag(m, d, body), frame.velocity, slope);
    add_transformed(frame, slope, math::select(as_ellipsoids, T(0), scale), matrix);
  }
  for (int g = m.body_geomadr[body]; g < m.body_geomadr[body] + m.body_geomnum[body]; ++g) {
    const T share = math::select(as_ellipsoids, fluid_share(m, d, g), T(0));
    if (all(share == T(0))) continue;
    const FluidFrame<T> frame = fluid_frame(m, d, body, d.geom_xpos.row(g), d.geom_xmat.row(g));
    ellipsoid_slope(fluid_ellipsoid(m, d, g), m.opt.density, m.opt.viscosity, frame.velocity, terms,
                    slope);
    add_transformed(frame, slope, scale * share, matrix);
  }
}

#define THEW_INSTANTIATE(T) \
  template void add_fluid_matrix(const Model&, const BasicData<T>&, int, FluidTerms, const T&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::dynamics
