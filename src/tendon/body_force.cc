// What spatial tendons exert on the bodies that they pass.

#include <thew/dynamics.h>
#include <thew/stages.h>

#include "model/lane_types.h"
#include "model/spring.h"
#include "tendon/armature.h"
#include "tendon/path.h"

namespace thew::tendon {

using namespace math;

namespace {

template <class T>
T passive_force(const Model& m, const BasicData<T>& d, int t) {
  T force = T(0);
  if (!has(m.opt.disableflags, DisableBit::Spring)) {
    const T x = spring_stretch(m, d, t);
    force = force - x * spring_secant(tendon_stiffness(m, d, t), x);
  }
  if (!has(m.opt.disableflags, DisableBit::Damper)) {
    const T v = d.ten_velocity[t];
    force = force - v * damper_secant(tendon_damping(m, d, t), v);
  }
  return force;
}

template <class T>
T actuator_force(const Model& m, const BasicData<T>& d, int t) {
  T force = T(0);
  each_driver(m, m.tendon_driver[t], [&](int i) {
    force = fma(param(d, m.actuator_gear, 6 * m.actuator_outadr[i]),
                d.actuator_force[m.actuator_outadr[i]], force);
  });
  return force;
}

// -a (J qacc + dJ/dt qvel): the tendon's own inertia resists.
template <class T>
T inertial_force(const Model& m, const BasicData<T>& d, int t) {
  const T inertia = tendon_armature(m, d, t);
  if (all(inertia == T(0))) return T(0);
  T acceleration = jacobian_drift(m, d, t);
  for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
    acceleration = fma(d.ten_J[adr], d.qacc[m.ten_J_colind[adr]], acceleration);
  }
  return math::select(inertia == T(0), T(0), T(-inertia * acceleration));
}

// Adds a force at a point of a body to cfrc_ext, which is at the tree's reference point.
template <class T>
void push(const Model& m, BasicData<T>& d, int body, const Vec3<T>& point, const Vec3<T>& force,
          const MaskOf<T>& here) {
  if (body == 0) return;
  T* row = d.cfrc_ext.row(body);
  const Vec3<T> torque = load3(row), sum = load3(row + 3);
  const Vec3<T> turn = cross(dynamics::arm_to(m, d, point, body), force);
  store(row, math::select(here, torque + turn, torque));
  store(row + 3, math::select(here, sum + force, sum));
}

}  // namespace

template <class T>
void smooth_force(const Model& m, const BasicData<T>& d, T* force) {
  for (int t = 0; t < m.ntendon; ++t) {
    force[t] = T(0);
    if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) continue;
    force[t] = passive_force(m, d, t) + actuator_force(m, d, t) + inertial_force(m, d, t);
  }
}

template <class T>
void add_body_forces(const Model& m, BasicData<T>& d, const T* force) {
  for (int t = 0; t < m.ntendon; ++t) {
    if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) continue;
    const MaskOf<T> pulls = force[t] != T(0);
    if (none(pulls)) continue;
    each_piece(m, d, t, [&](const Piece<T>& piece) {
      each_segment(m, d, piece, [&](const Segment<T>& s) {
        const Vec3<T> f = s.direction * (force[t] / piece.divisor);
        const MaskOf<T> here = pulls & s.taken;
        push(m, d, s.from, s.p, -f, here);
        push(m, d, s.to, s.q, f, here);
      });
    });
  }
}

#define THEW_INSTANTIATE(T)                                          \
  template void smooth_force(const Model&, const BasicData<T>&, T*); \
  template void add_body_forces(const Model&, BasicData<T>&, const T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::tendon
