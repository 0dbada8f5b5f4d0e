#pragma once

// Surfaces that slide along themselves, as those of conveyor belts.

#include "gpu/contact_parameters.h"

namespace thew::gpu::detail {

/// How the two surfaces of a contact slide by themselves, second less first, along the two tangents
/// of the contact, and about its normal.
template <class T>
THEW_CALL math::Vec3<T> surface_velocity(const RowsWorld<T>& w, int contact) {
  using namespace math;
  const auto& m = w.m;
  const int pair = w.row(w.rows.contact_pair)[contact];
  const Vec3<T> at = load3(w.row(w.rows.contact_pos) + 3 * contact);
  Vec3<T> linear = {T(0), T(0), T(0)}, angular = linear;
  THEW_ROLLED
  for (int side = 0; side < 2; ++side) {
    const int geom = side == 0 ? m.tables.pair_geom1[pair] : m.tables.pair_geom2[pair];
    const T sign = side == 0 ? T(-1) : T(1), *own = w.own(m.geom_surfacevel) + 6 * geom;
    const Mat3<T> axes = load9(w.row(w.rows.geom_xmat) + 9 * geom);
    const Vec3<T> turn = axes * load3(own + 3);
    const Vec3<T> slide =
        axes * load3(own) + cross(turn, at - load3(w.row(w.rows.geom_xpos) + 3 * geom));
    linear = axpy(sign, slide, linear);
    angular = axpy(sign, turn, angular);
  }
  const Mat3<T> frame = load9(w.row(w.rows.contact_frame) + 9 * contact);
  const Vec3<T> along = frame * linear;
  return {along.y, along.z, (frame * angular).x};
}

/// Adds it to what the dampers of a contact's rows see.
template <class T>
THEW_STAGE void add_sliding(const RowsWorld<T>& w, int contact, int base, int dim) {
  const math::Vec3<T> speed = surface_velocity(w, contact);
  const T *damping = w.row(w.rows.row_damping) + base, along[] = {speed.x, speed.y, speed.z};
  T* pull = w.row(w.rows.row_pull) + base;
  for (int k = 0; k < 3; ++k) {
    if (k + 1 < dim) pull[k + 1] = fma(damping[k + 1], along[k], pull[k + 1]);
  }
}

}  // namespace thew::gpu::detail
