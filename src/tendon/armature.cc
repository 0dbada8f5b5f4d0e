// The bias force of tendons with armature. A tendon's inertia a adds J' a J to M; as J changes
// while the tendon moves, J' a (dJ/dt v) remains when nothing accelerates.

#include "tendon/armature.h"

#include <thew/stages.h>

#include "model/lane_types.h"
#include "model/poly_force.h"
#include "tendon/path.h"

namespace thew::tendon {

using namespace math;

namespace {

// Velocity of a point of a body, and what its acceleration has from turning with the body.
template <class T>
struct PointMotion {
  Vec3<T> velocity, turning;
};

template <class T>
PointMotion<T> point_motion(const Model& m, const BasicData<T>& d, const Vec3<T>& point, int body) {
  const Motion<T> v = load_motion(d.cvel.row(body));
  const Vec3<T> velocity = v.translation + cross(v.rotation, dynamics::arm_to(m, d, point, body));
  return {velocity, cross(v.rotation, velocity)};
}

// d/dt (u . (v_q - v_p)) at zero joint accelerations: the accelerations of both ends along u, and
// the turning of u, whose rate is the velocity across it by the length.
template <class T>
T segment_drift(const Model& m, const BasicData<T>& d, const Segment<T>& s, const T& length) {
  const PointMotion<T> p = point_motion(m, d, s.p, s.from), q = point_motion(m, d, s.q, s.to);
  const Vec3<T> relative = q.velocity - p.velocity;
  const Vec3<T> across = axpy(-dot(relative, s.direction), s.direction, relative);
  const T turning = math::select(length > T(kMinVal), dot(across, across) / length, T(0));
  T sum = turning + dot(q.turning - p.turning, s.direction);
  each_dof(m, d, s, [&](int dof, const Force<T>& wrench) {
    sum = fma(d.qvel[dof], dot(load_motion(d.cdof_dot.row(dof)), wrench), sum);
  });
  return sum;
}

}  // namespace

template <class T>
T jacobian_drift(const Model& m, const BasicData<T>& d, int t) {
  T sum = T(0);
  if (m.tendon_type[t] == static_cast<int>(TendonType::Fixed)) return sum;
  each_piece(m, d, t, [&](const Piece<T>& piece) {
    if (piece.geom >= 0) return;
    each_segment(m, d, piece, [&](const Segment<T>& segment) {
      sum = sum + segment_drift(m, d, segment, piece.distance) / piece.divisor;
    });
  });
  return sum;
}

template <class T>
void add_armature_bias(const Model& m, const BasicData<T>& d, T* force) {
  for (int t = 0; t < m.ntendon; ++t) {
    const T inertia = tendon_armature(m, d, t);
    if (all(inertia == T(0))) continue;
    const T scale = inertia * jacobian_drift(m, d, t);
    for (int adr = m.ten_J_rowadr[t]; adr < m.ten_J_rowadr[t] + m.ten_J_rownnz[t]; ++adr) {
      T& f = force[m.ten_J_colind[adr]];
      f = fma(scale, d.ten_J[adr], f);
    }
  }
}

#define THEW_INSTANTIATE(T)                                          \
  template T jacobian_drift(const Model&, const BasicData<T>&, int); \
  template void add_armature_bias(const Model&, const BasicData<T>&, T*)
THEW_FOR_LANE_TYPES(THEW_INSTANTIATE)

}  // namespace thew::tendon
